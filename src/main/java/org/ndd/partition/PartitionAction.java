package org.ndd.partition;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.bulk.RetryUntilTimeout;
import org.ndd.config.LocalAction;
import org.ndd.config.LocalAction.LocalResponse;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.config.ReadableReport;
import org.ndd.config.TaskState;
import org.ndd.partition.RunReports.BriefReport;
import org.ndd.partition.node.NodeRuns;
import org.ndd.partition.node.RunMessenger;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.partition.plan.PartitionRequest.Purpose;
import org.ndd.partition.plan.RunSpec;

/**
 * Partitions an index into groups of near-duplicates: validates the request and starts the run, or only learns boilerplate. A request that
 * is only checked gets the report of a run that has not started, and whose id no run has.
 */
public final class PartitionAction extends LocalAction<PartitionRequest, PartitionAction.PartitionResponse> {

    /** Needs {@code read} on the source. */
    public static final ActionType<PartitionResponse> TYPE = new ActionType<>(RunMessenger.ACTION);

    private final PartitionPlanner planner;
    private final RunStarter starter;
    private final RunMessenger messenger;

    @Inject
    public PartitionAction(ActionServices action, NodeRuns runs, RunStore store) {
        super(TYPE, action);
        this.messenger = new RunMessenger(action.transport(), runs::received);
        this.planner = new PartitionPlanner(action, store);
        this.starter = new RunStarter(services, store);
    }

    @Override
    protected void doExecute(Task task, PartitionRequest request, ActionListener<PartitionResponse> listener) {
        CancellableTask cancellable = (CancellableTask) task;
        SubscribableListener.<RunSpec>newForked(l -> planner.plan(request, cancellable, l))
                .<PartitionResponse>andThen((l, spec) -> {
                    if (request.purpose() == Purpose.CHECK_OF_JOB) {
                        PartitionReport planned = new PartitionProgress(spec, System::currentTimeMillis).report();
                        starter.checkRights(
                                spec,
                                spec.runId(),
                                services.cluster().state(),
                                l.map(allowed -> new PartitionResponse(spec.runId(), planned)));
                    } else if (spec.boilerplateOnly()) {
                        learnBoilerplate(spec, cancellable, l);
                    } else {
                        start(spec, cancellable, request.waitForCompletion(), l);
                    }
                })
                .addListener(listener);
    }

    private void start(RunSpec spec, CancellableTask task, boolean wait, ActionListener<PartitionResponse> listener) {
        starter.start(spec, task, listener.delegateFailureAndWrap((l, started) -> {
            if (wait) {
                starter.await(spec, task, l.map(report -> new PartitionResponse(spec.runId(), report)));
            } else {
                l.onResponse(new PartitionResponse(spec.runId(), null));
            }
        }));
    }

    private void learnBoilerplate(RunSpec spec, CancellableTask task, ActionListener<PartitionResponse> listener) {
        ClusterState state = services.cluster().state();
        String index = BoilerplateIndex.name(spec.runId());
        SubscribableListener.<Void>newForked(l -> starter.checkRights(spec, spec.runId(), state, l))
                .<Void>andThen(l -> BoilerplateInUse.index(spec, state).create(services.client(), state, index, l))
                .<PartitionResponse>andThen(l -> learnInto(index, spec, task, l))
                .addListener(listener);
    }

    private void learnInto(
            String index, RunSpec spec, CancellableTask task, ActionListener<PartitionResponse> listener) {
        RunPublisher publisher = new RunPublisher(services.client(), services.cluster());
        AtomicInteger attempts = new AtomicInteger();
        SubscribableListener.<PartitionResponse>newForked(l -> RetryUntilTimeout.onNodesOfShards(
                        services.threads(), task, m -> learnAllowed(spec, attempts.getAndIncrement(), task, m), l))
                .<PartitionResponse>andThen((l, learned) -> publisher.publishLearned(spec, l.map(seen -> learned)))
                .addListener(listener.delegateResponse(
                        (l, e) -> publisher.delete(List.of(index), ActionListener.running(() -> l.onFailure(e)))));
    }

    private void learnAllowed(
            RunSpec spec, int number, CancellableTask task, ActionListener<PartitionResponse> listener) {
        PartitionProgress progress = new PartitionProgress(spec, System::currentTimeMillis);
        PartitionPlan plan = PartitionPlan.of(
                services.cluster(),
                spec,
                number,
                false,
                Map.of(),
                services.cluster().localNode().getId());
        PartitionAttempt attempt =
                new PartitionAttempt(plan, task, messenger, services.cluster(), services.threads(), progress, 1);
        attempt.learn(ActionListener.runBefore(
                listener.map(learned -> {
                    progress.completed();
                    return new PartitionResponse(spec.runId(), progress.report());
                }),
                () -> attempt.close(ActionListener.noop())));
    }

    /** Returns the id of a run, and its report if the request waited for its end. */
    public static final class PartitionResponse extends LocalResponse {

        private final String id;
        private final PartitionReport report;

        public PartitionResponse(String id, PartitionReport report) {
            this.id = id;
            this.report = report;
        }

        public String id() {
            return id;
        }

        public PartitionReport report() {
            return report;
        }

        /** Returns 200, or 500 if the request waited for the run and the run failed. */
        public RestStatus status() {
            boolean failed = report != null && report.state() == TaskState.FAILED;
            return failed ? RestStatus.INTERNAL_SERVER_ERROR : RestStatus.OK;
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            if (report != null) {
                return params.paramAsBoolean(BriefReport.VERBOSE, true)
                        ? report.toXContent(builder, params)
                        : ReadableReport.write(builder, BriefReport.of(report));
            }
            return builder.startObject().field("id", id).endObject();
        }
    }
}
