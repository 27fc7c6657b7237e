package org.ndd.partition.wire;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.transport.TransportResponse;

/** An answer as it travels. */
final class RunAnswer<A extends Writeable> extends TransportResponse {

    private final A value;

    RunAnswer(A value) {
        this.value = value;
    }

    static <A extends Writeable> RunAnswer<A> read(StreamInput in, Writeable.Reader<A> reader) throws IOException {
        return new RunAnswer<>(reader.read(in));
    }

    A value() {
        return value;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        value.writeTo(out);
    }
}
