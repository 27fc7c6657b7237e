package org.ndd.partition.wire;

import org.elasticsearch.common.io.stream.Writeable;

/**
 * A kind of question: the name of its transport action and how question and answer are read.
 *
 * @param suffix what follows the name of the partition action, such as {@code [terms]}
 * @param executor name of the thread pool that answers
 * @param question reads a question
 * @param answer reads an answer
 */
public record Question<Q extends Writeable, A extends Writeable>(
        String suffix, String executor, Writeable.Reader<Q> question, Writeable.Reader<A> answer) {}
