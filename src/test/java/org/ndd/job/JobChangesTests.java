package org.ndd.job;

import static org.hamcrest.Matchers.containsString;
import static org.ndd.Soon.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.ndd.Found;
import org.ndd.inspect.RowStream;

/** The feed of a job's changes. */
public class JobChangesTests extends GroupCheckpointTestCase {

    private static final String LIST = DEST + "-changes";

    private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(60);

    private long writes;

    private static String story(int number) {
        return "Story " + number * 7919 + " of the harbour: captain number " + number * 31 + " tied up " + number * 17
                + " boats with ropes in the storm of the year " + number * 101 + ".";
    }

    /** Runs a checkpoint that groups two new documents. */
    private void changingCheckpoint() {
        int story = (int) job.checkpoints().number() + 1;
        put("pages-1", story + "-a", story(story));
        put("pages-1", story + "-b", story(story));
        checkpoint();
        store();
    }

    private void store() {
        answer((ActionListener<Void> l) -> getInstanceFromNode(JobStore.class).put(job, ++writes, l));
    }

    private void beginStored() throws Exception {
        create("pages-1");
        put("pages-1", "0-a", story(0));
        begin();
        store();
    }

    private List<Map<String, Object>> changes(String run, long after) {
        PlainActionFuture<List<Map<String, Object>>> read = new PlainActionFuture<>();
        GetJobChangesAction.Request request = new GetJobChangesAction.Request(TestJobs.ID, run, after)
                .to((stream, first) -> add(stream, first, new ArrayList<>(), read));
        client().execute(GetJobChangesAction.TYPE, request, ActionListener.wrap(end -> {}, read::onFailure));
        return read.actionGet(TIMEOUT);
    }

    private static void add(
            RowStream stream,
            RowStream.Page page,
            List<Map<String, Object>> rows,
            ActionListener<List<Map<String, Object>>> listener) {
        rows.addAll(page.rows());
        if (page.last()) {
            stream.close();
            listener.onResponse(rows);
        } else {
            stream.adaptPageSize(1L << 40);
            stream.next(listener.delegateFailureAndWrap((l, next) -> add(stream, next, rows, l)));
        }
    }

    private void assertChanges(long after, String... expected) {
        List<Map<String, Object>> rows = changes(job.runs().current(), after);
        assertEquals(
                List.of(expected),
                rows.subList(0, rows.size() - 1).stream()
                        .map(row -> row.get("checkpoint") + " " + row.get("_id"))
                        .sorted()
                        .toList());
        assertEquals(
                Map.of(
                        "run",
                        job.runs().current(),
                        "after_checkpoint",
                        job.checkpoints().number()),
                rows.get(rows.size() - 1));
    }

    private void assertGone(String run, long after, String reason) {
        ElasticsearchStatusException e = expectThrows(ElasticsearchStatusException.class, () -> changes(run, after));
        assertEquals(RestStatus.GONE, e.status());
        assertThat(e.getMessage(), containsString(reason));
        assertThat(e.getMessage(), containsString("export the groups again"));
    }

    /** Makes the entries of a checkpoint older than the retention. */
    private void age(long checkpoint) {
        var ofCheckpoint = client().prepareSearch(LIST).setQuery(QueryBuilders.termQuery("checkpoint", checkpoint));
        for (String id : Found.ids(ofCheckpoint)) {
            client().update(new UpdateRequest(LIST, id)
                            .doc(Map.of("timestamp", checkpoint))
                            .setRefreshPolicy(RefreshPolicy.IMMEDIATE))
                    .actionGet(TIMEOUT);
        }
    }

    private long count() {
        indicesAdmin().prepareRefresh(LIST).get();
        return Found.total(client().prepareSearch(LIST));
    }

    public void testChangesAfterCheckpoint() throws Exception {
        beginStored();
        assertChanges(0);
        changingCheckpoint();
        checkpoint();
        store();
        changingCheckpoint();
        assertEquals(3, job.checkpoints().number());
        assertChanges(0, "1 1-a", "1 1-b", "3 3-a", "3 3-b");
        assertChanges(1, "3 3-a", "3 3-b");
        assertChanges(2, "3 3-a", "3 3-b");
        assertChanges(3);
        IllegalArgumentException e = expectThrows(
                IllegalArgumentException.class, () -> changes(job.runs().current(), 4));
        assertThat(e.getMessage(), containsString("which is [3], but was [4]"));
        assertGone("live-other", 1, "[run] must be the run whose groups job [" + TestJobs.ID + "] updates");
    }

    /** A checkpoint that is in progress or has failed may have written some of its entries. */
    public void testChangesOfIncompleteCheckpoint() throws Exception {
        beginStored();
        changingCheckpoint();
        JobRecord completed = job;
        put("pages-1", "2-a", story(2));
        put("pages-1", "2-b", story(2));
        checkpoint();
        job = completed;
        assertChanges(0, "1 1-a", "1 1-b");
    }

    public void testRejectsIndexOfUser() throws Exception {
        createIndex(LIST);
        beginStored();
        Exception e = expectThrows(IllegalArgumentException.class, this::changingCheckpoint);
        assertThat(e.getMessage(), containsString("another index or alias has that name"));
        assertEquals(0, count());
    }

    public void testDeletedChanges() throws Exception {
        beginStored();
        for (int i = 0; i < 4; i++) {
            changingCheckpoint();
        }
        age(1);
        assertChanges(1, "2 2-a", "2 2-b", "3 3-a", "3 3-b", "4 4-a", "4 4-b");
        assertGone(job.runs().current(), 0, "[after_checkpoint] must be at least [1]");
        age(2);
        age(3);
        checkpoint();
        store();
        assertEquals("the last checkpoint with old entries keeps them", 4, count());
        assertChanges(3, "4 4-a", "4 4-b");
        assertGone(job.runs().current(), 2, "[after_checkpoint] must be at least [3]");
    }
}
