package org.ndd.rank;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.core.Releasable;
import org.ndd.config.ComparisonOptions;
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
    }

    /**
     * Changes the groups that result from texts so that they agree with decisions. Follows the rules of a run ({@link DecidedDocuments}),
     * in the order of the hits instead of the rank order. Documents that are not among the hits may connect hits.
     */
    static final class DecidedGrouping implements Grouping {

        private final Grouping byTexts;
        private final ComparisonOptions options;
        private final Client client;

        /**
         * @param byTexts groups hits without decisions
         * @param options contain the name of the index of decisions
         * @param client client with the rights of the user
         */
        DecidedGrouping(Grouping byTexts, ComparisonOptions options, Client client) {
            this.byTexts = byTexts;
            this.options = options;
            this.client = client;
        }

        @Override
        public void group(List<WindowHit> hits, ActionListener<WindowGroups> listener) {
            Map<DocumentName, Integer> numbers = new HashMap<>();
            for (int i = 0; i < hits.size(); i++) {
                // decisions name documents of this cluster
                if (hits.get(i).id() != null && hits.get(i).cluster() == null) {
                    numbers.put(
                            new DocumentName(hits.get(i).index(), hits.get(i).id()), i);
                }
            }
            KnownDecisions.select(
                    client,
                    options.decisionsIndex(),
                    numbers.keySet(),
                    options.fields(),
                    listener.delegateFailureAndWrap((l, decisions) ->
                            byTexts.group(hits, l.map(groups -> decide(groups, numbers, decisions)))));
        }

        /** @param hits positions of the hits by their names */
        static WindowGroups decide(WindowGroups byTexts, Map<DocumentName, Integer> hits, KnownDecisions decisions) {
            DecidedDocuments decided = decisions.numbered(byTexts.leaders(), hits);
            int[] leaders = byTexts.leaders().clone();
            Similarity[] similarities = byTexts.similarities().clone();
            DecidedBy[] by = new DecidedBy[leaders.length];
            for (int hit = 0; hit < leaders.length; hit++) {
                leaders[hit] = (int) decided.leader(decided.isDecided(hit) ? hit : leaders[hit]);
                if (leaders[hit] != byTexts.leaders()[hit]) {
                    similarities[hit] = null;
                    by[hit] = leaders[hit] == hit ? null : decided.by(hit);
                }
            }
            return new WindowGroups(leaders, similarities, byTexts.compared(), by);
        }

        @Override
        public List<String> warnings() {
            return byTexts.warnings();
        }

        @Override
        public void close() {
            byTexts.close();
        }
    }
}
