package org.ndd.partition;

import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.partition.plan.RunSpec;

/**
 * The knowledge about runs that other packages may use. It is read from the records of runs, independently of the user in the thread's
 * context: none of it comes from the content of a document.
 */
public final class RunLookup {

    /**
     * A run as it is stored.
     *
     * @param spec the settings of the run
     * @param pins the last operation that the run sees of each shard; empty before it has seen any
     * @param report the report at the time when the record was written
     */
    public record KnownRun(RunSpec spec, Map<ShardId, Long> pins, PartitionReport report) {}

    private final RunStore store;

    public RunLookup(RunStore store) {
        this.store = store;
    }

    /** Reads a run; the listener fails with 404 if the run has no record. */
    public void get(String run, ActionListener<KnownRun> listener) {
        store.get(
                run,
                listener.map(kept -> new KnownRun(
                        kept.record().spec(),
                        kept.record().pins(),
                        kept.record().report())));
    }

    /** The run whose groups a destination publishes; {@code null} if there is none. */
    public static String shownBy(ClusterState state, String dest) {
        IndexMetadata shown = RunLabel.shownBy(state, dest);
        return shown == null ? null : shown.getIndex().getName();
    }
}
