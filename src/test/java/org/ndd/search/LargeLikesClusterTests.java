package org.ndd.search;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.lessThan;
import static org.ndd.Soon.assertSoon;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESIntegTestCase;
import org.ndd.analysis.PageAnalysis;
import org.ndd.compat.Calls;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.pair.SearchPermits;
import org.ndd.partition.TestCorpus;
import org.ndd.plugin.NddPlugin;

/** Clients that send large texts to a node with little memory do not block its other searches. */
@ESIntegTestCase.ClusterScope(numDataNodes = 1, numClientNodes = 0, supportsDedicatedMasters = false)
public class LargeLikesClusterTests extends ESIntegTestCase {

    private static final String INDEX = "large";
    private static final int CLIENTS = 20;
    private static final TimeValue LONGEST_PLAIN = TimeValue.timeValueSeconds(10);

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NddPlugin.class);
    }

    /** The memory of a node with a heap of 107 MB. */
    @Override
    protected Settings nodeSettings(int nodeOrdinal, Settings otherSettings) {
        return Settings.builder()
                .put(super.nodeSettings(nodeOrdinal, otherSettings))
                .put("indices.breaker.request.type", "memory")
                .put("indices.breaker.request.limit", "64mb")
                .put("thread_pool.ndd_search.size", 2)
                .put("thread_pool.ndd_search.queue_size", 8)
                .build();
    }

    private static String text(int story) {
        return IntStream.range(0, 1_200)
                .mapToObj(i -> "in part number " + i + " of story " + story
                        + " it is said that the ferry left the harbour at " + 7 * i + " in the morning.")
                .collect(Collectors.joining(" "));
    }

    public void testPlainSearchesReturn() throws Exception {
        assertAcked(prepareCreate(INDEX).setSettings(indexSettings(2, 0)).setMapping("ndd", "type=near_dup"));
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (int i = 0; i < 12; i++) {
            String text = text(i % 3).replace("number " + i + " ", "number some ");
            PageAnalysis page =
                    TestCorpus.analyze(new TestCorpus.Page("page" + i, null, text), FingerprintParameters.BALANCED);
            bulk.add(new IndexRequest(INDEX)
                    .id("page" + i)
                    .source(Map.of(
                            "ndd",
                            Map.of(
                                    "text", page.text(),
                                    "fingerprints", page.fingerprintTerms(),
                                    "length", page.length(),
                                    "version", FingerprintParameters.BALANCED.version()))));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        assertThat(text(0).length(), greaterThan(SearchPermits.MAX_LENGTH_WITHOUT_PERMIT));

        List<ActionFuture<SearchResponse>> large = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            QueryBuilder like =
                    QueryBuilders.wrapperQuery("{\"near_dup\":{\"like\":{\"text\":\"" + text(i % 3) + "\"}}}");
            large.add(client().prepareSearch(INDEX).setQuery(like).execute());
        }
        int plain = 0;
        do {
            SearchResponse response = client().prepareSearch(INDEX)
                    .setQuery(QueryBuilders.matchAllQuery())
                    .setFetchSource(false)
                    .get(LONGEST_PLAIN);
            try {
                assertEquals(12, Calls.total(response.getHits()));
                plain++;
            } finally {
                response.decRef();
            }
        } while (large.stream().allMatch(ActionFuture::isDone) == false);
        assertThat(plain, greaterThan(0));

        Set<Integer> statuses = new TreeSet<>();
        for (ActionFuture<SearchResponse> search : large) {
            statuses.add(status(search));
        }
        assertThat("some searches are admitted", statuses, hasItem(200));
        statuses.removeAll(Set.of(200, 429));
        assertEquals("all other searches are rejected", Set.of(), statuses);
        CircuitBreaker requests =
                internalCluster().getInstance(CircuitBreakerService.class).getBreaker(CircuitBreaker.REQUEST);
        assertSoon(() -> assertThat(requests.getUsed(), lessThan(1L)));
    }

    private int status(ActionFuture<SearchResponse> search) {
        SearchResponse response;
        try {
            response = search.actionGet(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            logger.debug("a large search", e);
            return ExceptionsHelper.status(e).getStatus();
        }
        try {
            return response.getFailedShards() == 0
                    ? 200
                    : response.getShardFailures()[0].status().getStatus();
        } finally {
            response.decRef();
        }
    }
}
