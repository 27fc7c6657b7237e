package org.ndd.pair;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyBoolean;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.ArgumentMatchers.same;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.common.util.concurrent.DeterministicTaskQueue;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.tasks.TaskManager;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.threadpool.TestThreadPool;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.Soon;

public class DeadlineTests extends ESTestCase {

    private final CancellableTask task = new CancellableTask(1, "", "", "", TaskId.EMPTY_TASK_ID, Map.of());

    public void testTimeoutMessage() {
        Deadline deadline = new Deadline(task, TimeValue.timeValueNanos(0), "the pairs were not judged", "send fewer");
        ElasticsearchStatusException e = expectThrows(ElasticsearchStatusException.class, deadline::check);
        assertEquals(RestStatus.REQUEST_TIMEOUT, e.status());
        assertEquals("the pairs were not judged within [0s]: raise [timeout] or send fewer", e.getMessage());
    }

    public void testTaskCancellation() {
        Deadline deadline = new Deadline(task, TimeValue.timeValueHours(1), "the pairs were not judged", "send fewer");
        deadline.check();
        TaskCancelHelper.cancel(task, "by the test");
        expectThrows(TaskCancelledException.class, deadline::check);
    }

    /** The deadline ends the work even if no code checks the time. */
    public void testTimeoutCancelsWaitingRequest() throws Exception {
        ThreadPool threads = new TestThreadPool(getTestName());
        try {
            TaskManager tasks = mock(TaskManager.class);
            AtomicBoolean cancelledFirst = new AtomicBoolean();
            Deadline deadline =
                    new Deadline(task, TimeValue.timeValueMillis(10), "the pages were not looked at", "send fewer");
            PlainActionFuture<Void> response = new PlainActionFuture<>();
            doAnswer(call -> {
                        cancelledFirst.set(response.isDone() == false);
                        return null;
                    })
                    .when(tasks)
                    .cancelTaskAndDescendants(any(), any(), anyBoolean(), any());
            ActionListener<Void> neverCalled = deadline.enforce(threads, tasks, response);
            ElasticsearchStatusException e =
                    expectThrows(ElasticsearchStatusException.class, () -> response.actionGet(SAFE_AWAIT_TIMEOUT));
            assertEquals(RestStatus.REQUEST_TIMEOUT, e.status());
            assertEquals("the pages were not looked at within [10ms]: raise [timeout] or send fewer", e.getMessage());
            Soon.assertSoon(
                    () -> verify(tasks).cancelTaskAndDescendants(same(task), eq(e.getMessage()), eq(false), any()));
            assertTrue("otherwise the task has ended and its children cannot be found", cancelledFirst.get());
            neverCalled.onResponse(null);
        } finally {
            terminate(threads);
        }
    }

    public void testNoTimeoutForCompletedRequest() {
        DeterministicTaskQueue queue = new DeterministicTaskQueue();
        TaskManager tasks = mock(TaskManager.class);
        Deadline deadline =
                new Deadline(task, TimeValue.timeValueHours(1), "the pages were not looked at", "send fewer");
        PlainActionFuture<String> response = new PlainActionFuture<>();
        deadline.enforce(queue.getThreadPool(), tasks, response).onResponse("in time");
        queue.runAllTasksInTimeOrder();
        assertEquals("in time", response.actionGet());
        verifyNoInteractions(tasks);
    }
}
