/**
 * From fingerprints to groups: the order of documents, candidates, leaders, winners.
 *
 * <p>What lives here: the rules that every partition follows ({@link org.ndd.core.group.Rank}, {@link org.ndd.core.group.FrequencyRule},
 * {@link org.ndd.core.group.Scoreboard}, {@link org.ndd.core.group.WinnerRule}), groups of a small sample ({@link
 * org.ndd.core.group.SampleGroups}) and those of the hits of a search ({@link org.ndd.core.group.WindowClustering}). What must not:
 * anything that knows indices, shards or nodes; how two pages are compared (core.compare). The whole method over documents in memory,
 * which tests and evaluation hold a run to, is {@code InMemoryPartition} in {@code src/eval}: start reading there.
 */
package org.ndd.core.group;
