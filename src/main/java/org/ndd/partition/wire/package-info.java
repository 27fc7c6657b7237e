/**
 * Communication between the nodes of a run: one transport action per kind of request, with the rights of the user who started the run.
 * Start with {@link org.ndd.partition.wire.RunMessenger}.
 */
package org.ndd.partition.wire;
