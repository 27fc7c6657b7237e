package org.ndd.rank;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.core.Releasable;
import org.ndd.config.DocumentName;
import org.ndd.core.group.DecidedBy;
import org.ndd.core.group.DecidedDocuments;
import org.ndd.decisions.KnownDecisions;
import org.ndd.rank.HitPages.WindowHit;
import org.ndd.rank.SimilarHits.Similarity;

/** Determines which hits of a window are near-duplicates. */
@FunctionalInterface
interface Grouping extends Releasable {

    /**
     * Groups hits. A later call with the same hits and additional ones after them may reuse results, if the earlier call has completed.
     *
     * @param hits hits, best first
     * @param listener receives the groups, on any thread
     */
    void group(List<WindowHit> hits, ActionListener<WindowGroups> listener);

    /** Returns warnings for the user about the last grouping. */
    default List<String> warnings() {
        return List.of();
    }

    /** Releases the state that is kept between calls. */
    @Override
    default void close() {}

    /**
     * The groups of a window.
     *
     * @param leaders for each hit, the hit that represents it: itself or another leader, usually a better hit
     * @param similarities for each hit, its similarity to the hit that represents it; null if it represents itself, or if the similarity is
     *     unknown
     * @param compared hits that could be compared
     * @param decided for each hit, the decision because of which another hit represents it; null if texts are the reason
     */
    record WindowGroups(int[] leaders, Similarity[] similarities, BitSet compared, DecidedBy[] decided) {

        static final WindowGroups NONE = new WindowGroups(new int[0], new Similarity[0], new BitSet());

        WindowGroups(int[] leaders, Similarity[] likenesses, BitSet compared) {
            this(leaders, likenesses, compared, new DecidedBy[leaders.length]);
        }

        boolean isLeader(int hit) {
            return leaders[hit] == hit;
        }

        /**
         * Changes the groups that result from texts so that they agree with decisions. Follows the rules of a run ({@link
         * DecidedDocuments}), in the order of the hits instead of the rank order. Documents that are not among the hits may connect hits.
         *
         * @param hits positions of the hits by their names
         */
        WindowGroups decide(Map<DocumentName, Integer> hits, KnownDecisions decisions) {
            DecidedDocuments documents = decisions.numbered(leaders, hits);
            int[] newLeaders = leaders.clone();
            Similarity[] newSimilarities = similarities.clone();
            DecidedBy[] by = new DecidedBy[leaders.length];
            for (int hit = 0; hit < leaders.length; hit++) {
                newLeaders[hit] = (int) documents.leader(documents.isDecided(hit) ? hit : leaders[hit]);
                if (newLeaders[hit] != leaders[hit]) {
                    newSimilarities[hit] = null;
                    by[hit] = newLeaders[hit] == hit ? null : documents.by(hit);
                }
            }
            return new WindowGroups(newLeaders, newSimilarities, compared, by);
        }
    }
}
