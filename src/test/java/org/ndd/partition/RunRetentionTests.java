package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.oneOf;
import static org.ndd.Soon.answer;
import static org.ndd.Soon.assertSoon;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.admin.indices.shrink.ResizeType;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskId;
import org.ndd.bulk.IndexClaims;
import org.ndd.compat.TestCalls;
import org.ndd.config.BodyAction.BodyResponse;

/** Which earlier runs are retained, and the deletion of runs by users and with their source. */
public class RunRetentionTests extends PublicationTestCase {

    public void testRetainsEarlierRuns() throws Exception {
        create("kept");
        List<Object> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(0, partition("kept", "{}").id());
        }
        assertEquals("three earlier runs and the published one", ids.subList(0, 4), runsTo("kept-ndd"));
        publish((String) ids.get(3));
        Object unpublished = partition("kept", "{\"publish\": false, \"max_retained_runs\": 1}")
                .id();
        assertEquals(List.of(unpublished, ids.get(0), ids.get(3)), runsTo("kept-ndd"));
        Object dry = partition("kept", "{\"dry_run\": true}").id();
        Object last = partition("kept", "{\"max_retained_runs\": 0}").id();
        assertEquals(last, shown("kept-ndd"));
        assertEquals("no earlier run can be published anymore", List.of(last), runsTo("kept-ndd"));
        assertNotEquals(dry, last);
        Object dryOnes = partition("kept", "{\"dry_run\": true, \"max_retained_runs\": 1}")
                .id();
        partition("kept", "{\"max_retained_runs\": 1}");
        assertTrue(runsTo("kept-ndd").containsAll(List.of(last, dryOnes)));
    }

    public void testRetainsCopiesOfRuns() throws Exception {
        create("copied");
        String run = partition("copied", "{}").id();
        updateIndexSettings(Settings.builder().put("index.blocks.write", true), run);
        TestCalls.resize(client(), ResizeType.CLONE, run, "archive", Settings.EMPTY);
        assertEquals("archive", report("archive").get("id"));
        partition("copied", "{\"max_retained_runs\": 0}");
        assertFalse(indexExists(run));
        assertTrue("a user made the copy", indexExists("archive"));
    }

    public void testDeleteRun() throws Exception {
        create("gone");
        String first = partition("gone", "{}").id();
        String second = partition("gone", "{}").id();
        delete(first, false);
        assertEquals(List.of(second), runsTo("gone-ndd"));
        expectThrows(ResourceNotFoundException.class, () -> delete(first, false));
        Exception e = expectThrows(IllegalArgumentException.class, () -> delete(second, false));
        assertThat(
                e.getMessage(),
                containsString("which [gone-ndd] publishes: publish another run first, or set [force]"));
        delete(second, true);
        assertNull(shown("gone-ndd"));
        assertFalse(client().prepareGet(RecordStore.INDEX, second).get().isExists());
    }

    public void testDeletesRunsWithSource() throws Exception {
        create("left");
        create("right");
        partition("left", "{}");
        String outlives = partition("left", "{\"dest\": {\"index\": \"stays\", \"retain_on_source_deletion\": true}}")
                .id();
        partition("left,right", "{\"dest\": {\"index\": \"both\"}}");
        assertAcked(client().admin().indices().prepareDelete("left"));
        assertSoon(() -> assertEquals(List.of(), runsTo("left-ndd")));
        assertEquals(List.of(outlives), runsTo("stays"));
        assertEquals("half of the source exists", 1, runsTo("both").size());
        assertAcked(client().admin().indices().prepareDelete("right"));
        assertSoon(() -> assertEquals(List.of(), runsTo("both")));
        updateIndexSettings(Settings.builder().put("index.ndd.retain_on_source_deletion", false), outlives);
        create("other");
        assertAcked(client().admin().indices().prepareDelete("other"));
        assertSoon(() -> assertEquals(List.of(), runsTo("stays")));
    }

    public void testConcurrentPublicationAndDeletion() throws Exception {
        create("both");
        String first = partition("both", "{}").id();
        for (int i = 0; i < 5; i++) {
            String run = partition("both", "{\"publish\": false}").id();
            ActionFuture<BodyResponse<RunActions.Publish.PublishedRun>> published =
                    client().execute(RunActions.Publish.TYPE, new RunActions.RunIdRequest(run));
            ActionFuture<AcknowledgedResponse> deleted =
                    client().execute(RunActions.Delete.TYPE, new RunActions.Delete.Request(run, false));
            int succeeded = 0;
            for (ActionFuture<?> future : List.of(published, deleted)) {
                try {
                    future.actionGet();
                    succeeded++;
                } catch (RuntimeException e) {
                    assertThat(
                            e.toString(),
                            ExceptionsHelper.status(e),
                            oneOf(RestStatus.CONFLICT, RestStatus.NOT_FOUND, RestStatus.BAD_REQUEST));
                }
            }
            assertEquals("one of both", 1, succeeded);
            assertEquals(indexExists(run) ? run : first, shown("both-ndd"));
            publish(first);
        }
    }

    /** The end of a run deletes no earlier run that a user publishes at the same time. */
    public void testRetainsEarlierRunThatIsClaimed() throws Exception {
        create("retained");
        String first = partition("retained", "{}").id();
        IndexClaims claims = new IndexClaims(internalCluster().getInstance(ClusterService.class), client());
        PlainActionFuture<IndexClaims.GrantedClaim> claim = new PlainActionFuture<>();
        claims.claim(new TaskId("node", 1), "publication", List.of(resolveIndex(first)), claim);
        IndexClaims.GrantedClaim granted = claim.actionGet();
        String one = "{\"max_retained_runs\": 0}";
        String second = partition("retained", one).id();
        assertEquals(List.of(second, first), runsTo("retained-ndd"));
        answer(l -> granted.release(() -> l.onResponse(null)));
        String third = partition("retained", one).id();
        assertEquals(List.of(third), runsTo("retained-ndd"));
    }
}
