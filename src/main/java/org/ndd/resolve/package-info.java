/**
 * Operations on the duplicates that a run found: they are deleted, each on condition that neither it nor its canonical document changed
 * since they were compared, and can be restored; or pages are marked with their group and canonical document, and unmarked. All in the name
 * of the user of the request. Start with {@link org.ndd.resolve.ResolveRequest} and {@link org.ndd.resolve.ResolveAction};
 * {@link org.ndd.resolve.Work} is the part that differs.
 */
package org.ndd.resolve;
