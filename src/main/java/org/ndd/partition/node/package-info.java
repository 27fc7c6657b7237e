/**
 * A node's part in a partition run: the shards it has pinned, the steps it is told to do, the sites whose templates it has learned. Start
 * with {@link org.ndd.partition.node.NodeRun}; {@link org.ndd.partition.node.NodeRuns} keeps them, for as long as their run lives.
 */
package org.ndd.partition.node;
