package org.ndd.rank;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.ShardSearchFailure;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.rank.RankDoc.RankKey;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder.RetrieverSource;
import org.elasticsearch.search.sort.ShardDocSortField;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.config.NodeServices;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.rank.Grouping.WindowGroups;
import org.ndd.rank.HitPages.WindowHit;
import org.ndd.rank.NearDupRetrieverBuilder.CollapseRule;
import org.ndd.rank.NearDupRetrieverBuilder.FinalOrder;
import org.ndd.rank.SimilarHits.SimilarHit;

/**
 * Runs the searches of a request with retrievers {@code near_dup}, from its start to its response. Uses the rights of its user. The
 * searches are children of its task, so they are cancelled with it. Collects information about hits and windows for the response.
 */
final class RetrieverSearch {

    private final NodeServices services;
    private final BoilerplateRegistry registry;
    private final SearchLimits limits;
    private final Client client;
    private final SimilarHits similarHits = new SimilarHits();
    private final Set<String> notes = new LinkedHashSet<>();
    private String exhaustedWarning;

    /** @param timeout timeout of the request; null for none */
    RetrieverSearch(NodeServices services, BoilerplateRegistry registry, CancellableTask task, TimeValue timeout) {
        this.services = services;
        this.registry = registry;
        this.limits = new SearchLimits(task, timeout);
        this.client = services.clientOf(task);
    }

    SimilarHits similarHits() {
        return similarHits;
    }

    /** @param missing number of requested hits that are missing; 0 or less for none */
    synchronized List<String> warnings(int missing) {
        List<String> warnings = new ArrayList<>(notes);
        if (limits.exceeded()) {
            warnings.add("[near_dup] did not compare all hits within the [timeout] of [" + limits.timeout()
                    + "]: there may be near-duplicates among them");
        }
        if (exhaustedWarning != null && missing > 0) {
            warnings.add(exhaustedWarning);
        }
        return warnings;
    }

    private synchronized void addWarnings(List<String> warnings) {
        notes.addAll(warnings);
    }

    private synchronized void checkWindow(int window, int hits, int kept) {
        exhaustedWarning = hits < window || kept == hits
                ? null
                : "[near_dup] found [" + kept + "] different hits among the first [" + window
                        + "], fewer than requested: raise [rank_window_size]";
    }

    /**
     * @param child child with its search over a point in time; it receives its hits, from which some retrievers build the query for totals
     * @param outermost counts the hits of the child; null for a retriever within another
     * @param allowPartialResults whether failed shards are ignored
     * @param listener receives the remaining hits, in the order of the child
     */
    void collapse(
            NearDupRetrieverBuilder retriever,
            RetrieverSource child,
            OutermostSearch outermost,
            boolean allowPartialResults,
            ActionListener<RankDoc[]> listener) {
        ActionListener<RankDoc[]> countedListener = count(outermost, child, allowPartialResults, listener);
        SearchSourceBuilder source = child.source();
        search(source, allowPartialResults, countedListener.delegateFailureAndWrap((l, response) -> {
            if (response.isTimedOut() || response.getFailedShards() > 0) {
                addWarnings(List.of("[near_dup] did not find all hits, as shards failed or took too long"));
            }
            List<ScoreDoc> hits = new ArrayList<>();
            response.getHits().forEach(hit -> hits.add(scoreDoc(hit)));
            child.retriever()
                    .setRankDocs(hits.stream()
                            .map(hit -> new RankDoc(hit.doc, hit.score, hit.shardIndex))
                            .toArray(RankDoc[]::new));
            HitPages pages = new HitPages(
                    retriever.rule(),
                    (hitSource, hitListener) -> search(
                            hitSource.pointInTimeBuilder(source.pointInTimeBuilder()),
                            allowPartialResults,
                            hitListener));
            int enough = outermost == null ? hits.size() : outermost.sufficientHits(retriever);
            Grouping grouping = grouping(retriever.rule(), pages);
            new IncrementalWindow(hits, pages::hits, grouping)
                    .compareUntil(
                            enough,
                            ActionListener.releaseAfter(l, grouping)
                                    .delegateFailureAndWrap((m, compared) ->
                                            pages.ids(compared.represented(), m.map(ids -> {
                                                addWarnings(pages.warnings());
                                                addWarnings(grouping.warnings());
                                                return toRankDocs(retriever.rankWindowSize(), pages, compared, ids);
                                            }))));
        }));
    }

    /** Starts a count, and returns a listener that waits for it. If the count fails, Elasticsearch counts. */
    private ActionListener<RankDoc[]> count(
            OutermostSearch outermost,
            RetrieverSource child,
            boolean allowPartialResults,
            ActionListener<RankDoc[]> listener) {
        SearchSourceBuilder counting = outermost == null ? null : outermost.countSource(child);
        if (counting == null) {
            return listener;
        }
        SubscribableListener<Void> counted =
                SubscribableListener.newForked(l -> search(counting, allowPartialResults, l.map(response -> {
                    outermost.setTotal(response);
                    return null;
                })));
        return listener.delegateFailureAndWrap((l, docs) -> counted.addListener(
                ActionListener.running(() -> l.onResponse(docs)),
                EsExecutors.DIRECT_EXECUTOR_SERVICE,
                services.threads().getThreadContext()));
    }

    private Grouping grouping(CollapseRule rule, HitPages pages) {
        if (rule.dest() != null) {
            return new StoredGrouping(client, services.cluster()::state, rule);
        }
        return new LiveGrouping(rule.comparison(), pages, services, new BoilerplateLookup(registry, client), limits);
    }

    private void search(
            SearchSourceBuilder source, boolean allowPartialResults, ActionListener<SearchResponse> listener) {
        source.timeout(limits.timeout());
        SearchRequest request = new SearchRequest().source(source).allowPartialSearchResults(allowPartialResults);
        // as compound retrievers do, so that shards keep their numbers
        request.setPreFilterShardSize(Integer.MAX_VALUE);
        client.search(request, listener.delegateFailureAndWrap((l, response) -> {
            for (ShardSearchFailure failure : response.getShardFailures()) {
                // an invalid request is not a temporary failure of a shard, whose hits would be missing without a
                // message
                if (failure.status() == RestStatus.BAD_REQUEST && failure.getCause() instanceof Exception cause) {
                    throw cause;
                }
            }
            l.onResponse(response);
        }));
    }

    private static ScoreDoc scoreDoc(SearchHit hit) {
        RankKey key = key(hit);
        return new ScoreDoc(key.doc(), hit.getScore(), key.shardIndex());
    }

    /** Returns the position of a hit in a search that uses it as the last sort key. */
    static RankKey key(SearchHit hit) {
        Object[] sort = hit.getRawSortValues();
        long shardDoc = (long) sort[sort.length - 1];
        return new RankKey(ShardDocSortField.decodeDoc(shardDoc), ShardDocSortField.decodeShardRequestIndex(shardDoc));
    }

    /** @param ids ids of the represented hits; a hit whose id could not be read represents itself */
    private RankDoc[] toRankDocs(
            int window, HitPages pages, IncrementalWindow.ComparedHits comparedHits, Map<RankKey, String> ids) {
        List<WindowHit> hits = comparedHits.hits();
        WindowGroups groups = comparedHits.groups();
        List<List<SimilarHit>> similar = new ArrayList<>();
        List<ScoreDoc> kept = new ArrayList<>();
        // the canonical document of a market may represent better hits
        hits.forEach(hit -> similar.add(new ArrayList<>()));
        for (int i = 0; i < hits.size(); i++) {
            WindowHit hit = hits.get(i);
            String id = ids.get(hit.key());
            if (id == null) {
                kept.add(hit.scoreDoc());
            } else {
                similar.get(groups.leaders()[i])
                        .add(new SimilarHit(
                                hit.key(), hit.shownIndex(), id, groups.similarities()[i], groups.decided()[i]));
            }
        }
        for (int i = 0; i < hits.size(); i++) {
            if (ids.containsKey(hits.get(i).key()) == false) {
                boolean compared = groups.compared().get(i) && pages.hasRead(hits.get(i));
                similarHits.add(hits.get(i).key(), compared, similar.get(i));
            }
        }
        checkWindow(window, hits.size(), kept.size());
        return FinalOrder.toRankDocs(kept.toArray(ScoreDoc[]::new));
    }

    /**
     * Determines when comparisons for a search have to end: when its task is cancelled, or when its {@code timeout} has elapsed.
     * Thread-safe.
     */
    static final class SearchLimits {

        private final CancellableTask task;
        private final TimeValue timeout;
        private final long start = System.nanoTime();
        private volatile boolean exceeded;

        /** @param timeout timeout of the request; null for none */
        SearchLimits(CancellableTask task, TimeValue timeout) {
            this.task = task;
            this.timeout = timeout == null || timeout.nanos() < 0 ? null : timeout;
        }

        /** Ends a comparison. Has no stack trace, since the response contains the results so far. */
        static final class OutOfTimeException extends RuntimeException {

            private OutOfTimeException(TimeValue timeout) {
                super("no more comparisons after [" + timeout + "]", null, false, false);
            }
        }

        TimeValue timeout() {
            return timeout;
        }

        /**
         * Checks the limits; must be called periodically.
         *
         * @throws OutOfTimeException when the timeout has elapsed
         */
        void check() {
            task.ensureNotCancelled();
            if (timeout != null && System.nanoTime() - start > timeout.nanos()) {
                exceeded = true;
                throw new OutOfTimeException(timeout);
            }
        }

        boolean exceeded() {
            return exceeded;
        }
    }

    /**
     * Compares the hits of a window, best first, until enough distinct hits are found. The result for a hit does not depend on the hits
     * after it. So the distinct hits are the same as if all hits were compared; only the hits that they represent may be incomplete.
     *
     * @param hits hits, best first
     * @param pages reads the required data of hits; its listener receives one element per hit, in the order of the hits
     * @param grouping determines which hits are near-duplicates
     */
    record IncrementalWindow(
            List<ScoreDoc> hits, BiConsumer<List<ScoreDoc>, ActionListener<List<WindowHit>>> pages, Grouping grouping) {

        /** Number of hits per requested distinct hit that the first comparison includes. */
        private static final int HITS_PER_RESULT = 3;

        /** Minimum number of hits that the first comparison includes. */
        private static final int MIN_HITS = 30;

        /**
         * @param hits compared hits, best first
         * @param groups groups of these hits
         */
        record ComparedHits(List<WindowHit> hits, WindowGroups groups) {

            private static final ComparedHits EMPTY = new ComparedHits(List.of(), WindowGroups.NONE);

            int distinctCount() {
                return hits.size() - represented().size();
            }

            List<WindowHit> represented() {
                return IntStream.range(0, hits.size())
                        .filter(hit -> groups.isLeader(hit) == false)
                        .mapToObj(hits::get)
                        .toList();
            }
        }

        /**
         * Compares hits until the required number is distinct, or all are compared.
         *
         * @param minDistinct required number of distinct hits, 1 or more
         */
        void compareUntil(int minDistinct, ActionListener<ComparedHits> listener) {
            compareMore(ComparedHits.EMPTY, Math.max(MIN_HITS, HITS_PER_RESULT * minDistinct), minDistinct, listener);
        }

        /** @param target number of hits to compare; all hits are compared if few would remain for another call */
        private void compareMore(
                ComparedHits previous, int target, int minDistinct, ActionListener<ComparedHits> listener) {
            int seen = previous.hits().size();
            if (seen == hits.size()) {
                listener.onResponse(previous);
                return;
            }
            int end = 2 * target > hits.size() ? hits.size() : target;
            pages.accept(hits.subList(seen, end), listener.delegateFailureAndWrap((l, next) -> {
                List<WindowHit> all = new ArrayList<>(previous.hits());
                all.addAll(next);
                grouping.group(all, l.delegateFailureAndWrap((m, groups) -> {
                    ComparedHits compared = new ComparedHits(all, groups);
                    if (compared.distinctCount() >= minDistinct) {
                        m.onResponse(compared);
                    } else {
                        compareMore(compared, 2 * end, minDistinct, m);
                    }
                }));
            }));
        }
    }
}
