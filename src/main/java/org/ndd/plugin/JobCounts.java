package org.ndd.plugin;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.job.JobRecord;
import org.ndd.job.JobRecord.State;
import org.ndd.job.JobStore;
import org.ndd.job.update.CheckpointCounts;
import org.ndd.partition.plan.TaskParams;

/**
 * Counts the jobs of the cluster.
 *
 * @param byState number of jobs by state, including 0; jobs without a task and unreadable jobs count as failed, as in their stats
 * @param lost number of failed jobs that have lost their task, and can be started
 * @param fullRuns number of jobs that wait for a run over all documents
 * @param retrying number of started jobs whose last checkpoint failed
 * @param maxLagMillis maximum time since the groups of a started job were up to date, in milliseconds; 0 if no started job has
 *     completed a checkpoint
 * @param totals sums of the counts of all checkpoints
 */
record JobCounts(
        Map<State, Long> byState, long lost, long fullRuns, long retrying, long maxLagMillis, CheckpointCounts totals)
        implements ToXContentObject {

    JobCounts {
        Map<State, Long> all = new EnumMap<>(State.class);
        for (State state : State.values()) {
            all.put(state, byState.getOrDefault(state, 0L));
        }
        byState = all;
    }

    /**
     * @param unreadable number of further jobs, whose records cannot be read
     * @param hasTask whether the job of this id has a task
     * @param now current time in milliseconds since the epoch
     */
    static JobCounts of(List<JobRecord> jobs, int unreadable, Predicate<JobRecord> hasTask, long now) {
        Map<State, Long> byState = new EnumMap<>(State.class);
        byState.put(State.FAILED, (long) unreadable);
        long lost = 0;
        long fullRuns = 0;
        long retrying = 0;
        long maxLag = 0;
        CheckpointCounts totals = CheckpointCounts.NONE;
        for (JobRecord job : jobs) {
            boolean isLost = job.state() == State.STARTED && hasTask.test(job) == false;
            State state = isLost ? State.FAILED : job.state();
            byState.merge(state, 1L, Long::sum);
            lost += isLost ? 1 : 0;
            if (state == State.STARTED) {
                fullRuns += job.runs().pending() == null ? 0 : 1;
                retrying += job.status().retries() == 0 ? 0 : 1;
                maxLag = job.checkpoints().last() == null
                        ? maxLag
                        : Math.max(maxLag, now - job.checkpoints().last().startedAt());
            }
            totals = totals.plus(job.checkpoints().totals());
        }
        return new JobCounts(byState, lost, fullRuns, retrying, maxLag, totals);
    }

    /** Reads the records of all jobs, as Elasticsearch's internal user; {@code now} is in milliseconds since the epoch. */
    static void read(JobStore jobs, ClusterService clusterService, long now, ActionListener<JobCounts> listener) {
        jobs.all(listener.map(all -> {
            ClusterState state = clusterService.state();
            return of(
                    all.records(), all.unreadable(), job -> TaskParams.ofJob(state, job.id(), job.dest()) != null, now);
        }));
    }

    long total() {
        return byState.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject().field("total", total()).startObject("by_state");
        for (Map.Entry<State, Long> state : byState.entrySet()) {
            builder.field(state.getKey().value(), state.getValue());
        }
        builder.endObject().field("lost", lost).field("full_runs", fullRuns).field("retrying", retrying);
        builder.humanReadableField("max_lag_in_millis", "max_lag", TimeValue.timeValueMillis(maxLagMillis));
        return builder.field("totals", totals.fields()).endObject();
    }
}
