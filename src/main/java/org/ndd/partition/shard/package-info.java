/**
 * One shard's part in a partition run: its pinned reader, the rank and the leader of each of its documents, and what other nodes may ask of
 * it. Start with {@link org.ndd.partition.shard.ShardAccess}, the questions, and {@link org.ndd.partition.shard.ShardRun}, who answers.
 *
 * <p>Nothing in here knows how a question travels (see {@code org.ndd.partition.wire}) nor in which order a run asks
 * (see {@code org.ndd.partition}).
 */
package org.ndd.partition.shard;
