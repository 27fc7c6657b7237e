/**
 * How the nodes of a run talk to each other: one transport action a question, in the name and with the rights of the user who started the
 * run. Start with {@link org.ndd.partition.wire.RunMessenger}.
 */
package org.ndd.partition.wire;
