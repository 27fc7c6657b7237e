/**
 * Defines a run, and values that its nodes exchange: its request, its documents, its options, the assignment of shards to nodes, the
 * terms to read next, and the counts of steps. A plan is immutable and the same on every node. Start with
 * {@link org.ndd.partition.plan.PartitionPlan}.
 */
package org.ndd.partition.plan;
