package org.ndd.job.update;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.ndd.config.DocumentName;
import org.ndd.config.NodeServices;
import org.ndd.groups.GroupDocument;
import org.ndd.partition.TestCorpus;

/** An update fails between two writes, and the shard of the groups restarts, so that searches find what was written. */
public class InterruptedUpdateTests extends GroupUpdateTestCase {

    private void create() {
        assertAcked(prepareCreate(INDEX)
                .setSettings(Settings.builder().put("index.number_of_shards", 1))
                .setMapping("ndd", "type=near_dup"));
    }

    private void put(String id, String text) {
        changed.add(id);
        client().index(new IndexRequest(INDEX).id(id).source(Map.of("ndd", TestCorpus.fields(id, null, text))))
                .actionGet();
    }

    private NodeServices services(Predicate<ActionRequest> fails) {
        NodeServices node = internalCluster().getInstance(NodeServices.class);
        FilterClient failing = new FilterClient(node.client()) {
            @Override
            protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
                    ActionType<R> action, Q request, ActionListener<R> listener) {
                if (fails.test(request)) {
                    listener.onFailure(new IllegalStateException("interrupted"));
                } else {
                    super.doExecute(action, request, listener);
                }
            }
        };
        return new NodeServices(
                failing, node.cluster(), node.threads(), node.resolver(), node.indices(), node.breaker());
    }

    private void update(Predicate<ActionRequest> fails) throws IOException {
        startedWith(services(fails), changedPages(), request("{}"), new GroupUpdate.Step(1, 0))
                .actionGet();
    }

    /** For example because another node leads the job. */
    public void testWritesNothingIfNotValid() throws IOException {
        String text = String.join("\n\n", story());
        create();
        put("copy0", text);
        put("copy1", text);
        run = partition("{}").id();
        changed.clear();
        put("copy2", text);
        List<DocumentName> pages = changedPages();
        List<GroupDocument> before = groupDocuments(run);
        for (int validations = 0; validations < 2; validations++) {
            AtomicInteger valid = new AtomicInteger(validations);
            CancellableTask task = new CancellableTask(1, "test", "test", "", TaskId.EMPTY_TASK_ID, Map.of());
            NodeServices services = services(request -> false);
            PlainActionFuture<CheckpointCounts> done = new PlainActionFuture<>();
            new GroupUpdate(
                            new UpdateContext(services, boilerplate(services), task, request("{}"), DEST, run),
                            new GroupUpdate.Step(1, 0))
                    .run(
                            pages,
                            CheckpointDecisions.NONE,
                            Set.of(),
                            Set.of(),
                            listener -> ActionListener.completeWith(listener, () -> {
                                if (valid.getAndDecrement() == 0) {
                                    throw new IllegalStateException("another node leads");
                                }
                                return null;
                            }),
                            done);
            assertEquals(
                    "another node leads",
                    expectThrows(IllegalStateException.class, done::actionGet).getMessage());
            indicesAdmin().prepareRefresh(run).get();
            assertEquals(before, groupDocuments(run));
            assertEquals("entries of changes", validations == 1, indexExists(DEST + ChangeList.SUFFIX));
        }
    }

    private Set<String> listed() {
        Object ids = client().prepareGet(
                        run, "duplicates-" + resolveIndex(INDEX).getUUID() + "-0")
                .get()
                .getSourceAsMap()
                .get("duplicates");
        return new TreeSet<>(((Collection<?>) ids).stream().map(String::valueOf).toList());
    }

    private void assertCompletedAfter(Predicate<ActionRequest> interrupted) throws IOException {
        create();
        String text = String.join("\n\n", story());
        put("copy0", text);
        put("copy1", text);
        run = partition("{}").id();
        changed.clear();
        put("copy2", text);
        put("near", text + "\n\n" + sentence());
        expectThrows(IllegalStateException.class, () -> update(interrupted));
        indicesAdmin().prepareRefresh(run).get();
        update(request -> false);
        Set<String> duplicates = groupDocuments(run).stream()
                .filter(GroupDocument::isDuplicate)
                .map(document -> document.page().id())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(3, duplicates.size());
        assertEquals(duplicates, listed());
    }

    public void testListsAreNotWritten() throws IOException {
        assertCompletedAfter(
                request -> request instanceof IndexRequest list && list.index().equals(run));
    }

    public void testGroupsAreNotWritten() throws IOException {
        assertCompletedAfter(request -> request instanceof BulkRequest bulk
                && bulk.requests().get(0).index().equals(run));
    }
}
