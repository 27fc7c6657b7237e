package org.ndd.ingest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.metadata.IndexTemplateMetadata;
import org.elasticsearch.cluster.metadata.MetadataIndexTemplateService;
import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.common.cache.CacheBuilder;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.compat.Project;
import org.ndd.config.MappingCheck;

/**
 * Looks into the mapping of the index that a document is for, or into the templates of an index that is still to be made: the pipeline runs
 * before. The result for an index is cached as long as its mapping is the same object, so that a document costs two look-ups. Safe for many
 * threads.
 */
public final class MappedTargets implements TargetMapping {

    private static final int REMEMBERED = 1000;

    private final Supplier<ClusterState> state;
    private final Cache<Target, Finding> findings =
            CacheBuilder.<Target, Finding>builder().setMaximumWeight(REMEMBERED).build();

    /** @param state the cluster state as it is now */
    public MappedTargets(Supplier<ClusterState> state) {
        this.state = state;
    }

    /** @param index also identified by its UUID if it exists: another index of the same name is another one */
    private record Target(String index, String uuid, String field) {}

    /**
     * @param basis the mapping or templates that were checked
     * @param error the error, or null
     */
    private record Finding(Object basis, String error) {}

    @Override
    public void check(String typed, String field) {
        if (typed == null || typed.startsWith("_")) {
            return; // no index can have such a name: it is that of a simulation
        }
        ClusterState now = state.get();
        String name = IndexNameExpressionResolver.resolveDateMathExpression(typed);
        IndexMetadata index = Project.of(now).index(name);
        if (index == null && Project.of(now).getIndicesLookup().containsKey(name)) {
            IndexAbstraction alias = Project.of(now).getIndicesLookup().get(name);
            Index written = alias.getWriteIndex();
            if (written == null) {
                return; // Elasticsearch rejects it with a message
            }
            index = Project.of(now).index(written);
        }
        IndexMetadata found = index;
        String error = found == null
                ? error(new Target(name, null, field), now.metadata(), () -> templateError(now, name, field))
                : error(
                        new Target(found.getIndex().getName(), found.getIndexUUID(), field),
                        found.mapping(),
                        () -> indexError(found, field));
        if (error != null) {
            throw new IllegalArgumentException(error);
        }
    }

    private String error(Target target, Object basis, Supplier<String> look) {
        Finding known = findings.get(target);
        if (known == null || known.basis != basis) {
            known = new Finding(basis, look.get());
            findings.put(target, known);
        }
        return known.error;
    }

    private static String indexError(IndexMetadata index, String field) {
        String name = index.getIndex().getName();
        String problem = MappingCheck.problem(MappingCheck.mapping(index), field);
        return problem == null
                ? null
                : must("index [" + name + "]", field, problem) + MappingCheck.remedy(name, field, problem);
    }

    private static String templateError(ClusterState state, String name, String field) {
        String problem = MappingCheck.problem(templateMapping(state, name), field);
        return problem == null
                ? null
                : must("index [" + name + "], which is not there yet", field, problem)
                        + ": make the index, or an index template for it, with the mapping {\"properties\": {\"" + field
                        + "\": {\"type\": \"near_dup\"}}}";
    }

    private static String must(String where, String field, String problem) {
        return "[target_field] must be mapped as [near_dup] in " + where + ", but was [" + field + "], whose "
                + problem;
    }

    /** The mapping that an index would get from its templates: more specific ones take precedence. */
    private static Map<String, Object> templateMapping(ClusterState state, String name) {
        Map<String, Object> merged = new HashMap<>();
        for (CompressedXContent source : templateMappings(state, name)) {
            Map<String, Object> mapping = XContentHelper.convertToMap(source.uncompressed(), false, XContentType.JSON)
                    .v2();
            Object unwrapped = mapping.get(MapperService.SINGLE_MAPPING_NAME);
            XContentHelper.mergeDefaults(merged, unwrapped instanceof Map<?, ?> ? cast(unwrapped) : mapping);
        }
        return merged;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> cast(Object mapping) {
        return (Map<String, Object>) mapping;
    }

    /** Mappings of the templates of an index, the most specific first. */
    private static List<CompressedXContent> templateMappings(ClusterState state, String name) {
        String template = MetadataIndexTemplateService.findV2Template(Project.of(state), name, false);
        if (template == null) {
            return MetadataIndexTemplateService.findV1Templates(Project.of(state), name, null).stream()
                    .map(IndexTemplateMetadata::mappings)
                    .filter(mapping -> mapping != null)
                    .toList();
        }
        List<CompressedXContent> mappings = new ArrayList<>(MetadataIndexTemplateService.collectMappings(
                Project.of(state).templatesV2().get(template), Project.of(state).componentTemplates(), name));
        Collections.reverse(mappings);
        return mappings;
    }
}
