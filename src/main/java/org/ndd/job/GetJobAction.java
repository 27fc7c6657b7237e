package org.ndd.job;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.admin.cluster.node.tasks.get.TransportGetTaskAction;
import org.elasticsearch.action.admin.cluster.node.tasks.list.ListTasksRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.OriginSettingClient;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskInfo;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.bulk.Batches;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.LocalAction.LocalRequest;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.config.ReadableReport;
import org.ndd.config.ShardPosition;
import org.ndd.core.text.ParameterCheck;
import org.ndd.job.JobTaskAction.CheckpointProgress;
import org.ndd.partition.node.SourceOperations;
import org.ndd.partition.plan.TaskParams;

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

    /** Returns the state of jobs and counts of their work. */
    public static final class GetJobStatsAction extends GetJobAction {

        public static final ActionType<BodyResponse<JobList>> TYPE =
                new ActionType<>("cluster:monitor/ndd/job/stats/get");

        private static final Logger logger = LogManager.getLogger(GetJobStatsAction.class);

        private final Client ofTasks;
        private final SourceOperations sourceOperations;

        @Inject
        public GetJobStatsAction(ActionServices action, JobStore store) {
            super(TYPE, action, store);
            this.ofTasks = new OriginSettingClient(services.client(), TransportGetTaskAction.TASKS_ORIGIN);
            this.sourceOperations = new SourceOperations(action);
        }

        @Override
        void describe(JobLookup.LookupResult job, ActionListener<Map<String, Object>> listener) {
            if (job.stored() == null) {
                listener.onResponse(unreadable(job.id(), job.unreadable()));
            } else {
                collect(job.stored().record(), listener);
            }
        }

        /** Returns the known properties of a job whose stored record cannot be read. */
        static Map<String, Object> unreadable(String id, Exception e) {
            Map<String, Object> stats = new LinkedHashMap<>();
            stats.put("id", id);
            stats.put("state", JobRecord.State.FAILED.value());
            stats.put("failure", e.getMessage());
            return stats;
        }

        /** @param listener fails only if the listener itself throws; details of a source that the user has no right to read are omitted */
        void collect(JobRecord job, ActionListener<Map<String, Object>> listener) {
            PersistentTask<?> task = TaskParams.ofJob(services.cluster().state(), job.id(), job.dest());
            Map<String, Object> stats = stats(job, job.state() == JobRecord.State.STARTED && task == null);
            addCheckpoint(job, task, stats, ActionListener.running(() -> addLag(job, stats, listener)));
        }

        /** Adds the progress of the active checkpoint, which is only available on the coordinating node of the job. */
        private void addCheckpoint(
                JobRecord job, PersistentTask<?> task, Map<String, Object> stats, ActionListener<Void> listener) {
            if (job.state() != JobRecord.State.STARTED || task == null || task.getExecutorNode() == null) {
                listener.onResponse(null);
                return;
            }
            ListTasksRequest leading = JobTaskAction.list(job.id()).setNodes(task.getExecutorNode());
            ofTasks.admin().cluster().listTasks(leading, listener.map(tasks -> {
                for (TaskInfo info : tasks.getTasks()) {
                    if (info.status() instanceof CheckpointProgress progress) {
                        stats.put("current_checkpoint", progress.fields());
                    }
                }
                return null;
            }));
        }

        private void addLag(JobRecord job, Map<String, Object> stats, ActionListener<Map<String, Object>> listener) {
            Map<ShardId, ShardPosition> known = job.runs().positions();
            sourceOperations.since(
                    job.runs().current(),
                    known.isEmpty() ? List.of() : JobSource.readOrNamed(services, job),
                    known,
                    listener.<Long>map(operations -> {
                                if (operations != null) {
                                    stats.put("operations_behind", operations);
                                }
                                return stats;
                            })
                            .delegateResponse((l, e) -> {
                                logger.debug(
                                        () -> "operations of job [" + job.id()
                                                + "] since its last checkpoint are not known",
                                        e);
                                listener.onResponse(stats);
                            }));
        }

        /** @param lost whether the job has lost its task */
        private static Map<String, Object> stats(JobRecord job, boolean lost) {
            Map<String, Object> stats = new LinkedHashMap<>();
            stats.put("id", job.id());
            stats.put("state", (lost ? JobRecord.State.FAILED : job.state()).value());
            String failure = lost
                    ? "the job has lost its task, and can be started"
                    : job.status().failure();
            if (failure != null) {
                stats.put("failure", failure);
            }
            stats.put("consecutive_failures", job.status().retries());
            stats.put("source", Map.of("index", List.of(job.request().indices())));
            stats.put("dest", Map.of("index", job.dest()));
            if (job.runs().current() != null) {
                stats.put("run", job.runs().current());
            }
            if (job.runs().pending() != null) {
                stats.put(
                        "full_run",
                        fields("id", job.runs().pending(), "reason", job.runs().reason()));
            }
            stats.put("checkpoint", job.checkpoints().number());
            JobRecord.LastCheckpoint last = job.checkpoints().last();
            if (last != null) {
                Map<String, Object> shown = fields(
                        "timestamp",
                        Instant.ofEpochMilli(last.startedAt()).toString(),
                        "timestamp_in_millis",
                        last.startedAt());
                shown.put("took", last.tookMillis());
                shown.putAll(last.counts().fields());
                stats.put("last_checkpoint", shown);
            }
            stats.put("totals", job.checkpoints().totals().fields());
            return stats;
        }

        private static Map<String, Object> fields(String first, Object value, String second, Object other) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put(first, value);
            fields.put(second, other);
            return fields;
        }
    }
}
