package org.ndd.job;

import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.compat.Calls;
import org.ndd.config.ShardPosition;
import org.ndd.core.text.ApiName;
import org.ndd.job.Checkpoint.Result;
import org.ndd.job.update.CheckpointCounts;
import org.ndd.partition.RunUser;
import org.ndd.partition.plan.PartitionRequest;

/**
 * The stored state of a job, from which another node resumes it after the loss of a node.
 *
 * @param config configuration as the user typed it, with the name of the destination
 * @param user user with whose rights the job works; {@code null} if and only if the job is not started
 */
public record JobRecord(String id, JobConfig config, Status status, Runs runs, Checkpoints checkpoints, RunUser user)
        implements Writeable {

    /** Growing pauses after failures. The last one is about five minutes. */
    private static final Iterable<TimeValue> PAUSES = Calls.backoff(TimeValue.timeValueMillis(500), 14);

    public enum State implements ApiName {
        STARTED,
        STOPPED,
        FAILED
    }

    /**
     * The status of a job.
     *
     * @param failure reason why the job failed or, if it is started, why its last step failed; {@code null} without a failure
     * @param retries number of failed steps since the last successful step
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
     * @param current run whose groups the job keeps up to date; {@code null} before the first full run has ended
     * @param outdated whether the run, or the active full run, has an earlier configuration
     * @param pending id of the active full run; {@code null} if there is none
     * @param reason reason for the active full run; {@code null} if there is none
     * @param positions position of each shard up to which its changes are in the groups
     */
    public record Runs(
            String current, boolean outdated, String pending, String reason, Map<ShardId, ShardPosition> positions)
            implements Writeable {

        public Runs {
            positions = Map.copyOf(positions);
            if ((pending == null) != (reason == null)) {
                throw new IllegalArgumentException("[reason] must be specified for an active full run, but was ["
                        + reason + "] of [" + pending + "]");
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

        Runs withCurrent(String run, Map<ShardId, ShardPosition> newPositions) {
            return new Runs(run, outdated, pending, reason, newPositions);
        }

        Runs pending(String fullRun, String reason) {
            return new Runs(current, outdated, fullRun, reason, positions);
        }

        Runs outdated(boolean isOutdated) {
            return new Runs(current, isOutdated, pending, reason, positions);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeOptionalString(current);
            out.writeBoolean(outdated);
            out.writeOptionalString(pending);
            out.writeOptionalString(reason);
            out.writeMap(new TreeMap<>(positions));
        }
    }

    /**
     * The completed checkpoints of a job.
     *
     * @param number number of the last completed checkpoint: of this job, or of an earlier job with the same destination
     * @param totals sums of the counts of all checkpoints
     * @param last the last checkpoint; {@code null} before the first
     */
    public record Checkpoints(long number, CheckpointCounts totals, LastCheckpoint last) implements Writeable {

        static final Checkpoints NONE = new Checkpoints(0, CheckpointCounts.NONE, null);

        Checkpoints(StreamInput in) throws IOException {
            this(in.readVLong(), new CheckpointCounts(in), in.readOptionalWriteable(LastCheckpoint::new));
        }

        Checkpoints plus(LastCheckpoint next) {
            return new Checkpoints(number + 1, totals.plus(next.counts()), next);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVLong(number);
            totals.writeTo(out);
            out.writeOptionalWriteable(last);
        }
    }

    /** A completed checkpoint, with its start since the epoch and its duration, both in milliseconds. */
    public record LastCheckpoint(long startedAt, long tookMillis, CheckpointCounts counts) implements Writeable {

        LastCheckpoint(StreamInput in) throws IOException {
            this(in.readVLong(), in.readVLong(), new CheckpointCounts(in));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVLong(startedAt);
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

    /** Creates a job, which is stopped. */
    static JobRecord create(String id, JobConfig config) {
        return new JobRecord(
                id,
                config,
                Status.of(State.STOPPED),
                new Runs(null, false, null, null, Map.of()),
                Checkpoints.NONE,
                null);
    }

    public String dest() {
        return config.dest();
    }

    public State state() {
        return status.state();
    }

    PartitionRequest request() {
        return config.run();
    }

    TimeValue frequency() {
        return config.frequency();
    }

    /** Returns the pause after a failed step: the frequency, and a pause that grows with each consecutive failure. */
    TimeValue pauseAfterFailure() {
        TimeValue more = TimeValue.ZERO;
        Iterator<TimeValue> pauses = PAUSES.iterator();
        for (int retry = 0; retry < status.retries() && pauses.hasNext(); retry++) {
            more = pauses.next();
        }
        return TimeValue.timeValueMillis(frequency().millis() + more.millis());
    }

    /** Returns the job while a full run is active, which was started with the given configuration. */
    JobRecord awaitRun(String fullRun, String reason, JobConfig started) {
        return with(runs.pending(fullRun, reason).outdated(config.hasGroupsOf(started) == false));
    }

    /**
     * Returns the job after a full run, whose groups it keeps up to date.
     *
     * @param pins the last operation of each shard that the run sees. The next checkpoint also reads those before it that the run may not
     *     see
     */
    JobRecord trackRun(String fullRun, Map<ShardId, ShardPosition> pins) {
        Map<ShardId, ShardPosition> from = new HashMap<>(pins);
        from.replaceAll((shard, pin) -> pin.completePart());
        Runs now = runs.withCurrent(fullRun, from).pending(null, null);
        return new JobRecord(id, config, Status.of(state()), now, checkpoints, user);
    }

    JobRecord withCheckpoint(Result result, long startedAt, long tookMillis) {
        Runs now = runs.withCurrent(runs.current(), result.positions());
        // with a full run, entries of an earlier attempt at this checkpoint remain unfinished until the run is
        // published
        Checkpoints all = result.fullRun() == null
                ? checkpoints.plus(new LastCheckpoint(startedAt, tookMillis, result.counts()))
                : checkpoints;
        return new JobRecord(id, config, Status.of(state()), now, all, user);
    }

    /** Returns the job after a failed step that will be retried. */
    JobRecord failedOnce(String reason) {
        Status failed = new Status(state(), reason, status.retries() + 1);
        return new JobRecord(id, config, failed, runs, checkpoints, user);
    }

    /** Returns the job without its full run, so that the next step starts another one. */
    JobRecord withoutFullRun() {
        return with(runs.pending(null, null));
    }

    /** Returns the job without its run. The destination publishes no run, or a run of another job. */
    JobRecord withoutRun() {
        return with(runs.withCurrent(null, Map.of()));
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

    /** Returns the job whose next checkpoint has a number above the given one, and above those of its checkpoints. */
    JobRecord numberedAfter(long number) {
        Checkpoints all =
                new Checkpoints(Math.max(number, checkpoints.number()), checkpoints.totals(), checkpoints.last());
        return new JobRecord(id, config, status, runs, all, user);
    }

    /** Returns the job after its start, with the user that starts it. */
    JobRecord startedBy(RunUser newUser) {
        return with(Status.of(State.STARTED), newUser);
    }

    private JobRecord with(Status now, RunUser newUser) {
        return new JobRecord(id, config, now, runs.pending(null, null), checkpoints, newUser);
    }

    /**
     * Returns the job after an update, with its new user if it is started; {@code null} keeps the user. If the new configuration changes
     * the groups, the next step is a full run.
     */
    JobRecord updated(JobConfig newConfig, RunUser updater) {
        boolean hasRun = runs.current() != null || runs.pending() != null;
        boolean outdated = runs.outdated() || hasRun && newConfig.hasGroupsOf(config) == false;
        RunUser newUser = updater != null && state() == State.STARTED ? updater : user;
        return new JobRecord(id, newConfig, status, runs.outdated(outdated), checkpoints, newUser);
    }
}
