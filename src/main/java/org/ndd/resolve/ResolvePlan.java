package org.ndd.resolve;

import java.util.List;
import org.elasticsearch.index.Index;

/**
 * A job that may begin.
 *
 * @param indices concrete ones of the pages
 * @param run index of the run whose groups count: one run from the beginning to the end, whatever is published meanwhile; {@code null}
 *     where none does
 * @param backup {@code null} where there is none
 * @param makesBackup whether it has to be made
 */
record ResolvePlan(ResolveRequest request, List<Index> indices, String run, Backup backup, boolean makesBackup) {}
