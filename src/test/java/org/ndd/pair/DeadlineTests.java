package org.ndd.pair;

import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESTestCase;

public class DeadlineTests extends ESTestCase {

    private final CancellableTask task = new CancellableTask(1, "", "", "", TaskId.EMPTY_TASK_ID, Map.of());

    public void testTooLateIsATimeoutThatSaysWhatToDo() {
        Deadline deadline = new Deadline(task, TimeValue.timeValueNanos(0), "the pairs were not judged", "send fewer");
        ElasticsearchStatusException e = expectThrows(ElasticsearchStatusException.class, deadline::check);
        assertEquals(RestStatus.REQUEST_TIMEOUT, e.status());
        assertEquals("the pairs were not judged within [0s]: raise [timeout] or send fewer", e.getMessage());
    }

    public void testItEndsWithItsTask() {
        Deadline deadline = new Deadline(task, TimeValue.timeValueHours(1), "the pairs were not judged", "send fewer");
        deadline.check();
        TaskCancelHelper.cancel(task, "by the test");
        expectThrows(TaskCancelledException.class, deadline::check);
    }
}
