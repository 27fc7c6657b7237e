package org.ndd.documents;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;
import static org.ndd.Soon.assertSoon;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.MockSearchService;
import org.elasticsearch.test.ESIntegTestCase.ClusterScope;
import org.elasticsearch.test.ESIntegTestCase.Scope;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.Found;
import org.ndd.bulk.BulkAction.BulkTaskResponse;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.compat.Project;
import org.ndd.plugin.NddPlugin;

/** Tasks on several nodes never change an index at the same time, and claims of a lost node are released. */
@ClusterScope(scope = Scope.TEST, numDataNodes = 3, numClientNodes = 0, supportsDedicatedMasters = false)
public class ResolveFailoverTests extends ResolveTestCase {

    private static final String NEWEST = "{\"canonical\": [\"views\"], \"dest\": {\"index\": \"newest\"}}";
    private static final String OLDEST = "{\"canonical\": [{\"views\": \"asc\"}], \"dest\": {\"index\": \"oldest\"}}";

    /** Nodes that restart read the cluster state from their disk. */
    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NddPlugin.class);
    }

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
        pairs(pairs, 1);
    }

    private void pairs(int pairs, int replicas) throws Exception {
        create("pages");
        client().admin()
                .indices()
                .prepareUpdateSettings("pages")
                .setSettings(Settings.builder().put("index.number_of_replicas", replicas))
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
        return execute(Operation.DELETE, node, "{\"dest\": {\"index\": \"" + dest + "\"}}", speed, waits);
    }

    private ActionFuture<BulkTaskResponse> undo(String node, String backup, double speed, boolean waits)
            throws Exception {
        return execute(Operation.RESTORE, node, "{\"backup\": \"" + backup + "\"}", speed, waits);
    }

    private ActionFuture<BulkTaskResponse> execute(
            Operation operation, String node, String body, double speed, boolean waits) throws Exception {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            return internalCluster()
                    .client(node)
                    .execute(
                            ResolveAction.TYPE,
                            ResolveAction.Request.parse(
                                    operation, new String[] {"pages"}, parser, false, speed, waits));
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
                            .report;
                    synchronized (completed) {
                        completed[0] += report.fields().get("failures").equals(List.of()) ? 1 : 0;
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
        assertNotNull(delete(lost, "newest", 0.1, false).actionGet().task);
        String other =
                randomValueOtherThan(lost, () -> randomFrom(internalCluster().getNodeNames()));
        Exception e = expectThrows(
                Exception.class, () -> delete(other, "oldest", -1, true).actionGet());
        assertEquals(e.toString(), RestStatus.CONFLICT, ExceptionsHelper.status(e));
        internalCluster().stopNode(lost);
        // the backup of the lost deletion may be lost as well, if it had no replica yet
        ensureYellow("pages", "newest", "oldest");
        assertSoon(() -> {
            try {
                assertEquals(
                        RestStatus.OK,
                        delete(other, "oldest", -1, true).actionGet().report.status());
            } catch (RuntimeException again) {
                throw new AssertionError(again);
            }
        });
        assertEquals("one document of each pair", 12, ids("pages").size());
        assertNoClaims();
    }

    /** Repeats an operation until it completes, because a lost node may have been the master. */
    private BulkTaskReport repeat(Operation operation, String body) throws Exception {
        AtomicReference<BulkTaskReport> report = new AtomicReference<>();
        assertSoon(() -> {
            try {
                String node = randomFrom(internalCluster().getNodeNames());
                report.set(execute(operation, node, body, -1, true).actionGet().report);
            } catch (RuntimeException again) {
                throw new AssertionError(again);
            }
            assertEquals(
                    report.get().toString(), "completed", report.get().fields().get("state"));
        });
        return report.get();
    }

    private BulkTaskReport repeatUndo(String backup) throws Exception {
        return repeat(Operation.RESTORE, "{\"backup\": \"" + backup + "\"}");
    }

    /** Deletes one document of each pair, and returns the backup, which has a replica. */
    private String deleteNewest() throws Exception {
        BulkTaskReport report =
                delete(internalCluster().getMasterName(), "newest", -1, true).actionGet().report;
        assertCounts(report, "12 deleted");
        ensureGreen(backup(report));
        return backup(report);
    }

    public void testConcurrentUndosRestoreEachDocumentOnce() throws Exception {
        pairs(12);
        String backup = deleteNewest();
        List<ActionFuture<BulkTaskResponse>> undos = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            undos.add(undo(randomFrom(internalCluster().getNodeNames()), backup, -1, true));
        }
        long restored = 0;
        for (ActionFuture<BulkTaskResponse> undo : undos) {
            try {
                BulkTaskReport report = undo.actionGet().report;
                assertEquals(12L, report.fields().get("total"));
                restored += (Long) report.fields().get("restored");
            } catch (RuntimeException e) {
                assertEquals(e.toString(), RestStatus.CONFLICT, ExceptionsHelper.status(e));
            }
        }
        assertEquals(12, restored);
        assertEquals(24, ids("pages").size());
        assertEquals("the backup stays complete", 12, ids(backup).size());
        assertNoClaims();
    }

    public void testUndoIsRepeatedAfterLossOfNodes() throws Exception {
        pairs(12);
        String backup = deleteNewest();
        String lost = randomFrom(internalCluster().getNodeNames());
        assertNotNull(undo(lost, backup, 0.5, false).actionGet().task);
        assertSoon(() -> assertThat(ids("pages").size(), greaterThan(12)));
        if (randomBoolean()) {
            internalCluster().stopNode(lost);
            ensureYellow("pages", backup);
        } else {
            internalCluster().fullRestart();
            ensureGreen("pages", backup);
        }
        List<String> first =
                ids("pages").stream().filter(id -> id.endsWith("/old")).toList();
        assertThat("the undo was interrupted", first.size(), lessThan(12));
        put("pages", first.get(0), page(OTHER, 7));
        put("pages", first.get(1), page(OTHER, 8));
        client().prepareDelete("pages", first.get(1)).get();
        BulkTaskReport report = repeatUndo(backup);
        assertEquals(24, ids("pages").size());
        assertEquals(12L, report.fields().get("total"));
        assertEquals(
                "a document that the user has changed is not replaced",
                7,
                client().prepareGet("pages", first.get(0)).get().getSource().get("views"));
        assertCounts(repeatUndo(backup), "12 exists");
        assertNoClaims();
    }

    /** Returns the ids of the documents that were copied into a backup. */
    private static Set<String> documentsIn(String backup) {
        client().admin().indices().prepareRefresh(backup).get();
        Set<String> ids = new TreeSet<>();
        for (Map<String, Object> source :
                Found.sources(client().prepareSearch(backup).setSize(1000))) {
            ids.add((String) XContentMapValues.extractValue("doc.id", source));
        }
        return ids;
    }

    /** Rewrites documents, each with a bulk request. Returns the views that each has from then on, by id. */
    private Map<String, Integer> rewrite(String node, Iterable<String> ids) {
        Map<String, Integer> written = new TreeMap<>();
        int views = 1000;
        for (String id : ids) {
            int newViews = views++;
            BulkRequest bulk = new BulkRequest()
                    .add(new IndexRequest("pages").id(id).source(page(OTHER + " Number " + newViews, newViews)));
            BulkResponse response = internalCluster().client(node).bulk(bulk).actionGet(60, TimeUnit.SECONDS);
            assertFalse(response.buildFailureMessage(), response.hasFailures());
            written.put(id, newViews);
        }
        return written;
    }

    /** Bulk requests rewrite duplicates and canonical documents during a deletion, whose node is lost. */
    public void testRewritesDuringDeletionOnLostNode() throws Exception {
        pairs(24);
        Set<String> all = ids("pages");
        String lost = randomFrom(internalCluster().getNodeNames());
        String other =
                randomValueOtherThan(lost, () -> randomFrom(internalCluster().getNodeNames()));
        String backup = "newest-deleted";
        String body = "{\"dest\": {\"index\": \"newest\"}, \"backup\": \"" + backup + "\"}";
        assertNotNull(execute(Operation.DELETE, lost, body, 1, false).actionGet().task);
        assertSoon(() -> assertTrue(indexExists(backup)));
        ensureGreen(backup);
        assertSoon(() -> assertThat(documentsIn(backup).size(), greaterThan(0)));
        // some were already deleted, others are being deleted; each of three pairs is rewritten in another way
        List<String> rewritten = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            if (i % 3 != 0) {
                rewritten.add(i + (i % 3 == 1 ? "/old" : "/new"));
            }
        }
        Map<String, Integer> written = rewrite(other, rewritten.subList(0, 8));
        internalCluster().stopNode(lost);
        ensureYellow("pages", "newest");
        written.putAll(rewrite(other, rewritten.subList(8, 16)));
        BulkTaskReport report = repeat(Operation.DELETE, body);
        Set<String> left = ids("pages");
        Set<String> keptOrCopied = new TreeSet<>(left);
        keptOrCopied.addAll(documentsIn(backup));
        assertEquals(report.toString(), all, keptOrCopied);
        assertTrue(report.toString(), left.containsAll(rewritten.subList(0, 16)));
        BulkTaskReport undo = repeatUndo(backup);
        assertEquals(undo.toString(), all, ids("pages"));
        for (Map.Entry<String, Integer> one : written.entrySet()) {
            assertEquals(
                    one.getKey(),
                    (int) one.getValue(),
                    client().prepareGet("pages", one.getKey()).get().getSource().get("views"));
        }
        assertNoClaims();
    }

    /** Without replicas, shards are lost with their node. */
    public void testLostShardsFailDeletionAndMarking() throws Exception {
        // without replicas from the start: a removed replica stays on disk for a time, and replaces a lost primary
        pairs(12, 0);
        internalCluster()
                .stopNode(randomFrom(internalCluster().nodesInclude("pages").toArray(String[]::new)));
        ensureRed("pages");
        String node = randomFrom(internalCluster().getNodeNames());
        // one operation, because reads are repeated for a minute
        Operation operation = randomFrom(Operation.DELETE, Operation.MARK, Operation.UNMARK);
        String body = operation == Operation.UNMARK ? "{}" : "{\"dest\": {\"index\": \"newest\"}}";
        try {
            BulkTaskReport report = execute(operation, node, body, -1, true).actionGet().report;
            assertEquals(report.toString(), RestStatus.SERVICE_UNAVAILABLE, report.status());
            assertEquals(report.toString(), "failed", report.fields().get("state"));
        } catch (RuntimeException e) {
            assertEquals(e.toString(), RestStatus.SERVICE_UNAVAILABLE, ExceptionsHelper.status(e));
        }
        assertNoClaims();
        Exception e = expectThrows(Exception.class, () -> partition("pages", NEWEST));
        assertEquals(e.toString(), RestStatus.SERVICE_UNAVAILABLE, ExceptionsHelper.status(e));
    }
}
