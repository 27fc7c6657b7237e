package org.ndd.continuous;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.continuous.changes.ShardPosition;
import org.ndd.continuous.update.CheckpointCounts;
import org.ndd.partition.PartitionRequest;
import org.ndd.partition.RunUser;

/**
 * The stored state of a continuous job, from which another node resumes it if a node is lost.
 *
 * @param id the destination
 * @param request of its full runs
 * @param frequency pause between the end of one checkpoint and the begin of the next one
 * @param keepChanges how long a line of the list of changes is kept
 * @param state whether it is started, stopped or failed
 * @param failure why it failed, or while it is started, why its last try failed; {@code null} without a failure
 * @param retries failed tries since the last successful one
 * @param run the run whose index is kept up to date; {@code null} before the first full run has ended
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
        PartitionRequest request,
        TimeValue frequency,
        TimeValue keepChanges,
        State state,
        String failure,
        int retries,
        String run,
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
            throw new IllegalArgumentException("[user] must be kept as long as job [" + id + "] is started, but was ["
                    + user + "] while it is [" + state + "]");
        }
        if ((pending == null) != (why == null)) {
            throw new IllegalArgumentException(
                    "[why] must be said of a full run that is under way, but was [" + why + "] of [" + pending + "]");
        }
    }

    JobRecord(StreamInput in) throws IOException {
        this(
                in.readString(),
                new PartitionRequest(in),
                in.readTimeValue(),
                in.readTimeValue(),
                State.valueOf(in.readString()),
                in.readOptionalString(),
                in.readVInt(),
                in.readOptionalString(),
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
        request.writeTo(out);
        out.writeTimeValue(frequency);
        out.writeTimeValue(keepChanges);
        out.writeString(state.name());
        out.writeOptionalString(failure);
        out.writeVInt(retries);
        out.writeOptionalString(run);
        out.writeOptionalString(pending);
        out.writeOptionalString(why);
        out.writeMap(new TreeMap<>(positions), (o, shard) -> shard.writeTo(o), (o, position) -> position.writeTo(o));
        out.writeVLong(checkpoint);
        totals.writeTo(out);
        out.writeOptionalWriteable(last);
        out.writeOptionalWriteable(user);
    }

    /** A job that begins, with a full run unless it keeps up the groups of a run that is there. */
    static JobRecord begin(
            String id, PartitionRequest request, TimeValue frequency, TimeValue keepChanges, RunUser user) {
        return new JobRecord(
                id,
                request,
                frequency,
                keepChanges,
                State.STARTED,
                null,
                0,
                null,
                null,
                null,
                Map.of(),
                0,
                CheckpointCounts.NONE,
                null,
                Objects.requireNonNull(user));
    }

    /** A full run is under way. */
    JobRecord awaits(String fullRun, String reason) {
        return with(state, failure, retries, run, fullRun, reason, positions, user);
    }

    /** The groups of this run are kept up to date from now on. */
    JobRecord keepsUp(String fullRun, Map<ShardId, ShardPosition> from) {
        return with(state, null, 0, fullRun, null, null, from, user);
    }

    /** A checkpoint is over. */
    JobRecord after(CheckpointResult result, long at, long tookMillis) {
        return new JobRecord(
                id,
                request,
                frequency,
                keepChanges,
                state,
                null,
                0,
                run,
                pending,
                why,
                result.positions(),
                checkpoint + 1,
                totals.plus(result.counts()),
                new Last(at, tookMillis, result.counts()),
                user);
    }

    /** A try failed, and there will be another one. */
    JobRecord failedOnce(String reason) {
        return with(state, reason, retries + 1, run, pending, why, positions, user);
    }

    /** The full run that was under way is none any more; the job needs another one. */
    JobRecord withoutFullRun() {
        return with(state, failure, retries, run, null, null, positions, user);
    }

    /** The published run of the destination is not known, or is not one of this job. */
    JobRecord withoutRun() {
        return with(state, failure, retries, null, null, null, Map.of(), user);
    }

    JobRecord stopped() {
        return with(State.STOPPED, null, 0, run, null, null, positions, null);
    }

    JobRecord failed(String reason) {
        return with(State.FAILED, reason, retries, run, null, null, positions, null);
    }

    /** Resumes the job in the name of the user that starts it. */
    JobRecord startedBy(RunUser newUser) {
        return with(State.STARTED, null, 0, run, null, null, positions, newUser);
    }

    private JobRecord with(
            State newState,
            String newFailure,
            int newRetries,
            String newRun,
            String newPending,
            String newWhy,
            Map<ShardId, ShardPosition> newPositions,
            RunUser newUser) {
        return new JobRecord(
                id,
                request,
                frequency,
                keepChanges,
                newState,
                newFailure,
                newRetries,
                newRun,
                newPending,
                newWhy,
                newPositions,
                checkpoint,
                totals,
                last,
                newUser);
    }
}
