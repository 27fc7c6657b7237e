package org.ndd.evaluate;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * Agreement of verdicts with labels at one threshold.
 *
 * @param threshold 0 to 1
 * @param confusion counts at this threshold
 */
record CurvePoint(double threshold, Confusion confusion) implements Writeable {

    CurvePoint(StreamInput in) throws IOException {
        this(in.readDouble(), new Confusion(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeDouble(threshold);
        confusion.writeTo(out);
    }
}
