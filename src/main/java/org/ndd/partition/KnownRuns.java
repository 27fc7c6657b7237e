package org.ndd.partition;

import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.partition.plan.RunSpec;

/**
 * What other rooms may know of runs. It is read from what runs keep, whatever user is in the thread's context: nothing in here is from a
 * page.
 */
public final class KnownRuns {

    /**
     * A run as it is kept.
     *
     * @param spec what it was asked to do
     * @param pins the last operation that it sees of each shard; empty before it has seen any
     * @param report how it stood when it was kept
     */
    public record KnownRun(RunSpec spec, Map<ShardId, Long> pins, PartitionReport report) {}

    private final RunStore store;

    public KnownRuns(RunStore store) {
        this.store = store;
    }

    /** A run; the listener fails with 404 where nothing is kept of it. */
    public void get(String run, ActionListener<KnownRun> listener) {
        store.get(
                run,
                listener.map(kept -> new KnownRun(
                        kept.record().spec(),
                        kept.record().pins(),
                        kept.record().report())));
    }

    /** The run whose groups a destination shows; {@code null} where it shows none. */
    public static String shownBy(ClusterState state, String dest) {
        IndexMetadata shown = RunLabel.shownBy(state, dest);
        return shown == null ? null : shown.getIndex().getName();
    }
}
