package org.ndd.partition;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.MappingMetadata;
import org.elasticsearch.index.Index;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.compat.NddVersion;
import org.ndd.compat.Project;
import org.ndd.config.RunMark;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.RunSpec.RunSource;

/**
 * The properties of a run that all users with access to the cluster state can read, in {@code _meta} of the mapping of its index.
 *
 * @param dest the destination
 * @param field the field whose texts are compared
 * @param source the source as the user wrote it
 * @param read the indices that the run reads
 * @param part whether a query selected some of the documents
 * @param dryRun whether no groups are written
 */
record RunLabel(String dest, String field, List<String> source, ReadIndices read, boolean part, boolean dryRun)
        implements ToXContentFragment {

    /**
     * The indices that a run reads.
     *
     * @param source names of the concrete indices of the source
     * @param references names of the concrete indices of the reference
     * @param decisions index or alias of the decisions that the run applies; {@code null} for none
     */
    record ReadIndices(List<String> source, List<String> references, String decisions) {}

    private static final String DEST = "dest";
    private static final String SOURCE = "source";
    private static final String PART = "part";
    private static final String DRY_RUN = "dry_run";

    /** Matches the suffix after the destination in the id of a run: the time of its start, and a random part that makes it unique. */
    private static final Pattern RUN_ID = Pattern.compile("-\\d{8}-\\d{6}-[0-9a-f]{8}");

    static RunLabel of(RunSpec spec) {
        return new RunLabel(
                spec.dest(),
                spec.options().field(),
                Arrays.stream(spec.source().indices().indices()).sorted().toList(),
                new ReadIndices(
                        names(spec.source().concrete()),
                        names(spec.source().reference()),
                        spec.options().decisionsIndex()),
                spec.source().query() != null,
                spec.options().execution().dryRun());
    }

    private static List<String> names(List<RunSource.SourceIndex> indices) {
        return indices.stream().map(index -> index.index().getName()).toList();
    }

    /** Returns the names of the concrete indices of the source. */
    List<String> indices() {
        return read.source;
    }

    /** Returns the same label with other indices. */
    RunLabel withIndices(List<String> others) {
        return new RunLabel(
                dest, field, source, new ReadIndices(others, read.references, read.decisions), part, dryRun);
    }

    /** Returns the label of an index; {@code null} if it is not the index of a run. */
    static RunLabel of(IndexMetadata index) {
        MappingMetadata mapping =
                index == null || RunMark.MARK.get(index.getSettings()) == false ? null : index.mapping();
        if (mapping == null || mapping.sourceAsMap().get("_meta") instanceof Map<?, ?> == false) {
            return null;
        }
        Map<?, ?> meta = (Map<?, ?>) mapping.sourceAsMap().get("_meta");
        return meta.get(DEST) instanceof String dest
                ? new RunLabel(
                        dest,
                        RunMark.field(index),
                        strings(meta.get(SOURCE)),
                        new ReadIndices(
                                RunMark.indices(index), RunMark.references(index), RunMark.decisionsIndex(index)),
                        Boolean.TRUE.equals(meta.get(PART)),
                        Boolean.TRUE.equals(meta.get(DRY_RUN)))
                : null;
    }

    private static List<String> strings(Object list) {
        return list instanceof List<?> values
                ? values.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Whether a run of a destination may have this name. */
    static boolean isNameOfRun(String name, String dest) {
        return name.startsWith(dest + "-")
                && RUN_ID.matcher(name.substring(dest.length())).matches();
    }

    /** Returns the runs of a destination in the cluster state, the newest first. */
    static Stream<IndexMetadata> runsOf(ClusterState state, String dest) {
        return Project.of(state).indices().values().stream()
                .filter(index -> {
                    RunLabel label = of(index);
                    return label != null && label.dest.equals(dest);
                })
                .sorted((a, b) -> a.getCreationDate() == b.getCreationDate()
                        ? b.getIndex().getName().compareTo(a.getIndex().getName())
                        : Long.compare(b.getCreationDate(), a.getCreationDate()));
    }

    /** Returns the run that a destination publishes; {@code null} if there is none. */
    static IndexMetadata publishedBy(ClusterState state, String dest) {
        IndexAbstraction alias = Project.of(state).getIndicesLookup().get(dest);
        if (alias == null || alias.getType() != IndexAbstraction.Type.ALIAS) {
            return null;
        }
        List<Index> indices = alias.getIndices();
        return Project.of(state).index(indices.get(0));
    }

    /** Whether the destination publishes the run with this index. */
    boolean isLive(IndexMetadata index) {
        return index.getAliases().containsKey(dest);
    }

    /** Whether another run may replace this one without losing the groups of any index that still exists. */
    boolean isCoveredBy(RunLabel other, ClusterState state) {
        return source.equals(other.source)
                || indices().stream()
                        .filter(index -> Project.of(state).hasIndex(index))
                        .allMatch(other.indices()::contains);
    }

    /** Whether all indices of the source were deleted. */
    boolean hasLostItsSource(ClusterState state) {
        return indices().isEmpty() == false
                && indices().stream().noneMatch(index -> Project.of(state).hasIndex(index));
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.field("ndd_version", NddVersion.CURRENT).field(DEST, dest).field(RunMark.FIELD, field);
        builder.stringListField(SOURCE, source).stringListField(RunMark.INDICES, indices());
        builder.stringListField(RunMark.REFERENCES, read.references);
        if (read.decisions != null) {
            builder.field(RunMark.DECISIONS, read.decisions);
        }
        return builder.field(PART, part).field(DRY_RUN, dryRun);
    }
}
