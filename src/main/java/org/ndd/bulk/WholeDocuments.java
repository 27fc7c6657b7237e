package org.ndd.bulk;

import java.util.Arrays;
import java.util.Map;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.mapper.SourceFieldMapper;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.plugins.FieldPredicate;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;

/** Checks that documents can be written as they are read. Otherwise parts that the read omits would be lost. */
public final class WholeDocuments {

    /** Reads whole sources. Elasticsearch 9 otherwise omits vectors. */
    public static final FetchSourceContext SOURCE = FetchSourceContext.of(true, false, null, null);

    private WholeDocuments() {}

    /** Checks that the user may see all fields; throws a 403 if one may be hidden, and would be lost. */
    public static void checkAllFieldsVisible(IndicesService indicesService, Index index) {
        if (indicesService.getFieldFilter().apply(index.getName()) != FieldPredicate.ACCEPT_ALL) {
            throw new ElasticsearchSecurityException(
                    "[index] must be an index of which the user may read all fields, but was [" + index.getName()
                            + "], whose fields are restricted by field-level security: they would be lost",
                    RestStatus.FORBIDDEN);
        }
    }

    /**
     * Checks that the source has all fields. Other fields would be lost. Fields under the target field may be missing, because the
     * processor computes them again.
     *
     * @param field the processor's target field; {@code null} if documents are not rewritten
     */
    public static void checkSourceIsWhole(IndexMetadata index, String field) {
        Map<String, Object> mapping = index.mapping().sourceAsMap();
        Object mode = XContentMapValues.extractValue("_source.mode", mapping);
        boolean disabled = mode == null
                ? IndexSettings.INDEX_MAPPER_SOURCE_MODE_SETTING.get(index.getSettings())
                        == SourceFieldMapper.Mode.DISABLED
                : "disabled".equals(mode);
        boolean sourceComplete = disabled == false
                && "false".equals(String.valueOf(XContentMapValues.extractValue("_source.enabled", mapping))) == false
                && XContentMapValues.extractValue("_source.includes", mapping) == null;
        Object excludes = XContentMapValues.extractValue("_source.excludes", mapping);
        boolean othersExcluded = excludes != null
                && Arrays.stream(XContentMapValues.nodeStringArrayValue(excludes))
                        .anyMatch(name ->
                                field == null || name.equals(field) == false && name.startsWith(field + ".") == false);
        if (sourceComplete == false || othersExcluded) {
            throw new IllegalArgumentException(
                    "[index] must be an index whose [_source] holds the whole document, but was ["
                            + index.getIndex().getName() + "], whose mapping omits fields: they would be lost");
        }
    }
}
