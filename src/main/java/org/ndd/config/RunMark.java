package org.ndd.config;

import java.util.List;
import java.util.Map;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.settings.Setting;

/** Distinguishes the indices of runs from other indices. */
public final class RunMark {

    /** Marks an index of a run. */
    public static final Setting<Boolean> MARK =
            Setting.boolSetting("index.ndd.run", false, Setting.Property.IndexScope, Setting.Property.Final);

    /** UUID of the cluster in which an index of a run, of boilerplate or of changes was created. */
    public static final Setting<String> CLUSTER =
            Setting.simpleString("index.ndd.cluster_uuid", Setting.Property.IndexScope, Setting.Property.Final);

    /** Key of {@code _meta} in the mapping of a run's index: the names of the indices that were compared. */
    public static final String INDICES = "indices";

    /** Key of {@code _meta} in the mapping of a run's index: the names of the indices of the reference. */
    public static final String REFERENCES = "references";

    /** Key of {@code _meta} in the mapping of a run's index: the field whose texts were compared. */
    public static final String FIELD = "field";

    /** Key of {@code _meta} in the mapping of a run's index: the index of the decisions that the run applied. */
    public static final String DECISIONS = "decisions_index";

    /** Key of {@code _meta} in the mapping of a list of changes: the destination of these changes. */
    public static final String CHANGES_OF = "changes_of";

    private RunMark() {}

    /** Returns the names of the indices that a run compared; empty if it is not an index of a run. */
    public static List<String> indices(IndexMetadata run) {
        return names(run, INDICES);
    }

    /** Returns the names of the indices of a run's reference; empty if it has none, or is not an index of a run. */
    public static List<String> references(IndexMetadata run) {
        return names(run, REFERENCES);
    }

    private static List<String> names(IndexMetadata run, String key) {
        return meta(run).get(key) instanceof List<?> names
                ? names.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Returns the field of the texts that a run compared. */
    public static String field(IndexMetadata run) {
        return meta(run).get(FIELD) instanceof String field ? field : DocumentFields.DEFAULT_PARENT;
    }

    /** Returns the index of the decisions that a run applied; {@code null} if its request named none. */
    public static String decisionsIndex(IndexMetadata run) {
        return meta(run).get(DECISIONS) instanceof String index ? index : null;
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
}
