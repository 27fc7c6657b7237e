package org.ndd.partition.plan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.routing.ShardIterator;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.internal.AliasFilter;
import org.ndd.compat.NddVersion;
import org.ndd.compat.Project;
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

    public long allocation() {
        return attempt / ATTEMPTS;
    }

    /**
     * Plans an attempt: selects the shard copies that it reads, as a search does.
     *
     * @param pins the last operation of each shard that the run sees; empty if it has not pinned any yet
     * @throws org.elasticsearch.ElasticsearchStatusException if a node has another version of ndd
     * @throws NoShardAvailableActionException if a shard has no active copy
     * @throws ResourceNotFoundException if boilerplate that the run uses was deleted
     */
    public static PartitionPlan of(
            ClusterService clusterService,
            RunSpec spec,
            long attempt,
            boolean replays,
            Map<ShardId, ShardPosition> pins,
            String coordinator) {
        ClusterState state = clusterService.state();
        Map<String, AliasFilter> filters = new HashMap<>();
        Set<String> references =
                Set.copyOf(RunSpec.RunSource.names(spec.source().reference()));
        for (RunSpec.RunSource.SourceIndex read : spec.source().withReference()) {
            filters.put(read.name(), read.aliasFilter());
            if (read.boilerplate() != null && Project.of(state).hasIndex(read.boilerplate()) == false) {
                throw new ResourceNotFoundException(
                        "[{}], the boilerplate in use when run [{}] was planned, was deleted: start another run",
                        read.boilerplate(),
                        spec.runId());
            }
        }
        List<PlannedShard> shards = new ArrayList<>();
        for (ShardIterator copies : clusterService
                .operationRouting()
                .searchShards(Project.routed(state), filters.keySet().toArray(String[]::new), null, null)) {
            ShardRouting copy = copies.nextOrNull();
            if (copy == null) {
                throw new NoShardAvailableActionException(copies.shardId(), "no active copy of the shard");
            }
            shards.add(new PlannedShard(
                    copies.shardId(),
                    copy.currentNodeId(),
                    filters.get(copies.shardId().getIndexName()),
                    pins.get(copies.shardId()),
                    references.contains(copies.shardId().getIndexName())));
        }
        for (PlannedShard shard : shards) {
            NddVersion.check(state.nodes().get(shard.node()));
        }
        shards.sort(PlannedShard.ORDER);
        return new PartitionPlan(spec, attempt, replays, coordinator, shards, List.of());
    }

    /**
     * Returns {@link RunSpec#missingSource} of the shards, without which an attempt detects the loss only with its next request to them.
     */
    public RuntimeException missingSource(ClusterState state) {
        return RunSpec.missingSource(
                state, runId(), shards.stream().map(shard -> shard.shard().getIndex()));
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

    public FingerprintParameters fingerprints() {
        return version() == null ? FingerprintParameters.BALANCED : FingerprintOptions.fromVersion(version());
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
