package org.ndd.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.ClusterStateListener;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.gateway.GatewayService;
import org.elasticsearch.health.Diagnosis;
import org.elasticsearch.health.HealthIndicatorDetails;
import org.elasticsearch.health.HealthIndicatorImpact;
import org.elasticsearch.health.HealthIndicatorResult;
import org.elasticsearch.health.HealthIndicatorService;
import org.elasticsearch.health.HealthStatus;
import org.elasticsearch.health.ImpactArea;
import org.elasticsearch.health.SimpleHealthIndicatorDetails;
import org.elasticsearch.health.node.HealthInfo;
import org.elasticsearch.logging.LogManager;
import org.elasticsearch.logging.Logger;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.compat.NddVersion;
import org.ndd.job.JobRecord.State;
import org.ndd.job.JobStore;

/**
 * Implements the indicator {@code ndd} of Elasticsearch's health API. The status is yellow if jobs have failed or repeat a step, or if
 * nodes have another version of ndd. An indicator must not wait, but the records of jobs are in an index. So the node reads them when it
 * starts, and a report contains the last counts. If these are older than {@link #FRESH_MILLIS}, the report starts to read them again. After
 * a report, the node repeats this every {@link #INTERVAL} for a day, so that the reports of a monitoring system are not older than that.
 */
public final class NddHealthIndicator implements HealthIndicatorService, ClusterStateListener {

    public static final String NAME = "ndd";

    /** Minimum age of the counts, in milliseconds, at which a report reads the records again. */
    static final long FRESH_MILLIS = 5_000;

    /** Interval at which the records are read, if there was a report within {@link #REPORTED_MILLIS}. */
    static final TimeValue INTERVAL = TimeValue.timeValueMinutes(1);

    private static final long REPORTED_MILLIS = TimeValue.timeValueDays(1).millis();

    /** Minimum age of the counts, in milliseconds, at which a report does not conclude from them that jobs work. */
    static final long UNKNOWN_MILLIS = 5 * INTERVAL.millis();

    private static final Logger logger = LogManager.getLogger(NddHealthIndicator.class);

    private static final Diagnosis.Definition FAILED_JOBS = new Diagnosis.Definition(
            NAME,
            "failed_jobs",
            "Jobs have failed, so their groups do not follow changes of the documents.",
            "Read the reason in [GET _ndd/job/_stats], remove the cause, and start each job with [POST _ndd/job/{id}/_start].",
            "docs/reference/job-stats.md");

    private static final Diagnosis.Definition RETRYING_JOBS = new Diagnosis.Definition(
            NAME,
            "retrying_jobs",
            "The last step of jobs failed, and they repeat it with growing pauses.",
            "Read the reason in [GET _ndd/job/_stats].",
            "docs/reference/job-stats.md");

    private static final Diagnosis.Definition OTHER_VERSIONS = new Diagnosis.Definition(
            NAME,
            "other_versions",
            "Data nodes have another version of ndd, or do not have ndd.",
            "Install one version of ndd on all nodes, and restart them one after the other.",
            "docs/operations.md#upgrade");

    /** Counts of the jobs at a time in milliseconds since the epoch. */
    private record Snapshot(JobCounts jobs, long readAt) {}

    private final Supplier<ClusterState> cluster;
    private final Consumer<ActionListener<JobCounts>> jobs;
    private final LongSupplier now;
    private final Consumer<Runnable> afterInterval;
    private final AtomicBoolean reading = new AtomicBoolean();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private volatile Snapshot last;
    private volatile long reportedAt;

    /** @param store reads records of jobs as Elasticsearch's internal user, because a report contains only counts */
    public NddHealthIndicator(ClusterService clusterService, JobStore store, ThreadPool threadPool) {
        this(
                clusterService::state,
                threadPool::absoluteTimeInMillis,
                task -> threadPool.scheduleUnlessShuttingDown(INTERVAL, threadPool.generic(), task),
                listener -> JobCounts.read(store, clusterService, threadPool.absoluteTimeInMillis(), listener));
    }

    /**
     * @param now supplies the current time in milliseconds since the epoch
     * @param afterInterval runs a task after {@link #INTERVAL}
     */
    NddHealthIndicator(
            Supplier<ClusterState> cluster,
            LongSupplier now,
            Consumer<Runnable> afterInterval,
            Consumer<ActionListener<JobCounts>> jobs) {
        this.cluster = cluster;
        this.now = now;
        this.afterInterval = afterInterval;
        this.jobs = jobs;
    }

    @Override
    public void clusterChanged(ClusterChangedEvent event) {
        boolean recovered = event.state().blocks().hasGlobalBlock(GatewayService.STATE_NOT_RECOVERED_BLOCK) == false;
        if (last == null && recovered) {
            refresh();
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public HealthIndicatorResult calculate(boolean verbose, int maxAffectedResources, HealthInfo info) {
        reportedAt = now.getAsLong();
        refresh();
        schedule();
        Snapshot snapshot = last;
        List<DiscoveryNode> others = cluster.get().nodes().getDataNodes().values().stream()
                .filter(node -> NddVersion.isSame(node) == false)
                .toList();
        if (snapshot == null && others.isEmpty()) {
            return createIndicator(
                    HealthStatus.UNKNOWN,
                    "The state of the jobs is being read. The next report has it.",
                    HealthIndicatorDetails.EMPTY,
                    List.of(),
                    List.of());
        }
        List<String> symptoms = new ArrayList<>();
        List<HealthIndicatorImpact> impacts = new ArrayList<>();
        List<Diagnosis> diagnoses = new ArrayList<>();
        if (snapshot != null) {
            long failed = snapshot.jobs.byState().get(State.FAILED);
            if (failed > 0) {
                symptoms.add(failed + " failed " + (failed == 1 ? "job" : "jobs"));
                diagnoses.add(new Diagnosis(FAILED_JOBS, List.of()));
            }
            long retrying = snapshot.jobs.retrying();
            if (retrying > 0) {
                symptoms.add(retrying + (retrying == 1 ? " job that repeats" : " jobs that repeat") + " a failed step");
                diagnoses.add(new Diagnosis(RETRYING_JOBS, List.of()));
            }
            if (symptoms.isEmpty() == false) {
                impacts.add(impact("outdated_groups", "Searches can show duplicates of documents that have changed."));
            }
        }
        if (others.isEmpty() == false) {
            symptoms.add(others.size() + " data " + (others.size() == 1 ? "node" : "nodes") + " without this version");
            diagnoses.add(new Diagnosis(
                    OTHER_VERSIONS,
                    List.of(new Diagnosis.Resource(
                            others.stream().limit(maxAffectedResources).toList()))));
            impacts.add(
                    impact("no_runs", "Runs do not start or continue. Searches fail on the shards of these nodes."));
        }
        boolean outdated = symptoms.isEmpty() && age(snapshot) >= UNKNOWN_MILLIS;
        HealthStatus healthy = outdated ? HealthStatus.UNKNOWN : HealthStatus.GREEN;
        String noSymptom = outdated
                ? "The state of the jobs is outdated, and is being read again."
                : "Jobs work, and all data nodes have the same version of ndd.";
        return createIndicator(
                symptoms.isEmpty() ? healthy : HealthStatus.YELLOW,
                symptoms.isEmpty() ? noSymptom : "ndd has " + String.join(", ", symptoms) + ".",
                verbose ? details(snapshot) : HealthIndicatorDetails.EMPTY,
                impacts,
                verbose ? diagnoses : List.of());
    }

    private static HealthIndicatorImpact impact(String id, String description) {
        return new HealthIndicatorImpact(NAME, id, 3, description, List.of(ImpactArea.SEARCH));
    }

    private HealthIndicatorDetails details(Snapshot snapshot) {
        if (snapshot == null) {
            return HealthIndicatorDetails.EMPTY;
        }
        Map<String, Object> jobs = new TreeMap<>();
        snapshot.jobs.byState().forEach((state, count) -> jobs.put(state.value(), count));
        jobs.put("retrying", snapshot.jobs.retrying());
        jobs.put("lost", snapshot.jobs.lost());
        return new SimpleHealthIndicatorDetails(Map.of("jobs", jobs, "age_in_millis", age(snapshot)));
    }

    private long age(Snapshot snapshot) {
        return Math.max(0, now.getAsLong() - snapshot.readAt);
    }

    /** Schedules the next read, unless it is scheduled. */
    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            afterInterval.accept(() -> {
                scheduled.set(false);
                if (now.getAsLong() - reportedAt < REPORTED_MILLIS) {
                    refresh();
                    schedule();
                }
            });
        }
    }

    private void refresh() {
        Snapshot snapshot = last;
        boolean fresh = snapshot != null && age(snapshot) < FRESH_MILLIS;
        if (fresh || reading.compareAndSet(false, true) == false) {
            return;
        }
        ActionListener<JobCounts> read = ActionListener.wrap(
                counts -> last = new Snapshot(counts, now.getAsLong()),
                e -> logger.debug("the state of jobs cannot be read for the health report", e));
        ActionListener.run(ActionListener.runAfter(read, () -> reading.set(false)), jobs::accept);
    }
}
