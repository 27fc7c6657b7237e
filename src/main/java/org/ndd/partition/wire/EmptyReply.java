package org.ndd.partition.wire;

import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/** An empty request or response. */
public final class EmptyReply implements Writeable {

    public static final EmptyReply INSTANCE = new EmptyReply();

    private EmptyReply() {}

    public EmptyReply(StreamInput in) {}

    @Override
    public void writeTo(StreamOutput out) {}
}
