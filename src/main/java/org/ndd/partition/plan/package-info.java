/**
 * Defines a run: its documents, its options, and the assignment of shards to nodes. Immutable values, the same on every node. Start with
 * {@link org.ndd.partition.plan.PartitionPlan}.
 */
package org.ndd.partition.plan;
