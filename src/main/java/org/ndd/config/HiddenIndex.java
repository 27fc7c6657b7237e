package org.ndd.config;

import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.mapper.SourceFieldMapper;
import org.elasticsearch.index.translog.Translog;
import org.elasticsearch.ingest.IngestService;

/** Defines the settings of all indices that ndd writes and that users do not search by patterns. */
public final class HiddenIndex {

    private HiddenIndex() {}

    /**
     * Returns settings of a hidden index with one shard. It has a replica if there is a node for it, because a single copy is lost with its
     * node. Its documents are sent through no pipeline, have a source, and are on disk when a write is acknowledged, although an index
     * template for documents of the user may also match its name.
     */
    public static Settings.Builder settings() {
        return Settings.builder()
                .put(IndexMetadata.SETTING_INDEX_HIDDEN, true)
                .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, 1)
                .put(IndexMetadata.SETTING_AUTO_EXPAND_REPLICAS, "0-1")
                .put(IndexSettings.DEFAULT_PIPELINE.getKey(), IngestService.NOOP_PIPELINE_NAME)
                .put(IndexSettings.FINAL_PIPELINE.getKey(), IngestService.NOOP_PIPELINE_NAME)
                .put(IndexSettings.INDEX_MAPPER_SOURCE_MODE_SETTING.getKey(), SourceFieldMapper.Mode.STORED.toString())
                .put(IndexSettings.INDEX_TRANSLOG_DURABILITY_SETTING.getKey(), Translog.Durability.REQUEST.toString());
    }
}
