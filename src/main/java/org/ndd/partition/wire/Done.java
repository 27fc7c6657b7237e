package org.ndd.partition.wire;

import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/** An empty request or response. */
public final class Done implements Writeable {

    public static final Done INSTANCE = new Done();

    private Done() {}

    public Done(StreamInput in) {}

    @Override
    public void writeTo(StreamOutput out) {}
}
