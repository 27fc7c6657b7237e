package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.ndd.Soon.assertSoon;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.ClusterStateListener;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskManager;
import org.elasticsearch.transport.TransportService;
import org.ndd.config.RunLabel;
import org.ndd.partition.GetPartitionAction.RunFilter;
import org.ndd.partition.PartitionAction.PartitionResponse;
import org.ndd.partition.RunPartitionAction.PartitionTask;

/** Which run a destination publishes, who may change it, and the age of groups. */
public class PublicationTests extends PublicationTestCase {

    private static final String QUERY = "\"query\": {\"match_all\": {}}";

    private static ActionFuture<PartitionResponse> start(String index, String body, boolean wait) {
        return client().execute(PartitionAction.TYPE, TestPartitions.request(index, body, wait));
    }

    /** Waits until a run has ended. */
    private void cancel(String id) throws Exception {
        client().execute(RunActions.Cancel.TYPE, new RunActions.Cancel.Request(id))
                .actionGet();
        assertSoon(() -> assertEquals("cancelled", report(id).get("state")));
    }

    public void testPublishLaterAndUndo() throws Exception {
        create("decided");
        PartitionReport first = partition("decided", "{}");
        assertTrue(first.published().published());
        assertEquals(first.id(), shown("decided-ndd"));
        PartitionReport second = partition("decided", "{\"publish\": false}");
        assertFalse(second.published().published());
        assertEquals("[publish] is [false]", second.published().reason());
        assertEquals(first.id(), shown("decided-ndd"));
        assertEquals(true, report(first.id()).get("live"));
        assertEquals(false, report(second.id()).get("live"));

        assertEquals(first.id(), publish(second.id()));
        assertEquals(second.id(), shown("decided-ndd"));
        assertEquals("undo", second.id(), publish(first.id()));
        assertEquals(first.id(), shown("decided-ndd"));
        assertEquals(2, lines("decided-ndd").size());

        PartitionReport dry = partition("decided", "{\"dry_run\": true}");
        assertEquals("[dry_run] is [true]", dry.published().reason());
        Exception e = expectThrows(IllegalArgumentException.class, () -> publish(dry.id()));
        assertThat(e.getMessage(), containsString("[" + dry.id() + "], which was a dry run"));
        expectThrows(ResourceNotFoundException.class, () -> publish("decided"));
    }

    public void testConcurrentPublications() throws Exception {
        create("twice");
        List<String> runs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            runs.add(partition("twice", "{\"publish\": false}").id());
        }
        // a node that has not received the publication of another run yet
        ClusterState before = internalCluster().clusterService().state();
        publish(runs.get(0));
        assertPublicationFails(before, runs.get(1));
        assertEquals(runs.get(0), shown("twice-ndd"));
        ClusterState first = internalCluster().clusterService().state();
        publish(runs.get(2));
        assertPublicationFails(first, runs.get(1));
        assertEquals(runs.get(2), shown("twice-ndd"));
        assertEquals("the alias has one index", 2, lines("twice-ndd").size());
    }

    private void assertPublicationFails(ClusterState state, String run) {
        PlainActionFuture<Void> published = new PlainActionFuture<>();
        new RunIndex(client(), run).publish("twice-ndd", state, List.of(), published);
        Exception e = expectThrows(ElasticsearchStatusException.class, () -> published.actionGet());
        assertEquals(RestStatus.SERVICE_UNAVAILABLE, ExceptionsHelper.status(e));
        assertThat(
                e.getMessage(),
                containsString("another run was published at the same time, repeat the request: alias [twice-ndd]"));
    }

    public void testRejectsReplacingOtherGroups() throws Exception {
        create("whole");
        create("stranger");
        assertRejected(
                "whole",
                "{" + QUERY + "}",
                RestStatus.BAD_REQUEST,
                "[dest.index] must be specified if [query] selects documents, unless [publish] is [false] or [dry_run] is"
                        + " [true], but was missing: [whole-ndd] is for the groups of all documents");
        String first = partition("whole", "{}").id();
        assertRejected(
                "whole",
                "{" + QUERY + ", \"dest\": {\"index\": \"whole-ndd\"}}",
                RestStatus.BAD_REQUEST,
                "[dest.index] must be a separate destination if [query] selects documents, but was [whole-ndd]");
        assertRejected(
                "stranger",
                "{\"dest\": {\"index\": \"whole-ndd\"}}",
                RestStatus.BAD_REQUEST,
                "[dest.index] must be a destination of the same source, but was [whole-ndd], which publishes the groups of"
                        + " [whole]: name another one, or set [dest.replace]");
        assertEquals(first, shown("whole-ndd"));
        partition("whole", "{" + QUERY + ", \"publish\": false}");
        partition("stranger", "{\"publish\": false, \"dest\": {\"index\": \"whole-ndd\"}}");
        assertEquals(first, shown("whole-ndd"));
        String both = partition("whole,stranger", "{\"dest\": {\"index\": \"whole-ndd\"}}")
                .id();
        assertEquals("includes the previous source", both, shown("whole-ndd"));
        assertRejected("whole", "{}", RestStatus.BAD_REQUEST, "publishes the groups of [stranger, whole]");
        String ownRun = partition("stranger", "{\"dest\": {\"index\": \"whole-ndd\", \"replace\": true}}")
                .id();
        assertEquals(ownRun, shown("whole-ndd"));
    }

    public void testRunWithoutProcessedDocuments() throws Exception {
        create("seen");
        String first = partition("seen", "{}").id();
        String nothing = "{\"query\": {\"match_none\": {}}, \"dest\": {\"index\": \"seen-ndd\", \"replace\": true}}";
        PartitionReport report = partition("seen", nothing);
        assertEquals("the run has no documents", report.published().reason());
        assertEquals(first, shown("seen-ndd"));
        assertAcked(prepareCreate("raw").setMapping("ndd", "type=near_dup"));
        client().index(new IndexRequest("raw").id("1").source(Map.of("body", "x")))
                .actionGet();
        client().admin().indices().prepareRefresh("raw").get();
        assertEquals(
                "no document of the run has fields of the processor: run [POST /raw/_ndd/backfill]",
                partition("raw", "{}").published().reason());
        assertNull(shown("raw-ndd"));
    }

    /** Adds documents, so that a slow run over them takes long. */
    private void putOthers(String index) {
        for (int i = 0; i < 40; i++) {
            String text = "A page of its own, which has the number " + i + " and words of it.";
            put(index, new TestCorpus.Page("other" + i, null, text));
        }
    }

    public void testRejectsConcurrentRuns() throws Exception {
        create("busy");
        putOthers("busy");
        String first = TestPartitions.start(client(), "busy", 0.01);
        assertRejected(
                "busy",
                "{}",
                RestStatus.CONFLICT,
                "[dest.index] must be a destination to which no run is about to publish, but was [busy-ndd], to which ["
                        + first + "] is");
        cancel(first);
        String second = TestPartitions.start(client(), "busy", 0.01);
        Exception e = expectThrows(
                ElasticsearchStatusException.class,
                () -> client().execute(RunActions.Resume.TYPE, new RunActions.RunIdRequest(first))
                        .actionGet());
        assertEquals(RestStatus.CONFLICT, ExceptionsHelper.status(e));
        e = expectThrows(IllegalArgumentException.class, () -> delete(second, true));
        assertThat(e.getMessage(), containsString("cancel it first"));
        cancel(second);
        delete(second, false);
    }

    public void testRejectsReplacingGroupsOfOtherField() throws Exception {
        assertAcked(prepareCreate("fields").setMapping("ndd", "type=near_dup", "other", "type=near_dup"));
        put("fields", ONE);
        partition("fields", "{}");
        String other = "{\"target_field\": \"other\"}";
        assertRejected(
                "fields",
                other,
                RestStatus.BAD_REQUEST,
                "[dest.index] must be a destination of the same [target_field], but was [fields-ndd], which publishes the groups of "
                        + "[ndd], not of [other]: name another one, or set [dest.replace]");
        start("fields", "{\"target_field\": \"other\", \"dest\": {\"replace\": true}}", true)
                .actionGet();
    }

    public void testFailsIfNameIsTakenMeanwhile() throws Exception {
        create("taken");
        String run = TestPartitions.start(client(), "taken", 1);
        assertAcked(prepareCreate("taken-ndd"));
        assertSoon(() -> assertEquals("failed", report(run).get("state")));
        assertThat(report(run).get("failures").toString(), containsString("exists with the same name as the alias"));
    }

    /** Exactly one of several concurrent requests starts a run; the others create nothing. */
    public void testConcurrentStarts() throws Exception {
        create("race");
        putOthers("race");
        List<String> started = Collections.synchronizedList(new ArrayList<>());
        List<Exception> rejected = Collections.synchronizedList(new ArrayList<>());
        runInParallel(4, run -> {
            try {
                started.add(TestPartitions.start(client(), "race", 0.01));
            } catch (Exception e) {
                rejected.add(e);
            }
        });
        assertEquals(rejected.toString(), 1, started.size());
        rejected.forEach(e -> assertEquals(e.toString(), RestStatus.CONFLICT, ExceptionsHelper.status(e)));
        assertEquals(started, runsTo("race-ndd"));
        cancel(started.get(0));
    }

    public void testOperationsSinceRun() throws Exception {
        create("old");
        String first = partition("old", "{}").id();
        assertEquals(0L, ((Number) report(first).get("operations_since")).longValue());
        put("old", page("3"));
        put("old", page("3"));
        client().prepareDelete("old", "1").get();
        Map<String, Object> report = report(first);
        assertEquals(3L, ((Number) report.get("operations_since")).longValue());
        assertTrue(((Number) report.get("age_in_millis")).longValue() > 0);
        assertEquals(List.of(), report.get("lost_indices"));
        String second = partition("old", "{\"publish\": false}").id();
        assertFalse("only the published run has an age", report(second).containsKey("age_in_millis"));
        assertEquals(List.of(first), listed(new RunFilter(10, "old", null, "completed", true)));
        assertEquals(List.of(second), listed(new RunFilter(1, "old", null, null, null)));
        assertEquals(List.of(), listed(new RunFilter(10, "old", null, "failed", null)));
        assertEquals(List.of(), listed(new RunFilter(10, "ol", null, null, null)));
    }

    public void testRunFilter() {
        Exception e = expectThrows(IllegalArgumentException.class, () -> new RunFilter(1, null, null, "dead", null));
        assertEquals("[state] must be one of [running, completed, failed, cancelled], but was [dead]", e.getMessage());
    }

    public void testRejectsSourceThatIsBlockedForReads() throws Exception {
        create("blocked");
        String run = partition("blocked", "{}").id();
        updateIndexSettings(Settings.builder().put("index.blocks.read", true), "blocked");
        assertRejected(
                "blocked", "{}", RestStatus.FORBIDDEN, "index [blocked] blocked by: [FORBIDDEN/7/index read (api)]");
        assertEquals(List.of(run), runsTo("blocked-ndd"));
        updateIndexSettings(Settings.builder().putNull("index.blocks.read"), "blocked");
        partition("blocked", "{}");
    }

    /** A run that is canceled while the aliases are moved is published, and so it is completed. */
    public void testCancellationDuringPublicationIsTooLate() throws Exception {
        create("late");
        ClusterService master = internalCluster().getCurrentMasterNodeInstance(ClusterService.class);
        AtomicInteger cancelled = new AtomicInteger();
        // executed before the master responds
        ClusterStateListener cancel = changed -> {
            if (RunLabel.publishedBy(changed.state(), "late-ndd") != null) {
                for (TransportService node : internalCluster().getInstances(TransportService.class)) {
                    TaskManager tasks = node.getTaskManager();
                    tasks.getCancellableTasks().values().stream()
                            .filter(PartitionTask.class::isInstance)
                            .forEach(task -> tasks.cancel(task, "test", cancelled::incrementAndGet));
                }
            }
        };
        master.addListener(cancel);
        try {
            String run = partition("late", "{}").id();
            assertEquals(run, shown("late-ndd"));
        } finally {
            master.removeListener(cancel);
        }
        assertThat(cancelled.get(), greaterThan(0));
    }
}
