package org.ndd.compare;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.pair.ComparablePage;

/**
 * Numbers of fingerprints of the two sides.
 *
 * @param a distinct fingerprints of a
 * @param b distinct fingerprints of b
 * @param shared those in both, or null if they are of different formats or parameters and so cannot be compared
 */
record FingerprintCounts(int a, int b, Integer shared) implements Writeable {

    FingerprintCounts(StreamInput in) throws IOException {
        this(in.readVInt(), in.readVInt(), in.readOptionalVInt());
    }

    static FingerprintCounts of(ComparablePage a, ComparablePage b) {
        return new FingerprintCounts(a.fingerprints().size(), b.fingerprints().size(), a.sharedFingerprints(b));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVInt(a);
        out.writeVInt(b);
        out.writeOptionalVInt(shared);
    }
}
