package org.ndd.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.ComposableIndexTemplate;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.IndexTemplateMetadata;
import org.elasticsearch.cluster.metadata.MetadataIndexTemplateService;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.common.settings.IndexScopedSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.IndexMode;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.mapper.SourceFieldMapper;
import org.elasticsearch.index.translog.Translog;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.compat.Project;

/** Defines the settings and the mapping that are common to all indices that ndd creates. */
public final class HiddenIndex {

    /** The mapping without properties: documents have a source, although an index template of the user may also match the name. */
    public static final Map<String, Object> MAPPING = Map.of("dynamic", "strict", "_source", Map.of("enabled", true));

    /** A setting of Elasticsearch 9. */
    static final String WITHOUT_NUMBERS = "index.disable_sequence_numbers";

    private HiddenIndex() {}

    /**
     * Returns settings of a hidden index with one shard. It has a replica if there is a node for it, because a single copy is lost with its
     * node. Its documents are sent through no pipeline, have a source and sequence numbers, require no field, and are on disk when a write
     * is acknowledged. A search returns up to 10,000 of them. Keywords have any length. An index template for documents of the user that
     * also matches its name changes none of this.
     */
    public static Settings.Builder settings() {
        Settings.Builder settings = Settings.builder();
        if (IndexScopedSettings.DEFAULT_SCOPED_SETTINGS.get(WITHOUT_NUMBERS) != null) {
            settings.put(WITHOUT_NUMBERS, false);
        }
        return settings.put(IndexMetadata.SETTING_INDEX_HIDDEN, true)
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

    /**
     * Checks that an index of a destination can be created, that its documents need no routing, and that it gets no alias of the user.
     * Other parts of templates are overridden.
     *
     * @param dest the destination, for messages
     * @param name name of a new hidden index of the destination
     * @throws IllegalArgumentException with the name of the index template that prevents it
     */
    public static void checkTemplate(ClusterState state, String dest, String name) {
        checkTemplate(state, name, "[dest.index]", "[" + dest + "], whose index [" + name + "]");
    }

    /** Checks the same for a new backup. */
    public static void checkTemplateOfBackup(ClusterState state, String name) {
        checkTemplate(state, name, "[backup]", "[" + name + "], which");
    }

    private static void checkTemplate(ClusterState state, String name, String parameter, String value) {
        var project = Project.of(state);
        Map<String, String> obstacles = new LinkedHashMap<>();
        String matching = MetadataIndexTemplateService.findV2Template(project, name, true);
        if (matching != null) {
            ComposableIndexTemplate template = project.templatesV2().get(matching);
            obstacles.put(
                    matching,
                    template.getDataStreamTemplate() != null
                            ? "data_stream"
                            : obstacle(
                                    MetadataIndexTemplateService.resolveAliases(project, matching),
                                    MetadataIndexTemplateService.resolveSettings(project, matching),
                                    MetadataIndexTemplateService.collectMappings(
                                            template, project.componentTemplates(), name)));
        } else {
            for (IndexTemplateMetadata legacy : MetadataIndexTemplateService.findV1Templates(project, name, true)) {
                List<CompressedXContent> mappings =
                        Stream.ofNullable(legacy.mappings()).toList();
                obstacles.put(legacy.name(), obstacle(List.of(legacy.aliases()), legacy.settings(), mappings));
            }
        }
        obstacles.forEach((template, obstacle) -> {
            if (obstacle != null) {
                throw new IllegalArgumentException(parameter + " must be a name for which no index template has ["
                        + obstacle + "], but was " + value + " matches template [" + template + "]");
            }
        });
    }

    private static String obstacle(
            List<Map<String, AliasMetadata>> aliases, Settings settings, List<CompressedXContent> mappings) {
        String routingPath = IndexMetadata.INDEX_ROUTING_PATH.getKey();
        if (aliases.stream().anyMatch(some -> some.isEmpty() == false)) {
            return "aliases";
        }
        if (settings.hasValue(routingPath)) {
            return routingPath;
        }
        return mappings.stream().anyMatch(HiddenIndex::requiresRouting) ? "_routing.required" : null;
    }

    private static boolean requiresRouting(CompressedXContent mapping) {
        Map<String, Object> source = XContentHelper.convertToMap(mapping.uncompressed(), false, XContentType.JSON)
                .v2();
        return Stream.of("", "_doc.")
                .map(prefix -> XContentMapValues.extractValue(prefix + "_routing.required", source))
                .anyMatch(required -> "true".equals(String.valueOf(required)));
    }
}
