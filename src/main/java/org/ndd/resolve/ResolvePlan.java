package org.ndd.resolve;

import java.util.List;
import org.elasticsearch.index.Index;

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
        boolean createsBackup) {}
