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
import org.ndd.job.Checkpoint.Result;
import org.ndd.job.changes.ShardPosition;
import org.ndd.job.update.CheckpointCounts;
import org.ndd.partition.PartitionRequest;
import org.ndd.partition.RunUser;

/**
 * The stored state of a job, from which another node resumes it if a node is lost.
 *
 * @param id of the job
 * @param config as the user wrote it, with the name of the destination
 * @param status whether it is started, stopped or failed
 * @param runs the run that the job keeps up to date, and the full run that is under way
 * @param checkpoints the completed checkpoints
 * @param user in whose name it runs; {@code null} if and only if it is not started
 */
public record JobRecord(String id, JobConfig config, Status status, Runs runs, Checkpoints checkpoints, RunUser user)
        implements Writeable {

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

    /**
     * The status of a job.
     *
     * @param state whether it is started, stopped or failed
     * @param failure why it failed, or while it is started, why its last try failed; {@code null} without a failure
     * @param retries failed tries since the last successful one
     */
    public record Status(State state, String failure, int retries) implements Writeable {

        Status(StreamInput in) throws IOException {
            this(State.valueOf(in.readString()), in.readOptionalString(), in.readVInt());
        }

        static Status of(State state) {
            return new Status(state, null, 0);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(state.name());
            out.writeOptionalString(failure);
            out.writeVInt(retries);
        }
    }

    /**
     * The runs of a job.
     *
     * @param current the run whose index is kept up to date; {@code null} before the first full run has ended
     * @param outdated whether the run, or the full run that is under way, is of an earlier configuration
     * @param pending the full run that is under way; {@code null} if there is none
     * @param why a full run is under way; {@code null} if none is
     * @param positions how far the changes of each shard are in the groups
     */
    public record Runs(
            String current, boolean outdated, String pending, String why, Map<ShardId, ShardPosition> positions)
            implements Writeable {

        public Runs {
            positions = Map.copyOf(positions);
            if ((pending == null) != (why == null)) {
                throw new IllegalArgumentException(
                        "[why] must be specified for an active full run, but was [" + why + "] of [" + pending + "]");
            }
        }

        Runs(StreamInput in) throws IOException {
            this(
                    in.readOptionalString(),
                    in.readBoolean(),
                    in.readOptionalString(),
                    in.readOptionalString(),
                    in.readMap(ShardId::new, ShardPosition::new));
        }

        Runs at(String run, Map<ShardId, ShardPosition> newPositions) {
            return new Runs(run, outdated, pending, why, newPositions);
        }

        Runs pending(String fullRun, String reason) {
            return new Runs(current, outdated, fullRun, reason, positions);
        }

        Runs outdated(boolean isOutdated) {
            return new Runs(current, isOutdated, pending, why, positions);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeOptionalString(current);
            out.writeBoolean(outdated);
            out.writeOptionalString(pending);
            out.writeOptionalString(why);
            out.writeMap(
                    new TreeMap<>(positions), (o, shard) -> shard.writeTo(o), (o, position) -> position.writeTo(o));
        }
    }

    /**
     * The completed checkpoints of a job.
     *
     * @param number of completed checkpoints
     * @param totals of all checkpoints
     * @param last the last checkpoint; {@code null} before the first
     */
    public record Checkpoints(long number, CheckpointCounts totals, Last last) implements Writeable {

        static final Checkpoints NONE = new Checkpoints(0, CheckpointCounts.NONE, null);

        Checkpoints(StreamInput in) throws IOException {
            this(in.readVLong(), new CheckpointCounts(in), in.readOptionalWriteable(Last::new));
        }

        Checkpoints plus(Last next) {
            return new Checkpoints(number + 1, totals.plus(next.counts()), next);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVLong(number);
            totals.writeTo(out);
            out.writeOptionalWriteable(last);
        }
    }

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

    public JobRecord {
        if ((status.state() == State.STARTED) != (user != null)) {
            throw new IllegalArgumentException("[user] must be stored as long as job [" + id + "] is started, but was ["
                    + user + "] while it is [" + status.state() + "]");
        }
    }

    JobRecord(StreamInput in) throws IOException {
        this(
                in.readString(),
                new JobConfig(in),
                new Status(in),
                new Runs(in),
                new Checkpoints(in),
                in.readOptionalWriteable(RunUser::new));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(id);
        config.writeTo(out);
        status.writeTo(out);
        runs.writeTo(out);
        checkpoints.writeTo(out);
        out.writeOptionalWriteable(user);
    }

    /** A new job, which is stopped. */
    static JobRecord create(String id, JobConfig config) {
        return new JobRecord(
                id,
                config,
                Status.of(State.STOPPED),
                new Runs(null, false, null, null, Map.of()),
                Checkpoints.NONE,
                null);
    }

    /** The destination, which publishes the groups. */
    public String dest() {
        return config.dest();
    }

    public State state() {
        return status.state();
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
    JobRecord awaitRun(String fullRun, String reason, JobConfig started) {
        return with(runs.pending(fullRun, reason).outdated(config.hasGroupsOf(started) == false));
    }

    /** The groups of this run are kept up to date from now on. */
    JobRecord trackRun(String fullRun, Map<ShardId, ShardPosition> from) {
        Runs now = runs.at(fullRun, from).pending(null, null);
        return new JobRecord(id, config, Status.of(state()), now, checkpoints, user);
    }

    /** A checkpoint is over. */
    JobRecord after(Result result, long at, long tookMillis) {
        Runs now = runs.at(runs.current(), result.positions());
        Checkpoints all = checkpoints.plus(new Last(at, tookMillis, result.counts()));
        return new JobRecord(id, config, Status.of(state()), now, all, user);
    }

    /** A try failed, and there will be another one. */
    JobRecord failedOnce(String reason) {
        Status failed = new Status(state(), reason, status.retries() + 1);
        return new JobRecord(id, config, failed, runs, checkpoints, user);
    }

    /** The full run is no longer active, and the job needs another one. */
    JobRecord withoutFullRun() {
        return with(runs.pending(null, null));
    }

    /** The published run of the destination is not known, or is not one of this job. */
    JobRecord withoutRun() {
        return with(runs.at(null, Map.of()));
    }

    private JobRecord with(Runs now) {
        return new JobRecord(id, config, status, now, checkpoints, user);
    }

    JobRecord stopped() {
        return with(Status.of(State.STOPPED), null);
    }

    JobRecord failed(String reason) {
        return with(new Status(State.FAILED, reason, status.retries()), null);
    }

    /** Resumes the job in the name of the user that starts it. */
    JobRecord startedBy(RunUser newUser) {
        return with(Status.of(State.STARTED), newUser);
    }

    private JobRecord with(Status now, RunUser newUser) {
        return new JobRecord(id, config, now, runs.pending(null, null), checkpoints, newUser);
    }

    /**
     * The job after an update. If the groups of its run are not those of the new configuration, the next step is a full run.
     *
     * @param updater the new user of a job that is started; {@code null} to leave it to its user
     */
    JobRecord updated(JobConfig newConfig, RunUser updater) {
        boolean hasRun = runs.current() != null || runs.pending() != null;
        boolean outdated = runs.outdated() || hasRun && newConfig.hasGroupsOf(config) == false;
        RunUser newUser = updater != null && state() == State.STARTED ? updater : user;
        return new JobRecord(id, newConfig, status, runs.outdated(outdated), checkpoints, newUser);
    }
}
