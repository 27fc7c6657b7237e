package org.ndd.rank;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.search.rank.RankDoc.RankKey;
import org.ndd.bulk.ReservedMemory;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentName;
import org.ndd.config.NddThreadPools;
import org.ndd.config.NodeServices;
import org.ndd.decisions.KnownDecisions;
import org.ndd.decisions.PairDecision;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.pair.BreakerMemory;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PageRequest.PageKeys;
import org.ndd.pair.PairJudge;
import org.ndd.rank.Grouping.WindowGroups;
import org.ndd.rank.HitPages.WindowHit;
import org.ndd.rank.RetrieverSearch.SearchLimits;
import org.ndd.rank.SimilarHits.Similarity;
import org.ndd.rank.WindowComparison.WindowJudge;

/**
 * Groups hits by comparing them, and by the decisions about them. Fetches the long texts of hits that may be near-duplicates of another
 * hit, and the boilerplate of their sites. Compares on the plugin's own threads. Keeps texts for later calls; the request breaker accounts
 * for them until the grouping is closed.
 */
final class LiveGrouping implements Grouping {

    private final ComparisonOptions options;
    private final HitPages pages;
    private final NodeServices services;
    private final BoilerplateLookup boilerplate;
    private final SearchLimits limits;
    private final Map<RankKey, ComparablePage> texts = new HashMap<>();
    private final Map<Long, Similarity> judged = new HashMap<>();
    private final ReservedMemory memory;
    private volatile List<String> warnings = List.of();

    /**
     * @param options determine which relations group hits, and name the index of decisions
     * @param pages reads texts
     * @param boilerplate reads boilerplate; its client has the rights of the user
     * @param limits determines when the work has to end; hits that are not compared by then represent themselves
     */
    LiveGrouping(
            ComparisonOptions options,
            HitPages pages,
            NodeServices services,
            BoilerplateLookup boilerplate,
            SearchLimits limits) {
        this.options = options;
        this.pages = pages;
        this.services = services;
        this.boilerplate = boilerplate;
        this.limits = limits;
        this.memory = new ReservedMemory(services.breaker(), "near_dup texts");
    }

    @Override
    public void group(List<WindowHit> hits, ActionListener<WindowGroups> listener) {
        if (options.decisionsIndex() == null) {
            groupByTexts(hits, listener);
            return;
        }
        Map<DocumentName, Integer> numbers = new HashMap<>();
        for (int i = 0; i < hits.size(); i++) {
            // decisions name documents of this cluster
            if (hits.get(i).id() != null && hits.get(i).cluster() == null) {
                numbers.put(new DocumentName(hits.get(i).index(), hits.get(i).id()), i);
            }
        }
        KnownDecisions.select(
                boilerplate.client(),
                options.decisionsIndex(),
                numbers.keySet(),
                options.fields(),
                PairDecision::isValid,
                listener.delegateFailureAndWrap(
                        (l, decisions) -> groupByTexts(hits, l.map(groups -> groups.decide(numbers, decisions)))));
    }

    private void groupByTexts(List<WindowHit> hits, ActionListener<WindowGroups> listener) {
        List<PageKeys> keys = hits.stream().map(WindowHit::keys).toList();
        WindowComparison window = new WindowComparison(keys, WindowComparison.MAX_CHARS);
        List<String> newWarnings = new ArrayList<>();
        if (window.beyondBounds() > 0) {
            newWarnings.add("[near_dup] did not compare [" + window.beyondBounds()
                    + "] hits, because texts exceed the limit of [" + WindowComparison.MAX_CHARS
                    + "] characters: lower [rank_window_size]");
        }
        String versions = PageKeys.versionWarning(keys);
        if (versions != null) {
            newWarnings.add(versions);
        }
        warnings = List.copyOf(newWarnings);
        if (window.texts().isEmpty()) {
            ActionListener.completeWith(listener, () -> window.run((leader, hit) -> null));
            return;
        }
        List<WindowHit> missing = window.texts().stream()
                .mapToObj(hits::get)
                .filter(hit -> texts.containsKey(hit.key()) == false)
                .toList();
        memory.add(Character.BYTES
                * missing.stream().mapToLong(hit -> hit.keys().length()).sum());
        SubscribableListener.<Map<RankKey, ComparablePage>>newForked(l -> pages.texts(missing, l))
                .<Map<RankKey, ComparablePage>>andThen((l, found) -> boilerplate.complete(found, l))
                .<WindowGroups>andThen((l, found) -> {
                    texts.putAll(found);
                    services.threads()
                            .executor(NddThreadPools.SEARCH)
                            .execute(ActionRunnable.supply(l, () -> window.run(judge(hits))));
                })
                .addListener(listener);
    }

    @Override
    public List<String> warnings() {
        return warnings;
    }

    @Override
    public void close() {
        memory.close();
    }

    /**
     * Compares hits with their pages. A page may not exist anymore, for example if its shard failed in the meantime. A hit that is compared
     * after the time limit is treated as similar to no other hit.
     */
    private WindowComparison.HitJudge judge(List<WindowHit> hits) {
        WindowComparison.HitJudge judge = new WindowJudge(
                new PairJudge(options.similarity(), options.match(), new BreakerMemory(services.breaker())),
                hit -> texts.get(hits.get(hit).key()),
                limits::check);
        return (leader, hit) -> {
            try {
                long pair = (long) leader << 32 | hit;
                if (judged.containsKey(pair) == false) {
                    judged.put(pair, judge.similarity(leader, hit));
                }
                return judged.get(pair);
            } catch (SearchLimits.OutOfTimeException e) {
                return null;
            }
        };
    }
}
