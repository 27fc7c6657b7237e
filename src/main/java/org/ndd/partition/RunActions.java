package org.ndd.partition;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.Index;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.bulk.IndexClaims;
import org.ndd.compat.Project;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.LocalAction;
import org.ndd.config.LocalAction.LocalRequest;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.config.RunLabel;
import org.ndd.config.Speed;
import org.ndd.groups.Destination;
import org.ndd.partition.PartitionAction.PartitionResponse;
import org.ndd.partition.RunPartitionAction.PartitionTask;
import org.ndd.partition.RunStore.RunRecord;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.shard.ShardMethod.WireFormat;

/** The actions on one run, by its id, with the rights of the user. A run that the user has no right to read does not exist for them. */
public final class RunActions {

    private RunActions() {}

    public static class RunIdRequest extends LocalRequest {

        private final String id;

        /** @param id of a run, or {@code null} for all runs if the action supports this */
        public RunIdRequest(String id) {
            this.id = id;
        }

        public final String id() {
            return id;
        }

        @Override
        public String getDescription() {
            return "run[" + id + "]";
        }
    }

    private abstract static class RunAction<Request extends RunIdRequest, Response extends ActionResponse>
            extends LocalAction<Request, Response> {

        final RunReports reports;

        RunAction(ActionType<Response> type, ActionServices action) {
            super(type, action);
            this.reports = new RunReports(services.client(), services.cluster());
        }

        /** Finds the task of an active run for {@link CoordinatorClient}, which repeats that for a time. */
        final Consumer<ActionListener<PersistentTask<?>>> activeTask(String id) {
            long since = services.threads().relativeTimeInMillis();
            return found -> reports.activeTask(id, since, found);
        }

        /** Executes work during which no other request publishes or deletes the run. */
        final <T> void claimed(
                String run,
                Task task,
                String kind,
                CheckedConsumer<ActionListener<T>, Exception> work,
                ActionListener<T> listener) {
            new IndexClaims(services.cluster(), services.client())
                    .during(task, kind, RunIndex.ofRun(services.cluster().state(), run), work, listener);
        }
    }

    /**
     * Cancels the task of a run, and with it all its work on all nodes. The output of the run stays in the run's index, to which no alias
     * points. {@link Resume} continues the run from there.
     */
    public static final class Cancel extends RunAction<Cancel.Request, AcknowledgedResponse> {

        public static final ActionType<AcknowledgedResponse> TYPE =
                new ActionType<>("cluster:admin/ndd/partition/cancel");

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

        private final RunTasks tasks;
        private final CoordinatorClient<Void> coordinator;

        @Inject
        public Cancel(ActionServices action) {
            super(TYPE, action);
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
                    .<Void>andThen((l, run) -> coordinator.send(id, null, activeTask(id), null, l))
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

    /**
     * Resumes a run that was cancelled or has failed from its stored state. Checks its source with the rights of the user, as at the start
     * of a run, and creates a new task of the run.
     */
    public static final class Resume extends RunAction<RunIdRequest, PartitionResponse> {

        public static final ActionType<PartitionResponse> TYPE = new ActionType<>("cluster:admin/ndd/partition/resume");

        private final RunStore store;
        private final PartitionPlanner planner;
        private final RunStarter starter;

        @Inject
        public Resume(ActionServices action, RunStore store) {
            super(TYPE, action);
            this.store = store;
            this.planner = new PartitionPlanner(action, store);
            this.starter = new RunStarter(services, store);
        }

        @Override
        protected void doExecute(Task task, RunIdRequest request, ActionListener<PartitionResponse> listener) {
            SubscribableListener.<Map<String, Object>>newForked(l -> reports.getAfterTaskRemoval(request.id(), l))
                    .<RecordStore.Versioned<RunRecord>>andThen((l, report) -> {
                        if (RunReports.isRunning(report) || RunReports.isCompleted(report)) {
                            throw new IllegalArgumentException(
                                    "[id] must be a run that was cancelled or has failed, but was [" + request.id()
                                            + "], which is [" + report.get("state") + "]");
                        }
                        store.get(request.id(), l);
                    })
                    .<RecordStore.Versioned<RunRecord>>andThen((l, kept) -> planner.check(
                            kept.record().spec(), (CancellableTask) task, l.<RunSpec>map(checked -> kept)))
                    .<Void>andThen((l, kept) -> starter.resume(kept, l))
                    .addListener(listener.map(started -> new PartitionResponse(request.id(), null)));
        }
    }

    /** Changes the speed of a run immediately: sends the new speed to the coordinator of the run. */
    public static final class Rethrottle extends RunAction<Rethrottle.Request, AcknowledgedResponse> {

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

        private final CoordinatorClient<Double> coordinator;

        @Inject
        public Rethrottle(ActionServices action) {
            super(TYPE, action);
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
                            activeTask(id),
                            null,
                            l.map(done -> AcknowledgedResponse.TRUE))));
        }
    }

    /**
     * Publishes a complete run under its destination, in one step, with the rights of the user. The run is one that did not publish its
     * groups itself, or an earlier run, which undoes the publication of a later one.
     */
    public static final class Publish extends RunAction<RunIdRequest, BodyResponse<Publish.PublishedRun>> {

        public static final ActionType<BodyResponse<PublishedRun>> TYPE =
                new ActionType<>("cluster:admin/ndd/partition/publish");

        /** The run that the destination publishes, and the one that it published before; {@code null} if there was none. */
        public record PublishedRun(String id, String dest, String replaced) implements ToXContentObject {

            @Override
            public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
                builder.startObject().field("id", id);
                Destination.toXContent(dest, builder);
                return builder.field("replaced", replaced).endObject();
            }
        }

        private final RunPublisher publisher;

        @Inject
        public Publish(ActionServices action) {
            super(TYPE, action);
            this.publisher = new RunPublisher(services.client(), services.cluster());
        }

        @Override
        protected void doExecute(Task task, RunIdRequest request, ActionListener<BodyResponse<PublishedRun>> listener) {
            claimed(
                    request.id(),
                    task,
                    "publication",
                    l -> publish(request, l),
                    listener.<PublishedRun>map(BodyResponse::new));
        }

        private void publish(RunIdRequest request, ActionListener<PublishedRun> listener) {
            reports.get(request.id(), listener.delegateFailureAndWrap((l, report) -> {
                String run = request.id();
                String dest = publishable(run, report);
                ClusterState state = services.cluster().state();
                new PartitionValidator(state).checkDest(dest, new Index[0]);
                String before = RunIndex.publishedBy(state, dest);
                publisher.publish(run, dest, l.map(done -> new PublishedRun(run, dest, before)));
            }));
        }

        /** Returns the destination of a run, or fails if the run has no groups to publish. */
        private String publishable(String run, Map<String, Object> report) {
            Object state = report.get("state");
            RunLabel label = RunLabel.of(Project.of(services.cluster().state()).index(run));
            if (RunReports.isCompleted(report) == false || label == null || label.dryRun()) {
                boolean dry = label != null && label.dryRun();
                throw new IllegalArgumentException(
                        "[id] must be a run that is completed and wrote its groups, but was [" + run + "], which "
                                + (dry ? "was a dry run" : "is [" + state + "]"));
            }
            return label.dest();
        }
    }

    /**
     * Deletes a run with the rights of the user: its index, which holds groups, lists and report, the index of its boilerplate, and its
     * record, from which it could be resumed.
     */
    public static final class Delete extends RunAction<Delete.Request, AcknowledgedResponse> {

        public static final ActionType<AcknowledgedResponse> TYPE =
                new ActionType<>("cluster:admin/ndd/partition/delete");

        public static final class Request extends RunIdRequest {

            private final boolean force;

            /** @param force whether the run is deleted even if its destination publishes it */
            public Request(String id, boolean force) {
                super(id);
                this.force = force;
            }
        }

        private final RunStore store;

        @Inject
        public Delete(ActionServices action, RunStore store) {
            super(TYPE, action);
            this.store = store;
        }

        @Override
        protected void doExecute(Task task, Request request, ActionListener<AcknowledgedResponse> listener) {
            claimed(request.id(), task, "deletion of a run", l -> delete(request, l), listener);
        }

        private void delete(Request request, ActionListener<AcknowledgedResponse> listener) {
            String run = request.id();
            SubscribableListener.<Map<String, Object>>newForked(l -> reports.getAfterTaskRemoval(run, l))
                    .<Void>andThen((l, report) -> {
                        checkUnused(request, report);
                        new RunIndex(services.client(), run)
                                .delete(services.cluster().state(), l);
                    })
                    .<Void>andThen(l -> store.delete(run, l))
                    .addListener(listener.map(deleted -> AcknowledgedResponse.TRUE));
        }

        private void checkUnused(Request request, Map<String, Object> report) {
            if (RunReports.isRunning(report)) {
                throw new IllegalArgumentException(
                        "[id] must be a run that has ended, but was [" + request.id() + "]: cancel it first");
            }
            RunLabel label = RunLabel.of(Project.of(services.cluster().state()).index(request.id()));
            boolean live = label != null
                    && label.isLive(Project.of(services.cluster().state()).index(request.id()));
            if (live && request.force == false) {
                throw new IllegalArgumentException("[id] must be a run that is not published, but was ["
                        + request.id() + "], which [" + label.dest()
                        + "] publishes: publish another run first, or set [force]");
            }
        }
    }
}
