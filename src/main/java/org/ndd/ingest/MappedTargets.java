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
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.compat.Project;
import org.ndd.config.MappingCheck;

/**
 * Checks the mapping of the index of a document. If the index does not exist yet, checks its templates, since the pipeline runs before its
 * creation. The result for an index is cached as long as its mapping is the same object, so each document requires two look-ups.
 * Thread-safe.
 */
public final class MappedTargets {

    private static final int MAX_CACHED_TARGETS = 1000;

    private final Supplier<ClusterState> state;
    private final Cache<Target, MappingResult> findings = CacheBuilder.<Target, MappingResult>builder()
            .setMaximumWeight(MAX_CACHED_TARGETS)
            .build();

    public MappedTargets(Supplier<ClusterState> state) {
        this.state = state;
    }

    /** A checked field of an index; its UUID, null if it does not exist, distinguishes indices with the same name. */
    private record Target(String index, String uuid, String field) {}

    /**
     * @param basis mapping or templates that were checked
     * @param error the error, or null
     */
    private record MappingResult(Object basis, String error) {}

    /**
     * Rejects a document for an index that would map the target field dynamically as text, which cannot be changed later.
     *
     * @param typed index of the document, as in the request
     * @param field target field that will be written
     * @throws IllegalArgumentException if the target field is not mapped as {@code near_dup}
     */
    public void check(String typed, String field) {
        if (typed == null || typed.startsWith("_")) {
            return; // an index cannot have this name, which is used in simulations
        }
        ClusterState now = state.get();
        String name = IndexNameExpressionResolver.resolveDateMathExpression(typed);
        IndexAbstraction named = Project.of(now).getIndicesLookup().get(name);
        String error = null;
        if (named == null) {
            error = error(new Target(name, null, field), now.metadata(), () -> templateError(now, name, field));
        } else if (named.getWriteIndex() != null) { // otherwise Elasticsearch rejects it with an error message
            Index written = named.getWriteIndex();
            IndexMetadata index = Project.of(now).index(written);
            error = error(
                    new Target(written.getName(), written.getUUID(), field),
                    index.mapping(),
                    () -> indexError(index, field));
        }
        if (error != null) {
            throw new IllegalArgumentException(error);
        }
    }

    private String error(Target target, Object basis, Supplier<String> check) {
        MappingResult known = findings.get(target);
        if (known == null || known.basis != basis) {
            known = new MappingResult(basis, check.get());
            findings.put(target, known);
        }
        return known.error;
    }

    private static String indexError(IndexMetadata index, String field) {
        String name = index.getIndex().getName();
        String problem = MappingCheck.problem(index, field);
        return problem == null
                ? null
                : invalid("index [" + name + "]", field, problem) + MappingCheck.remedy(name, field, problem);
    }

    private static String templateError(ClusterState state, String name, String field) {
        String problem = MappingCheck.problem(templateMapping(state, name), field);
        return problem == null
                ? null
                : invalid("index [" + name + "], which does not exist", field, problem)
                        + ": create the index, or an index template for it, with the mapping {\"properties\": {\""
                        + field
                        + "\": {\"type\": \"near_dup\"}}}";
    }

    private static String invalid(String location, String field, String problem) {
        return "[target_field] must be mapped as [near_dup] in " + location + ", but was [" + field + "], whose "
                + problem;
    }

    /** Returns the mapping that an index would get from its templates; more specific templates take precedence. */
    private static Map<String, Object> templateMapping(ClusterState state, String name) {
        Map<String, Object> merged = new HashMap<>();
        for (CompressedXContent source : templateMappings(state, name)) {
            Map<String, Object> mapping = XContentHelper.convertToMap(source.uncompressed(), false, XContentType.JSON)
                    .v2();
            Object unwrapped = mapping.get(MapperService.SINGLE_MAPPING_NAME);
            XContentHelper.mergeDefaults(
                    merged, unwrapped instanceof Map<?, ?> ? XContentMapValues.nodeMapValue(unwrapped, name) : mapping);
        }
        return merged;
    }

    /** Returns the mappings of the templates of an index, the most specific first. */
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
