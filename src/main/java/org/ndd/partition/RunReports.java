package org.ndd.partition;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.cluster.node.tasks.get.TransportGetTaskAction;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.OriginSettingClient;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.compat.Project;
import org.ndd.config.RunLabel;
import org.ndd.config.TaskState;
import org.ndd.groups.StoredReport;
import org.ndd.partition.GetPartitionAction.RunFilter;
import org.ndd.partition.RunStore.RunRecord;
import org.ndd.partition.plan.TaskParams;

/** Reads the reports of runs, with the rights of the caller: a user without read access to a run's index does not see the run. */
public final class RunReports {

    static final String LIVE = "live";

    static final String STARTED_AT = "start_time_in_millis";

    private static final String STATE = StoredReport.STATE;
    private static final String FAILURES = "failures";
    private static final List<String> LOST_TASK_FAILURES = List.of("the run has lost its task, and can be resumed");
    private static final String COMPLETED = TaskState.COMPLETED.value();
    private static final String RUNNING = TaskState.RUNNING.value();

    private final Client client;
    private final ClusterService clusterService;

    RunReports(Client client, ClusterService clusterService) {
        this.client = client;
        this.clusterService = clusterService;
    }

    static boolean isRunning(Map<String, Object> report) {
        return RUNNING.equals(report.get(STATE));
    }

    static boolean isCompleted(Map<String, Object> report) {
        return COMPLETED.equals(report.get(STATE));
    }

    /** Whether a report belongs to a run that has no task in the cluster state of this node: the task was lost, or has just started. */
    static boolean hasLostItsTask(Map<String, Object> report) {
        return LOST_TASK_FAILURES.equals(report.get(FAILURES));
    }

    /**
     * Reads the report of one run. The index of that name is examined only after the read access of the user is checked.
     *
     * @param listener fails with 403 if the user has no read access to an index of that name, and with 404 if it is not the index of a run
     */
    void get(String id, ActionListener<Map<String, Object>> listener) {
        client.get(
                new GetRequest(id, StoredReport.ID),
                ActionListener.wrap(
                        response -> ActionListener.completeWith(listener, () -> {
                            if (isRun(id) == false) {
                                throw notFound(id);
                            }
                            return run(id, response);
                        }),
                        e -> {
                            Throwable cause = ExceptionsHelper.unwrapCause(e);
                            boolean none = cause instanceof IndexNotFoundException
                                    || cause instanceof ElasticsearchSecurityException == false && isRun(id) == false;
                            listener.onFailure(none ? notFound(id) : e);
                        }));
    }

    /**
     * Finds the task of an active run.
     *
     * @param since time of the request in milliseconds, as of {@link ThreadPool#relativeTimeInMillis}
     * @param listener gets {@code null} if the run is about to get a task; fails with 400 if it is not active, or has lost its task, and
     *     with 503 if the cluster state of this node may not have the task yet
     */
    void activeTask(String id, long since, ActionListener<PersistentTask<?>> listener) {
        get(id, listener.map(run -> {
            if (isRunning(run)) {
                return TaskParams.ofRun(clusterService.state(), id);
            }
            boolean lost = hasLostItsTask(run);
            if (lost && client.threadPool().relativeTimeInMillis() - since < RunTasks.PROPAGATION_DELAY.millis()) {
                throw new ElasticsearchStatusException(
                        "run [" + id + "] has no task yet", RestStatus.SERVICE_UNAVAILABLE);
            }
            throw new IllegalArgumentException("[id] must be a run that is running, but was [" + id + "], which is ["
                    + run.get(STATE) + "]" + (lost ? ": " + LOST_TASK_FAILURES.get(0) : ""));
        }));
    }

    private boolean isRun(String id) {
        return RunLabel.isRun(Project.of(clusterService.state()).index(id));
    }

    /**
     * Reads the report of one run, after a wait until the cluster state of this node shows its end. Another node may already have reported
     * the end to the user.
     */
    void getAfterTaskRemoval(String id, ActionListener<Map<String, Object>> listener) {
        ThreadPool threadPool = client.threadPool();
        SubscribableListener.<Void>newForked(l -> new RunTasks(clusterService, client).awaitLocalTaskRemoval(id, l))
                .<Map<String, Object>>andThen(
                        threadPool.generic(), threadPool.getThreadContext(), (l, over) -> get(id, l))
                .addListener(listener);
    }

    /** Reads the report of one run. If the run lost its task, the report includes the stored reason. */
    void get(String id, RunStore store, ActionListener<Map<String, Object>> listener) {
        get(id, listener.delegateFailureAndWrap((l, report) -> {
            if (hasLostItsTask(report)) {
                store.get(
                        id,
                        ActionListener.wrap(
                                kept -> l.onResponse(withCause(report, kept.record())), e -> l.onResponse(report)));
            } else {
                l.onResponse(report);
            }
        }));
    }

    private static Map<String, Object> withCause(Map<String, Object> report, RunRecord record) {
        String failure = record.report().failure();
        if (failure != null) {
            report.put(FAILURES, List.of(failure));
        }
        return report;
    }

    /** Returns a failure that shows whether the destination exists, so it is only for users with read access to this name. */
    private ResourceNotFoundException notFound(String id) {
        IndexMetadata shown = RunLabel.publishedBy(clusterService.state(), id);
        String hint = RunLabel.of(shown) == null
                ? ""
                : ": it is a destination, which publishes run ["
                        + shown.getIndex().getName() + "]";
        return new ResourceNotFoundException("run [" + id + "] does not exist" + hint);
    }

    /** Returns the selected runs that the user may see, the newest first. */
    void list(RunFilter filter, ActionListener<List<Map<String, Object>>> listener) {
        read(
                index -> filter.mayMatch(RunLabel.of(index), index),
                FetchSourceContext.FETCH_SOURCE,
                listener.map(runs -> runs.stream()
                        .filter(run -> filter.state() == null || filter.state().equals(run.get(STATE)))
                        .sorted(Comparator.comparingLong(RunReports::startedAt).reversed())
                        .limit(filter.size())
                        .toList()));
    }

    /**
     * Counts all runs of the cluster, including runs that the user in the thread's context may not see. It reads only their states, as
     * Elasticsearch's internal user.
     */
    public static void count(Client client, ClusterService clusterService, ActionListener<RunCounts> listener) {
        Client internal = new OriginSettingClient(client, TransportGetTaskAction.TASKS_ORIGIN);
        RunReports all = new RunReports(internal, clusterService);
        all.read(index -> true, StoredReport.field(STATE), listener.map(runs -> {
            Map<TaskState, Long> byState = new EnumMap<>(TaskState.class);
            long lost = 0;
            for (Map<String, Object> run : runs) {
                String state = ((String) run.get(STATE)).toUpperCase(Locale.ROOT);
                byState.merge(TaskState.valueOf(state), 1L, Long::sum);
                lost += hasLostItsTask(run) ? 1 : 0;
            }
            return new RunCounts(byState, lost);
        }));
    }

    /** Reads the reports of the selected runs that the user may see and whose index is open. */
    private void read(
            Predicate<IndexMetadata> selected,
            FetchSourceContext source,
            ActionListener<List<Map<String, Object>>> listener) {
        MultiGetRequest request = new MultiGetRequest();
        for (IndexMetadata index : Project.of(clusterService.state()).indices().values()) {
            if (RunLabel.isRun(index) && index.getState() == IndexMetadata.State.OPEN && selected.test(index)) {
                request.add(new MultiGetRequest.Item(index.getIndex().getName(), StoredReport.ID)
                        .fetchSourceContext(source));
            }
        }
        if (request.getItems().isEmpty()) {
            listener.onResponse(List.of());
            return;
        }
        client.multiGet(request, listener.map(response -> {
            List<Map<String, Object>> runs = new ArrayList<>();
            for (MultiGetItemResponse item : response) {
                if (item.isFailed() == false && item.getResponse().isExists()) {
                    runs.add(run(item.getIndex(), item.getResponse()));
                }
            }
            return runs;
        }));
    }

    private static long startedAt(Map<String, Object> report) {
        return ((Number) report.get(STARTED_AT)).longValue();
    }

    private Map<String, Object> run(String id, GetResponse response) {
        if (response.isExists() == false) {
            throw notFound(id);
        }
        Map<String, Object> report = StoredReport.read(response.getSourceAsBytesRef());
        // a copy of the index, such as a clone, has the report of the original
        report.put("id", id);
        IndexMetadata index = Project.of(clusterService.state()).index(id);
        RunLabel label = RunLabel.of(index);
        report.put(LIVE, label != null && label.isLive(index));
        if (isCompleted(report)) {
            // also if the cluster state of this node still has its task
            return report;
        }
        boolean hasCoordinator = TaskParams.ofRun(clusterService.state(), id) != null;
        if (hasCoordinator) {
            // also if it was resumed and has not written a report yet
            report.put(STATE, RUNNING);
        } else if (isRunning(report)) {
            report.put(STATE, TaskState.FAILED.value());
            report.put(FAILURES, LOST_TASK_FAILURES);
        }
        return report;
    }

    /** Returns brief reports: the results of the run, whether its groups are published, and its progress while it is active. */
    static final class BriefReport {

        /** URL parameter: whether a report is returned completely. */
        static final String VERBOSE = "verbose";

        private static final String LARGEST_GROUPS = "largest_groups";
        private static final int NAMED_GROUPS = 3;

        private static final Set<String> KEYS = Set.of(
                "id",
                "source",
                "against",
                "dest",
                "state",
                "phase",
                RunReports.STARTED_AT,
                "start_time",
                "took",
                "documents",
                "unprocessed",
                "other_version",
                "outdated",
                "changed_during_run",
                "exact_duplicates",
                "groups",
                "duplicates",
                "part_of",
                "relations",
                "redirects",
                LARGEST_GROUPS,
                "failures",
                "published",
                "unpublished",
                RunReports.LIVE,
                "age_in_millis",
                "operations_since",
                "lost_indices");

        /** Keys of runs that are active or were restarted. */
        private static final Set<String> PROGRESS_KEYS = Set.of("phases", "restarts", "interruptions");

        private BriefReport() {}

        static Map<String, Object> of(Map<String, Object> report) {
            boolean showsProgress =
                    RunReports.isRunning(report) || Integer.valueOf(0).equals(report.get("restarts")) == false;
            Map<String, Object> brief = new LinkedHashMap<>(report);
            brief.keySet()
                    .removeIf(key -> (KEYS.contains(key) || showsProgress && PROGRESS_KEYS.contains(key)) == false);
            brief.computeIfPresent(LARGEST_GROUPS, (key, groups) -> first((List<?>) groups));
            return brief;
        }

        private static List<?> first(List<?> groups) {
            return groups.subList(0, Math.min(groups.size(), NAMED_GROUPS));
        }

        static Map<String, Object> of(PartitionReport report) {
            return of(XContentHelper.convertToMap(XContentType.JSON.xContent(), Strings.toString(report), true));
        }
    }

    /**
     * Counts the runs whose index exists and is open.
     *
     * @param byState counts by state, including states without runs
     * @param lost number of failed runs that have lost their task, and can be resumed
     */
    public record RunCounts(Map<TaskState, Long> byState, long lost) {

        public RunCounts {
            Map<TaskState, Long> all = new EnumMap<>(TaskState.class);
            for (TaskState state : TaskState.values()) {
                all.put(state, byState.getOrDefault(state, 0L));
            }
            byState = all;
        }

        public long total() {
            return byState.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}
