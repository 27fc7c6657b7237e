/**
 * The part of a node in a partition run: its pinned shards, the steps it executes, and the sites whose boilerplate it has learned. Start
 * with {@link org.ndd.partition.node.NodeRun}; {@link org.ndd.partition.node.NodeRuns} holds the active ones.
 *
 * <p>Nodes communicate by {@link org.ndd.partition.node.RunMessenger}: one transport action per kind of request, with the rights of the
 * user who started the run.
 */
package org.ndd.partition.node;
