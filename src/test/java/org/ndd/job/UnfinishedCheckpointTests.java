package org.ndd.job;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.ndd.Soon.assertSoon;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.sort.SortOrder;
import org.ndd.Found;
import org.ndd.compat.Project;
import org.ndd.groups.GroupDocument;
import org.ndd.job.JobTaskAction.JobTask;

/** Checkpoints that follow one that failed after each of its writes, while documents of the source changed in between. */
public class UnfinishedCheckpointTests extends GroupCheckpointTestCase {

    private static final String INDEX = "pages-1";
    private static final String LIST = DEST + "-changes";

    /** A change of the source between two checkpoints. */
    private interface Change {

        void apply() throws Exception;
    }

    /** Executes some writes of documents, and then fails. */
    private static final class FailingWrites extends FilterClient {

        private int left;
        private boolean failed;

        FailingWrites(Client in, int writes) {
            super(in);
            this.left = writes;
        }

        @Override
        protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
                ActionType<R> action, Q request, ActionListener<R> listener) {
            if (request instanceof BulkRequest bulk && bulk.numberOfActions() > left) {
                BulkRequest some = new BulkRequest();
                bulk.requests().subList(0, left).forEach(some::add);
                left = 0;
                fail(some, listener);
            } else if (request instanceof IndexRequest && left == 0) {
                fail(new BulkRequest(), listener);
            } else {
                left -= request instanceof BulkRequest bulk
                        ? bulk.numberOfActions()
                        : request instanceof IndexRequest ? 1 : 0;
                super.doExecute(action, request, listener);
            }
        }

        private void fail(BulkRequest before, ActionListener<?> listener) {
            failed = true;
            if (before.numberOfActions() > 0) {
                assertFalse(in().bulk(before).actionGet().hasFailures());
            }
            listener.onFailure(new IllegalStateException("the node was lost"));
        }
    }

    private boolean indexExists(String index) {
        return Project.of(getInstanceFromNode(ClusterService.class).state()).hasIndex(index);
    }

    /**
     * Lets a checkpoint fail after each number of writes.
     *
     * @param first the changes that this checkpoint applies
     * @param next changes after it, before the next checkpoint
     */
    private void test(Change first, Change next, Collection<Set<String>> expected) throws Exception {
        boolean failed = true;
        for (int writes = 1; failed; writes++) {
            create(INDEX);
            put(INDEX, "a", HARBOUR);
            put(INDEX, "x", MOUNTAIN);
            put(INDEX, "y", MOUNTAIN);
            begin();
            first.apply();
            FailingWrites client = new FailingWrites(client(), writes);
            JobRecord before = job;
            JobTask task = leading(new FakeCluster());
            try {
                checkpoint(getInstanceFromNode(Checkpoint.class), task, client);
            } catch (IllegalStateException e) {
                assertEquals("the node was lost", e.getMessage());
            }
            failed = client.failed;
            if (failed) {
                assertSame(before, job);
            }
            next.apply();
            assertNull(checkpoint().fullRun());
            assertNull(checkpoint().fullRun());
            assertEquals("after " + writes + " writes", Set.copyOf(expected), groups());
            assertListsAndChanges("after " + writes + " writes");
            String run = job.runs().current();
            assertAcked(indicesAdmin().prepareDelete(INDEX));
            assertSoon(() -> assertFalse(indexExists(run) || indexExists(LIST)));
        }
    }

    private void assertListsAndChanges(String when) {
        Set<String> duplicates = new TreeSet<>();
        Set<String> grouped = new HashSet<>();
        var documents = client().prepareSearch(job.runs().current())
                .setQuery(QueryBuilders.existsQuery("group"))
                .setSize(1000);
        for (GroupDocument document : Found.hits(documents, GroupDocument::of)) {
            grouped.add(document.page().id());
            if (document.isDuplicate()) {
                duplicates.add(document.page().id());
            }
        }
        String uuid = resolveIndex(INDEX).getUUID();
        GetResponse list = client().prepareGet(job.runs().current(), "duplicates-" + uuid + "-0")
                .get();
        Set<String> listed = new TreeSet<>();
        if (list.isExists()) {
            ((Collection<?>) list.getSourceAsMap().get("duplicates")).forEach(id -> listed.add((String) id));
        }
        assertEquals(when, duplicates, listed);
        Map<String, Boolean> states = new TreeMap<>();
        var changes = client().prepareSearch(LIST)
                .addSort("checkpoint", SortOrder.ASC)
                .addSort("_seq_no", SortOrder.ASC)
                .setSize(1000);
        for (Map<String, Object> line : Found.sources(changes)) {
            states.put((String) ((Map<?, ?>) line.get("doc")).get("id"), line.containsKey("after"));
        }
        states.forEach((id, after) -> assertEquals(when + ": " + id, grouped.contains(id), after));
    }

    public void testNewDuplicateIsDeleted() throws Exception {
        test(
                () -> put(INDEX, "b", HARBOUR),
                () -> client().prepareDelete(INDEX, "b").get(),
                Set.of(Set.of("pages-1/x", "pages-1/y")));
    }

    public void testNewDuplicateGetsOtherText() throws Exception {
        test(
                () -> put(INDEX, "b", HARBOUR),
                () -> put(INDEX, "b", MOUNTAIN),
                Set.of(Set.of("pages-1/b", "pages-1/x", "pages-1/y")));
    }

    public void testDeletedDocumentReturns() throws Exception {
        test(
                () -> client().prepareDelete(INDEX, "x").get(),
                () -> put(INDEX, "x", MOUNTAIN),
                Set.of(Set.of("pages-1/x", "pages-1/y")));
    }

    public void testUnchangedSource() throws Exception {
        test(
                () -> put(INDEX, "b", HARBOUR),
                () -> {},
                Set.of(Set.of("pages-1/x", "pages-1/y"), Set.of("pages-1/a", "pages-1/b")));
    }
}
