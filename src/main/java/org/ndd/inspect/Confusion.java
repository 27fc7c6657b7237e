package org.ndd.inspect;

import java.io.IOException;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Counts the agreement of verdicts and labels of pairs.
 *
 * @param truePositives number of labeled duplicates that are judged duplicates
 * @param falseNegatives number of labeled duplicates that are not judged duplicates
 * @param falsePositives number of other pairs that are judged duplicates
 * @param trueNegatives number of other pairs that are not judged duplicates
 */
public record Confusion(int truePositives, int falseNegatives, int falsePositives, int trueNegatives) {

    public static final Confusion NONE = new Confusion(0, 0, 0, 0);

    public Confusion with(boolean duplicate, boolean similar) {
        return new Confusion(
                truePositives + (duplicate && similar ? 1 : 0),
                falseNegatives + (duplicate && similar == false ? 1 : 0),
                falsePositives + (duplicate == false && similar ? 1 : 0),
                trueNegatives + (duplicate == false && similar == false ? 1 : 0));
    }

    public int pairs() {
        return truePositives + falseNegatives + falsePositives + trueNegatives;
    }

    /**
     * Returns TP / (TP + FP): the share of the pairs judged duplicates that are labeled as duplicates; null if no pair is judged a
     * duplicate.
     */
    Double precision() {
        return share(truePositives, truePositives + falsePositives);
    }

    /** Returns TP / (TP + FN): the share of the labeled duplicates that are judged duplicates; null if no pair is labeled as duplicates. */
    Double recall() {
        return share(truePositives, truePositives + falseNegatives);
    }

    /** Returns the harmonic mean of precision and recall; null if no pair is labeled as duplicates or judged a duplicate. */
    Double f1() {
        return share(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives);
    }

    private static Double share(int part, int whole) {
        return whole == 0 ? null : (double) part / whole;
    }

    /** Prints measures and counts as fields of the current object of the builder. */
    public void toXContent(XContentBuilder builder) throws IOException {
        builder.field("precision", precision());
        builder.field("recall", recall());
        builder.field("f1", f1());
        builder.field("true_positives", truePositives);
        builder.field("false_negatives", falseNegatives);
        builder.field("false_positives", falsePositives);
        builder.field("true_negatives", trueNegatives);
    }
}
