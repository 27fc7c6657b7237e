package org.ndd.job;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.ndd.Soon.assertSoon;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.Priority;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.ndd.compat.Calls;
import org.ndd.compat.Project;
import org.ndd.job.Checkpoint.Result;

/** Jobs that are stopped, fail, or lose their source or destination. */
public class JobInterruptionTests extends JobTestCase {

    public void testStopDuringCheckpoint() throws Exception {
        boolean fails = randomBoolean();
        AtomicBoolean ended = new AtomicBoolean();
        FakeCheckpointPlugin.respondWith((job, task, client, listener) -> task.addListener(() -> {
            ended.set(true);
            if (fails) {
                listener.onFailure(new TaskCancelledException("cancelled"));
            } else {
                listener.onResponse(new Result(job.runs().positions(), COUNTS, "a full run"));
            }
        }));
        begin("\"frequency\": \"1s\"");
        assertSoon(() -> assertFalse(FakeCheckpointPlugin.requests().isEmpty()));
        stop();
        assertTrue("the checkpoint has ended", ended.get());
        assertEquals("stopped", get().get("state"));
        // if the checkpoint completes before the stop is stored, its result is stored
        long kept = ((Number) get().get("checkpoint")).longValue();
        assertTrue("" + kept, kept == 0 || kept == 1 && fails == false);
        assertNull(get().get("full_run"));
        FakeCheckpointPlugin.respondWith(JobTestCase::succeed);
        start(alice());
        awaitCheckpointAtLeast(kept + 1);
    }

    public void testStopDuringFullRun() throws Exception {
        begin("\"frequency\": \"1h\", \"candidates\": {\"max_leaders\": 3}");
        stop();
        assertEquals("stopped", get().get("state"));
        assertNull(get().get("full_run"));
        String byHand = startManualRun();
        assertNotNull("the destination is released immediately", byHand);
        start(alice());
        assertThat(awaitCheckpoint(1), not(byHand));
    }

    /** A job can be stopped at any moment of its full run, also between the last write of the run and the end of its task. */
    public void testRestartImmediatelyAfterStop() throws Exception {
        begin("\"frequency\": \"1h\"");
        for (int i = 0; i < 10; i++) {
            new CountDownLatch(1).await(between(0, 300), TimeUnit.MILLISECONDS);
            stop();
            assertNull("no run occupies the destination", publisher());
            start(alice());
        }
        awaitCheckpointAtLeast(1);
    }

    public void testRestartAfterFailure() throws Exception {
        FakeCheckpointPlugin.respondWith(
                (job, task, client, listener) -> listener.onFailure(new IllegalStateException("broken")));
        begin("\"frequency\": \"1s\"");
        assertSoon(() -> assertEquals("failed", get().get("state")));
        assertEquals("IllegalStateException: broken", get().get("failure"));
        assertEquals(List.of(get()), all());
        FakeCheckpointPlugin.respondWith(JobTestCase::succeed);
        // the task of the job ends shortly after the state is stored
        assertSoon(() -> start(alice()));
        awaitCheckpointAtLeast(2);
        assertNull(get().get("failure"));
    }

    public void testTransientFailure() throws Exception {
        FakeCheckpointPlugin.respondWith((job, task, client, listener) ->
                listener.onFailure(new ElasticsearchStatusException("upgrade", RestStatus.SERVICE_UNAVAILABLE)));
        begin("\"frequency\": \"1s\"");
        assertSoon(() -> assertTrue(((Number) get().get("consecutive_failures")).intValue() > 1));
        assertEquals("started", get().get("state"));
        assertThat(get().get("failure").toString(), containsString("upgrade"));
        Exception e = expectThrows(ElasticsearchStatusException.class, this::checkpoint);
        assertEquals(RestStatus.SERVICE_UNAVAILABLE, ExceptionsHelper.status(e));
        FakeCheckpointPlugin.respondWith(JobTestCase::succeed);
        assertEquals(0, checkpoint().get("consecutive_failures"));
    }

    public void testRetriesWhileSourceIsClosed() throws Exception {
        begin("\"frequency\": \"1s\"");
        awaitCheckpointAtLeast(1);
        assertAcked(client().admin().indices().prepareClose(INDEX));
        assertSoon(() -> assertThat(
                String.valueOf(get().get("failure")),
                containsString("of which [" + INDEX + "] are closed: open them, and the job continues")));
        assertEquals("started", get().get("state"));
        assertAcked(client().admin().indices().prepareOpen(INDEX));
        assertSoon(() -> assertNull(get().get("failure")));
        assertEquals("started", get().get("state"));
    }

    public void testUnavailableDestination() throws Exception {
        begin("\"frequency\": \"1s\"");
        awaitCheckpointAtLeast(1);
        String run = (String) get().get("run");
        setReadBlock(run, true);
        assertEquals(1, all().size());
        setReadBlock(run, false);
        assertAcked(client().admin().indices().prepareClose(run));
        assertEquals("one closed destination must not hide all jobs", 1, all().size());
        assertThat(get().get("run"), equalTo(run));
        stop();
        delete();
        assertEquals(List.of(), all());
    }

    private void setReadBlock(String index, boolean blocked) {
        Settings settings = Settings.builder().put("index.blocks.read", blocked).build();
        assertAcked(client().admin().indices().prepareUpdateSettings(index).setSettings(settings));
    }

    public void testFailsIfSourceIsDeleted() throws Exception {
        begin("\"frequency\": \"1s\"");
        awaitCheckpointAtLeast(1);
        assertAcked(client().admin().indices().prepareDelete(INDEX));
        assertSoon(() -> assertEquals("failed", get().get("state")));
        assertThat(get().get("failure").toString(), containsString("[source.index] must name at least one open index"));
    }

    /** As when a lifecycle deletes the oldest index. */
    public void testRestartsFullRunIfIndexIsDeletedOrClosed() throws Exception {
        String other = "pages-2";
        assertAcked(client().admin().indices().prepareCreate(other).setMapping("ndd", "type=near_dup"));
        for (int id = 0; id < 40; id++) {
            index(other, String.valueOf(id), "digest" + id);
        }
        begin("\"source\": {\"index\": \"pages*\"}, \"dest\": {\"index\": \"" + DEST
                + "\"}, \"frequency\": \"1s\", \"settings\": {\"docs_per_second\": 1}");
        assertSoon(() -> assertNotNull(get().get("full_run")));
        Object first = ((Map<?, ?>) get().get("full_run")).get("id");
        if (randomBoolean()) {
            assertAcked(client().admin().indices().prepareDelete(other));
        } else {
            assertAcked(client().admin().indices().prepareClose(other));
        }
        awaitCheckpointAtLeast(1);
        assertEquals("started", get().get("state"));
        assertThat(get().get("run"), not(equalTo(first)));
    }

    /** As after a reindexing: an alias with the name of the deleted index names another index. */
    public void testKeepsGroupsIfSourceIsReplaced() throws Exception {
        begin("\"frequency\": \"1s\"");
        awaitCheckpointAtLeast(1);
        String run = (String) get().get("run");
        assertAcked(client().admin().indices().prepareCreate("replacement").setMapping("ndd", "type=near_dup"));
        assertAcked(client().admin()
                .indices()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.removeIndex().index(INDEX))
                        .addAliasAction(AliasActions.add().index("replacement").alias(INDEX))));
        // a deletion of the run would be among these events
        client().admin()
                .cluster()
                .prepareHealth(WAIT)
                .setWaitForEvents(Priority.LANGUID)
                .get();
        assertTrue(indexExists(run));
        assertEquals(run, checkpoint().get("run"));
        assertEquals("started", get().get("state"));

        assertAcked(client().admin().indices().prepareDelete("replacement"));
        assertSoon(() -> assertEquals("failed", get().get("state")));
        assertSoon(() -> assertFalse(indexExists(run)));
    }

    private boolean indexExists(String index) {
        return Project.of(getInstanceFromNode(ClusterService.class).state()).hasIndex(index);
    }
}
