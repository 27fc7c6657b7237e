package org.ndd.rank;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.index.query.RankDocsQueryBuilder;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.rank.RankDoc.RankKey;
import org.elasticsearch.search.sort.FieldSortBuilder;

/**
 * Looks at the hits of a window, the best first, and at no more of them than it takes for enough that are different. What becomes of a hit
 * does not depend on those after it, so these are the same that a look at all would find; only what they stand for may be more.
 */
final class WindowLooks {

    /** Hits that are looked at first for each different one that is asked for, and at least. */
    private static final int HITS_FOR_ONE = 3;

    private static final int LEAST_HITS = 30;

    private final NearDupRetrieverBuilder retriever;
    private final List<ScoreDoc> hits;
    private final BiConsumer<SearchSourceBuilder, ActionListener<SearchResponse>> search;
    private final Grouping grouping;

    /**
     * @param retriever says what is needed of hits
     * @param hits of its child, the best first
     * @param search searches where the hits are from
     * @param grouping finds out which are near-duplicates
     */
    WindowLooks(
            NearDupRetrieverBuilder retriever,
            List<ScoreDoc> hits,
            BiConsumer<SearchSourceBuilder, ActionListener<SearchResponse>> search,
            Grouping grouping) {
        this.retriever = retriever;
        this.hits = hits;
        this.search = search;
        this.grouping = grouping;
    }

    /**
     * The best hits, as many as were looked at.
     *
     * @param hits the best first
     * @param groups what became of them
     */
    record Look(List<WindowHit> hits, WindowGroups groups) {

        private static final Look AT_NONE = new Look(List.of(), WindowGroups.NONE);

        /** Hits that stand for themselves. */
        int different() {
            return (int) IntStream.range(0, hits.size())
                    .filter(groups.clusters()::leads)
                    .count();
        }
    }

    /**
     * Looks until there are enough different hits, or at all.
     *
     * @param enough hits that are different
     */
    void lookUntil(int enough, ActionListener<Look> listener) {
        lookOn(Look.AT_NONE, Math.max(LEAST_HITS, HITS_FOR_ONE * enough), enough, listener);
    }

    /** @param most hits that are looked at; all where another look would not have much left to do */
    private void lookOn(Look before, int most, int enough, ActionListener<Look> listener) {
        int seen = before.hits().size();
        if (seen == hits.size()) {
            listener.onResponse(before);
            return;
        }
        int end = 2 * most > hits.size() ? hits.size() : most;
        fetch(hits.subList(seen, end), listener.delegateFailureAndWrap((l, next) -> {
            List<WindowHit> all = new ArrayList<>(before.hits());
            all.addAll(next);
            grouping.group(all, l.delegateFailureAndWrap((m, groups) -> {
                Look look = new Look(all, groups);
                if (look.different() >= enough) {
                    m.onResponse(look);
                } else {
                    lookOn(look, 2 * end, enough, m);
                }
            }));
        }));
    }

    private void fetch(List<ScoreDoc> next, ActionListener<List<WindowHit>> listener) {
        SearchSourceBuilder source = source(next).fetchSource(false);
        if (retriever.groups() == null) {
            source.ext(List.of(PageRequest.keys(retriever.fields(), retriever.apartBy())));
        }
        search.accept(source, listener.map(response -> {
            Map<RankKey, SearchHit> found = new HashMap<>();
            response.getHits().forEach(hit -> found.put(RetrieverSearch.key(hit), hit));
            return next.stream()
                    .map(hit -> PagePhase.hit(hit, found.get(new RankKey(hit.doc, hit.shardIndex))))
                    .toList();
        }));
    }

    /** A search for hits that are known. */
    static SearchSourceBuilder source(List<ScoreDoc> hits) {
        RankDoc[] docs = hits.stream()
                .map(hit -> new RankDoc(hit.doc, 1, hit.shardIndex))
                .toArray(RankDoc[]::new);
        return new SearchSourceBuilder()
                .query(new RankDocsQueryBuilder(docs, null, true))
                .size(docs.length)
                .trackTotalHits(false)
                .sort(new FieldSortBuilder(FieldSortBuilder.SHARD_DOC_FIELD_NAME));
    }
}
