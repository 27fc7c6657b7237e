package org.ndd.config;

import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.ingest.IngestService;

/** The settings that all indices have which ndd writes and users do not search by patterns. */
public final class HiddenIndex {

    private HiddenIndex() {}

    /**
     * Settings of a hidden index with one shard and a replica if there is a node for it: data with a single copy is lost with its node. Its
     * documents pass no pipeline, because an index template of the user's documents may match its name too.
     */
    public static Settings.Builder settings() {
        return Settings.builder()
                .put(IndexMetadata.SETTING_INDEX_HIDDEN, true)
                .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, 1)
                .put(IndexMetadata.SETTING_AUTO_EXPAND_REPLICAS, "0-1")
                .put(IndexSettings.DEFAULT_PIPELINE.getKey(), IngestService.NOOP_PIPELINE_NAME)
                .put(IndexSettings.FINAL_PIPELINE.getKey(), IngestService.NOOP_PIPELINE_NAME);
    }
}
