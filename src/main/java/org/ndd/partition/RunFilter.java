package org.ndd.partition;

import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.ndd.config.Choice;
import org.ndd.config.TaskState;

/**
 * Selects the runs to list. Criteria that are {@code null} are ignored.
 *
 * @param size maximum number of runs, the newest first; 1 to {@value #MAX_SIZE}
 * @param source an index of the run's source, or an expression of the run's request
 * @param dest the destination
 * @param state the state of the run
 * @param live whether the destination publishes the run
 */
public record RunFilter(int size, String source, String dest, String state, Boolean live) {

    public static final int MAX_SIZE = 1000;

    /** Selects the newest 100 of all runs. */
    public static final RunFilter ALL = new RunFilter(100, null, null, null, null);

    public RunFilter {
        if (size < 1 || size > MAX_SIZE) {
            throw new IllegalArgumentException(
                    "[size] must be between [1] and [" + MAX_SIZE + "], but was [" + size + "]");
        }
        if (state != null) {
            Choice.of("state", state, TaskState.values(), TaskState::value);
        }
    }

    /** Returns the filter with a maximum number of runs. */
    public RunFilter withSize(int most) {
        return new RunFilter(most, source, dest, state, live);
    }

    /** Whether a run may match, according to its label, without its report. */
    boolean mayMatch(RunLabel label, IndexMetadata index) {
        if (label == null) {
            return source == null && dest == null && live == null;
        }
        return (source == null
                        || label.source().contains(source)
                        || label.indices().contains(source))
                && (dest == null || dest.equals(label.dest()))
                && (live == null || live == label.isLive(index));
    }
}
