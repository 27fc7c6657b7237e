package org.ndd.eval.baseline;

import java.util.Arrays;
import java.util.function.LongPredicate;

/** A multiset of features of a document. Immutable. */
final class Bag {

    private final long[] features;
    private final int[] counts;
    private final int total;

    private Bag(long[] features, int[] counts) {
        this.features = features;
        this.counts = counts;
        this.total = Arrays.stream(counts).sum();
    }

    /** Creates a multiset of features in any order. */
    static Bag of(long[] occurrences) {
        long[] sorted = occurrences.clone();
        Arrays.sort(sorted);
        int[] counts = new int[sorted.length];
        int distinct = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                sorted[distinct++] = sorted[i];
            }
            counts[distinct - 1]++;
        }
        return new Bag(Arrays.copyOf(sorted, distinct), Arrays.copyOf(counts, distinct));
    }

    /** Returns the features that match a predicate, with their counts. */
    Bag keep(LongPredicate requested) {
        long[] kept = new long[features.length];
        int[] keptCounts = new int[features.length];
        int size = 0;
        for (int i = 0; i < features.length; i++) {
            if (requested.test(features[i])) {
                kept[size] = features[i];
                keptCounts[size++] = counts[i];
            }
        }
        return new Bag(Arrays.copyOf(kept, size), Arrays.copyOf(keptCounts, size));
    }

    /** Returns the same features with count 1. */
    Bag set() {
        int[] ones = new int[features.length];
        Arrays.fill(ones, 1);
        return new Bag(features, ones);
    }

    /** Returns the distinct features in ascending order. The array must not be modified. */
    long[] features() {
        return features;
    }

    /** Returns the count of the feature at a position of {@link #features()}. */
    int count(int position) {
        return counts[position];
    }

    /** Returns the size of the multiset. */
    int total() {
        return total;
    }

    /**
     * Returns Σ min / Σ max of the counts: the weighted Jaccard resemblance of SpotSigs, which is the Jaccard resemblance for sets; 0 for
     * two empty multisets.
     */
    double jaccard(Bag other) {
        int common = common(other, 0);
        int union = total + other.total - common;
        return union == 0 ? 0 : (double) common / union;
    }

    /** Returns whether {@link #jaccard} is at least a threshold above 0, with early termination. */
    boolean resembles(Bag other, double threshold) {
        int least = (int) Math.ceil(threshold / (1 + threshold) * (total + other.total) - 1e-9);
        return total > 0 && least <= Math.min(total, other.total) && common(other, least) >= least;
    }

    /** Returns Σ min of the counts, or any value below {@code least} if it is below {@code least}. */
    private int common(Bag other, int least) {
        int common = 0;
        int rest = total;
        int otherRest = other.total;
        int i = 0;
        int j = 0;
        while (i < features.length && j < other.features.length && common + Math.min(rest, otherRest) >= least) {
            int difference = Long.compare(features[i], other.features[j]);
            if (difference == 0) {
                common += Math.min(counts[i], other.counts[j]);
            }
            if (difference <= 0) {
                rest -= counts[i++];
            }
            if (difference >= 0) {
                otherRest -= other.counts[j++];
            }
        }
        return common;
    }
}
