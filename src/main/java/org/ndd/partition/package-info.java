/**
 * The partition of a whole index into groups of near-duplicates: a task that runs on all nodes that have a copy of a shard.
 *
 * <p>Reading order: {@link org.ndd.partition.PartitionRequest} (what is asked), {@link org.ndd.partition.plan.PartitionPlan} (what every
 * node knows), {@link org.ndd.partition.PartitionCoordinator} (the phases), then the rooms below: {@code node} (a node's part), {@code
 * shard} (a shard's part), {@code wire} (how they talk). What is found depends on documents and options only; nodes, shards, threads and
 * windows are schedule.
 */
package org.ndd.partition;
