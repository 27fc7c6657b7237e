package org.ndd.rank;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.index.query.RankDocsQueryBuilder;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.StoredFieldsContext;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.rank.RankDoc.RankKey;
import org.elasticsearch.search.sort.FieldSortBuilder;
import org.ndd.config.NddThreadPools;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PairServices;
import org.ndd.pair.RelationJudge;
import org.ndd.pair.TemplateLookup;

/**
 * Groups hits by comparing them: fetches the texts of those that may be near-duplicates of another, and the templates of their sites, and
 * compares on the plugin's own threads. Texts are accounted for by the request breaker while they are here.
 */
final class LiveGrouping implements Grouping {

    private final NearDupRetrieverBuilder retriever;
    private final BiConsumer<SearchSourceBuilder, ActionListener<SearchResponse>> search;
    private final PairServices services;
    private final TemplateLookup templates;
    private final SearchLimits limits;
    private final Consumer<String> warnings;

    /**
     * @param retriever says what is a near-duplicate
     * @param search searches where the hits are from
     * @param client works with the rights of the user
     * @param limits when it has to end; hits that are not compared by then stand for themselves
     * @param warnings takes what whoever searches should know
     */
    LiveGrouping(
            NearDupRetrieverBuilder retriever,
            BiConsumer<SearchSourceBuilder, ActionListener<SearchResponse>> search,
            PairServices services,
            Client client,
            SearchLimits limits,
            Consumer<String> warnings) {
        this.retriever = retriever;
        this.search = search;
        this.services = services;
        this.templates = services.lookup(client);
        this.limits = limits;
        this.warnings = warnings;
    }

    @Override
    public void group(List<WindowHit> hits, ActionListener<WindowGroups> listener) {
        List<PageKeys> keys = hits.stream().map(WindowHit::keys).toList();
        WindowComparison window = new WindowComparison(keys, WindowComparison.MAX_CHARS);
        if (window.beyondBounds() > 0) {
            warnings.accept("[near_dup] did not compare [" + window.beyondBounds()
                    + "] hits, whose texts are beyond the bound of [" + WindowComparison.MAX_CHARS
                    + "] characters for all: lower [rank_window_size]");
        }
        String versions = PageKeys.warnOfVersions(keys);
        if (versions != null) {
            warnings.accept(versions);
        }
        List<WindowHit> wanted = window.texts().stream().mapToObj(hits::get).toList();
        if (wanted.isEmpty()) {
            ActionListener.completeWith(listener, () -> window.run((leader, hit) -> null));
            return;
        }
        Releasable reserved = reserve(window.bytes());
        SubscribableListener.<Map<RankKey, ComparablePage>>newForked(l -> fetch(wanted, l))
                .<Map<RankKey, ComparablePage>>andThen((l, pages) -> templates.complete(pages, l))
                .<WindowGroups>andThen((l, pages) -> services.threads()
                        .executor(NddThreadPools.SEARCH)
                        .execute(ActionRunnable.supply(l, () -> window.run(judge(hits, pages)))))
                .addListener(ActionListener.releaseAfter(listener, reserved));
    }

    private Releasable reserve(long bytes) {
        services.breaker().addEstimateBytesAndMaybeBreak(bytes, "near_dup texts");
        return Releasables.releaseOnce(() -> services.breaker().addWithoutBreaking(-bytes));
    }

    private void fetch(List<WindowHit> hits, ActionListener<Map<RankKey, ComparablePage>> listener) {
        RankDoc[] docs = hits.stream()
                .map(hit -> new RankDoc(hit.scoreDoc().doc, 1, hit.scoreDoc().shardIndex))
                .toArray(RankDoc[]::new);
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(new RankDocsQueryBuilder(docs, null, true))
                .size(docs.length)
                .trackTotalHits(false)
                .fetchSource(false)
                .storedField(StoredFieldsContext._NONE_)
                .sort(new FieldSortBuilder(FieldSortBuilder.SHARD_DOC_FIELD_NAME))
                .ext(List.of(PageRequest.texts(retriever.fields())));
        Map<RankKey, WindowHit> byKey = new HashMap<>();
        hits.forEach(hit -> byKey.put(hit.key(), hit));
        search.accept(source, listener.map(response -> {
            Map<RankKey, ComparablePage> pages = new HashMap<>();
            for (SearchHit found : response.getHits()) {
                WindowHit hit = byKey.get(RetrieverSearch.key(found));
                ComparablePage page = PagePhase.page(found, hit);
                if (page != null) {
                    pages.put(hit.key(), page);
                }
            }
            return pages;
        }));
    }

    /** A page may not be there any more, as where its shard failed meanwhile. Who is out of time is like no other. */
    private HitJudge judge(List<WindowHit> hits, Map<RankKey, ComparablePage> pages) {
        HitJudge judge = new WindowJudge(
                new RelationJudge(retriever.similarity(), retriever.minRelation(), services.memory()),
                hit -> pages.get(hits.get(hit).key()),
                limits::check);
        return (leader, hit) -> {
            try {
                return judge.likeness(leader, hit);
            } catch (SearchLimits.OutOfTimeException e) {
                return null;
            }
        };
    }
}
