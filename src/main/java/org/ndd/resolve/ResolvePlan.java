package org.ndd.resolve;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.Index;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.PrivilegeProbes;

/**
 * The work of a task that passed all checks.
 *
 * @param field the processor's target field
 * @param indices concrete ones of the documents that are written
 * @param claimed these, and the ones that the run compared them with, whose documents must not be deleted meanwhile either
 * @param run index of the run whose groups count: one run from the beginning to the end, even if another is published meanwhile; {@code
 *     null} if none does
 * @param backup {@code null} if there is none
 * @param createsBackup whether the backup has to be created
 */
record ResolvePlan(
        ResolveRequest request,
        String field,
        List<Index> indices,
        List<Index> claimed,
        String run,
        Backup backup,
        boolean createsBackup) {

    /**
     * Checks before anything is changed that the user has the privileges that the task needs until its end, in addition to that of the
     * request itself, which is to write the documents.
     *
     * @param client of the user
     * @param listener fails with 403 and the refusals if something is not allowed
     */
    void checkRights(Client client, ActionListener<Void> listener) {
        PrivilegeProbes probes = new PrivilegeProbes(client);
        indices.stream().map(Index::getName).forEach(probes::read);
        if (run != null) {
            probes.read(run);
        }
        if (backup != null) {
            probes.read(backup.name());
            if (createsBackup) {
                probes.create(backup.name()).write(backup.name());
            } else if (request.operation() == Operation.DELETE) {
                probes.update(backup.name());
            }
        }
        probes.check(listener);
    }
}
