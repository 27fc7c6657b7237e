package org.ndd.documents;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.rest.RestStatus;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.partition.TestDecisions;
import org.ndd.partition.TestDecisions.Pair;

/** Decisions that people make after a run keep documents from being deleted or marked because of that run. */
public class ResolveDecisionsTests extends ResolveTestCase {

    /** Partitions an index whose decisions have no effect on its groups. */
    private void partitionWithDecisions(String index) throws IOException {
        TestDecisions.put(client(), index, List.of(new Pair("keep", "other", false)));
        partition(index, "{\"canonical\": [\"views\"], \"decisions_index\": \"" + TestDecisions.INDEX + "\"}");
    }

    public void testDecisionAfterRunKeepsDocuments() throws IOException {
        stories("later");
        put("later", "copy/3", page(OTHER, 3));
        TestDecisions.put(client(), "later", List.of(new Pair("copy/3", "keep", false)));
        put("later", "copy/3", page(STORM, 3));
        partitionWithDecisions("later");
        assertCounts(resolve(Operation.DELETE, "later", true, "{}"), "5 deleted");
        // copy/2 follows copy/1; the decision about copy/3 was made about another text
        TestDecisions.put(
                client(),
                "later",
                List.of(
                        new Pair("copy/0", "keep", false),
                        new Pair("copy/1", "keep", false),
                        new Pair("copy/1", "copy/2", true)));
        assertCounts(resolve(Operation.DELETE, "later", true, "{}"), "2 deleted", "3 decided_not_duplicates");
        BulkTaskReport report = delete("later");
        assertCounts(report, "2 deleted", "3 decided_not_duplicates");
        List<?> skipped = (List<?>) report.fields().get("skipped");
        assertEquals(3, skipped.size());
        skipped.forEach(one -> assertEquals("decided_not_duplicates", ((Map<?, ?>) one).get("reason")));
        assertEquals(Set.of("keep", "copy/0", "copy/1", "copy/2", "other"), ids("later"));
        // an undo restores all documents, independent of decisions
        TestDecisions.put(client(), "later", List.of(new Pair("copy/0", "copy/1", false)));
        assertCounts(
                resolve(Operation.RESTORE, "later", false, "{\"backup\": \"" + backup(report) + "\"}"), "2 restored");
    }

    public void testDecisionsAboutTwoDuplicatesOfGroup() throws IOException {
        stories("pairs");
        partitionWithDecisions("pairs");
        TestDecisions.put(client(), "pairs", List.of(new Pair("copy/0", "other", false)));
        assertCounts(resolve(Operation.DELETE, "pairs", true, "{}"), "5 deleted");
        assertCounts(resolve(Operation.MARK, "pairs", false, "{}"), "6 marked");
        // the second and third decision are about two documents of the group because of a document outside of it
        TestDecisions.put(
                client(),
                "pairs",
                List.of(
                        new Pair("copy/0", "copy/1", false),
                        new Pair("copy/2", "other", false),
                        new Pair("other", "copy/3", true)));
        assertCounts(resolve(Operation.MARK, "pairs", false, "{}"), "2 noops", "4 unmarked");
        assertEquals(1, having("pairs", "ndd.duplicate_of"));
    }

    /** A deletion must not end the effect of decisions that connect documents through one that it deletes. */
    public void testDecisionsAboutDeletedDocumentHaveEffect() throws IOException {
        stories("connected");
        partitionWithDecisions("connected");
        TestDecisions.put(
                client(), "connected", List.of(new Pair("copy/0", "other", true), new Pair("other", "copy/1", false)));
        assertCounts(resolve(Operation.DELETE, "connected", true, "{}"), "3 deleted", "2 decided_not_duplicates");
        client().prepareDelete("connected", "other")
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
        assertCounts(delete("connected"), "3 deleted", "2 decided_not_duplicates");
        assertTrue(ids("connected").containsAll(Set.of("keep", "copy/0", "copy/1")));
    }

    public void testDecisionsAboutTwoDuplicatesInSeveralBatches() throws IOException {
        many("batches");
        partitionWithDecisions("batches");
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            pairs.add(new Pair("copy/" + i, "copy/" + (39 - i), false));
        }
        TestDecisions.put(client(), "batches", pairs);
        BulkTaskReport report = delete("batches");
        assertCounts(report, "20 deleted", "20 decided_not_duplicates");
        for (Pair pair : pairs) {
            assertTrue(ids("batches").containsAll(Set.of(pair.a(), pair.b())));
        }
    }

    private void many(String index) {
        create(index);
        BulkRequest pages = new BulkRequest(index).setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        pages.add(new IndexRequest().id("keep").source(page(STORM, 100)));
        pages.add(new IndexRequest().id("other").source(page(OTHER, 0)));
        for (int i = 0; i < 40; i++) {
            pages.add(new IndexRequest().id("copy/" + i).source(page(STORM, i)));
        }
        assertFalse(client().bulk(pages).actionGet().hasFailures());
    }

    public void testDeletionStopsIfDecisionsAreDeleted() throws Exception {
        assertStops(
                Operation.DELETE,
                done -> client().admin()
                        .indices()
                        .prepareDelete(TestDecisions.INDEX)
                        .execute(done.map(deleted -> null)),
                RestStatus.NOT_FOUND,
                "no such index [decided]");
    }

    public void testDeletionStopsIfDecisionsAreClosed() throws Exception {
        assertStops(
                Operation.DELETE,
                done -> client().admin()
                        .indices()
                        .prepareClose(TestDecisions.INDEX)
                        .execute(done.map(closed -> null)),
                RestStatus.BAD_REQUEST,
                "closed");
    }

    public void testDeletionStopsIfDecisionsAreReplaced() throws Exception {
        assertStops(Operation.DELETE, this::replaceDecisions, RestStatus.CONFLICT, "it was replaced or deleted during");
    }

    public void testMarkingStopsIfDecisionsAreReplaced() throws Exception {
        assertStops(Operation.MARK, this::replaceDecisions, RestStatus.CONFLICT, "it was replaced or deleted during");
    }

    private void replaceDecisions(ActionListener<Void> done) {
        client().threadPool().generic().execute(ActionRunnable.run(done, () -> {
            assertAcked(client().admin().indices().prepareDelete(TestDecisions.INDEX));
            TestDecisions.put(client(), "stopped", List.of(new Pair("keep", "other", false)));
        }));
    }

    /** Changes the index of decisions after the first batch was read, whose documents are still deleted or marked. */
    private void assertStops(
            Operation operation, Consumer<ActionListener<Void>> change, RestStatus status, String reason)
            throws Exception {
        many("stopped");
        partitionWithDecisions("stopped");
        BeforeBulk.once(
                "stopped",
                operation == Operation.DELETE,
                proceed -> change.accept(ActionListener.running(() -> proceed.onResponse(null))));
        BulkTaskReport report = resolve(operation, "stopped", false, "{}");
        assertEquals("failed", report.fields().get("state"));
        assertEquals(report.toString(), status, report.status());
        assertThat(
                report.toString(),
                containsString("[dest] must be a run whose decisions can be read, but was [stopped-ndd-"));
        assertThat(report.toString(), containsString(reason));
        Map<String, Object> counts = report.fields();
        if (operation == Operation.DELETE) {
            assertEquals(16L, counts.get("deleted"));
            assertEquals(26, ids("stopped").size());
            assertEquals(16, ids(backup(report)).size());
        } else {
            assertEquals(16L, counts.get("marked"));
            assertEquals(16, having("stopped", "ndd.group"));
        }
    }

    public void testDecisionAfterRunRemovesMark() throws IOException {
        stories("marked");
        partitionWithDecisions("marked");
        TestDecisions.put(client(), "marked", List.of(new Pair("copy/0", "keep", false)));
        assertCounts(resolve(Operation.MARK, "marked", true, "{}"), "5 marked", "1 decided_not_duplicates");
        assertCounts(resolve(Operation.MARK, "marked", false, "{}"), "5 marked", "1 decided_not_duplicates");
        assertEquals(4, having("marked", "ndd.duplicate_of"));
        TestDecisions.put(client(), "marked", List.of(new Pair("copy/1", "keep", false)));
        for (boolean dryRun : new boolean[] {true, false}) {
            assertCounts(
                    resolve(Operation.MARK, "marked", dryRun, "{}"),
                    "4 noops",
                    "1 unmarked",
                    "1 decided_not_duplicates");
        }
        assertEquals(3, having("marked", "ndd.duplicate_of"));
    }

    public void testRejectsRunWithoutItsDecisions() throws IOException {
        stories("lost");
        partitionWithDecisions("lost");
        assertAcked(client().admin().indices().prepareDelete(TestDecisions.INDEX));
        for (Operation operation : List.of(Operation.DELETE, Operation.MARK)) {
            for (boolean dryRun : new boolean[] {true, false}) {
                Exception e = expectThrows(Exception.class, () -> resolve(operation, "lost", dryRun, "{}"));
                assertEquals(e.toString(), RestStatus.NOT_FOUND, ExceptionsHelper.status(e));
                assertThat(
                        ExceptionsHelper.unwrapCause(e).getMessage(),
                        containsString("[dest] must be a run whose decisions can be read, but was [lost-ndd-"));
            }
        }
        assertEquals(7, ids("lost").size());
        assertEquals(0, having("lost", "ndd.group"));
    }
}
