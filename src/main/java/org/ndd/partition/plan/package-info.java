/**
 * What a run is: its documents, its options, and which node has which shard. Values only, the same on every node. Start with
 * {@link org.ndd.partition.plan.PartitionPlan}.
 */
package org.ndd.partition.plan;
