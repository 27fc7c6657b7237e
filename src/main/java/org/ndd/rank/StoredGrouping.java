package org.ndd.rank;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.bulk.CompleteSearch;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.Signal;
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;
import org.ndd.groups.Destination;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupQueries;
import org.ndd.groups.Market;
import org.ndd.rank.Grouping.WindowGroups;
import org.ndd.rank.HitPages.WindowHit;
import org.ndd.rank.NearDupRetrieverBuilder.CollapseRule;
import org.ndd.rank.SimilarHits.Similarity;

/**
 * Groups hits like an earlier run, with one search in its destination and the rights of the user. A hit represents itself if it is not in
 * the destination, or if its relation to its canonical document is too loose. Texts are not compared, so the relation of two hits is known
 * only if one of them is the canonical document. One of two duplicates of a canonical document represents the other if they share enough
 * text. This is so if both resemble the canonical document enough that they resemble each other by {@link Signal#SUFFICIENT_SHARE}. The
 * triangle inequality shows it, because {@code 1 - r} is a distance, up to a difference of sketches. It is also so if one is a copy of a
 * text of its group, and both have the same measures to the canonical document. In a market, one document represents a canonical document
 * and its duplicates. It is the canonical document of the market, or the best hit if that document is not a hit.
 */
final class StoredGrouping implements Grouping {

    private final Client client;
    private final Supplier<ClusterState> state;
    private final String destination;
    private final Relation minRelation;
    private final double confidence;
    private final String market;
    private volatile List<String> warnings = List.of();

    /**
     * @param client client with the rights of the user
     * @param state supplies the current cluster state
     * @param rule with a destination. The relation is the loosest accepted one to the canonical document. The minimum confidence is that
     *     of relation {@code near} to the canonical document; {@code same} is always accepted
     */
    StoredGrouping(Client client, Supplier<ClusterState> state, CollapseRule rule) {
        this.client = client;
        this.state = state;
        this.destination = rule.dest();
        this.minRelation = rule.comparison().match().minRelation();
        this.confidence = rule.comparison().similarity().minConfidence();
        this.market = rule.market();
    }

    /** @param toCanonical similarity to its canonical document; {@code null} if it redirects, since the two were not compared */
    private record Page(GroupDocument document, Similarity toCanonical) {

        static Page of(GroupDocument document) {
            Verdict verdict = document.verdict();
            return new Page(
                    document,
                    verdict == null
                            ? null
                            : new Similarity(verdict.relation(), verdict.confidence(), verdict.resemblance()));
        }

        DocumentName canonical() {
            return document.canonical();
        }

        boolean isCanonical() {
            return document.isCanonical();
        }

        /** Returns the document whose text it represents: itself, or the target of its redirect. */
        private DocumentName content() {
            DocumentName target = document.redirectTarget();
            return target == null ? document.page() : target;
        }

        /**
         * Returns whether the relation to the canonical document is close enough. A document that redirects has the relation of its target
         * to the canonical document, at most near.
         */
        boolean isRelated(Relation minRelation, double confidence) {
            if (isCanonical()) {
                return true;
            }
            Relation relation = toCanonical == null ? Relation.NEAR : toCanonical.relation();
            boolean isConfident =
                    toCanonical == null || relation == Relation.SAME || toCanonical.confidence() >= confidence;
            return isConfident && relation.isAtLeast(minRelation);
        }

        /** Returns whether the two have equal measures to the canonical document, to the last digit, as equal texts have. */
        private boolean isCopyOf(Page other) {
            return (document.hasRole(Role.EXACT) || other.document.hasRole(Role.EXACT))
                    && document.verdict().equals(other.document.verdict());
        }

        /** Returns whether it represents another document with the same canonical document. */
        boolean represents(Page other) {
            if (isCanonical() || other.isCanonical() || content().equals(other.content())) {
                return true;
            }
            return toCanonical != null
                    && other.toCanonical != null
                    && (isCopyOf(other)
                            || toCanonical.resemblance() + other.toCanonical.resemblance()
                                    >= 1 + Signal.SUFFICIENT_SHARE);
        }
    }

    @Override
    public void group(List<WindowHit> hits, ActionListener<WindowGroups> listener) {
        Market.require(client, destination, market, listener.delegateFailureAndWrap((l, known) -> groupByRun(hits, l)));
    }

    private void groupByRun(List<WindowHit> hits, ActionListener<WindowGroups> listener) {
        SearchSourceBuilder source =
                new SearchSourceBuilder().query(query(hits)).size(hits.size()).trackTotalHits(false);
        client.search(CompleteSearch.of(source, destination), listener.delegateFailureAndWrap((l, response) -> {
            Map<DocumentName, Page> pages = new HashMap<>();
            for (SearchHit hit : response.getHits()) {
                Page page = Page.of(GroupDocument.of(hit));
                pages.put(page.document().page(), page);
            }
            Set<String> restored = Destination.restored(
                    destination,
                    pages.keySet().stream().map(DocumentName::index).collect(Collectors.toSet()),
                    state.get());
            List<Page> found = hits.stream()
                    .map(hit -> ifCompared(hit, restored, pages.get(new DocumentName(hit.index(), hit.id()))))
                    .toList();
            if (pages.isEmpty()) {
                Destination.require(client, destination, l.map(ignored -> {
                    warnIfNotRead(hits);
                    return groupsOfRun(found);
                }));
            } else {
                warnings = List.of();
                l.onResponse(market == null ? groupsOfRun(found) : groupsOfMarket(found));
            }
        }));
    }

    private void warnIfNotRead(List<WindowHit> hits) {
        Set<String> indices = hits.stream()
                .map(WindowHit::index)
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(TreeSet::new));
        String problem = Destination.notRead(destination, indices, state.get());
        warnings = problem == null ? List.of() : List.of("[near_dup] finds no near-duplicates: " + problem);
    }

    @Override
    public List<String> warnings() {
        return warnings;
    }

    /**
     * Returns the page; null if the hit was not compared, because its index was created again with the same name, or a snapshot was
     * restored over it.
     */
    private static Page ifCompared(WindowHit hit, Set<String> restored, Page page) {
        return page != null
                        && hit.indexUuid().equals(page.document().indexUuid())
                        && restored.contains(hit.index()) == false
                ? page
                : null;
    }

    private static QueryBuilder query(List<WindowHit> hits) {
        return GroupQueries.mainDocuments(hits.stream()
                .filter(hit -> hit.id() != null)
                .map(hit -> new DocumentName(hit.index(), hit.id()))
                .toList());
    }

    /** @param pages one element per hit; null for a hit that is not in the destination */
    private WindowGroups groupsOfRun(List<Page> pages) {
        Map<DocumentName, List<Integer>> shown = new HashMap<>();
        return groups(pages, i -> {
            List<Integer> ofCanonical = shown.computeIfAbsent(pages.get(i).canonical(), canonical -> new ArrayList<>());
            for (int better : ofCanonical) {
                if (pages.get(better).represents(pages.get(i))) {
                    return better;
                }
            }
            ofCanonical.add(i);
            return i;
        });
    }

    /** @param pages one element per hit; null for a hit that is not in the destination */
    private WindowGroups groupsOfMarket(List<Page> pages) {
        Map<DocumentName, Integer> shown = new HashMap<>();
        for (int i = 0; i < pages.size(); i++) {
            if (pages.get(i) != null && pages.get(i).document().canonicalIn().contains(market)) {
                shown.put(pages.get(i).canonical(), i);
            }
        }
        return groups(pages, i -> {
            Integer first = shown.putIfAbsent(pages.get(i).canonical(), i);
            return first == null ? i : first;
        });
    }

    /** @param leader returns the representing hit of each hit whose relation is close enough */
    private WindowGroups groups(List<Page> pages, IntUnaryOperator leader) {
        int[] leaders = new int[pages.size()];
        Similarity[] similarities = new Similarity[leaders.length];
        for (int i = 0; i < leaders.length; i++) {
            Page page = pages.get(i);
            boolean related = page != null && page.isRelated(minRelation, confidence);
            leaders[i] = related ? leader.applyAsInt(i) : i;
            if (leaders[i] != i) {
                similarities[i] = similarity(pages.get(leaders[i]), page);
            }
        }
        BitSet all = new BitSet(leaders.length);
        all.set(0, leaders.length);
        return new WindowGroups(leaders, similarities, all);
    }

    /** Returns the similarity of two documents; null if neither is the canonical document. */
    private static Similarity similarity(Page first, Page page) {
        if (first.isCanonical()) {
            return page.toCanonical();
        }
        return page.isCanonical() ? first.toCanonical() : null;
    }
}
