package org.ndd.job;

import static org.elasticsearch.xcontent.XContentType.JSON;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.ndd.config.ShardPosition;
import org.ndd.config.TaskState;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.job.Checkpoint.Result;
import org.ndd.job.update.CheckpointCounts;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.PartitionReport.Published;
import org.ndd.partition.RunStore.RunRecord;
import org.ndd.partition.RunUser;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.RunSpec.RunSource;
import org.ndd.partition.plan.StepCounts;

/** A fixed job configuration, and runs that match it. */
final class TestJobs {

    static final String HEADER = "_xpack_security_authentication";
    static final String ID = "pages-live";
    static final String DEST = "pages-ndd";
    static final TimeValue FREQUENCY = TimeValue.timeValueSeconds(30);

    static final TimeValue CHANGES_RETENTION = TimeValue.timeValueHours(2);

    private static final Index SOURCE = new Index("pages", "uuid-of-pages");

    static final ShardId SHARD = new ShardId(SOURCE, 0);

    private TestJobs() {}

    static PartitionRequest request() {
        String body = "{\"preset\": \"strict\", \"canonical\": [\"_id\"], \"dest\": {\"index\": \"pages-ndd\"}}";
        try (XContentParser parser = XContentHelper.createParserNotCompressed(
                XContentParserConfiguration.EMPTY.withRegistry(NamedXContentRegistry.EMPTY),
                new BytesArray(body),
                JSON)) {
            return PartitionRequest.parse(new String[] {"pages"}, parser, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static RunUser user(String name) {
        return new RunUser(Map.of(HEADER, name));
    }

    static JobConfig config() {
        return new JobConfig(request(), FREQUENCY, CHANGES_RETENTION);
    }

    /** A job that has just been created. */
    static JobRecord job() {
        return JobRecord.create(ID, config()).startedBy(user("alice"));
    }

    /** A job with a run and checkpoints. */
    static JobRecord old() {
        CheckpointCounts counts =
                new CheckpointCounts(Map.of("changed", 7L, "deleted", 2L, "joined", 4L, "regrouped", 5L, "moved", 60L));
        return job().trackRun(
                        "run-1",
                        Map.of(SHARD, new ShardPosition(41, "history"), shard(1), new ShardPosition(-1, "history")))
                .withCheckpoint(result(45, counts, null), 1_763_800_000_000L, 120)
                .withCheckpoint(result(47, counts, null), 1_763_800_030_000L, 80)
                .awaitRun("run-2", "history is gone", config())
                .failedOnce("NoShardAvailableActionException: no shard");
    }

    static ShardId shard(int id) {
        return new ShardId(SOURCE, id);
    }

    static Result result(long seqNo, CheckpointCounts counts, String fullRun) {
        return new Result(Map.of(SHARD, new ShardPosition(seqNo, "history")), counts, fullRun);
    }

    static RunRecord run(String id, TaskState state, boolean published, String failure) {
        PartitionOptions options = request().options();
        return run(id, state, published, failure, options);
    }

    static RunRecord run(String id, TaskState state, boolean published, String failure, PartitionOptions options) {
        RunSpec spec = new RunSpec(
                id,
                DEST,
                request().publication(),
                new RunSource(
                        new OriginalIndices(new String[] {"pages"}, IndicesOptions.strictExpandOpen()),
                        List.of(new RunSource.SourceIndex(SOURCE, AliasFilter.EMPTY, null, null)),
                        List.of(),
                        null),
                options,
                FingerprintParameters.BALANCED.version(),
                TimeValue.timeValueMinutes(10));
        PartitionReport report = new PartitionReport(
                spec,
                new PartitionReport.RunStatus(state, 1, 1, failure),
                new PartitionReport.RunProgress("publish", List.of(), 1),
                new PartitionReport.RunWork(new StepCounts(), List.of(), List.of()),
                new PartitionReport.Interruptions(0, List.of()),
                new Published(published, published ? null : "no shard was available"));
        return new RunRecord(
                report,
                Map.of(SHARD, new ShardPosition(41, "history")),
                true,
                state == TaskState.RUNNING ? user("alice") : null);
    }
}
