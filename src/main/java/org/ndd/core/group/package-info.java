/**
 * From fingerprints to groups: the order of documents, candidates, leaders, winners.
 *
 * <p>What lives here: the rules that every partition follows ({@link org.ndd.core.group.Rank}, {@link org.ndd.core.group.FrequencyRule},
 * {@link org.ndd.core.group.Scoreboard}, {@link org.ndd.core.group.WinnerRule}) and the whole method over documents in memory. What must
 * not: anything that knows indices, shards or nodes; how two pages are compared (core.compare). Start reading at {@link
 * org.ndd.core.group.InMemoryPartition}.
 */
package org.ndd.core.group;
