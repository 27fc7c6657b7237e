package org.ndd.job;

import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ToXContentObject;
import org.ndd.bulk.CompleteSearch;
import org.ndd.compat.Calls;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.LocalAction.LocalRequest;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.job.PutJobAction.NewJob;
import org.ndd.partition.RunIndex;
import org.ndd.partition.RunStore;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.RunSpec.RunSource;

/** Returns the effects of a job after all checks of its start. Changes nothing. */
public final class PreviewJobAction extends BodyAction<PreviewJobAction.Request, ToXContentObject> {

    public static final ActionType<BodyResponse<ToXContentObject>> TYPE =
            new ActionType<>("cluster:admin/ndd/job/preview");

    /** A request with a new job, or with the id of an existing job. */
    public static final class Request extends LocalRequest {

        /** The id of an existing job; {@code null} for a new job. */
        public final String id;
        /** The new job; {@code null} for an existing job. */
        public final NewJob job;

        public Request(@Nullable String id, @Nullable NewJob job) {
            this.id = id;
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
                .<ToXContentObject>andThen((l, plan) -> count(plan.job(), services.clientOf(task), l.map(documents -> {
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
        client.search(CompleteSearch.of(all, job.request()), listener.map(response -> Calls.total(response.getHits())));
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
