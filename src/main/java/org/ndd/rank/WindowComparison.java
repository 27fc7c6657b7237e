package org.ndd.rank;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.WindowClustering;
import org.ndd.pair.PageKeys;

/**
 * Compares the hits of a window with each other: first determines the required texts, then decides. Required are the texts of hits that may
 * be near-duplicates of another hit, as far as they fit into a bound. The same code serves a shard's window and one over all shards.
 */
final class WindowComparison {

    /**
     * Code units of text that are compared for one window, those of the best hits first. Bounds memory at twice as many bytes per
     * comparison of a window.
     */
    static final int MAX_CHARS = 32 << 20;

    private final WindowClustering clustering;
    private final BitSet texts;
    private final BitSet compared;
    private final int hits;
    private final long chars;
    private final int beyondBounds;

    /**
     * @param pages one per hit, the best first; null for one that was not processed or may not be read
     * @param maxChars maximum number of code units of text
     */
    WindowComparison(List<PageKeys> pages, long maxChars) {
        this.clustering = new WindowClustering(
                pages.stream()
                        .map(page -> page == null ? List.<String>of() : page.keys())
                        .toList(),
                pages.stream()
                        .map(page -> page == null ? MustAgreeKeys.NONE : page.apart())
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

    /** The hits whose texts are compared. */
    BitSet texts() {
        return texts;
    }

    /** Heap that these texts take at most, in bytes. */
    long bytes() {
        return Character.BYTES * chars;
    }

    /** Hits that are not compared because their texts are beyond the bound. */
    int beyondBounds() {
        return beyondBounds;
    }

    /** Decides all hits. */
    WindowGroups run(HitJudge judge) throws IOException {
        Similarity[] similarities = new Similarity[hits];
        // a hit is compared until another hit represents it, so its last comparison is the one that counts
        int[] leaders = clustering.run(texts, (leader, hit) -> {
            similarities[hit] = judge.similarity(leader, hit);
            return similarities[hit] != null;
        });
        return new WindowGroups(leaders, similarities, compared);
    }

    /** Decides whether a hit represents another. */
    @FunctionalInterface
    interface HitJudge {

        /**
         * The similarity of two hits that are related closely enough; null for others.
         *
         * @param leader the better hit
         * @param hit the other
         */
        Similarity similarity(int leader, int hit) throws IOException;
    }
}
