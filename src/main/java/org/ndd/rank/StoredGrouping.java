package org.ndd.rank;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.config.GroupFields;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.WindowClusters;

/**
 * Groups hits as an earlier partition run did: one search in its destination, with the rights of the user. A hit stands for itself that is
 * not there, or that the run did not find related closely enough to the winner of its group. Nothing is compared, so how two hits are alike
 * is known only where one of them is that winner.
 */
final class StoredGrouping implements Grouping {

    private static final String INDEX = GroupFields.DOC + "." + GroupFields.INDEX;
    private static final String ID = GroupFields.DOC + "." + GroupFields.ID;
    private static final String PART_OF = "part_of";

    private final Client client;
    private final String destination;
    private final Relation least;

    /**
     * @param client works with the rights of the user
     * @param destination index or alias
     * @param least the farthest relation to the winner that is enough; a verified page of a run that kept no relations is near
     */
    StoredGrouping(Client client, String destination, Relation least) {
        this.client = client;
        this.destination = destination;
        this.least = least;
    }

    /**
     * A page as it is in the destination.
     *
     * @param toWinner how it is like the winner of its group
     */
    private record Page(String group, boolean winner, boolean verified, Likeness toWinner) {

        static Page of(Map<String, Object> document) {
            String relation = (String) document.get(GroupFields.RELATION);
            Number confidence = (Number) document.get(GroupFields.CONFIDENCE);
            return new Page(
                    (String) document.get(GroupFields.GROUP),
                    (Boolean) document.get(GroupFields.WINNER),
                    (Boolean) document.get(GroupFields.VERIFIED),
                    new Likeness(
                            relation == null ? null : Relation.of(relation),
                            confidence == null ? null : confidence.doubleValue(),
                            ((Number) document.get(GroupFields.RESEMBLANCE)).doubleValue()));
        }

        boolean isRelated(Relation least) {
            Relation relation = toWinner.relation() == null ? Relation.NEAR : toWinner.relation();
            return winner || verified && relation.isAtLeast(least);
        }
    }

    private record Name(String index, String id) {}

    @Override
    public void group(List<WindowHit> hits, ActionListener<WindowGroups> listener) {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(query(hits))
                .size(hits.size())
                .trackTotalHits(false)
                .fetchSource(
                        new String[] {
                            GroupFields.DOC,
                            GroupFields.GROUP,
                            GroupFields.WINNER,
                            GroupFields.VERIFIED,
                            GroupFields.RESEMBLANCE,
                            GroupFields.RELATION,
                            GroupFields.CONFIDENCE
                        },
                        null);
        SearchRequest request = new SearchRequest(destination).source(source).allowPartialSearchResults(false);
        client.search(request, listener.delegateFailureAndWrap((l, response) -> {
            Map<Name, Page> pages = new HashMap<>();
            for (SearchHit hit : response.getHits()) {
                Map<String, Object> document = hit.getSourceAsMap();
                Map<?, ?> doc = (Map<?, ?>) document.get(GroupFields.DOC);
                pages.put(
                        new Name((String) doc.get(GroupFields.INDEX), (String) doc.get(GroupFields.ID)),
                        Page.of(document));
            }
            WindowGroups groups = grouped(hits.stream()
                    .map(hit -> pages.get(new Name(hit.index(), hit.id())))
                    .toList());
            if (pages.isEmpty()) {
                requireDestination(l.map(ignored -> groups));
            } else {
                l.onResponse(groups);
            }
        }));
    }

    /** Tells a run that found none of these pages from an index that is no destination of a run. */
    private void requireDestination(ActionListener<Void> listener) {
        FieldCapabilitiesRequest request =
                new FieldCapabilitiesRequest().indices(destination).fields(GroupFields.GROUP, INDEX, ID);
        client.fieldCaps(request, listener.map(response -> {
            if (response.get().size() < request.fields().length) {
                throw new IllegalArgumentException(
                        "[groups] must be the destination of a partition run, but was [" + destination + "]");
            }
            return null;
        }));
    }

    private static BoolQueryBuilder query(List<WindowHit> hits) {
        Map<String, TreeSet<String>> ids = new TreeMap<>();
        hits.forEach(hit ->
                ids.computeIfAbsent(hit.index(), index -> new TreeSet<>()).add(hit.id()));
        BoolQueryBuilder pages = QueryBuilders.boolQuery().minimumShouldMatch(1);
        ids.forEach((index, own) -> pages.should(QueryBuilders.boolQuery()
                .filter(QueryBuilders.termQuery(INDEX, index))
                .filter(QueryBuilders.termsQuery(ID, own))));
        return QueryBuilders.boolQuery().filter(pages).mustNot(QueryBuilders.termQuery(GroupFields.ROLE, PART_OF));
    }

    /** @param pages one a hit; null for a hit that is not in the destination */
    private WindowGroups grouped(List<Page> pages) {
        int[] leaders = new int[pages.size()];
        double[] resemblances = new double[pages.size()];
        Arrays.fill(resemblances, 1);
        Likeness[] likenesses = new Likeness[leaders.length];
        Map<String, Integer> firsts = new HashMap<>();
        for (int i = 0; i < leaders.length; i++) {
            Page page = pages.get(i);
            Integer first = page == null || page.isRelated(least) == false ? null : firsts.putIfAbsent(page.group(), i);
            leaders[i] = first == null ? i : first;
            if (first != null) {
                likenesses[i] = likeness(pages.get(first), page);
                resemblances[i] = likenesses[i] == null ? Double.NaN : likenesses[i].resemblance();
            }
        }
        BitSet all = new BitSet(leaders.length);
        all.set(0, leaders.length);
        return new WindowGroups(new WindowClusters(leaders, resemblances), likenesses, all);
    }

    /** Null where neither is the winner. */
    private static Likeness likeness(Page first, Page page) {
        if (first.winner()) {
            return page.toWinner();
        }
        return page.winner() ? first.toWinner() : null;
    }
}
