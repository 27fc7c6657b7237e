/**
 * The part of a node in a partition run: its pinned shards, the steps it executes, and the sites whose boilerplate it has learned. Start
 * with {@link org.ndd.partition.node.NodeRun}; {@link org.ndd.partition.node.NodeRuns} holds the active ones.
 */
package org.ndd.partition.node;
