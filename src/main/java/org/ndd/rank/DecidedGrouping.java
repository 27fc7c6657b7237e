package org.ndd.rank;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentName;
import org.ndd.core.group.DecidedBy;
import org.ndd.core.group.DecidedDocuments;
import org.ndd.decisions.KnownDecisions;

/**
 * Changes the groups that result from texts so that they agree with decisions. Follows the rules of a run ({@link DecidedDocuments}), in
 * the order of the hits instead of the rank order. Documents that are not among the hits may connect hits.
 */
final class DecidedGrouping implements Grouping {

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
            if (hits.get(i).id() != null) {
                numbers.put(new DocumentName(hits.get(i).index(), hits.get(i).id()), i);
            }
        }
        KnownDecisions.select(
                client,
                options.decisionsIndex(),
                numbers.keySet(),
                options.fields(),
                listener.delegateFailureAndWrap(
                        (l, decisions) -> byTexts.group(hits, l.map(groups -> decide(groups, numbers, decisions)))));
    }

    /**
     * Applies decisions to groups.
     *
     * @param hits positions of the hits by their names
     */
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
