package org.ndd.rank;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.WindowClustering;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PageRequest.PageKeys;
import org.ndd.pair.PairJudge;
import org.ndd.rank.Grouping.WindowGroups;
import org.ndd.rank.SimilarHits.Similarity;

/**
 * Compares the hits of a window with each other. First determines the required texts, then decides. It requires the texts of hits that may
 * be near-duplicates of another hit, up to a maximum number of code units. Used for the window of a shard and for a window over all shards.
 */
final class WindowComparison {

    /**
     * Maximum number of UTF-16 code units that are compared per window, those of the best hits first. Limits memory to twice as many bytes
     * per comparison of a window.
     */
    static final int MAX_CHARS = 32 << 20;

    private final WindowClustering clustering;
    private final BitSet texts;
    private final BitSet compared;
    private final int hits;
    private final long chars;
    private final int beyondBounds;

    /**
     * @param pages one element per hit, best first; null for a hit that was not processed or is not visible to the user
     * @param maxChars maximum number of code units of text
     */
    WindowComparison(List<PageKeys> pages, long maxChars) {
        this.clustering = new WindowClustering(
                pages.stream()
                        .map(page -> page == null ? List.<String>of() : page.keys())
                        .toList(),
                pages.stream()
                        .map(page -> page == null ? MustAgreeKeys.NONE : page.mustAgreeKeys())
                        .toList());
        this.hits = pages.size();
        this.compared = new BitSet();
        this.texts = new BitSet();
        BitSet paired = clustering.paired();
        long sum = 0;
        for (int i = 0; i < pages.size(); i++) {
            if (pages.get(i) != null) {
                boolean fits = paired.get(i) == false || sum + pages.get(i).length() <= maxChars;
                compared.set(i, fits);
                if (paired.get(i) && fits) {
                    texts.set(i);
                    sum += pages.get(i).length();
                }
            }
        }
        this.chars = sum;
        this.beyondBounds = paired.cardinality() - texts.cardinality();
    }

    BitSet texts() {
        return texts;
    }

    /** Returns the maximum heap size of these texts, in bytes. */
    long bytes() {
        return Character.BYTES * chars;
    }

    /** Returns the number of hits that are not compared because their texts exceed the limit. */
    int beyondBounds() {
        return beyondBounds;
    }

    WindowGroups run(HitJudge judge) throws IOException {
        Similarity[] similarities = new Similarity[hits];
        // a hit is compared until another hit represents it, so its last comparison counts
        int[] leaders = clustering.run(texts, (leader, hit) -> {
            similarities[hit] = judge.similarity(leader, hit);
            return similarities[hit] != null;
        });
        return new WindowGroups(leaders, similarities, compared);
    }

    @FunctionalInterface
    interface HitJudge {

        /**
         * Returns the similarity of two hits whose relation is close enough; null for others.
         *
         * @param leader the better hit
         * @param hit the other hit
         */
        Similarity similarity(int leader, int hit) throws IOException;
    }

    /**
     * Compares the hits of a window by their pages. A hit is compared with one leader after another. So data derived from its text is kept
     * until the next hit: 40 bytes per code unit of one text. Used by one thread.
     */
    static final class WindowJudge implements WindowComparison.HitJudge {

        private final PairJudge judge;
        private final IntFunction<ComparablePage> pages;
        private final Runnable check;
        private int lastHit = -1;
        private ComparablePage pivot;

        /**
         * @param judge decides whether one of two pages represents the other
         * @param pages returns the page of a hit with boilerplate and fingerprints; null for a page that does not exist anymore, which is
         *     similar to no other page
         * @param check called periodically; may throw, which ends the comparison
         */
        WindowJudge(PairJudge judge, IntFunction<ComparablePage> pages, Runnable check) {
            this.judge = judge;
            this.pages = pages;
            this.check = check;
        }

        @Override
        public Similarity similarity(int leader, int hit) {
            ComparablePage leaderPage = pages.apply(leader);
            ComparablePage hitPage = pivot(hit);
            // Most hits share only fingerprints of boilerplate.
            if (leaderPage == null || hitPage == null || leaderPage.isCandidateOf(hitPage) == false) {
                return null;
            }
            check.run();
            Comparison comparison = judge.compareIfRelated(leaderPage, hitPage, check);
            return comparison == null ? null : Similarity.of(comparison);
        }

        private ComparablePage pivot(int hit) {
            if (hit != lastHit) {
                ComparablePage page = pages.apply(hit);
                pivot = page == null ? null : page.asPivot(Long.MAX_VALUE);
                lastHit = hit;
            }
            return pivot;
        }
    }
}
