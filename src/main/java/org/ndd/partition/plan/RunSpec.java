package org.ndd.partition.plan;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.gateway.GatewayService;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.indices.IndexClosedException;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.compat.Project;
import org.ndd.config.RunLabel;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.text.ParameterCheck;

/**
 * The validated request of a run: all data needed to resume it on another node.
 *
 * @param runId id of the run, and the name of its index
 * @param dest alias for the groups; empty if only boilerplate is learned
 * @param version version of the fingerprints of the participating documents; {@code null} if none has fingerprints
 * @param timeout maximum wait for unavailable resources, such as a shard without a copy or a destination that rejects writes
 */
public record RunSpec(
        String runId,
        String dest,
        Publication publication,
        RunSource source,
        PartitionOptions options,
        String version,
        TimeValue timeout)
        implements Writeable {

    public RunSpec(StreamInput in) throws IOException {
        this(
                in.readString(),
                in.readString(),
                new Publication(in),
                new RunSource(in),
                new PartitionOptions(in),
                in.readOptionalString(),
                in.readTimeValue());
    }

    /** Returns all indices that the run reads, the source and the reference. Its requests are authorized for them. */
    public OriginalIndices readIndices() {
        return options.against().with(source.indices());
    }

    /** @param state cluster state with the indices that the run reads */
    public RunLabel label(ClusterState state) {
        return new RunLabel(
                dest,
                options.field(),
                Arrays.stream(source.indices().indices()).sorted().toList(),
                new RunLabel.ReadIndices(
                                List.of(),
                                List.of(),
                                options.decisionsIndex(),
                                Map.of(),
                                Map.of(),
                                FingerprintParameters.FORMAT)
                        .updated(
                                RunSource.names(source.concrete()),
                                RunSource.names(source.reference()),
                                filters(),
                                state),
                source.query() != null,
                options.execution().dryRun(),
                null);
    }

    private Map<String, String> filters() {
        Map<String, String> filters = new TreeMap<>();
        source.withReference().stream()
                .filter(read -> read.filter() != null)
                .forEach(read -> filters.put(read.name(), read.filter()));
        return filters;
    }

    /** Returns a failure that names a deleted or closed index; {@code null} if all exist, or if the cluster state is not recovered yet. */
    public RuntimeException missingSource(ClusterState state) {
        return missingSource(state, runId, RunSource.indices(source.withReference()).stream());
    }

    /** Returns the same for some indices of a run. */
    public static RuntimeException missingSource(ClusterState state, String runId, Stream<Index> sources) {
        if (state.blocks().hasGlobalBlock(GatewayService.STATE_NOT_RECOVERED_BLOCK)) {
            return null;
        }
        for (Index source : sources.distinct().toList()) {
            IndexMetadata index = Project.of(state).index(source);
            if (index == null) {
                return new IndexNotFoundException(source);
            }
            if (index.getState() == IndexMetadata.State.CLOSE) {
                return new IndexClosedException(source);
            }
        }
        boolean destination = Project.of(state).hasIndex(runId);
        return destination ? null : new IndexNotFoundException("the index of the run does not exist", runId);
    }

    public boolean boilerplateOnly() {
        return dest.isEmpty();
    }

    /** Whether the destination publishes the groups when the run is complete, unless a conflict prevents it. */
    public boolean publishes() {
        return boilerplateOnly() == false && options.execution().dryRun() == false && publication.publish();
    }

    public RunSpec atMost(double documentsPerSecond) {
        return new RunSpec(runId, dest, publication, source, options.atMost(documentsPerSecond), version, timeout);
    }

    public RunSpec of(String known) {
        return new RunSpec(runId, dest, publication, source, options, known, timeout);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(runId);
        out.writeString(dest);
        publication.writeTo(out);
        source.writeTo(out);
        options.writeTo(out);
        out.writeOptionalString(version);
        out.writeTimeValue(timeout);
    }

    /**
     * The documents of a run.
     *
     * @param indices the source as the user wrote it, for which all requests are authorized
     * @param concrete the concrete indices of the source, in order of name
     * @param reference the concrete indices of the reference, in order of name; their filters contain its query
     * @param query selects the documents of the source that take part; {@code null} for all
     */
    public record RunSource(
            OriginalIndices indices, List<SourceIndex> concrete, List<SourceIndex> reference, QueryBuilder query)
            implements Writeable {

        /**
         * An index of the source or of the reference.
         *
         * @param aliasFilter query of the request, and the filter of the aliases by which the request names the index
         * @param filter identifies that filter, {@link AliasFilters}; {@code null} for none
         * @param boilerplate index of the boilerplate that was in use when the run was planned; {@code null} if there was none, or if the
         *     run does not use it
         */
        public record SourceIndex(Index index, AliasFilter aliasFilter, String filter, String boilerplate)
                implements Writeable {

            SourceIndex(StreamInput in) throws IOException {
                this(new Index(in), AliasFilter.readFrom(in), in.readOptionalString(), in.readOptionalString());
            }

            public String name() {
                return index.getName();
            }

            @Override
            public void writeTo(StreamOutput out) throws IOException {
                index.writeTo(out);
                aliasFilter.writeTo(out);
                out.writeOptionalString(filter);
                out.writeOptionalString(boilerplate);
            }
        }

        RunSource(StreamInput in) throws IOException {
            this(
                    OriginalIndices.readOriginalIndices(in),
                    in.readCollectionAsImmutableList(SourceIndex::new),
                    in.readCollectionAsImmutableList(SourceIndex::new),
                    in.readOptionalNamedWriteable(QueryBuilder.class));
        }

        /** Returns the concrete indices of the source, followed by those of the reference. */
        public List<SourceIndex> withReference() {
            return Stream.concat(concrete.stream(), reference.stream()).toList();
        }

        public static List<Index> indices(List<SourceIndex> some) {
            return some.stream().map(SourceIndex::index).toList();
        }

        public static List<String> names(List<SourceIndex> some) {
            return some.stream().map(SourceIndex::name).toList();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            OriginalIndices.writeOriginalIndices(indices, out);
            out.writeCollection(concrete);
            out.writeCollection(reference);
            out.writeOptionalNamedWriteable(query);
        }
    }

    /**
     * Options of how the groups of a run are published and retained.
     *
     * @param replace whether they may replace groups of another source, or groups of a part may replace groups of the whole source
     * @param retainOnSourceDeletion whether the run is retained when all indices of its source are deleted
     * @param maxRetainedRuns number of earlier runs of the destination that are retained when the run is complete, 0 to {@value #MAX_KEPT}
     */
    public record Publication(boolean publish, boolean replace, boolean retainOnSourceDeletion, int maxRetainedRuns)
            implements Writeable, ToXContentFragment {

        static final int MAX_KEPT = 1000;

        public static final Publication DEFAULT = new Publication(true, false, false, 3);

        public Publication {
            ParameterCheck.range("max_retained_runs", maxRetainedRuns, 0, MAX_KEPT);
        }

        public Publication(StreamInput in) throws IOException {
            this(in.readBoolean(), in.readBoolean(), in.readBoolean(), in.readVInt());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeBoolean(publish);
            out.writeBoolean(replace);
            out.writeBoolean(retainOnSourceDeletion);
            out.writeVInt(maxRetainedRuns);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.field("publish", publish).field("replace", replace);
            return builder.field("retain_on_source_deletion", retainOnSourceDeletion)
                    .field("max_retained_runs", maxRetainedRuns);
        }
    }
}
