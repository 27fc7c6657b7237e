package org.ndd.documents;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.mapper.MockFieldFilterPlugin;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.After;
import org.ndd.Found;
import org.ndd.RequestFilterPlugin;
import org.ndd.StateInMemoryPlugin;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.TestCorpus;
import org.ndd.partition.TestPartitions;
import org.ndd.plugin.NddPlugin;

/** Indexes documents of a few stories, partitions them, and deletes and marks duplicates. */
@ESIntegTestCase.ClusterScope(numDataNodes = 2, numClientNodes = 0, supportsDedicatedMasters = false)
public abstract class ResolveTestCase extends ESIntegTestCase {

    static final String RETAINED = "{\"canonical\": [\"views\"], \"dest\": {\"retain_on_source_deletion\": true}}";

    static final String STORM = "The harbour of the town was closed on Monday because of the storm. "
            + "Fishermen tied up their boats with double ropes. The ferry stayed in the port until the evening. ";

    static final String OTHER = "Climbers have found a new route to the summit from the north side. "
            + "They spent three nights in a tent below the ridge. The weather was fine all the time. ";

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NddPlugin.class, StateInMemoryPlugin.class, BeforeBulk.class);
    }

    /** Excludes the plugin that hides fields at random: users who do not see all fields may not delete. */
    @Override
    protected Collection<Class<? extends Plugin>> getMockPlugins() {
        Collection<Class<? extends Plugin>> plugins = new ArrayList<>(super.getMockPlugins());
        plugins.remove(MockFieldFilterPlugin.class);
        return plugins;
    }

    void create(String index) {
        assertAcked(prepareCreate(index)
                .setSettings(indexSettings(3, 0))
                .setMapping("ndd", "type=near_dup", "views", "type=long"));
    }

    static Map<String, Object> page(String text, int views) {
        Map<String, Object> source = new LinkedHashMap<>();
        source.put("views", views);
        source.put("ndd", TestCorpus.fields("any", null, text));
        return source;
    }

    void put(IndexRequest request) {
        client().index(request.setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                .actionGet();
    }

    void put(String index, String id, Map<String, Object> source) {
        put(new IndexRequest(index).id(id).source(source));
    }

    /** Waits until a task has deleted a document. */
    static void awaitDeleted(TaskId task) throws Exception {
        assertSoon(() -> {
            var running = client().admin().cluster().prepareGetTask(task).get().getTask();
            BulkTaskReport report = (BulkTaskReport) running.getTask().status();
            assertThat((Long) report.fields().get("deleted"), greaterThan(0L));
        });
    }

    /** The canonical document is "keep"; the others are its copies, one of them with a routing. */
    void stories(String index) {
        create(index);
        put(index, "keep", page(STORM, 9));
        for (int i = 0; i < 4; i++) {
            put(index, "copy/" + i, page(STORM, i));
        }
        put(new IndexRequest(index).id("routed").routing("elsewhere").source(page(STORM, 0)));
        put(index, "other", page(OTHER, 0));
    }

    /** Creates an index with the canonical document, {@code kept}, and one with its duplicate, {@code doubled}. */
    void storyInTwoIndices() {
        create("kept");
        put("kept", "keep", page(STORM, 9));
        create("doubled");
        put("doubled", "copy", page(STORM, 1));
    }

    static PartitionReport partition(String index, String body) {
        return TestPartitions.run(client(), index, body);
    }

    BulkTaskReport resolve(Operation operation, String index, boolean dryRun, String body) throws IOException {
        return resolve(operation, index, dryRun, body, -1);
    }

    BulkTaskReport resolve(Operation operation, String index, boolean dryRun, String body, double speed)
            throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            ResolveAction.Request request =
                    ResolveAction.Request.parse(operation, index.split(","), parser, dryRun, speed, true);
            return client().execute(ResolveAction.TYPE, request).actionGet(60, TimeUnit.SECONDS).report;
        }
    }

    BulkTaskReport delete(String index) throws IOException {
        return resolve(Operation.DELETE, index, false, "{}");
    }

    void assertRejected(Operation operation, String index, String body, String message) {
        Exception e = expectThrows(Exception.class, () -> resolve(operation, index, false, body));
        assertEquals(e.toString(), RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
        assertThat(ExceptionsHelper.unwrapCause(e).getMessage(), containsString(message));
    }

    /** Returns the index of deleted documents; {@code null} if there is none. */
    static String backup(BulkTaskReport report) {
        return (String) report.fields().get("backup");
    }

    /** Returns a document that was not changed, as reports show it. */
    static Map<String, Object> skipped(String index, String id, String reason) {
        return Map.of("_index", index, "_id", id, "reason", reason);
    }

    /** Returns the numbers of documents by outcome. */
    static Map<String, Long> counts(BulkTaskReport report) {
        Map<String, Long> counts = new TreeMap<>();
        report.fields().forEach((name, value) -> {
            if (value instanceof Long count
                    && Set.of("took", "throttled_millis", "total").contains(name) == false) {
                counts.put(name, count);
            }
        });
        return counts;
    }

    static void assertCounts(BulkTaskReport report, String... expected) {
        assertEquals(report.toString(), "completed", report.fields().get("state"));
        Map<String, Long> counted = counts(report);
        counted.values().removeIf(count -> count == 0);
        Map<String, Long> required = new TreeMap<>();
        for (String one : expected) {
            String[] parts = one.split(" ");
            required.put(parts[1], Long.valueOf(parts[0]));
        }
        assertEquals(required, counted);
    }

    Set<String> ids(String index) {
        client().admin().indices().prepareRefresh(index).get();
        return new TreeSet<>(Found.ids(client().prepareSearch(index).setSize(1000)));
    }

    /** Returns the documents of an index that the query {@code known_duplicates} finds. */
    Set<String> hidden(String index, String groups) {
        return new TreeSet<>(Found.ids(client().prepareSearch(index)
                .setQuery(QueryBuilders.wrapperQuery(
                        "{\"known_duplicates\": {\"dest\": {\"index\": \"" + groups + "\"}}}"))));
    }

    long having(String index, String field) {
        client().admin().indices().prepareRefresh(index).get();
        return Found.total(client().prepareSearch(index).setQuery(QueryBuilders.existsQuery(field)));
    }

    /** Lets a test act immediately before a bulk request is executed. */
    public static final class BeforeBulk extends RequestFilterPlugin {

        static volatile BiPredicate<BulkRequest, Runnable> hook;
        private volatile ThreadContext context;

        @Override
        public Collection<?> createComponents(PluginServices services) {
            context = services.threadPool().getThreadContext();
            return List.of();
        }

        @Override
        @SuppressWarnings("try") // the context only ends
        protected <Q extends ActionRequest, R extends ActionResponse> void filter(
                Task task, String action, Q request, ActionListener<R> listener, ActionFilterChain<Q, R> chain) {
            BiPredicate<BulkRequest, Runnable> before = hook;
            Runnable proceed = context.preserveContext(() -> chain.proceed(task, action, request, listener));
            if (before == null || request instanceof BulkRequest == false) {
                proceed.run();
                return;
            }
            // what a user does at the same time has no headers of the request
            try (var ignored = context.stashContext()) {
                if (before.test((BulkRequest) request, proceed) == false) {
                    proceed.run();
                }
            }
        }

        /** Acts once, before the first bulk request that deletes, or writes, documents of an index. */
        static void once(String index, boolean deletes, Consumer<ActionListener<?>> work) {
            hook = (bulk, proceed) -> {
                DocWriteRequest<?> first = bulk.requests().get(0);
                if (first.index().equals(index) == false
                        || deletes != (first.opType() == DocWriteRequest.OpType.DELETE)) {
                    return false;
                }
                hook = null;
                work.accept(ActionListener.running(proceed));
                return true;
            };
        }
    }

    @After
    public void removeHook() {
        BeforeBulk.hook = null;
    }

    Consumer<ActionListener<?>> deletion(String index) {
        return proceed -> client().admin()
                .indices()
                .prepareDelete(index)
                .execute(ActionListener.running(() -> proceed.onResponse(null)));
    }

    static String undo(String backup) {
        return "{\"backup\": \"" + backup + "\"}";
    }

    static void assertFailed(BulkTaskReport report, String reason) {
        assertEquals("failed", report.fields().get("state"));
        assertThat(report.toString(), containsString(reason));
    }

    final String source(String index, String id) {
        return client().prepareGet(index, id).get().getSourceAsString();
    }
}
