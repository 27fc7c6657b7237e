package org.ndd.inspect;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Measures whether confidence is calibrated on labeled pairs: of pairs with confidence 0.9, nine in ten should be duplicates. Used by one
 * thread at a time.
 */
final class Calibration {

    private static final int BIN_COUNT = 10;

    /** Bins of equal width, the lowest confidence first; confidence 1 belongs to the last bin. */
    private final List<Bin> bins = new ArrayList<>(Collections.nCopies(BIN_COUNT, new Bin(0, 0, 0)));

    /** Counts a pair. */
    Calibration add(boolean duplicate, double confidence) {
        int number = Math.min(BIN_COUNT - 1, (int) (BIN_COUNT * confidence));
        Bin bin = bins.get(number);
        bins.set(number, new Bin(bin.pairs + 1, bin.duplicates + (duplicate ? 1 : 0), bin.confidence + confidence));
        return this;
    }

    List<Bin> bins() {
        return bins;
    }

    /**
     * Returns the mean distance between confidence and share of duplicates, weighted by the number of pairs per bin; null if there are no
     * pairs.
     */
    Double expectedError() {
        int pairs = bins.stream().mapToInt(Bin::pairs).sum();
        return pairs == 0 ? null : bins.stream().mapToDouble(Bin::error).sum() / pairs;
    }

    /** Prints error and bins as an object within the current object of the builder. */
    void toXContent(XContentBuilder builder) throws IOException {
        builder.startObject("calibration");
        builder.field("expected_error", expectedError());
        builder.startArray("bins");
        for (int i = 0; i < BIN_COUNT; i++) {
            Bin bin = bins.get(i);
            builder.startObject();
            builder.field("from", (double) i / BIN_COUNT);
            builder.field("to", (double) (i + 1) / BIN_COUNT);
            builder.field("pairs", bin.pairs());
            builder.field("confidence", bin.meanConfidence());
            builder.field("duplicates", bin.shareOfDuplicates());
            builder.endObject();
        }
        builder.endArray();
        builder.endObject();
    }

    /**
     * Counts of the labeled pairs in one range of confidence.
     *
     * @param pairs number of pairs
     * @param duplicates number of pairs that are labeled as duplicates
     * @param confidence sum of the confidences of the verdicts
     */
    record Bin(int pairs, int duplicates, double confidence) {

        /** Returns the mean confidence of the verdicts, 0 to 1; null if there are no pairs. */
        Double meanConfidence() {
            return pairs == 0 ? null : confidence / pairs;
        }

        /** Returns the share of the pairs that are duplicates, 0 to 1; null if there are no pairs. */
        Double shareOfDuplicates() {
            return pairs == 0 ? null : (double) duplicates / pairs;
        }

        /** Returns the difference between the number of duplicates predicted by the verdicts and the labeled number. */
        double error() {
            return Math.abs(confidence - duplicates);
        }
    }
}
