/**
 * Partitions a whole index into groups of near-duplicates, with a task that works on all nodes that have a copy of a shard.
 *
 * <p>Reading order: {@link org.ndd.partition.plan.PartitionRequest} (the request), {@link org.ndd.partition.plan.PartitionPlan} (the
 * data that every node has), {@link org.ndd.partition.PartitionCoordinator} (the phases), then the packages below: {@code node} (a
 * node's part, and messages) and {@code shard} (a shard's part). The result depends only on documents and options; nodes, shards,
 * threads and windows determine only the schedule.
 */
package org.ndd.partition;
