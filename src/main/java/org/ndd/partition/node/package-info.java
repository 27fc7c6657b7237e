/**
 * The part of a node in a partition run: its pinned shards, the steps it executes, the sites whose boilerplate it has learned. Start with
 * {@link org.ndd.partition.node.NodeRun}; {@link org.ndd.partition.node.NodeRuns} holds them while their run lives.
 */
package org.ndd.partition.node;
