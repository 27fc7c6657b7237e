/**
 * Groups documents by their fingerprints: the order of documents, candidates, leaders, canonical documents.
 *
 * <p>Responsibility: the rules that every partition follows ({@link org.ndd.core.group.Rank}, {@link org.ndd.core.group.FrequencyRule},
 * {@link org.ndd.core.group.Scoreboard}, {@link org.ndd.core.group.CanonicalRule}), groups of a small sample
 * ({@link org.ndd.core.group.SampleGroups}) and those of the hits of a search ({@link org.ndd.core.group.WindowClustering}). Not in this
 * package: code that depends on indices, shards or nodes; how two documents are compared (core.compare). The whole method over documents in
 * memory, for checkpoints of jobs and as the measure of runs, is {@link org.ndd.core.group.InMemoryPartition}: start reading there.
 */
package org.ndd.core.group;
