package org.ndd.job;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.bulk.Batches;
import org.ndd.config.ActionServices;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyResponse;
import org.ndd.config.LocalRequest;
import org.ndd.config.ReadableReport;
import org.ndd.core.text.ParameterCheck;

/** Returns the configurations of jobs whose destination the user has the right to read. */
public class GetJobAction extends BodyAction<GetJobAction.Request, GetJobAction.JobList> {

    public static final ActionType<BodyResponse<JobList>> TYPE = new ActionType<>("cluster:monitor/ndd/job/get");

    public static final class Request extends LocalRequest {

        public static final int DEFAULT_SIZE = 100;
        public static final int MAX_SIZE = 1000;

        public final JobPattern pattern;
        public final int from;
        public final int size;

        /**
         * @param from number of jobs to skip, in the order of ids
         * @param size maximum number of jobs, 0 to 1000
         */
        public Request(JobPattern pattern, int from, int size) {
            ParameterCheck.range("from", from, 0, Long.MAX_VALUE);
            ParameterCheck.range("size", size, 0, MAX_SIZE);
            this.pattern = pattern;
            this.from = from;
            this.size = size;
        }

        /** Selects all jobs of a pattern. */
        public Request(JobPattern pattern) {
            this.pattern = pattern;
            this.from = 0;
            this.size = Integer.MAX_VALUE;
        }

        @Override
        public String getDescription() {
            return "jobs[" + pattern + "]";
        }
    }

    /** The response: jobs in the order of their ids, which may be a part of the {@code count} selected ones. */
    public record JobList(int count, List<Map<String, Object>> jobs) implements ToXContentObject {

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject().field("count", count).startArray("jobs");
            for (Map<String, Object> job : jobs) {
                ReadableReport.write(builder, job);
            }
            return builder.endArray().endObject();
        }
    }

    private final JobLookup jobs;

    @Inject
    public GetJobAction(ActionServices action, JobStore store) {
        this(TYPE, action, store);
    }

    GetJobAction(ActionType<BodyResponse<JobList>> type, ActionServices action, JobStore store) {
        super(type, action, action.node().threads().generic());
        this.jobs = new JobLookup(store, services.client());
    }

    void describe(JobLookup.LookupResult job, ActionListener<Map<String, Object>> listener) {
        ActionListener.completeWith(listener, () -> {
            Map<String, Object> config = new LinkedHashMap<>();
            config.put("id", job.id());
            if (job.stored() != null) {
                config.putAll(job.stored().record().config().asMap());
            }
            return config;
        });
    }

    @Override
    protected void respond(CancellableTask task, Request request, ActionListener<JobList> listener) {
        jobs.all(request.pattern, listener.delegateFailureAndWrap((l, found) -> {
            int from = Math.min(request.from, found.size());
            int to = (int) Math.min((long) from + request.size, found.size());
            describe(found.subList(from, to), l.map(described -> new JobList(found.size(), described)));
        }));
    }

    private void describe(List<JobLookup.LookupResult> found, ActionListener<List<Map<String, Object>>> listener) {
        Map<String, Map<String, Object>> all = new ConcurrentSkipListMap<>();
        Batches.each(
                found,
                JobLookup.CONCURRENT_JOBS,
                (job, l) -> describe(job, l.map(described -> {
                    all.put(job.id(), described);
                    return null;
                })),
                listener.map(done -> List.copyOf(all.values())));
    }
}
