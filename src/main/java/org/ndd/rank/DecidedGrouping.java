package org.ndd.rank;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.ndd.config.DocumentName;
import org.ndd.core.group.DecidedBy;
import org.ndd.core.group.DecidedDocuments;
import org.ndd.decisions.DocumentState;
import org.ndd.decisions.KnownDecisions;
import org.ndd.decisions.PairDecision;

/**
 * Changes the groups that texts give so that they agree with decisions of people, by the rules of a run ({@link DecidedDocuments}), in the
 * order of the hits instead of the order of ranks. Documents that are not among the hits may connect hits.
 */
final class DecidedGrouping implements Grouping {

    private final Grouping byTexts;
    private final NearDupRetrieverBuilder retriever;
    private final Client client;

    /**
     * @param byTexts groups hits without decisions
     * @param retriever names the index of decisions
     * @param client works with the rights of the user
     */
    DecidedGrouping(Grouping byTexts, NearDupRetrieverBuilder retriever, Client client) {
        this.byTexts = byTexts;
        this.retriever = retriever;
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
                retriever.rule().decisionsIndex(),
                numbers.keySet(),
                retriever.fields(),
                listener.delegateFailureAndWrap(
                        (l, decisions) -> byTexts.group(hits, l.map(groups -> decide(groups, numbers, decisions)))));
    }

    /** @param hits numbers of the hits by their names */
    static WindowGroups decide(WindowGroups byTexts, Map<DocumentName, Integer> hits, KnownDecisions decisions) {
        int[] textLeaders = byTexts.leaders();
        Map<DocumentName, Integer> numbers = new HashMap<>(hits);
        List<DecidedDocuments.Decided> pairs = new ArrayList<>();
        TreeMap<Integer, Integer> leaderOf = new TreeMap<>();
        for (PairDecision decision : decisions.all()) {
            List<Integer> pair = new ArrayList<>();
            for (DocumentState document : decision.documents()) {
                // documents that are not among the hits follow them
                int number = numbers.computeIfAbsent(document.name(), name -> textLeaders.length + numbers.size());
                int leader = number < textLeaders.length ? textLeaders[number] : number;
                leaderOf.put(number, leader);
                leaderOf.put(leader, leader);
                pair.add(number);
            }
            pairs.add(new DecidedDocuments.Decided(pair.get(0), pair.get(1), decision.pair()));
        }
        List<DecidedDocuments.Placed> placed = leaderOf.entrySet().stream()
                .map(document -> new DecidedDocuments.Placed(document.getKey(), document.getValue()))
                .toList();
        return decide(byTexts, new DecidedDocuments(placed, 0, pairs));
    }

    private static WindowGroups decide(WindowGroups byTexts, DecidedDocuments decided) {
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
