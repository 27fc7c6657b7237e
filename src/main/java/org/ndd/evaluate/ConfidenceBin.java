package org.ndd.evaluate;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * Labelled pairs of about the same confidence.
 *
 * @param pairs how many
 * @param duplicates those of them that are labelled as duplicates
 * @param confidence sum of the confidences of the verdicts
 */
record ConfidenceBin(int pairs, int duplicates, double confidence) implements Writeable {

    static final ConfidenceBin EMPTY = new ConfidenceBin(0, 0, 0);

    ConfidenceBin(StreamInput in) throws IOException {
        this(in.readVInt(), in.readVInt(), in.readDouble());
    }

    /** The same and one pair more. */
    ConfidenceBin with(boolean duplicate, double confidenceOfPair) {
        return new ConfidenceBin(pairs + 1, duplicates + (duplicate ? 1 : 0), confidence + confidenceOfPair);
    }

    /** Mean confidence of the verdicts; null if there are no pairs. */
    Double meanConfidence() {
        return pairs == 0 ? null : confidence / pairs;
    }

    /** Share of the pairs that are duplicates; null if there are no pairs. */
    Double shareOfDuplicates() {
        return pairs == 0 ? null : (double) duplicates / pairs;
    }

    /** How many duplicates the verdicts promise too many or too few. */
    double error() {
        return Math.abs(confidence - duplicates);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVInt(pairs);
        out.writeVInt(duplicates);
        out.writeDouble(confidence);
    }
}
