package org.ndd.config;

import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.index.Index;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.compat.NddVersion;
import org.ndd.compat.Project;
import org.ndd.core.fingerprint.FingerprintParameters;

/**
 * The properties of a run that all users with access to the cluster state can read, in {@code _meta} of the mapping of its index.
 *
 * @param field the field whose texts are compared
 * @param source the source as the user wrote it
 * @param part whether a query selected some of the documents
 * @param dryRun whether no groups are written
 * @param history id of the history of the index when a job last updated its groups; {@code null} for an index that was not restored
 */
public record RunLabel(
        String dest, String field, List<String> source, ReadIndices read, boolean part, boolean dryRun, String history)
        implements ToXContentFragment {

    /**
     * The indices that a run reads.
     *
     * @param source names of the concrete indices of the source
     * @param references names of the concrete indices of the reference
     * @param decisions index or alias of the decisions that the run applies; {@code null} for none
     * @param filters identify the filters of aliases by which indices are read, by the names of these indices
     * @param histories ids of the histories of indices that were restored over themselves before the run read them, by their names
     * @param format {@link FingerprintParameters#FORMAT} of the ndd that compared the documents, 0 if it is not known
     */
    public record ReadIndices(
            List<String> source,
            List<String> references,
            String decisions,
            Map<String, String> filters,
            Map<String, String> histories,
            int format) {

        /** Returns other indices and filters, with the same decisions. Indices that the run has read keep their histories. */
        public ReadIndices updated(
                List<String> sources, List<String> ofReference, Map<String, String> otherFilters, ClusterState state) {
            Map<String, String> kept = new TreeMap<>();
            Stream.concat(sources.stream(), ofReference.stream()).forEach(index -> {
                IndexMetadata now = Project.of(state).index(index);
                boolean known = source.contains(index) || references.contains(index);
                String history = known ? histories.get(index) : now == null ? null : historyOf(now);
                if (history != null) {
                    kept.put(index, history);
                }
            });
            return new ReadIndices(sources, ofReference, decisions, otherFilters, kept, format);
        }

        /**
         * Returns one of some indices that the run has read by other filters of aliases; {@code null} if there is none.
         *
         * @param others identify the filters of aliases by which these indices are read now
         */
        public String withOtherFilter(Collection<String> indices, Map<String, String> others) {
            return indices.stream()
                    .filter(index -> source.contains(index) || references.contains(index))
                    .filter(index -> Objects.equals(filters.get(index), others.get(index)) == false)
                    .findFirst()
                    .orElse(null);
        }
    }

    /** Marks an index of a run. */
    public static final Setting<Boolean> MARK =
            Setting.boolSetting("index.ndd.run", false, Setting.Property.IndexScope, Setting.Property.Final);

    /** UUID of the cluster in which an index of a run, of boilerplate or of changes was created. */
    public static final Setting<String> CLUSTER =
            Setting.simpleString("index.ndd.cluster_uuid", Setting.Property.IndexScope, Setting.Property.Final);

    /** Key of {@code _meta} in the mapping of a list of changes: the destination of these changes. */
    public static final String CHANGES_OF = "changes_of";

    private static final String DEST = "dest";
    private static final String FIELD = "field";
    private static final String SOURCE = "source";
    private static final String INDICES = "indices";
    private static final String REFERENCES = "references";
    private static final String DECISIONS = "decisions_index";
    private static final String FILTERS = "alias_filters";
    private static final String PART = "part";
    private static final String DRY_RUN = "dry_run";
    private static final String HISTORIES = "index_histories";
    private static final String HISTORY = "history";
    private static final String FORMAT = "format";

    /** Matches the suffix after the destination in the id of a run: the time of its start, and a random part that makes it unique. */
    private static final Pattern RUN_ID = Pattern.compile("-\\d{8}-\\d{6}-[0-9a-f]{8}");

    /** Returns the names of the concrete indices of the source. */
    public List<String> indices() {
        return read.source;
    }

    /** Returns the same label with other indices, and the present history of the run's index. */
    public RunLabel updated(ReadIndices others, IndexMetadata index) {
        return new RunLabel(dest, field, source, others, part, dryRun, historyOf(index));
    }

    /** Returns whether the run's index was not restored from a snapshot, not even over itself, since a job last updated its groups. */
    public boolean hasHistoryOf(IndexMetadata index) {
        return Objects.equals(history, historyOf(index));
    }

    /**
     * Returns whether an index of the source or reference was not restored over itself from a snapshot since the run read it. Such an index
     * keeps its UUID, and the restored documents may have the versions of other texts.
     */
    public boolean hasReadHistoryOf(IndexMetadata index) {
        return Objects.equals(read.histories.get(index.getIndex().getName()), historyOf(index));
    }

    /**
     * Returns whether the documents were compared in the format of this ndd. An earlier one may not have distinguished documents that this
     * one does.
     */
    public boolean hasCurrentFormat() {
        return read.format == FingerprintParameters.FORMAT;
    }

    private static String historyOf(IndexMetadata index) {
        return index.getSettings().get(IndexMetadata.SETTING_HISTORY_UUID);
    }

    public static boolean isRun(IndexMetadata index) {
        return index != null && MARK.get(index.getSettings());
    }

    /** Returns the label of an index; {@code null} if it is not the index of a run. */
    public static RunLabel of(IndexMetadata index) {
        Map<?, ?> meta = isRun(index) ? meta(index) : Map.of();
        return meta.get(DEST) instanceof String dest
                ? new RunLabel(
                        dest,
                        meta.get(FIELD) instanceof String field ? field : DocumentFields.DEFAULT_PARENT,
                        strings(meta.get(SOURCE)),
                        new ReadIndices(
                                strings(meta.get(INDICES)),
                                strings(meta.get(REFERENCES)),
                                meta.get(DECISIONS) instanceof String decisions ? decisions : null,
                                byIndex(meta.get(FILTERS)),
                                byIndex(meta.get(HISTORIES)),
                                meta.get(FORMAT) instanceof Integer format ? format : 0),
                        Boolean.TRUE.equals(meta.get(PART)),
                        Boolean.TRUE.equals(meta.get(DRY_RUN)),
                        meta.get(HISTORY) instanceof String history ? history : null)
                : null;
    }

    /**
     * Returns the label of the run that a request names by its destination or its id; {@code null} if the name is not of a run. Of a
     * destination it is that of the published run.
     */
    public static RunLabel named(ClusterState state, String name) {
        IndexMetadata shown = publishedBy(state, name);
        return of(shown == null ? Project.of(state).index(name) : shown);
    }

    /** Returns whether the run read an index, as source or as reference. */
    public boolean hasRead(String index) {
        return read.source.contains(index) || read.references.contains(index);
    }

    /** Returns the destination whose changes an index lists; {@code null} if it is not a list of changes. */
    public static String changesOf(IndexMetadata index) {
        return meta(index).get(CHANGES_OF) instanceof String dest ? dest : null;
    }

    private static Map<?, ?> meta(IndexMetadata index) {
        return index.mapping() != null && index.mapping().sourceAsMap().get("_meta") instanceof Map<?, ?> meta
                ? meta
                : Map.of();
    }

    private static Map<String, String> byIndex(Object stored) {
        Map<String, String> all = new TreeMap<>();
        if (stored instanceof Map<?, ?> values) {
            values.forEach((index, value) -> all.put(String.valueOf(index), String.valueOf(value)));
        }
        return all;
    }

    private static List<String> strings(Object list) {
        return list instanceof List<?> values
                ? values.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Whether a run of a destination may have this name. */
    public static boolean isNameOfRun(String name, String dest) {
        return name.startsWith(dest + "-")
                && RUN_ID.matcher(name.substring(dest.length())).matches();
    }

    /** Returns the runs of a destination in the cluster state, the newest first. */
    public static Stream<IndexMetadata> runsOf(ClusterState state, String dest) {
        return Project.of(state).indices().values().stream()
                .filter(index -> {
                    RunLabel label = of(index);
                    return label != null && label.dest.equals(dest);
                })
                .sorted(Comparator.comparingLong(IndexMetadata::getCreationDate)
                        .thenComparing(index -> index.getIndex().getName())
                        .reversed());
    }

    /** Returns the run that a destination publishes; {@code null} if there is none. */
    public static IndexMetadata publishedBy(ClusterState state, String dest) {
        IndexAbstraction alias = Project.of(state).getIndicesLookup().get(dest);
        if (alias == null || alias.getType() != IndexAbstraction.Type.ALIAS) {
            return null;
        }
        List<Index> indices = alias.getIndices();
        return Project.of(state).index(indices.get(0));
    }

    /** Whether the destination publishes the run with this index. */
    public boolean isLive(IndexMetadata index) {
        return index.getAliases().containsKey(dest);
    }

    /** Whether another run may replace this one without losing the groups of any index that still exists. */
    public boolean isCoveredBy(RunLabel other, ClusterState state) {
        return source.equals(other.source)
                || indices().stream()
                        .filter(index -> Project.of(state).hasIndex(index))
                        .allMatch(other.indices()::contains);
    }

    /** Whether all indices of the source were deleted. */
    public boolean hasLostItsSource(ClusterState state) {
        return indices().isEmpty() == false
                && indices().stream().noneMatch(index -> Project.of(state).hasIndex(index));
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.field("ndd_version", NddVersion.CURRENT).field(DEST, dest).field(FIELD, field);
        builder.stringListField(SOURCE, source).stringListField(INDICES, indices());
        builder.stringListField(REFERENCES, read.references);
        if (read.decisions != null) {
            builder.field(DECISIONS, read.decisions);
        }
        if (read.filters.isEmpty() == false) {
            builder.field(FILTERS, read.filters);
        }
        if (read.histories.isEmpty() == false) {
            builder.field(HISTORIES, read.histories);
        }
        if (history != null) {
            builder.field(HISTORY, history);
        }
        return builder.field(FORMAT, read.format).field(PART, part).field(DRY_RUN, dryRun);
    }
}
