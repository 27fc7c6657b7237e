package org.ndd.rank;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.search.ScoreDoc;

/**
 * Moves hits behind all others. The score of a demoted hit is multiplied by {@link #FACTOR}, a power of two: demoted hits keep their order
 * among themselves, across all shards, and no other hit has so low a score unless scores of one search differ by more than the factor. If
 * they do, the score is lowered further, to the lowest of the others.
 */
final class Demotion {

    /** Factor for the score of a demoted hit. */
    static final float FACTOR = 0x1p-64f;

    private Demotion() {}

    /**
     * Demotes hits, in place.
     *
     * @param hits sorted by score; sorted by score when this returns, equal ones by document
     * @param demoted places of those to demote
     */
    static void apply(ScoreDoc[] hits, BitSet demoted) {
        float lowest = Float.MAX_VALUE;
        Set<Integer> docs = new HashSet<>();
        for (int i = 0; i < hits.length; i++) {
            if (demoted.get(i)) {
                docs.add(hits[i].doc);
            } else {
                lowest = Math.min(lowest, hits[i].score);
            }
        }
        for (int i = demoted.nextSetBit(0); i >= 0; i = demoted.nextSetBit(i + 1)) {
            hits[i].score = Math.min(hits[i].score * FACTOR, lowest);
        }
        Arrays.sort(
                hits,
                Comparator.comparing((ScoreDoc hit) -> docs.contains(hit.doc))
                        .thenComparing(hit -> hit.score, Comparator.reverseOrder())
                        .thenComparingInt(hit -> hit.doc));
    }
}
