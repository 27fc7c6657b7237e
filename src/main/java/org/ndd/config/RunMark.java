package org.ndd.config;

import java.util.List;
import java.util.Map;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.settings.Setting;

/** Tells an index of a run from any other. */
public final class RunMark {

    /** Marks an index as a run's. */
    public static final Setting<Boolean> MARK =
            Setting.boolSetting("index.ndd.run", false, Setting.Property.IndexScope, Setting.Property.Final);

    /** Key of {@code _meta} in the mapping of a run's index: the names of the indices that were compared. */
    public static final String INDICES = "indices";

    private RunMark() {}

    /** The names of the indices that a run compared; none if it is no index of a run. */
    public static List<String> indices(IndexMetadata run) {
        return run.mapping() != null
                        && run.mapping().sourceAsMap().get("_meta") instanceof Map<?, ?> meta
                        && meta.get(INDICES) instanceof List<?> names
                ? names.stream().map(String::valueOf).toList()
                : List.of();
    }
}
