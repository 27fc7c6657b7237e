package org.ndd.job;

import java.io.IOException;
import org.elasticsearch.ResourceAlreadyExistsException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.engine.VersionConflictEngineException;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.bulk.ExpectedFailure;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.job.JobChangeAction.JobAcknowledgement;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.partition.RunIndex;
import org.ndd.partition.RunStore;

/** Creates a job, which is stopped, after all checks that its start requires. */
public final class PutJobAction extends JobChangeAction<PutJobAction.Request> {

    public static final ActionType<BodyResponse<JobAcknowledgement>> TYPE =
            new ActionType<>("cluster:admin/ndd/job/put");

    public static final class Request extends JobIdRequest {

        public final NewJob job;

        public Request(String id, NewJob job, TimeValue timeout) {
            super(id, timeout);
            JobPattern.checkNewId(id);
            this.job = job;
        }
    }

    /** The failure (409) if a job with this id exists. Elasticsearch's exception of this type has status 400. */
    private static final class JobExistsException extends ResourceAlreadyExistsException {

        JobExistsException(String id) {
            super("job [" + id + "] exists: update it, or delete it first");
        }

        @Override
        protected String getExceptionName() {
            return "resource_already_exists_exception";
        }

        @Override
        public RestStatus status() {
            return RestStatus.CONFLICT;
        }
    }

    private final JobPlanner planner;

    @Inject
    public PutJobAction(ActionServices action, JobStore store, RunStore runs) {
        super(TYPE, action, store);
        this.planner = new JobPlanner(services, runs);
    }

    @Override
    void change(CancellableTask task, Request request, ActionListener<Void> listener) {
        SubscribableListener.<JobPlanner.Plan>newForked(l -> planner.plan(request.id, request.job, l))
                .<JobRecord>andThen((l, plan) -> adoptRun(plan.job(), l))
                .<Void>andThen((l, job) -> store.create(
                        job,
                        ExpectedFailure.replace(
                                VersionConflictEngineException.class, e -> new JobExistsException(request.id), l)))
                .addListener(listener);
    }

    /** A job may begin with a restored run. If it is restored again, the job starts a full run. */
    private void adoptRun(JobRecord job, ActionListener<JobRecord> listener) {
        String run = job.runs().current();
        if (run == null) {
            listener.onResponse(job);
            return;
        }
        ClusterState state = services.cluster().state();
        SubscribableListener.<Void>newForked(l -> new RunIndex(services.client(), run).adopt(state, l))
                .<JobRecord>andThen((l, adopted) -> numberedAfterList(job, l))
                .addListener(listener);
    }

    /** A new job, as the user describes it; if {@code initialRun} is {@code null}, it begins with a full run. */
    public record NewJob(JobConfig config, @Nullable String initialRun) {

        private static final class Body extends JobConfig.Body {

            private String initialRun;
        }

        private static final ObjectParser<Body, Void> PARSER = JobConfig.Body.parser("job", Body::new);

        static {
            PARSER.declareString((body, value) -> body.initialRun = value, new ParseField("initial_run"));
        }

        public static NewJob parse(XContentParser parser) throws IOException {
            Body body = PARSER.parse(parser, null);
            return new NewJob(body.config(), body.initialRun);
        }
    }
}
