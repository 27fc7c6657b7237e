package org.ndd.inspect;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Measures whether confidence is calibrated on labeled pairs: of pairs with confidence 0.9, nine in ten should be duplicates.
 *
 * @param bins ten bins of equal width, the lowest confidence first; confidence 1 belongs to the last bin
 */
record Calibration(List<Bin> bins) {

    private static final int BIN_COUNT = 10;

    static final Calibration NONE = new Calibration(Collections.nCopies(BIN_COUNT, Bin.EMPTY));

    Calibration {
        bins = List.copyOf(bins);
    }

    /** Returns a copy with one more pair. */
    Calibration with(boolean duplicate, double confidence) {
        Bin[] more = bins.toArray(Bin[]::new);
        int bin = Math.min(BIN_COUNT - 1, (int) (BIN_COUNT * confidence));
        more[bin] = more[bin].with(duplicate, confidence);
        return new Calibration(Arrays.asList(more));
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

        static final Bin EMPTY = new Bin(0, 0, 0);

        /** Returns a copy with one more pair. */
        Bin with(boolean duplicate, double confidenceOfPair) {
            return new Bin(pairs + 1, duplicates + (duplicate ? 1 : 0), confidence + confidenceOfPair);
        }

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
