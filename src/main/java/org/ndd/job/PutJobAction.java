package org.ndd.job;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceAlreadyExistsException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.engine.VersionConflictEngineException;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.compat.Calls;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.LocalAction.LocalRequest;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.job.JobChangeAction.JobAcknowledgement;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.partition.RunIndex;
import org.ndd.partition.RunStore;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.RunSpec.RunSource;

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
        SubscribableListener.<JobPlanner.Plan>newForked(l -> planner.plan(request.id(), request.job, l))
                .<JobRecord>andThen((l, plan) -> adoptRun(plan.job(), l))
                .<Void>andThen((l, job) -> store.create(job, l.delegateResponse((m, e) -> {
                    boolean exists = ExceptionsHelper.unwrapCause(e) instanceof VersionConflictEngineException;
                    m.onFailure(exists ? new JobExistsException(request.id()) : e);
                })))
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

    /** Returns the effects of a job after all checks of its start. Changes nothing. */
    public static final class PreviewJobAction extends BodyAction<PreviewJobAction.Request, ToXContentObject> {

        public static final ActionType<BodyResponse<ToXContentObject>> TYPE =
                new ActionType<>("cluster:admin/ndd/job/preview");

        /** A request with a new job, or with the id of an existing job. */
        public static final class Request extends LocalRequest {

            /** The id of an existing job; {@code null} for a new job. */
            public final String id;
            /** The new job; {@code null} for an existing job. */
            public final NewJob job;

            public Request(String id) {
                this.id = id;
                this.job = null;
            }

            public Request(NewJob job) {
                this.id = null;
                this.job = job;
            }

            @Override
            public String getDescription() {
                return "preview of job[" + id + "]";
            }
        }

        private final JobLookup jobs;
        private final JobPlanner planner;

        @Inject
        public PreviewJobAction(ActionServices action, JobStore store, RunStore runs) {
            super(TYPE, action, action.node().threads().generic());
            this.jobs = new JobLookup(store, services.client());
            this.planner = new JobPlanner(services, runs);
        }

        @Override
        protected void respond(CancellableTask task, Request request, ActionListener<ToXContentObject> listener) {
            SubscribableListener.<JobPlanner.Plan>newForked(l -> plan(request, l))
                    .<ToXContentObject>andThen((l, plan) ->
                            count(plan.job(), services.clientOf(task), l.map(documents -> {
                                Map<String, Object> preview = preview(plan, documents);
                                return (builder, params) -> builder.map(preview);
                            })))
                    .addListener(listener);
        }

        private void plan(Request request, ActionListener<JobPlanner.Plan> listener) {
            if (request.id == null) {
                planner.plan("preview", request.job, listener);
            } else {
                jobs.get(
                        request.id,
                        listener.delegateFailureAndWrap((l, kept) -> planner.check(
                                kept.record().config(), l.map(spec -> new JobPlanner.Plan(kept.record(), spec)))));
            }
        }

        private static void count(JobRecord job, Client client, ActionListener<Long> listener) {
            SearchSourceBuilder all = new SearchSourceBuilder().size(0).trackTotalHits(true);
            if (job.request().query() != null) {
                all.query(job.request().query());
            }
            SearchRequest count = new SearchRequest(job.request().indices())
                    .indicesOptions(job.request().indicesOptions())
                    .allowPartialSearchResults(false)
                    .source(all);
            client.search(count, listener.map(response -> Calls.total(response.getHits())));
        }

        private Map<String, Object> preview(JobPlanner.Plan plan, long documents) {
            RunSpec spec = plan.fullRun();
            String published = RunIndex.publishedBy(services.cluster().state(), spec.dest());
            Map<String, Object> source = new LinkedHashMap<>();
            source.put("indices", RunSource.names(spec.source().concrete()));
            source.put("documents", documents);
            if (spec.version() != null) {
                source.put("fingerprints", spec.version());
            }
            Map<String, Object> dest = new LinkedHashMap<>();
            dest.put("index", spec.dest());
            if (published != null) {
                dest.put("published_run", published);
            }
            JobRecord job = plan.job();
            Map<String, Object> preview = new LinkedHashMap<>();
            preview.put("source", source);
            preview.put("dest", dest);
            preview.put(
                    "full_run_required",
                    job.runs().current() == null
                            || job.runs().outdated()
                            || job.runs().current().equals(published) == false);
            return preview;
        }
    }
}
