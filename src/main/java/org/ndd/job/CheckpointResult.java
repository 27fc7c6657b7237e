package org.ndd.job;

import java.util.Map;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.job.changes.ShardPosition;
import org.ndd.job.update.CheckpointCounts;

/**
 * The result of a checkpoint.
 *
 * @param positions how far the changes of each shard are in the groups
 * @param counts of the work that was done
 * @param fullRun why the job cannot continue from there without a full run; {@code null} if it can
 */
public record CheckpointResult(Map<ShardId, ShardPosition> positions, CheckpointCounts counts, String fullRun) {

    public CheckpointResult {
        positions = Map.copyOf(positions);
    }
}
