/**
 * Partitions documents in memory by the rules of core.group: for checkpoints of jobs, for the command {@code ndd}, for samples, and as the
 * measure of runs, which have the same groups.
 *
 * <p>The whole method is {@link org.ndd.core.partition.InMemoryPartition}: start reading there. {@link org.ndd.core.partition.SampleGroups}
 * groups a small sample, and {@link org.ndd.core.partition.SketchClustering} sketches of texts. Not in this package: code that depends on
 * indices, shards or nodes. The partition of a cluster is in {@code org.ndd.partition}.
 */
package org.ndd.core.partition;
