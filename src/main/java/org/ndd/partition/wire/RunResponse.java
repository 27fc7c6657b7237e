package org.ndd.partition.wire;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.transport.TransportResponse;

/** A response on the wire. */
final class RunResponse<A extends Writeable> extends TransportResponse {

    private final A value;
    private final long bytes;

    RunResponse(A value) {
        this(value, 0);
    }

    private RunResponse(A value, long bytes) {
        this.value = value;
        this.bytes = bytes;
    }

    static <A extends Writeable> RunResponse<A> read(StreamInput in, Writeable.Reader<A> reader) throws IOException {
        int before = in.available();
        A value = reader.read(in);
        return new RunResponse<>(value, before - in.available());
    }

    /** Its bytes on the wire; 0 if it was not received from another node. */
    long bytes() {
        return bytes;
    }

    A value() {
        return value;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        value.writeTo(out);
    }
}
