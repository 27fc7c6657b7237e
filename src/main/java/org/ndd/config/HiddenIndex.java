package org.ndd.config;

import java.util.Map;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexMode;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.mapper.SourceFieldMapper;
import org.elasticsearch.index.translog.Translog;
import org.elasticsearch.ingest.IngestService;

/** Defines the settings and the mapping that are common to all indices that ndd creates. */
public final class HiddenIndex {

    /** The mapping without properties: documents have a source, although an index template of the user may also match the name. */
    public static final Map<String, Object> MAPPING = Map.of("dynamic", "strict", "_source", Map.of("enabled", true));

    private HiddenIndex() {}

    /**
     * Returns settings of a hidden index with one shard. It has a replica if there is a node for it, because a single copy is lost with its
     * node. Its documents are sent through no pipeline, have a source, require no field, and are on disk when a write is acknowledged. A
     * search returns up to 10,000 of them. Keywords have any length. An index template for documents of the user that also matches its name
     * changes none of this.
     */
    public static Settings.Builder settings() {
        return Settings.builder()
                .put(IndexMetadata.SETTING_INDEX_HIDDEN, true)
                .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, 1)
                .put(IndexMetadata.SETTING_AUTO_EXPAND_REPLICAS, "0-1")
                .put(IndexSettings.MODE.getKey(), IndexMode.STANDARD.getName())
                .put(
                        IndexSettings.MAX_RESULT_WINDOW_SETTING.getKey(),
                        IndexSettings.MAX_RESULT_WINDOW_SETTING.get(Settings.EMPTY))
                .put(
                        IndexSettings.IGNORE_ABOVE_SETTING.getKey(),
                        IndexSettings.IGNORE_ABOVE_SETTING.get(Settings.EMPTY))
                .put(IndexSettings.DEFAULT_PIPELINE.getKey(), IngestService.NOOP_PIPELINE_NAME)
                .put(IndexSettings.FINAL_PIPELINE.getKey(), IngestService.NOOP_PIPELINE_NAME)
                .put(IndexSettings.INDEX_MAPPER_SOURCE_MODE_SETTING.getKey(), SourceFieldMapper.Mode.STORED.toString())
                .put(IndexSettings.INDEX_TRANSLOG_DURABILITY_SETTING.getKey(), Translog.Durability.REQUEST.toString());
    }
}
