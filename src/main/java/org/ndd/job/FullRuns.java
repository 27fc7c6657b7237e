package org.ndd.job;

import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.rest.RestStatus;
import org.ndd.compat.Project;
import org.ndd.config.NodeServices;
import org.ndd.config.TaskState;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.RecordStore.Versioned;
import org.ndd.partition.RunActions;
import org.ndd.partition.RunIndex;
import org.ndd.partition.RunStore;
import org.ndd.partition.RunStore.RunRecord;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.RunSpec.RunSource;
import org.ndd.partition.plan.TaskParams;

/** Starts, inspects and cancels the full runs of a job, and checks its source in the cluster state. */
class FullRuns {

    private static final Logger logger = LogManager.getLogger(FullRuns.class);

    private final NodeServices services;
    private final RunStore runs;

    FullRuns(NodeServices services, RunStore runs) {
        this.services = services;
        this.runs = runs;
    }

    /**
     * Checks that at least one index of the source exists, and that none is closed.
     *
     * @throws org.elasticsearch.cluster.block.ClusterBlockException if the cluster has not recovered its indices yet
     * @throws ElasticsearchStatusException 409 if no index of the source exists; 503 if an index is closed, which may be temporary
     */
    void checkSource(JobRecord job) {
        ClusterState state = services.cluster().state();
        state.blocks().globalBlockedRaiseException(ClusterBlockLevel.METADATA_READ);
        String[] source = job.request().indices();
        Set<String> indices = new TreeSet<>(Arrays.asList(
                services.resolver().concreteIndexNames(state, IndicesOptions.lenientExpandOpen(), true, source)));
        if (indices.isEmpty()
                && job.runs().positions().keySet().stream().noneMatch(shard -> isClosed(state, shard.getIndexName()))) {
            throw conflict("[source.index] must name at least one open index, but was " + Arrays.toString(source));
        }
        // a pattern does not match closed indices, but their groups must remain
        job.runs().positions().keySet().forEach(shard -> indices.add(shard.getIndexName()));
        indices.removeIf(index -> isClosed(state, index) == false);
        if (indices.isEmpty() == false) {
            throw new ElasticsearchStatusException(
                    "[source.index] must name open indices, but was "
                            + Arrays.toString(job.request().readIndices().indices()) + ", of which "
                            + indices + " are closed: open them, and the job continues",
                    RestStatus.SERVICE_UNAVAILABLE);
        }
    }

    /** Returns whether a run has failed and an index that it reads was deleted or closed. */
    boolean hasLostSource(RunRecord run) {
        ClusterState state = services.cluster().state();
        return run.report().state() == TaskState.FAILED
                && RunSource.indices(run.spec().source().withReference()).stream()
                        .anyMatch(index -> Project.of(state).index(index) == null || isClosed(state, index.getName()));
    }

    private static boolean isClosed(ClusterState state, String index) {
        IndexMetadata known = Project.of(state).index(index);
        return known != null && known.getState() == IndexMetadata.State.CLOSE;
    }

    /** Returns the run that the destination of a job publishes; {@code null} if there is none. */
    String publishedRun(JobRecord job) {
        return RunIndex.publishedBy(services.cluster().state(), job.dest());
    }

    /** Returns the active run that will publish to the destination of a job; {@code null} if there is none. */
    String activeRun(JobRecord job) {
        return TaskParams.publisherTo(services.cluster().state(), job.dest());
    }

    /** Returns whether a job has a task according to the cluster state of this node. */
    boolean isLed(JobRecord job, long allocation) {
        PersistentTask<?> task = TaskParams.ofJob(services.cluster().state(), job.id(), job.dest());
        return task != null && task.getAllocationId() == allocation;
    }

    /** Returns whether a run has a coordinating node according to the cluster state of this node. */
    boolean hasCoordinator(String run) {
        return TaskParams.ofRun(services.cluster().state(), run) != null;
    }

    void get(String run, ActionListener<RunRecord> listener) {
        runs.get(run, listener.map(Versioned::record));
    }

    /** Starts a full run, as a child of the job's task, so that no run starts for a stopped job. The listener gets its id. */
    void start(JobRecord job, Client child, ActionListener<String> listener) {
        child.execute(PartitionAction.TYPE, job.request().forJob(true), listener.map(started -> started.id()));
    }

    void cancel(String run) {
        services.client()
                .execute(
                        RunActions.Cancel.TYPE,
                        new RunActions.Cancel.Request(run, false, TimeValue.timeValueSeconds(30)),
                        ActionListener.wrap(
                                cancelled -> {},
                                e -> logger.warn(() -> "run [" + run + "] could not be cancelled", e)));
    }

    /** Returns whether a run has the options of the full runs of a job. */
    static boolean matches(JobRecord job, RunRecord run) {
        PartitionOptions required = job.request().options();
        PartitionOptions done = run.spec().options();
        return done.against().correspondsTo(required.against())
                && done.atMost(required.execution().requestsPerSecond())
                        .against(required.against())
                        .equals(required)
                && Objects.equals(run.spec().source().query(), job.request().query());
    }

    /** Fails with a mismatch unless a run, or {@code null}, is a full run of a job, newer than the one that it keeps up to date. */
    void requireOwn(JobRecord job, String run, Exception mismatch, ActionListener<Void> listener) {
        String current = job.runs().current();
        // names of runs contain their time
        if (run == null || current != null && run.compareTo(current) < 0) {
            listener.onFailure(mismatch);
            return;
        }
        get(
                run,
                ActionListener.wrap(
                        found -> {
                            boolean own = matches(job, found)
                                    && (found.report().state() == TaskState.RUNNING
                                            || found.report().published().published());
                            if (own) {
                                listener.onResponse(null);
                            } else {
                                listener.onFailure(mismatch);
                            }
                        },
                        e -> listener.onFailure(e instanceof ResourceNotFoundException ? mismatch : e)));
    }

    /** Returns the failure of a job whose destination publishes another run; {@code null} for none. */
    static ElasticsearchStatusException replaced(JobRecord job, String shown) {
        return conflict("[" + job.dest() + "] must publish run [" + job.runs().current() + "], but publishes "
                + (shown == null ? "nothing" : "[" + shown + "]")
                + ": start the job again, and it begins with a full run");
    }

    /** Returns the failure of a job to whose destination another run will publish. */
    static ElasticsearchStatusException taken(JobRecord job, String other) {
        return conflict("[dest.index] must be a destination to which no run is about to publish, but was [" + job.dest()
                + "], to which [" + other + "] is");
    }

    /** Returns the failure of a request to a job that has ended on its node. */
    static ElasticsearchStatusException stopped(JobRecord job) {
        return conflict(
                "job [" + job.id() + "] was stopped, or another node leads it now: if it is stopped, start it with "
                        + "[POST /_ndd/job/" + job.id() + "/_start]; repeat the request");
    }

    /** Returns the failure (409) of a job, or of a request that requires another state of it. */
    static ElasticsearchStatusException conflict(String message) {
        return new ElasticsearchStatusException(message, RestStatus.CONFLICT);
    }
}
