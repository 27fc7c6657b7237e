package org.ndd.partition;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.ndd.config.ActionServices;
import org.ndd.config.LocalAction;
import org.ndd.config.Speed;
import org.ndd.partition.RunPartitionAction.PartitionTask;
import org.ndd.partition.shard.ShardMethod.WireFormat;

/** Changes the speed of a run immediately: sends the new speed to the coordinator of the run. */
public final class RethrottlePartitionAction
        extends LocalAction<RethrottlePartitionAction.Request, AcknowledgedResponse> {

    public static final ActionType<AcknowledgedResponse> TYPE =
            new ActionType<>("cluster:admin/ndd/partition/rethrottle");

    public static final class Request extends RunIdRequest {

        /** Documents decided per second; infinite for no limit. */
        final double requestsPerSecond;

        /** @param requestsPerSecond documents decided per second, at least {@link Speed#MIN_PER_SECOND}; or −1 for no limit */
        public Request(String id, double requestsPerSecond) {
            super(id);
            this.requestsPerSecond = Speed.typed(requestsPerSecond);
            Speed.check(this.requestsPerSecond);
        }
    }

    private final RunReports reports;
    private final CoordinatorClient<Double> coordinator;

    @Inject
    public RethrottlePartitionAction(ActionServices action) {
        super(TYPE, action);
        this.reports = new RunReports(services.client(), services.cluster());
        this.coordinator = new CoordinatorClient<>(
                action,
                TYPE.name(),
                "run",
                new WireFormat<>(StreamInput::readDouble, StreamOutput::writeDouble),
                PartitionTask.REQUEST_TIMEOUT,
                (task, id, requestsPerSecond, listener) -> PartitionTask.leads(task, id)
                        && ((PartitionTask) task).rethrottle(requestsPerSecond, listener));
    }

    @Override
    protected void doExecute(Task task, Request request, ActionListener<AcknowledgedResponse> listener) {
        String id = request.id();
        reports.get(
                id,
                listener.delegateFailureAndWrap((l, run) -> coordinator.send(
                        id,
                        request.requestsPerSecond,
                        found -> reports.activeTask(id, found),
                        null,
                        l.map(done -> AcknowledgedResponse.TRUE))));
    }
}
