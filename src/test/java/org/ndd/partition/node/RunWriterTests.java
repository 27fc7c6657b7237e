package org.ndd.partition.node;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.ndd.Soon.answer;
import static org.ndd.Soon.assertSoon;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.index.IndexResponse;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.cluster.node.DiscoveryNodeUtils;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.test.client.NoOpClient;
import org.elasticsearch.threadpool.TestThreadPool;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.ReceiveTimeoutTransportException;
import org.junit.After;
import org.junit.Before;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.RunSpec.Publication;

/**
 * Each document is written although the index rejects bulk requests completely, partly, with delay, or in another order; permanent failures
 * are reported.
 */
public class RunWriterTests extends ESTestCase {

    private static final String RUN = "run";
    private static final String USER = "user";

    private final Map<String, Integer> written = new TreeMap<>();
    private final Deque<Function<BulkRequest, Object>> script = new ArrayDeque<>();
    private final List<Integer> bulks = Collections.synchronizedList(new ArrayList<>());
    private final List<Runnable> late = Collections.synchronizedList(new ArrayList<>());
    private final Set<String> users = Collections.synchronizedSet(new TreeSet<>());
    private volatile boolean hangs;
    private ThreadPool threadPool;
    private volatile boolean ended;

    @Before
    public void startThreads() {
        threadPool = new TestThreadPool("writer");
    }

    @After
    public void stopThreads() {
        terminate(threadPool);
    }

    private RunWriter writer(TimeValue timeout) {
        NoOpClient client = new NoOpClient(threadPool) {
            @Override
            protected <Q extends ActionRequest, A extends ActionResponse> void doExecute(
                    ActionType<A> action, Q request, ActionListener<A> listener) {
                response((BulkRequest) request, listener);
            }
        };
        PartitionPlan plan = new PartitionPlan(
                new RunSpec(RUN, "groups", Publication.DEFAULT, null, null, null, timeout),
                1,
                false,
                null,
                List.of(),
                List.of());
        return new RunWriter(plan, client, null, null, () -> {
            if (ended) {
                throw new TaskCancelledException("enough");
            }
        });
    }

    /** Responds as scripted, and afterwards writes all documents. Some responses arrive on another thread. */
    @SuppressWarnings("unchecked")
    private <A extends ActionResponse> void response(BulkRequest bulk, ActionListener<A> listener) {
        bulks.add(bulk.numberOfActions());
        users.add(String.valueOf(threadPool.getThreadContext().getHeader(USER)));
        Function<BulkRequest, Object> next = script.isEmpty() ? request -> items(request, null, 1) : script.poll();
        Object response = next.apply(bulk);
        Runnable respond = () -> {
            if (response instanceof Exception e) {
                listener.onFailure(e);
            } else {
                listener.onResponse((A) response);
            }
        };
        if (hangs) {
            late.add(respond);
        } else if (randomBoolean()) {
            threadPool.generic().execute(() -> withoutContext(respond));
        } else {
            withoutContext(respond);
        }
    }

    @SuppressWarnings("try") // closes the context, does not use it
    private void withoutContext(Runnable response) {
        try (var ignored = threadPool.getThreadContext().stashContext()) {
            response.run();
        }
    }

    /** Rejects one of every {@code oneOf} documents, in the order in which they were added. */
    private BulkResponse items(BulkRequest bulk, Exception rejection, int oneOf) {
        BulkItemResponse[] items = new BulkItemResponse[bulk.numberOfActions()];
        for (int i = 0; i < items.length; i++) {
            IndexRequest request = (IndexRequest) bulk.requests().get(i);
            assertEquals(RUN, request.index());
            if (rejection != null && i % oneOf == 0) {
                items[i] = BulkItemResponse.failure(
                        i, DocWriteRequest.OpType.INDEX, new BulkItemResponse.Failure(RUN, request.id(), rejection));
            } else {
                written.merge(request.id(), 1, Integer::sum);
                DocWriteResponse done = new IndexResponse(new ShardId(RUN, "uuid", 0), request.id(), 1, 1, 1, true);
                items[i] = BulkItemResponse.success(i, DocWriteRequest.OpType.INDEX, done);
            }
        }
        return new BulkResponse(items, 1);
    }

    private static long finish(RunWriter writer) {
        return answer(writer::finish);
    }

    private static TreeSet<String> add(RunWriter writer, int documents) {
        TreeSet<String> ids = new TreeSet<>();
        for (int i = 0; i < documents; i++) {
            writer.add("id-" + i, new BytesArray("{\"n\":" + i + "}"));
            ids.add("id-" + i);
        }
        return ids;
    }

    public void testWritesBoundedBulks() {
        int documents = between(0, 5000);
        RunWriter writer = writer(TimeValue.timeValueMinutes(1));
        TreeSet<String> ids = add(writer, documents);
        assertEquals(documents, finish(writer));
        assertEquals(ids, written.keySet());
        assertTrue(bulks.toString(), bulks.stream().allMatch(size -> size <= 1000));
        assertTrue("no document is written twice", written.values().stream().allMatch(times -> times == 1));
    }

    public void testRetriesOnlyRejectedItems() {
        script.add(request -> items(request, new EsRejectedExecutionException("full"), 7));
        RunWriter writer = writer(TimeValue.timeValueMinutes(1));
        int documents = between(1, 2000);
        TreeSet<String> ids = add(writer, documents);
        assertEquals(documents, finish(writer));
        assertEquals(ids, written.keySet());
        assertTrue(
                "written documents are not sent again",
                written.values().stream().allMatch(times -> times == 1));
    }

    /**
     * If the response is lost, it is unknown which documents were written: all are sent again, which does not change existing documents.
     */
    public void testRetriesBulkAfterLostResponse() {
        boolean wasWritten = randomBoolean();
        script.add(request -> {
            if (wasWritten) {
                items(request, null, 1);
            }
            return new ReceiveTimeoutTransportException(DiscoveryNodeUtils.create("node-0"), "bulk", "lost");
        });
        RunWriter writer = writer(TimeValue.timeValueMinutes(1));
        TreeSet<String> ids = add(writer, 30);
        assertEquals(30, finish(writer));
        assertEquals(ids, written.keySet());
        assertEquals(List.of(30, 30), bulks);
    }

    public void testReportsPermanentFailure() {
        Exception cause = randomFrom(new IllegalArgumentException("mapping"), new IndexNotFoundException(RUN));
        boolean whole = randomBoolean();
        script.add(request -> whole ? cause : items(request, cause, 3));
        RunWriter writer = writer(TimeValue.timeValueMinutes(1));
        add(writer, 10);
        Exception e = expectThrows(ElasticsearchException.class, () -> finish(writer));
        String reason = cause.getClass().getSimpleName() + ": " + cause.getMessage();
        assertThat(e.getMessage(), containsString("groups could not be written to [run]: " + reason));
        assertThat(ExceptionsHelper.unwrapCause(e.getCause()), instanceOf(cause.getClass()));
        assertEquals(List.of(10), bulks);
    }

    public void testTimeout() {
        for (int i = 0; i < 3; i++) {
            script.add(request -> new EsRejectedExecutionException("full"));
        }
        RunWriter writer = writer(TimeValue.ZERO);
        add(writer, 10);
        Exception e = expectThrows(ElasticsearchException.class, () -> finish(writer));
        assertThat(e.getCause(), instanceOf(EsRejectedExecutionException.class));
        assertEquals(Map.of(), written);
    }

    public void testStopsAfterRunHasEnded() {
        RunWriter writer = writer(TimeValue.timeValueMinutes(1));
        boolean rejected = randomBoolean();
        if (rejected) {
            script.add(request -> {
                ended = true;
                return new EsRejectedExecutionException("full");
            });
        } else {
            ended = true;
        }
        add(writer, 10);
        expectThrows(TaskCancelledException.class, () -> finish(writer));
        assertEquals(rejected ? List.of(10) : List.of(), bulks);
        assertEquals(Map.of(), written);
    }

    /** The writer never blocks on the index: it stops the producer of documents and releases its thread. */
    public void testNeverBlocksOnUnresponsiveIndex() throws Exception {
        hangs = true;
        RunWriter writer = writer(TimeValue.timeValueMinutes(1));
        int documents = 0;
        while (writer.isFull() == false) {
            writer.add("id-" + documents, new BytesArray("{}"));
            assertTrue("a few thousand documents must fill the writer", documents++ < 10_000);
        }
        assertSoon(() -> assertEquals("one bulk request at a time", 1, late.size()));
        assertEquals(1, bulks.size());
        PlainActionFuture<Long> written = new PlainActionFuture<>();
        writer.finish(written);
        assertFalse(written.isDone());
        hangs = false;
        late.forEach(Runnable::run);
        assertEquals(
                documents, written.actionGet(TimeValue.timeValueSeconds(60)).longValue());
        assertEquals(documents, this.written.size());
    }

    /** While each bulk is rejected once, at most a few bulks of a megabyte are in memory. */
    public void testRejectionsDoNotFillMemory() throws Exception {
        for (int i = 0; i < 10; i++) {
            script.add(request -> new EsRejectedExecutionException("full"));
            script.add(request -> items(request, null, 1));
        }
        RunWriter writer = writer(TimeValue.timeValueMinutes(1));
        BytesArray document = new BytesArray("{\"text\":\"" + "x".repeat(100_000) + "\"}");
        int documents = 100;
        int most = 0;
        for (int i = 0; i < documents; i++) {
            assertSoon(() -> assertFalse(writer.isFull()));
            writer.add("id-" + i, document);
            most = Math.max(most, i + 1 - written.size());
        }
        assertEquals(documents, finish(writer));
        assertEquals(documents, written.size());
        assertTrue(bulks.toString(), bulks.stream().allMatch(size -> size <= 11));
        assertTrue("documents in memory: " + most, most <= 5 * 11);
    }

    /** All requests, including retries, are sent as the user who started the run, on any thread that handles responses. */
    @SuppressWarnings("try") // closes the context, does not use it
    public void testWritesAsUserOfRun() {
        for (int i = between(0, 2); i > 0; i--) {
            script.add(request -> items(request, new EsRejectedExecutionException("full"), between(1, 3)));
        }
        try (var ignored = threadPool.getThreadContext().stashContext()) {
            threadPool.getThreadContext().putHeader(USER, "alice");
            RunWriter writer = writer(TimeValue.timeValueMinutes(1));
            TreeSet<String> ids = add(writer, between(1, 4000));
            assertEquals(ids.size(), finish(writer));
        }
        assertEquals(Set.of("alice"), users);
    }
}
