package org.ndd.partition;

import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.ndd.config.ActionServices;
import org.ndd.config.LocalAction;
import org.ndd.partition.RunPartitionAction.PartitionTask;
import org.ndd.partition.shard.ShardMethod.WireFormat;

/**
 * Cancels the task of a run, and with it all its work on all nodes. The output of the run stays in the run's index, to which no alias
 * points. {@link ResumePartitionAction} continues the run from there.
 */
public final class CancelPartitionAction extends LocalAction<CancelPartitionAction.Request, AcknowledgedResponse> {

    public static final ActionType<AcknowledgedResponse> TYPE = new ActionType<>("cluster:admin/ndd/partition/cancel");

    public static final class Request extends RunIdRequest {

        public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueSeconds(30);

        private final boolean waitForCompletion;
        private final TimeValue timeout;

        public Request(String id) {
            this(id, true, DEFAULT_TIMEOUT);
        }

        /**
         * @param waitForCompletion whether the response is sent when the run has ended, instead of when its cancellation has started
         * @param timeout maximum wait for the end of the run, above 0
         */
        public Request(String id, boolean waitForCompletion, TimeValue timeout) {
            super(id);
            checkTimeout(timeout);
            this.waitForCompletion = waitForCompletion;
            this.timeout = timeout;
        }
    }

    private final RunReports reports;
    private final RunTasks tasks;
    private final CoordinatorClient<Void> coordinator;

    @Inject
    public CancelPartitionAction(ActionServices action) {
        super(TYPE, action);
        this.reports = new RunReports(services.client(), services.cluster());
        this.tasks = new RunTasks(services.cluster(), services.client());
        this.coordinator = new CoordinatorClient<>(
                action,
                TYPE.name(),
                "run",
                WireFormat.NONE,
                PartitionTask.REQUEST_TIMEOUT,
                (task, id, nothing, listener) -> {
                    boolean leads = PartitionTask.leads(task, id);
                    if (leads) {
                        taskManager.cancelTaskAndDescendants(task, "by user request", false, listener);
                    }
                    return leads;
                });
    }

    @Override
    protected void doExecute(Task task, Request request, ActionListener<AcknowledgedResponse> listener) {
        String id = request.id();
        SubscribableListener.<Map<String, Object>>newForked(l -> reports.get(id, l))
                .<Void>andThen((l, run) -> coordinator.send(id, null, found -> reports.activeTask(id, found), null, l))
                .<Void>andThen(l -> {
                    if (request.waitForCompletion) {
                        tasks.awaitGone(id, request.timeout, notEnded(request), l);
                    } else {
                        l.onResponse(null);
                    }
                })
                .addListener(listener.map(ended -> AcknowledgedResponse.TRUE));
    }

    private static ElasticsearchStatusException notEnded(Request request) {
        return new ElasticsearchStatusException(
                "run [" + request.id() + "] was cancelled, but has not ended within [" + request.timeout + "]",
                RestStatus.REQUEST_TIMEOUT);
    }
}
