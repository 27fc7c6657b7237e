package org.ndd.rank;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.WindowClustering;
import org.ndd.pair.PageKeys;

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

    /** Returns the hits whose texts are compared. */
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

    /** Compares the hits and returns their groups. */
    WindowGroups run(HitJudge judge) throws IOException {
        Similarity[] similarities = new Similarity[hits];
        // a hit is compared until another hit represents it, so its last comparison counts
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
         * Returns the similarity of two hits whose relation is close enough; null for others.
         *
         * @param leader the better hit
         * @param hit the other hit
         */
        Similarity similarity(int leader, int hit) throws IOException;
    }
}
