package org.ndd.partition.wire;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * A new speed.
 *
 * @param perSecond documents a second that each shard may decide; infinite for as fast as it goes
 */
public record Rate(double perSecond) implements Writeable {

    public Rate(StreamInput in) throws IOException {
        this(in.readDouble());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeDouble(perSecond);
    }
}
