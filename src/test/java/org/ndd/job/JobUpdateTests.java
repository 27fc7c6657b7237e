package org.ndd.job;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.not;
import static org.ndd.Soon.assertSoon;

import java.util.List;
import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.client.internal.Client;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.job.JobChangeAction.JobAcknowledgement;

/** Changes of a job that is started or stopped, also by several requests at the same time. */
public class JobUpdateTests extends JobTestCase {

    public void testUpdateStartedJob() throws Exception {
        begin("\"frequency\": \"1h\"");
        String first = awaitCheckpoint(1);
        Client bob = client().filterWithHeader(Map.of(TestJobs.HEADER, "bob"));
        update(bob, Map.of("changes_retention", "2h", "settings", Map.of("docs_per_second", 5)));
        assertEquals("2h", config().get("changes_retention"));
        checkpoint();
        assertEquals(first, get().get("run"));
        assertEquals("alice", lastUser());
        update(bob, Map.of("preset", "strict"));
        assertEquals("strict", config().get("preset"));
        assertEquals("kept until the next step", first, get().get("run"));
        checkpoint();
        assertSoon(() -> assertThat(get().get("run"), not(first)));
        awaitCheckpointAtLeast(3);
        assertEquals("the user that changes the groups becomes the user of the job", "bob", lastUser());
        assertBad(
                "[dest.index] must be [pages-ndd], because a job keeps its destination, but was [other]",
                () -> update(bob, Map.of("dest", Map.of("index", "other"))));
        assertBad("[frequency] must be a time between", () -> update(bob, Map.of("frequency", "1d")));
    }

    /** Both requests read the job before one of them changes it. */
    public void testConcurrentUpdatesLoseNoChange() throws Exception {
        begin("\"frequency\": \"1h\"");
        awaitCheckpoint(1);
        for (int i = 1; i <= 10; i++) {
            String retention = 10 + i + "h";
            int retained = 10 + i;
            var first = startUpdate(Map.of("changes_retention", retention));
            var second = startUpdate(Map.of("max_retained_runs", retained));
            boolean firstTookEffect = tookEffect(first);
            boolean secondTookEffect = tookEffect(second);
            assertTrue(firstTookEffect || secondTookEffect);
            assertEquals(firstTookEffect, retention.equals(config().get("changes_retention")));
            assertEquals(secondTookEffect, config().get("max_retained_runs").equals(retained));
        }
    }

    private ActionFuture<BodyResponse<JobAcknowledgement>> startUpdate(Map<String, Object> changes) {
        return alice().execute(UpdateJobAction.TYPE, new UpdateJobAction.Request(ID, changes, WAIT));
    }

    private static boolean tookEffect(ActionFuture<BodyResponse<JobAcknowledgement>> update) {
        try {
            assertDone(update.actionGet(WAIT));
            return true;
        } catch (ElasticsearchStatusException e) {
            assertEquals("job [pages-live] was just changed by another request: retry", e.getMessage());
            return false;
        }
    }

    /** Otherwise the full run after the first one would be rejected, and the job would fail after much work. */
    public void testUpdateOfSourceDuringFirstRun() throws Exception {
        assertAcked(client().admin().indices().prepareCreate("others").setMapping("ndd", "type=near_dup"));
        begin("\"frequency\": \"1h\", \"settings\": {\"docs_per_second\": 0.1}");
        assertSoon(() -> assertNotNull(publisher()));
        Map<String, Object> others = Map.of("source", Map.of("index", "others"));
        assertBad(
                "[dest.index] must be a destination of the same source, but was [pages-ndd], which is about to publish the "
                        + "groups of [pages]: name another one, or set [dest.replace]",
                () -> update(alice(), others));
        assertEquals(Map.of("index", List.of("pages"), "target_field", "ndd"), config().get("source"));
        update(alice(), Map.of("source", Map.of("index", List.of("pages", "others"))));
        update(alice(), Map.of("source", Map.of("index", "others"), "dest", Map.of("replace", true)));
        assertEquals(Map.of("index", List.of("others"), "target_field", "ndd"), config().get("source"));
        stop();
    }

    public void testUpdateStoppedJob() throws Exception {
        begin("\"frequency\": \"1h\"");
        String first = awaitCheckpoint(1);
        stop();
        update(alice(), Map.of("frequency", "30m"));
        assertEquals("30m", config().get("frequency"));
        assertEquals("stopped", get().get("state"));
        start(alice());
        assertEquals(first, awaitCheckpoint(2));
        stop();
        update(alice(), Map.of("preset", "strict"));
        assertEquals(true, preview(new PreviewJobAction.Request(ID, null)).get("full_run_required"));
        start(alice());
        assertThat("the groups are computed again", awaitCheckpoint(3), not(first));
    }
}
