package org.ndd.resolve;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.ndd.Soon.assertSoon;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.MockSearchService;
import org.elasticsearch.test.ESIntegTestCase.ClusterScope;
import org.elasticsearch.test.ESIntegTestCase.Scope;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.bulk.BulkTaskResponse;
import org.ndd.compat.Project;

/** Tasks on several nodes never change an index at the same time, and claims of a lost node are released. */
@ClusterScope(scope = Scope.TEST, numDataNodes = 3, supportsDedicatedMasters = false)
public class ResolveFailoverTests extends ResolveTestCase {

    private static final String NEWEST = "{\"canonical\": [\"views\"], \"dest\": {\"index\": \"newest\"}}";
    private static final String OLDEST = "{\"canonical\": [{\"views\": \"asc\"}], \"dest\": {\"index\": \"oldest\"}}";

    /** Excludes the plugin that fails if a point in time is open: those of a lost node expire after their keep-alive. */
    @Override
    protected Collection<Class<? extends Plugin>> getMockPlugins() {
        Collection<Class<? extends Plugin>> plugins = super.getMockPlugins();
        plugins.remove(MockSearchService.TestPlugin.class);
        return plugins;
    }

    /** Sentences of words that occur in no other story. */
    private static String story(int number) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            text.append(i % 8 == 0 ? "The " : "");
            for (int rest = 10_000 + number * 40 + i; rest > 0; rest /= 20) {
                text.append("bcdfghjklmnpqrstvwxz".charAt(rest % 20)).append("aeiou".charAt(rest % 5));
            }
            text.append(i % 8 == 7 ? ". " : " ");
        }
        return text.toString();
    }

    private void pairs(int pairs) throws Exception {
        create("pages");
        client().admin()
                .indices()
                .prepareUpdateSettings("pages")
                .setSettings(Settings.builder().put("index.number_of_replicas", 1))
                .get();
        ensureGreen("pages");
        for (int i = 0; i < pairs; i++) {
            String text = story(i);
            put(new IndexRequest("pages").id(i + "/new").source(page(text, 2)));
            put(new IndexRequest("pages").id(i + "/old").source(page(text, 1)));
        }
        partition("pages", NEWEST);
        partition("pages", OLDEST);
        // a shard that has been search-idle is refreshed by the next search, which fails if its node stops; the index
        // of run states is a
        // system index, whose settings are not changed
        client().admin()
                .indices()
                .prepareUpdateSettings("*", "-.ndd-runs*")
                .setIndicesOptions(IndicesOptions.lenientExpandHidden())
                .setSettings(Settings.builder().put("index.search.idle.after", "1h"))
                .get();
        ensureGreen();
    }

    private ActionFuture<BulkTaskResponse> delete(String node, String dest, double speed, boolean waits)
            throws Exception {
        try (XContentParser parser =
                createParser(JsonXContent.jsonXContent, "{\"dest\": {\"index\": \"" + dest + "\"}}")) {
            return internalCluster()
                    .client(node)
                    .execute(
                            ResolveAction.TYPE,
                            ResolveRequest.parse(
                                    Operation.DELETE, new String[] {"pages"}, parser, false, speed, waits));
        }
    }

    private void assertNoClaims() throws Exception {
        assertSoon(() -> {
            PersistentTasksCustomMetadata tasks =
                    Project.of(clusterService().state()).custom(PersistentTasksCustomMetadata.TYPE);
            assertTrue(
                    String.valueOf(tasks),
                    tasks == null
                            || tasks.tasks().stream()
                                    .noneMatch(task -> task.getTaskName().equals("ndd/claim")));
        });
    }

    public void testOppositeRulesKeepOneOfEachPair() throws Exception {
        pairs(12);
        String[] nodes = internalCluster().getNodeNames();
        CountDownLatch together = new CountDownLatch(1);
        List<Thread> clients = new ArrayList<>();
        List<Exception> failures = java.util.Collections.synchronizedList(new ArrayList<>());
        int[] completed = new int[1];
        IntStream.range(0, 6).forEach(i -> {
            Thread client = new Thread(() -> {
                try {
                    together.await();
                    BulkTaskReport report = delete(nodes[i % nodes.length], i % 2 == 0 ? "newest" : "oldest", -1, true)
                            .actionGet(60, TimeUnit.SECONDS)
                            .report();
                    synchronized (completed) {
                        completed[0] += report.progress().failures().isEmpty()
                                        && report.progress().cause() == null
                                ? 1
                                : 0;
                    }
                } catch (Exception e) {
                    failures.add(e);
                }
            });
            client.start();
            clients.add(client);
        });
        together.countDown();
        for (Thread client : clients) {
            client.join();
        }
        assertThat(failures.toString(), completed[0], greaterThan(0));
        for (Exception e : failures) {
            assertEquals(e.toString(), RestStatus.CONFLICT, ExceptionsHelper.status(e));
            assertThat(ExceptionsHelper.unwrapCause(e).getMessage(), containsString("[pages] is claimed by task ["));
        }
        assertEquals("one document of each pair", 12, ids("pages").size());
        assertNoClaims();
    }

    public void testLostNodeReleasesClaims() throws Exception {
        pairs(12);
        String lost = randomFrom(internalCluster().getNodeNames());
        assertNotNull(delete(lost, "newest", 0.1, false).actionGet().task());
        String other =
                randomValueOtherThan(lost, () -> randomFrom(internalCluster().getNodeNames()));
        Exception e = expectThrows(
                Exception.class, () -> delete(other, "oldest", -1, true).actionGet());
        assertEquals(e.toString(), RestStatus.CONFLICT, ExceptionsHelper.status(e));
        internalCluster().stopNode(lost);
        // the backup of the lost deletion may be lost as well, if it had no replica yet
        ensureYellow("pages", "newest", "oldest");
        assertSoon(
                () -> {
                    try {
                        assertNull(delete(other, "oldest", -1, true)
                                .actionGet()
                                .report()
                                .progress()
                                .cause());
                    } catch (RuntimeException again) {
                        throw new AssertionError(again);
                    }
                },
                60,
                TimeUnit.SECONDS);
        assertEquals("one document of each pair", 12, ids("pages").size());
        assertNoClaims();
    }
}
