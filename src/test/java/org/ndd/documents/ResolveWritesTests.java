package org.ndd.documents;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.search.join.ScoreMode;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.admin.indices.alias.Alias;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.ingest.IngestTestPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.ndd.Found;
import org.ndd.RequestFilterPlugin;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.bulk.BulkWriter;
import org.ndd.compat.TestCalls;

/** Writes reach only the index for which they are meant, and store documents completely. */
public class ResolveWritesTests extends ResolveTestCase {

    /** Counts the reads of the source of one document. */
    public static final class SourceReads extends RequestFilterPlugin {

        private static final AtomicInteger COUNT = new AtomicInteger();

        @Override
        protected void observe(String action, ActionRequest request) {
            if (request instanceof MultiGetRequest gets) {
                for (MultiGetRequest.Item item : gets.getItems()) {
                    if (item.id().equals("keep") && item.fetchSourceContext().fetchSource()) {
                        COUNT.incrementAndGet();
                    }
                }
            }
        }
    }

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        List<Class<? extends Plugin>> plugins = new ArrayList<>(super.nodePlugins());
        plugins.add(SourceReads.class);
        plugins.add(IngestTestPlugin.class);
        return plugins;
    }

    /** Makes an index of more documents than the first batch has. */
    private void severalBatches(String index) {
        assertAcked(prepareCreate(index)
                .setSettings(indexSettings(1, 0))
                .setMapping("ndd", "type=near_dup", "views", "type=long"));
        for (int i = 0; i < 40; i++) {
            client().prepareIndex(index)
                    .setId("p" + i)
                    .setSource(page(STORM, i))
                    .get();
        }
        client().admin().indices().prepareRefresh(index).get();
    }

    /** The documents must not count as missing in a task that is completed. */
    public void testIndexIsClosedOrBlockedForReadsConcurrently() throws Exception {
        severalBatches("shutting");
        partition("shutting", RETAINED);
        BeforeBulk.once(
                "shutting",
                false,
                proceed -> client().admin()
                        .indices()
                        .prepareUpdateSettings("shutting")
                        .setSettings(Settings.builder().put("index.blocks.read", true))
                        .execute(ActionListener.running(() -> proceed.onResponse(null))));
        BulkTaskReport marking = resolve(Operation.MARK, "shutting", false, "{}");
        assertFailed(marking, "index [shutting] blocked by: [FORBIDDEN/7/index read (api)]");
        assertEquals(RestStatus.FORBIDDEN, marking.status());
        assertEquals(16L, (long) counts(marking).get("marked"));
        updateIndexSettings(Settings.builder().putNull("index.blocks.read"), "shutting");
        assertCounts(resolve(Operation.MARK, "shutting", false, "{}"), "16 noops", "24 marked");
        BeforeBulk.once(
                "shutting",
                true,
                proceed -> client().admin()
                        .indices()
                        .prepareClose("shutting")
                        .execute(ActionListener.running(() -> proceed.onResponse(null))));
        partition("shutting", RETAINED);
        BulkTaskReport deletion = resolve(Operation.DELETE, "shutting", false, "{\"backup\": \"shutting-backup\"}");
        assertFailed(deletion, "closed");
        assertEquals(16L, (long) counts(deletion).get("failed"));
        assertAcked(client().admin().indices().prepareOpen("shutting"));
        ensureGreen("shutting");
        assertCounts(resolve(Operation.DELETE, "shutting", false, "{\"backup\": \"shutting-backup\"}"), "39 deleted");
    }

    public void testRunIsClosedConcurrently() throws Exception {
        severalBatches("shut");
        String run = partition("shut", RETAINED).id();
        BeforeBulk.once(
                "shut",
                true,
                proceed -> client().admin()
                        .indices()
                        .prepareClose(run)
                        .execute(ActionListener.running(() -> proceed.onResponse(null))));
        assertFailed(
                delete("shut"),
                "documents were not read to the end, because index [" + run
                        + "] was closed: open it, and send the request again, a deletion or undo with the same [backup]");
    }

    public void testBackupIsNotAutoCreated() throws Exception {
        stories("raced");
        partition("raced", RETAINED);
        BeforeBulk.once("lost-copies", false, deletion("lost-copies"));
        BulkTaskReport report = resolve(Operation.DELETE, "raced", false, "{\"backup\": \"lost-copies\"}");
        assertFailed(report, "[backup] must stay until the deletion has ended");
        assertEquals(RestStatus.CONFLICT, report.status());
        assertFalse(indexExists("lost-copies"));
        assertEquals(7, ids("raced").size());
    }

    /** A pipeline of a backfill replaced a document of another index that had the same id, number and term. */
    public void testWritesOnlyToGivenIndices() {
        create("given");
        create("other");
        CancellableTask task = new CancellableTask(1, "type", "action", "", TaskId.EMPTY_TASK_ID, Map.of());
        List<BulkItemResponse> written = new ArrayList<>();
        PlainActionFuture<Void> ended = new PlainActionFuture<>();
        new BulkWriter(client(), internalCluster().getInstance(ClusterService.class), task)
                .write(
                        List.of("given", "other"),
                        List.of(resolveIndex("given")),
                        index -> new IndexRequest(index).id("page").source("views", 1),
                        (index, response) -> written.add(response),
                        ended);
        ended.actionGet();
        assertFalse(written.get(0).isFailed());
        assertThat(
                written.get(1).getFailureMessage(),
                containsString("[pipeline] must not send documents to another index, but sent one to [other]"));
        assertEquals(Set.of(), ids("other"));
    }

    /** Creates an index with a duplicate that its final pipeline would drop, and returns the source of the duplicate. */
    private String indexWithFinalPipeline() throws Exception {
        create("final");
        put("final", "keep", page(STORM, 9));
        Map<String, Object> copy = page(STORM, 1);
        copy.put("drop", true); // makes the processor drop the document
        put("final", "copy", copy);
        String before = source("final", "copy");
        partition("final", RETAINED);
        TestCalls.putPipeline(client(), "dropping", "{\"processors\": [{\"test\": {}}]}");
        updateIndexSettings(Settings.builder().put("index.final_pipeline", "dropping"), "final");
        return before;
    }

    /** The report counted documents as marked that the pipeline had dropped, which therefore had no marks. */
    public void testMarkingReportsDocumentsThatFinalPipelineDrops() throws Exception {
        String before = indexWithFinalPipeline();
        BulkTaskReport report = resolve(Operation.MARK, "final", false, "{}");
        assertCounts(report, "1 marked", "1 failed");
        assertThat(report.toString(), containsString("[index] must not have a final pipeline that drops documents"));
        assertEquals(before, source("final", "copy"));
    }

    public void testRestoresWithoutFinalPipeline() throws Exception {
        String before = indexWithFinalPipeline();
        BeforeBulk.once(
                "final",
                true,
                proceed -> client().prepareDelete("final", "keep")
                        .execute(ActionListener.running(() -> proceed.onResponse(null))));
        assertCounts(delete("final"), "1 canonical_missing");
        assertEquals(before, source("final", "copy"));

        put(new IndexRequest("final").id("keep").source(page(STORM, 9)));
        partition("final", RETAINED);
        String backup = backup(delete("final"));
        assertEquals(Set.of("keep"), ids("final"));
        assertCounts(resolve(Operation.RESTORE, "final", false, undo(backup)), "1 restored");
        assertEquals(before, source("final", "copy"));
    }

    public void testIndexThatRequiresRouting() throws Exception {
        assertAcked(prepareCreate("posts")
                .setMapping("{\"_routing\": {\"required\": true}, \"properties\": {\"ndd\": {\"type\": \"near_dup\"},"
                        + " \"views\": {\"type\": \"long\"}}}"));
        put(new IndexRequest("posts").id("keep").routing("1").source(page(STORM, 9)));
        put(new IndexRequest("posts").id("copy").routing("2").source(page(STORM, 1)));
        partition("posts", RETAINED);
        BulkTaskReport report = delete("posts");
        assertCounts(report, "1 deleted");
        assertCounts(resolve(Operation.RESTORE, "posts", false, undo(backup(report))), "1 restored");
        assertEquals(Set.of("keep", "copy"), ids("posts"));
    }

    /** Deletes through a rollover alias, and restores after the rollover into the index of the document, with its nested documents. */
    public void testRolloverAliasAndNestedDocuments() throws Exception {
        String nested = "{\"properties\": {\"ndd\": {\"type\": \"near_dup\"}, \"views\": {\"type\": \"long\"},"
                + " \"parts\": {\"type\": \"nested\", \"properties\": {\"name\": {\"type\": \"keyword\"}}}}}";
        assertAcked(prepareCreate("log-000001").setMapping(nested).addAlias(new Alias("log").writeIndex(true)));
        for (String id : List.of("keep", "copy")) {
            Map<String, Object> page = page(STORM, id.length());
            page.put("parts", List.of(Map.of("name", id + "-a"), Map.of("name", id + "-b")));
            put("log", id, page);
        }
        put("log", "keep", page(STORM, 9));
        partition("log", "{\"canonical\": [\"views\"], \"dest\": {\"index\": \"log-groups\"}}");
        String before = source("log-000001", "copy");
        client().admin().indices().prepareRolloverIndex("log").mapping(nested).get();
        String body = "{\"dest\": {\"index\": \"log-groups\"}}";
        BulkTaskReport report = resolve(Operation.DELETE, "log", false, body);
        assertCounts(report, "1 deleted");
        assertEquals(0, withPart("copy-b"));
        assertCounts(resolve(Operation.RESTORE, "log", false, undo(backup(report))), "1 restored");
        assertEquals(before, source("log-000001", "copy"));
        assertEquals(1, withPart("copy-b"));
        assertEquals(Set.of(), ids("log-000002"));
    }

    private long withPart(String name) {
        client().admin().indices().prepareRefresh("log").get();
        QueryBuilder part = QueryBuilders.termQuery("parts.name", name);
        return Found.total(
                client().prepareSearch("log").setQuery(QueryBuilders.nestedQuery("parts", part, ScoreMode.None)));
    }

    /** Documents of one index may have the same id if they are in different shards. A run has one of them in its groups. */
    public void testEqualIdsOfDifferentRoutings() throws Exception {
        create("routings");
        put("routings", "keep", page(STORM, 9));
        for (int i = 0; i < 8; i++) {
            put(new IndexRequest("routings").id("copy").routing("r" + i).source(page(STORM, i)));
        }
        long documents = having("routings", "views");
        assertThat(documents, greaterThan(2L));
        while (having("routings", "views") > 1) {
            partition("routings", RETAINED);
            assertCounts(resolve(Operation.DELETE, "routings", false, undo("copies")), "1 deleted");
        }
        assertEquals(Set.of("keep"), ids("routings"));
        assertCounts(resolve(Operation.RESTORE, "routings", false, undo("copies")), (documents - 1) + " restored");
        assertEquals(documents, having("routings", "views"));
    }

    public void testMarkedDocumentsThatWereDeletedAreMissing() throws Exception {
        create("vanished");
        BulkRequest deletions = new BulkRequest();
        for (int i = 0; i < 40; i++) {
            put("vanished", "copy/" + i, page(STORM, i));
            deletions.add(new DeleteRequest("vanished", "copy/" + i));
        }
        partition("vanished", RETAINED);
        assertCounts(resolve(Operation.MARK, "vanished", false, "{}"), "40 marked");
        BeforeBulk.once(
                "vanished",
                false,
                proceed -> client().bulk(deletions, ActionListener.running(() -> proceed.onResponse(null))));
        BulkTaskReport report = resolve(Operation.UNMARK, "vanished", false, "{}");
        Map<String, Long> counts = counts(report);
        assertThat(report.toString(), counts.get("missing"), greaterThan(0L));
        assertEquals(report.toString(), 40L, counts.get("missing") + counts.get("version_conflicts"));
    }

    /** An id may contain any character, so the name of a copy must not be ambiguous. */
    public void testIdsThatContainSeparators() throws Exception {
        create("separators");
        put("separators", "keep", page(STORM, 9));
        put("separators", "a\0b", page(STORM, 1));
        put("separators", "a/1", page(STORM, 2));
        put(new IndexRequest("separators").id("a").routing("b").source(page(STORM, 3)));
        put(new IndexRequest("separators").id("a").routing("1").source(page(STORM, 4)));
        long documents = having("separators", "views");
        while (having("separators", "views") > 1) {
            partition("separators", RETAINED);
            assertEquals(
                    RestStatus.OK,
                    resolve(Operation.DELETE, "separators", false, undo("copies"))
                            .status());
        }
        assertCounts(resolve(Operation.RESTORE, "separators", false, undo("copies")), (documents - 1) + " restored");
        assertEquals(documents, having("separators", "views"));
    }

    /** Marks need an object. In an array, they would be marks of all its objects. */
    public void testTargetBelowArrayOfObjects() throws Exception {
        assertAcked(prepareCreate("arrays").setMapping("items.ndd", "type=near_dup"));
        for (int i = 0; i < 2; i++) {
            put(
                    "arrays",
                    "" + i,
                    Map.of("items", List.of(Map.of("ndd", page(STORM, i).get("ndd")))));
        }
        partition("arrays", "{\"target_field\": \"items.ndd\"}");
        BulkTaskReport report = resolve(Operation.MARK, "arrays", randomBoolean(), "{}");
        assertCounts(report, "2 failed");
        assertThat(
                report.fields().get("failures").toString(),
                containsString("[target_field] must not be below an array of objects, but was [items.ndd]"));
    }

    public void testReadsSourceOfCanonicalOnce() throws Exception {
        create("one-canonical");
        put("one-canonical", "keep", page(STORM, 0));
        for (int i = 1; i <= 40; i++) {
            put("one-canonical", "copy/" + i, page(STORM, i));
        }
        client().admin().indices().prepareRefresh("one-canonical").get();
        partition("one-canonical", "{\"canonical\": [{\"views\": \"asc\"}]}");
        SourceReads.COUNT.set(0);
        BeforeBulk.once(
                "one-canonical",
                true,
                proceed -> client().prepareIndex("one-canonical")
                        .setId("keep")
                        .setSource(page(STORM, 0))
                        .execute(ActionListener.running(() -> proceed.onResponse(null))));
        assertCounts(delete("one-canonical"), "40 canonical_changed");
        assertEquals("in three batches", 1, SourceReads.COUNT.get());
        assertEquals(41, ids("one-canonical").size());
    }

    /** Canonical documents are checked again although no memory is left, which versions do not need. */
    public void testChecksCanonicalsAgainWithoutMemory() throws Exception {
        stories("full");
        partition("full", "{\"canonical\": [\"views\"]}");
        Executor threads = client().threadPool().generic();
        String limit = "indices.breaker.request.limit";
        BeforeBulk.once(
                "full",
                true,
                proceed -> threads.execute(() -> {
                    client().prepareIndex("full")
                            .setId("keep")
                            .setSource(page(OTHER, 9))
                            .get();
                    updateClusterSettings(Settings.builder().put(limit, "1b"));
                    BeforeBulk.once(
                            "full",
                            false,
                            restore -> threads.execute(() -> {
                                updateClusterSettings(Settings.builder().putNull(limit));
                                restore.onResponse(null);
                            }));
                    proceed.onResponse(null);
                }));
        try {
            assertCounts(delete("full"), "5 canonical_changed");
        } finally {
            updateClusterSettings(Settings.builder().putNull(limit));
        }
        assertEquals(7, ids("full").size());
    }

    /** The size of a source is not known before it is read, and many small documents let batches grow. */
    public void testLargeDocumentsAfterManySmallOnes() throws Exception {
        assertAcked(prepareCreate("sizes")
                .setSettings(indexSettings(1, 0))
                .setMapping("ndd", "type=near_dup", "views", "type=long", "large", "type=binary"));
        String large = "QUJD".repeat(1 << 17);
        Set<String> all = new TreeSet<>();
        for (int i = 0; i < 300; i++) {
            boolean isLarge = i >= 250;
            Map<String, Object> page = page(isLarge ? OTHER : STORM, i);
            if (isLarge) {
                page.put("large", large);
            }
            String id = String.format(Locale.ROOT, "%03d", i);
            all.add(id);
            client().prepareIndex("sizes").setId(id).setSource(page).get();
        }
        client().admin().indices().prepareRefresh("sizes").get();
        partition("sizes", "{\"canonical\": [\"views\"]}");
        updateClusterSettings(Settings.builder().put("indices.breaker.request.limit", "15mb"));
        try {
            BulkTaskReport deleted = delete("sizes");
            assertCounts(deleted, "298 deleted");
            assertEquals(Set.of("249", "299"), ids("sizes"));
            String backup = "{\"backup\": \"" + backup(deleted) + "\"}";
            assertCounts(resolve(Operation.RESTORE, "sizes", false, backup), "298 restored");
        } finally {
            updateClusterSettings(Settings.builder().putNull("indices.breaker.request.limit"));
        }
        assertEquals(all, ids("sizes"));
    }
}
