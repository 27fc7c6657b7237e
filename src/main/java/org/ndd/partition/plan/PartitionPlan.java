package org.ndd.partition.plan;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.internal.AliasFilter;
import org.ndd.config.FingerprintOptions;
import org.ndd.config.ShardPosition;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.decisions.PairDecision;

/**
 * The plan of an attempt of a run, the same on every node: the run, and the assignment of shards to nodes. Shards are in order of index
 * name and number, and their position is their ordinal. When a node is lost, the next attempt has a new plan.
 *
 * @param attempt number of the attempt; larger than those of earlier attempts
 * @param replays whether an earlier attempt may have stored decisions to reuse
 * @param coordinator id of the node whose loss ends the run; {@code null} if the run continues after the loss of any node
 * @param decisions of people about documents of the source, at most one per pair of documents
 */
public record PartitionPlan(
        RunSpec spec,
        long attempt,
        boolean replays,
        String coordinator,
        List<PlannedShard> shards,
        List<PairDecision> decisions)
        implements Writeable {

    /** Maximum number of attempts of a coordinator, a factor of its allocation id: numbers of attempts increase across coordinators. */
    public static final int ATTEMPTS = 1 << 16;

    /** Returns the allocation id of the coordinator's task. */
    public long allocation() {
        return attempt / ATTEMPTS;
    }

    public PartitionPlan with(List<PairDecision> decided) {
        return new PartitionPlan(spec, attempt, replays, coordinator, shards, decided);
    }

    public String runId() {
        return spec.runId();
    }

    public PartitionOptions options() {
        return spec.options();
    }

    public String version() {
        return spec.version();
    }

    public TimeValue timeout() {
        return spec.timeout();
    }

    /** Returns the source and the reference as the user wrote them, for which all requests are authorized. */
    public OriginalIndices indices() {
        return spec.readIndices();
    }

    /**
     * Returns the query for the documents of the source that take part in comparisons, which excludes all redirects; {@code null} for all
     * documents.
     */
    public QueryBuilder query() {
        return options().grouping().redirects().without(spec.source().query());
    }

    /**
     * A participating shard copy.
     *
     * @param aliasFilter filter of the aliases of the source
     * @param pinnedAt the last operation that the run sees; {@code null} if the run has not pinned the shard yet
     * @param reference whether the shard belongs to the reference
     */
    public record PlannedShard(
            ShardId shard, String node, AliasFilter aliasFilter, ShardPosition pinnedAt, boolean reference)
            implements Writeable {

        /**
         * The order of shards in a plan. Unlike in the order of shard ids, the index comes first: of two documents with the same id in two
         * indices, the order must not depend on the number of shards.
         */
        public static final Comparator<PlannedShard> ORDER = Comparator.comparing(
                        (PlannedShard planned) -> planned.shard().getIndexName())
                .thenComparing(planned -> planned.shard().id());

        PlannedShard(StreamInput in) throws IOException {
            this(
                    new ShardId(in),
                    in.readString(),
                    AliasFilter.readFrom(in),
                    in.readOptionalWriteable(ShardPosition::new),
                    in.readBoolean());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            shard.writeTo(out);
            out.writeString(node);
            aliasFilter.writeTo(out);
            out.writeOptionalWriteable(pinnedAt);
            out.writeBoolean(reference);
        }
    }

    public PartitionPlan(StreamInput in) throws IOException {
        this(
                new RunSpec(in),
                in.readVLong(),
                in.readBoolean(),
                in.readOptionalString(),
                in.readCollectionAsList(PlannedShard::new),
                in.readCollectionAsList(PairDecision::new));
    }

    /** Returns the ids of the nodes of the shards, in a fixed order. */
    public List<String> nodes() {
        TreeSet<String> nodes = new TreeSet<>();
        for (PlannedShard shard : shards) {
            nodes.add(shard.node());
        }
        return List.copyOf(nodes);
    }

    public List<Integer> ordinals() {
        return IntStream.range(0, shards.size()).boxed().toList();
    }

    /** Returns the ordinals of the shards of the reference, or of the source. */
    public List<Integer> ordinals(boolean reference) {
        return ordinals().stream()
                .filter(ordinal -> shards.get(ordinal).reference() == reference)
                .toList();
    }

    /** Returns the names of the concrete indices of source and reference, in order. */
    public List<String> concreteIndices() {
        return shards.stream()
                .map(shard -> shard.shard().getIndexName())
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the first character of the terms of the fingerprints. */
    public char format() {
        FingerprintParameters parameters =
                version() == null ? FingerprintParameters.BALANCED : FingerprintOptions.fromVersion(version());
        return parameters.scheme().format();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        spec.writeTo(out);
        out.writeVLong(attempt);
        out.writeBoolean(replays);
        out.writeOptionalString(coordinator);
        out.writeCollection(shards);
        out.writeCollection(decisions);
    }
}
