package org.ndd.continuous;

import java.util.Map;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.continuous.changes.ShardPosition;
import org.ndd.continuous.update.CheckpointCounts;

/**
 * What came of a checkpoint.
 *
 * @param positions how far the changes of each shard are in the groups
 * @param counts what was done
 * @param fullRun why the job cannot go on from there without a full run; {@code null} where it can
 */
public record CheckpointResult(Map<ShardId, ShardPosition> positions, CheckpointCounts counts, String fullRun) {

    public CheckpointResult {
        positions = Map.copyOf(positions);
    }
}
