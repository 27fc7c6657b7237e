package org.ndd.rank;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.Signal;
import org.ndd.core.group.Role;
import org.ndd.core.group.WindowClusters;
import org.ndd.groups.Destination;
import org.ndd.groups.GroupFields;
import org.ndd.groups.Market;

/**
 * Groups hits as an earlier partition run did: one search in its destination, with the rights of the user. A hit that is not there, or that
 * the run did not find related closely enough to its canonical document, represents itself. Texts are not compared, so the relation of two
 * hits is known only if one of them is that canonical document. One of two duplicates of a canonical document represents the other if they
 * share enough text. This is so if both resemble the canonical document so much that they resemble each other by
 * {@link Signal#ENOUGH_SHARED}: {@code 1 - r} is a distance, for which the triangle inequality holds. It is also so if one of them is a
 * copy of a text of its group, and both have the same measures to the canonical document. In a market a canonical document and its
 * duplicates count as one, represented by the page that wins there, or by the best of them if that page is not among the hits.
 */
final class StoredGrouping implements Grouping {

    private final Client client;
    private final String destination;
    private final Relation least;
    private final double confidence;
    private final String market;

    /**
     * @param client works with the rights of the user
     * @param destination index or alias
     * @param least the farthest relation to the canonical document that suffices
     * @param confidence minimum confidence that a page is near its canonical document, 0 to 1; {@code same} always suffices
     * @param market whose canonical pages are shown, or {@code null}
     */
    StoredGrouping(Client client, String destination, Relation least, double confidence, String market) {
        this.client = client;
        this.destination = destination;
        this.least = least;
        this.confidence = confidence;
        this.market = market;
    }

    /**
     * A page as it is in the destination.
     *
     * @param content whose text it represents: itself, or the page that it redirects to
     * @param canonical whose near-duplicate it is
     * @param isCanonical whether it is that canonical document itself
     * @param toCanonical likeness to that canonical document; {@code null} if it redirects, and the two were not compared
     * @param exact whether its text is that of another page of the group
     * @param containment shares of it and of the canonical document that the other has
     * @param markets those that keep it, or null
     */
    private record Page(
            Name content,
            Name canonical,
            boolean isCanonical,
            Similarity toCanonical,
            boolean exact,
            Object containment,
            Object markets) {

        static Page of(Map<String, Object> document) {
            Map<?, ?> doc = (Map<?, ?>) document.get(GroupFields.DOC);
            Object canonicalIndex = document.get(GroupFields.CANONICAL_INDEX);
            Object target = document.get(GroupFields.REDIRECT_TARGET);
            return new Page(
                    Name.of(target == null ? doc : (Map<?, ?>) target),
                    new Name((String) (canonicalIndex == null ? doc.get(GroupFields.INDEX) : canonicalIndex), (String)
                            document.get(GroupFields.CANONICAL_ID)),
                    (Boolean) document.get(GroupFields.CANONICAL),
                    toCanonical(document),
                    Role.EXACT.value().equals(document.get(GroupFields.ROLE)),
                    document.get(GroupFields.CONTAINMENT),
                    document.get(GroupFields.CANONICAL_IN));
        }

        boolean canonicalIn(String market) {
            return markets instanceof Collection<?> all && all.contains(market);
        }

        private static Similarity toCanonical(Map<String, Object> document) {
            String relation = (String) document.get(GroupFields.RELATION);
            return GroupFields.REDIRECT.equals(relation)
                    ? null
                    : new Similarity(
                            Relation.of(relation),
                            ((Number) document.get(GroupFields.CONFIDENCE)).doubleValue(),
                            ((Number) document.get(GroupFields.RESEMBLANCE)).doubleValue());
        }

        /** A document that redirects has the relation of its target to the canonical document, which is at most near. */
        boolean isRelated(Relation least, double confidence) {
            if (isCanonical) {
                return true;
            }
            Relation relation = toCanonical == null ? Relation.NEAR : toCanonical.relation();
            boolean sure = toCanonical == null || relation == Relation.SAME || toCanonical.confidence() >= confidence;
            return sure && relation.isAtLeast(least);
        }

        /** Equal texts are equally like the canonical document, to the last digit. */
        private boolean hasMeasuresOf(Page other) {
            return toCanonical.equals(other.toCanonical) && Objects.equals(containment, other.containment);
        }

        /** Whether it represents another page with the same canonical document. */
        boolean standsFor(Page other) {
            if (isCanonical || other.isCanonical || content.equals(other.content)) {
                return true;
            }
            return toCanonical != null
                    && other.toCanonical != null
                    && ((exact || other.exact) && hasMeasuresOf(other)
                            || toCanonical.resemblance() + other.toCanonical.resemblance() >= 1 + Signal.ENOUGH_SHARED);
        }
    }

    private record Name(String index, String id) {

        static Name of(Map<?, ?> doc) {
            return new Name((String) doc.get(GroupFields.INDEX), (String) doc.get(GroupFields.ID));
        }
    }

    @Override
    public void group(List<WindowHit> hits, ActionListener<WindowGroups> listener) {
        Market.require(client, destination, market, listener.delegateFailureAndWrap((l, known) -> groupByRun(hits, l)));
    }

    private void groupByRun(List<WindowHit> hits, ActionListener<WindowGroups> listener) {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(query(hits))
                .size(hits.size())
                .trackTotalHits(false)
                .fetchSource(
                        new String[] {
                            GroupFields.DOC,
                            GroupFields.CANONICAL,
                            GroupFields.CANONICAL_ID,
                            GroupFields.CANONICAL_INDEX,
                            GroupFields.CANONICAL_IN,
                            GroupFields.ROLE,
                            GroupFields.CONTAINMENT,
                            GroupFields.RESEMBLANCE,
                            GroupFields.RELATION,
                            GroupFields.CONFIDENCE,
                            GroupFields.REDIRECT_TARGET
                        },
                        null);
        SearchRequest request = new SearchRequest(destination).source(source).allowPartialSearchResults(false);
        client.search(request, listener.delegateFailureAndWrap((l, response) -> {
            Map<Name, Page> pages = new HashMap<>();
            for (SearchHit hit : response.getHits()) {
                Map<String, Object> document = hit.getSourceAsMap();
                Map<?, ?> doc = (Map<?, ?>) document.get(GroupFields.DOC);
                // a hit of an index that was created again under the same name was not compared
                pages.put(
                        new Name((String) doc.get(GroupFields.INDEX_UUID), (String) doc.get(GroupFields.ID)),
                        Page.of(document));
            }
            List<Page> found = hits.stream()
                    .map(hit -> pages.get(new Name(hit.indexUuid(), hit.id())))
                    .toList();
            if (pages.isEmpty()) {
                Destination.require(client, destination, l.map(ignored -> grouped(found)));
            } else {
                l.onResponse(market == null ? grouped(found) : ofMarket(found));
            }
        }));
    }

    private static BoolQueryBuilder query(List<WindowHit> hits) {
        List<DocumentName> names = hits.stream()
                .filter(hit -> hit.id() != null)
                .map(hit -> new DocumentName(hit.index(), hit.id()))
                .toList();
        return QueryBuilders.boolQuery()
                .filter(DocumentName.query(GroupFields.DOC_INDEX, GroupFields.DOC_ID, names))
                .mustNot(QueryBuilders.termQuery(GroupFields.ROLE, Role.PART_OF.value()));
    }

    /** @param pages one per hit; null for a hit that is not in the destination */
    private WindowGroups grouped(List<Page> pages) {
        Map<Name, List<Integer>> shown = new HashMap<>();
        return groups(pages, i -> {
            List<Integer> ofCanonical = shown.computeIfAbsent(pages.get(i).canonical(), canonical -> new ArrayList<>());
            for (int better : ofCanonical) {
                if (pages.get(better).standsFor(pages.get(i))) {
                    return better;
                }
            }
            ofCanonical.add(i);
            return i;
        });
    }

    /** @param pages one per hit; null for a hit that is not in the destination */
    private WindowGroups ofMarket(List<Page> pages) {
        Map<Name, Integer> shown = new HashMap<>();
        for (int i = 0; i < pages.size(); i++) {
            if (pages.get(i) != null && pages.get(i).canonicalIn(market)) {
                shown.put(pages.get(i).canonical(), i);
            }
        }
        return groups(pages, i -> {
            Integer first = shown.putIfAbsent(pages.get(i).canonical(), i);
            return first == null ? i : first;
        });
    }

    /** @param leader for each page that is related closely enough, the one that represents it */
    private WindowGroups groups(List<Page> pages, IntUnaryOperator leader) {
        int[] leaders = new int[pages.size()];
        double[] resemblances = new double[leaders.length];
        Arrays.fill(resemblances, 1);
        Similarity[] likenesses = new Similarity[leaders.length];
        for (int i = 0; i < leaders.length; i++) {
            Page page = pages.get(i);
            boolean related = page != null && page.isRelated(least, confidence);
            leaders[i] = related ? leader.applyAsInt(i) : i;
            if (leaders[i] != i) {
                likenesses[i] = likeness(pages.get(leaders[i]), page);
                resemblances[i] = likenesses[i] == null ? Double.NaN : likenesses[i].resemblance();
            }
        }
        BitSet all = new BitSet(leaders.length);
        all.set(0, leaders.length);
        return new WindowGroups(new WindowClusters(leaders, resemblances), likenesses, all);
    }

    /** Null if neither is the canonical document. */
    private static Similarity likeness(Page first, Page page) {
        if (first.isCanonical()) {
            return page.toCanonical();
        }
        return page.isCanonical() ? first.toCanonical() : null;
    }
}
