/**
 * A shard's part in a partition run: its pinned reader, the rank and the leader of each of its documents, and the requests that other nodes
 * may send to it. Start with {@link org.ndd.partition.shard.ShardMethod}, the requests, and {@link org.ndd.partition.shard.ShardRun}, which
 * responds to them.
 *
 * <p>This package depends neither on the transport of requests (see {@code org.ndd.partition.node}), nor on the order in which a run sends
 * them (see {@code org.ndd.partition}).
 */
package org.ndd.partition.shard;
