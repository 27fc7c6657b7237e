/**
 * Deletes or marks the duplicates that a run found, and undoes both. A duplicate is deleted on the condition that neither it nor its
 * canonical document was changed since they were compared, and can be restored. A mark contains the group and the canonical document of a
 * page. All work has the rights of the requesting user. Start with {@link org.ndd.resolve.ResolveAction.Request} and {@link
 * org.ndd.resolve.ResolveAction}; {@link org.ndd.resolve.ResolveExecution.Work} is the part that differs between operations.
 */
package org.ndd.resolve;
