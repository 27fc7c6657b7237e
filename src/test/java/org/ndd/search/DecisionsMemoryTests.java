package org.ndd.search;

import static org.hamcrest.Matchers.containsString;
import static org.ndd.Soon.assertSoon;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.indices.breaker.HierarchyCircuitBreakerService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.junit.After;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.partition.TestDecisions;
import org.ndd.plugin.NddPlugin;
import org.ndd.rank.NearDupRescorerBuilder;

/** The decisions of a search are on the request circuit breaker where it starts and on its shards. */
public class DecisionsMemoryTests extends ESSingleNodeTestCase {

    private static final String LIMIT = HierarchyCircuitBreakerService.REQUEST_CIRCUIT_BREAKER_LIMIT_SETTING.getKey();
    private static final int DOCUMENTS = 40;

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    @Override
    protected Settings nodeSettings() {
        return Settings.builder().put("indices.breaker.request.type", "memory").build();
    }

    private void limit(String limit) {
        clusterAdmin()
                .prepareUpdateSettings(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
                .setPersistentSettings(Settings.builder().put(LIMIT, limit))
                .get();
    }

    @After
    public void removeLimit() throws Exception {
        limit(null);
        CircuitBreaker breaker =
                getInstanceFromNode(CircuitBreakerService.class).getBreaker(CircuitBreaker.REQUEST);
        assertSoon(() -> assertEquals(0, breaker.getUsed()));
    }

    private void assertTooLarge(String limit, SearchRequestBuilder search, String part) {
        limit(limit);
        Exception e = expectThrows(Exception.class, () -> search.get().decRef());
        Throwable cause = ExceptionsHelper.unwrap(e, CircuitBreakingException.class);
        assertNotNull(e.toString(), cause);
        assertThat(cause.getMessage(), containsString("data for [" + part + "]"));
    }

    public void testDecisionsOfSearch() throws Exception {
        indicesAdmin().prepareCreate("pages").setMapping("ndd", "type=near_dup").get();
        BulkRequest documents = new BulkRequest("pages").setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        List<TestDecisions.Pair> pairs = new ArrayList<>();
        for (int a = 0; a < DOCUMENTS; a++) {
            documents.add(new IndexRequest().id("" + a).source(Map.of("x", 1)));
            for (int b = 0; b < a; b++) {
                pairs.add(new TestDecisions.Pair("" + a, "" + b, false));
            }
        }
        assertFalse(client().bulk(documents).actionGet().hasFailures());
        TestDecisions.put(client(), "pages", pairs);
        SearchRequestBuilder aggregation = client().prepareSearch("pages")
                .addAggregation(TestAggregations.dups(
                        "dups",
                        () -> getInstanceFromNode(BoilerplateRegistry.class),
                        "decisions_index",
                        TestDecisions.COMPARISON.decisionsIndex()));
        SearchRequestBuilder rescorer = client().prepareSearch("pages")
                .addRescorer(new NearDupRescorerBuilder(
                        TestDecisions.COMPARISON, () -> getInstanceFromNode(BoilerplateRegistry.class)));
        assertTooLarge("700kb", aggregation, "near_dup search");
        assertTooLarge("1300kb", aggregation, "<agg [dups]>");
        assertTooLarge("700kb", rescorer, "near_dup search");
        assertTooLarge("1300kb", rescorer, "near_dup texts");
        limit("10mb");
        aggregation.get().decRef();
        rescorer.get().decRef();
    }
}
