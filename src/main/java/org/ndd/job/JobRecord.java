package org.ndd.job;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.job.changes.ShardPosition;
import org.ndd.job.update.CheckpointCounts;
import org.ndd.partition.PartitionRequest;
import org.ndd.partition.RunUser;

/**
 * The stored state of a job, from which another node resumes it if a node is lost.
 *
 * @param id of the job
 * @param config as the user wrote it, with the name of the destination
 * @param state whether it is started, stopped or failed
 * @param failure why it failed, or while it is started, why its last try failed; {@code null} without a failure
 * @param retries failed tries since the last successful one
 * @param run the run whose index is kept up to date; {@code null} before the first full run has ended
 * @param outdated whether the run, or the full run that is under way, is of an earlier configuration
 * @param pending the full run that is under way; {@code null} if there is none
 * @param why a full run is under way; {@code null} if none is
 * @param positions how far the changes of each shard are in the groups
 * @param checkpoint number of completed checkpoints
 * @param totals of all checkpoints
 * @param last the last checkpoint; {@code null} before the first
 * @param user in whose name it runs; {@code null} if and only if it is not started
 */
public record JobRecord(
        String id,
        JobConfig config,
        State state,
        String failure,
        int retries,
        String run,
        boolean outdated,
        String pending,
        String why,
        Map<ShardId, ShardPosition> positions,
        long checkpoint,
        CheckpointCounts totals,
        Last last,
        RunUser user)
        implements Writeable {

    /**
     * A checkpoint that is over.
     *
     * @param at when it began, in milliseconds of the epoch
     * @param tookMillis how long it took
     * @param counts of the work that it did
     */
    public record Last(long at, long tookMillis, CheckpointCounts counts) implements Writeable {

        Last(StreamInput in) throws IOException {
            this(in.readVLong(), in.readVLong(), new CheckpointCounts(in));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVLong(at);
            out.writeVLong(tookMillis);
            counts.writeTo(out);
        }
    }

    /** Whether a job is started, stopped or failed. */
    public enum State {
        STARTED,
        STOPPED,
        FAILED;

        /** As users see it: part of the API. */
        public String value() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public JobRecord {
        positions = Map.copyOf(positions);
        if ((state == State.STARTED) != (user != null)) {
            throw new IllegalArgumentException("[user] must be stored as long as job [" + id + "] is started, but was ["
                    + user + "] while it is [" + state + "]");
        }
        if ((pending == null) != (why == null)) {
            throw new IllegalArgumentException(
                    "[why] must be specified for an active full run, but was [" + why + "] of [" + pending + "]");
        }
    }

    JobRecord(StreamInput in) throws IOException {
        this(
                in.readString(),
                new JobConfig(in),
                State.valueOf(in.readString()),
                in.readOptionalString(),
                in.readVInt(),
                in.readOptionalString(),
                in.readBoolean(),
                in.readOptionalString(),
                in.readOptionalString(),
                in.readMap(ShardId::new, ShardPosition::new),
                in.readVLong(),
                new CheckpointCounts(in),
                in.readOptionalWriteable(Last::new),
                in.readOptionalWriteable(RunUser::new));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(id);
        config.writeTo(out);
        out.writeString(state.name());
        out.writeOptionalString(failure);
        out.writeVInt(retries);
        out.writeOptionalString(run);
        out.writeBoolean(outdated);
        out.writeOptionalString(pending);
        out.writeOptionalString(why);
        out.writeMap(new TreeMap<>(positions), (o, shard) -> shard.writeTo(o), (o, position) -> position.writeTo(o));
        out.writeVLong(checkpoint);
        totals.writeTo(out);
        out.writeOptionalWriteable(last);
        out.writeOptionalWriteable(user);
    }

    /** A new job, which is stopped. */
    static JobRecord create(String id, JobConfig config) {
        return new JobRecord(
                id,
                config,
                State.STOPPED,
                null,
                0,
                null,
                false,
                null,
                null,
                Map.of(),
                0,
                CheckpointCounts.NONE,
                null,
                null);
    }

    /** The destination, which publishes the groups. */
    public String dest() {
        return config.dest();
    }

    /** The request of the full runs. */
    PartitionRequest request() {
        return config.run();
    }

    TimeValue frequency() {
        return config.frequency();
    }

    /**
     * A full run is under way.
     *
     * @param started the configuration with which it was started
     */
    JobRecord awaits(String fullRun, String reason, JobConfig started) {
        Change change = change().pending(fullRun, reason);
        change.outdated = config.hasGroupsOf(started) == false;
        return change.record();
    }

    /** The groups of this run are kept up to date from now on. */
    JobRecord keepsUp(String fullRun, Map<ShardId, ShardPosition> from) {
        return change().failure(null, 0).run(fullRun, from).pending(null, null).record();
    }

    /** A checkpoint is over. */
    JobRecord after(CheckpointResult result, long at, long tookMillis) {
        Change change = change().failure(null, 0).run(run, result.positions());
        change.checkpoint = checkpoint + 1;
        change.totals = totals.plus(result.counts());
        change.last = new Last(at, tookMillis, result.counts());
        return change.record();
    }

    /** A try failed, and there will be another one. */
    JobRecord failedOnce(String reason) {
        return change().failure(reason, retries + 1).record();
    }

    /** The full run that was under way is none any more; the job needs another one. */
    JobRecord withoutFullRun() {
        return change().pending(null, null).record();
    }

    /** The published run of the destination is not known, or is not one of this job. */
    JobRecord withoutRun() {
        return change().run(null, Map.of()).record();
    }

    JobRecord stopped() {
        return change().state(State.STOPPED, null)
                .failure(null, 0)
                .pending(null, null)
                .record();
    }

    JobRecord failed(String reason) {
        return change().state(State.FAILED, null)
                .failure(reason, retries)
                .pending(null, null)
                .record();
    }

    /** Resumes the job in the name of the user that starts it. */
    JobRecord startedBy(RunUser newUser) {
        return change().state(State.STARTED, newUser)
                .failure(null, 0)
                .pending(null, null)
                .record();
    }

    /**
     * The job after an update. If the groups of its run are not those of the new configuration, the next step is a full run.
     *
     * @param updater the new user of a job that is started; {@code null} to leave it to its user
     */
    JobRecord updated(JobConfig newConfig, RunUser updater) {
        Change change = change();
        change.config = newConfig;
        change.outdated = outdated || (run != null || pending != null) && newConfig.hasGroupsOf(config) == false;
        if (updater != null && state == State.STARTED) {
            change.user = updater;
        }
        return change.record();
    }

    private Change change() {
        return new Change(this);
    }

    /** The fields of a record that changes. */
    private static final class Change {

        private final String id;
        private JobConfig config;
        private State state;
        private String failure;
        private int retries;
        private String run;
        private boolean outdated;
        private String pending;
        private String why;
        private Map<ShardId, ShardPosition> positions;
        private long checkpoint;
        private CheckpointCounts totals;
        private Last last;
        private RunUser user;

        Change(JobRecord job) {
            id = job.id;
            config = job.config;
            state = job.state;
            failure = job.failure;
            retries = job.retries;
            run = job.run;
            outdated = job.outdated;
            pending = job.pending;
            why = job.why;
            positions = job.positions;
            checkpoint = job.checkpoint;
            totals = job.totals;
            last = job.last;
            user = job.user;
        }

        Change state(State newState, RunUser newUser) {
            state = newState;
            user = newUser;
            return this;
        }

        Change failure(String newFailure, int newRetries) {
            failure = newFailure;
            retries = newRetries;
            return this;
        }

        Change run(String newRun, Map<ShardId, ShardPosition> newPositions) {
            run = newRun;
            positions = newPositions;
            return this;
        }

        Change pending(String fullRun, String reason) {
            pending = fullRun;
            why = reason;
            return this;
        }

        JobRecord record() {
            return new JobRecord(
                    id,
                    config,
                    state,
                    failure,
                    retries,
                    run,
                    outdated,
                    pending,
                    why,
                    positions,
                    checkpoint,
                    totals,
                    last,
                    user);
        }
    }
}
