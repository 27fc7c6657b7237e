/**
 * Changes the documents of a user in batches, with the rights of the requesting user: sends documents that were indexed without the
 * processor through it, deletes or marks the duplicates that a run found, and undoes both.
 *
 * <p>No operation overwrites or deletes a document that another client wrote after it was read. A duplicate is deleted on the condition
 * that neither it nor its canonical document was changed since they were compared, and can be restored. A mark contains the group and the
 * canonical document of a page.
 *
 * <p>The processor is in {@code org.ndd.ingest}. Start with {@link org.ndd.documents.BackfillAction} and {@link
 * org.ndd.documents.BackfillRun}, then with {@link org.ndd.documents.ResolveAction}; {@link org.ndd.documents.ResolveExecution.Work} is
 * the part that differs between its operations.
 */
package org.ndd.documents;
