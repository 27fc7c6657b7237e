package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;
import static org.ndd.Soon.assertSoon;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.test.ESIntegTestCase;
import org.ndd.Found;
import org.ndd.compat.TestCalls;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.groups.GroupQueries;
import org.ndd.partition.plan.PartitionRequest;

/** A run attaches redirects at its rate, applies a new rate immediately, and stops when it is cancelled. */
@ESIntegTestCase.ClusterScope(numDataNodes = 2, numClientNodes = 0, supportsDedicatedMasters = false)
public class PartitionRedirectSpeedTests extends PartitionTestCase {

    private static final String INDEX = "pages";

    /** More redirects than are attached in a minute, which is the maximum debt of a run. */
    private static final int REDIRECTS = 300;

    private void index() throws Exception {
        assertAcked(prepareCreate(INDEX).setMapping("ndd", "type=near_dup", "moved_to", "type=keyword"));
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        TestCorpus.Page page = new TestCorpus.Page(
                "target",
                "https://www.example.org/",
                "The harbour of the town was closed on Monday because of the storm.");
        bulk.add(new IndexRequest(INDEX).id(page.id()).source(source(page, FingerprintParameters.BALANCED)));
        for (int i = 0; i < REDIRECTS; i++) {
            String to = i == 0 ? "target" : randomFrom("target", "old0", "old" + between(0, i - 1));
            bulk.add(new IndexRequest(INDEX).id("old" + i).source(Map.of("moved_to", to)));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        ensureGreen(INDEX);
    }

    /** A run that is throttled after it has attached some redirects. */
    private String startSlowly() throws Exception {
        PartitionRequest request = TestPartitions.request(INDEX, "{\"redirect_field\": \"moved_to\"}", false);
        String run = client().execute(PartitionAction.TYPE, request.atMost(4))
                .actionGet()
                .id();
        SuspendedRunTestCase.assertWaitsIn("redirects", run);
        awaitMoreThan(0);
        assertFalse(TestCalls.indicesOfAlias(client(), INDEX + "-ndd").contains(run));
        return run;
    }

    /** Waits until more than a number of redirects are attached, but not all. */
    private static long awaitMoreThan(long before) throws Exception {
        assertSoon(() -> assertThat(done(), allOf(greaterThan(before), lessThan((long) REDIRECTS))));
        return done();
    }

    private static long done() {
        return SuspendedRunTestCase.runs()
                .flatMap(run -> run.progress().phases().stream())
                .filter(phase -> phase.name().equals("redirects"))
                .mapToLong(PartitionReport.Phase::done)
                .sum();
    }

    private static void rethrottle(String run, double perSecond) {
        client().execute(RunActions.Rethrottle.TYPE, new RunActions.Rethrottle.Request(run, perSecond))
                .actionGet();
    }

    private void assertAttached(String run) throws Exception {
        SuspendedRunTestCase.assertCompleted(run);
        assertEquals(
                "{attached=" + REDIRECTS + ", alone=0}",
                SuspendedRunTestCase.report(run).get("redirects").toString());
        Set<String> attached = new TreeSet<>();
        var search = client().prepareSearch(INDEX + "-ndd")
                .setQuery(QueryBuilders.termQuery("redirect_target.id", "target"))
                .setSize(2 * REDIRECTS);
        List<Map<String, Object>> sources = Found.sources(search);
        for (Map<String, Object> source : sources) {
            assertEquals(run, source.get("run"));
            assertEquals("target", source.get("canonical_id"));
            attached.add((String) ((Map<?, ?>) source.get("doc")).get("id"));
        }
        assertEquals("the target names itself", REDIRECTS + 1, sources.size());
        assertEquals(REDIRECTS + 1, attached.size());
    }

    public void testRethrottleAppliesImmediately() throws Exception {
        index();
        String run = startSlowly();
        long attached = awaitMoreThan(0);
        // pending redirects proceed, and the next ones are even slower
        rethrottle(run, 0.1);
        awaitMoreThan(attached);
        SuspendedRunTestCase.assertWaitsIn("redirects", run);
        rethrottle(run, -1);
        assertAttached(run);
    }

    public void testCancelStopsAttachingUntilResume() throws Exception {
        index();
        String run = startSlowly();
        client().execute(RunActions.Cancel.TYPE, new RunActions.Cancel.Request(run))
                .actionGet();
        assertEquals("cancelled", SuspendedRunTestCase.reportAtTheEnd(run).get("state"));
        assertFalse(TestCalls.indicesOfAlias(client(), INDEX + "-ndd").contains(run));
        assertNoOpenSearches();
        client().execute(RunActions.Resume.TYPE, new RunActions.RunIdRequest(run))
                .actionGet();
        SuspendedRunTestCase.assertWaitsIn("redirects", run);
        rethrottle(run, -1);
        assertAttached(run);
        assertNoOpenSearches();
    }

    /** The coordinator may be suspended at any time. */
    public void testAttachesNothingIfAnotherCoordinatorLeads() throws Exception {
        index();
        String run = startSlowly();
        SuspendedRunTestCase.takeOver(run);
        SuspendedRunTestCase.awaitEnd(run);
        indicesAdmin().prepareRefresh(run).get();
        assertThat(
                Found.ids(client().prepareSearch(run)
                                .setQuery(GroupQueries.ofRedirects())
                                .setSize(REDIRECTS))
                        .size(),
                lessThan(REDIRECTS));
    }

    /** A point in time that is not closed would retain segments for ten minutes. */
    private void assertNoOpenSearches() throws Exception {
        assertSoon(() -> assertEquals(
                0,
                indicesAdmin().prepareStats(INDEX).get().getTotal().getSearch().getOpenContexts()));
    }
}
