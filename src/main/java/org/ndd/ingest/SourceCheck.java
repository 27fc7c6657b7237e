package org.ndd.ingest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.mapper.MapperParsingException;
import org.elasticsearch.index.mapper.MappingLookup;
import org.elasticsearch.index.mapper.SourceFieldMapper;
import org.elasticsearch.xcontent.XContentType;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.config.DocumentFields;

/**
 * Checks that partial updates cannot remove single values of the processor. They read the values from {@code _source} and skip pipelines,
 * so a value that the mapping omits there would be lost, and the document would silently be compared with fewer documents.
 */
final class SourceCheck {

    private SourceCheck() {}

    /**
     * Checks that {@code _source} has all values of a target field. If it has no text, partial updates are rejected. If it has no version,
     * they remove the document from all comparisons, and runs count it as one of another version. In these cases other values may be
     * missing too.
     *
     * @throws MapperParsingException if a value is missing
     */
    static void check(MappingLookup mapping, DocumentFields target) {
        SourceFieldMapper source = mapping.getMapping().getMetadataMapperByClass(SourceFieldMapper.class);
        if (source.isComplete()) {
            return;
        }
        Map<?, ?> kept = kept(mapping, source, target);
        if (kept.containsKey(DocumentFields.VERSION) == false || kept.containsKey(DocumentFields.TEXT) == false) {
            return;
        }
        TreeSet<String> omitted = new TreeSet<>(TargetValues.NAMES);
        omitted.removeAll(kept.keySet());
        if (omitted.isEmpty() == false) {
            throw new MapperParsingException("[_source] must not omit single values of [" + target.parent()
                    + "], but omits "
                    + omitted + ", which partial updates would remove: omit [" + target.parent()
                    + "], or map the metadata field [" + NddFieldMapper.NAME + "], which stores nothing in [_source]");
        }
    }

    /** Returns the values that remain of a document that has all of them; none if a source is not stored but computed from all fields. */
    private static Map<?, ?> kept(MappingLookup mapping, SourceFieldMapper source, DocumentFields target) {
        Map<String, Object> values = new TreeMap<>();
        TargetValues.NAMES.forEach(name -> values.put(name, name));
        Map<String, Object> document = values;
        List<String> path = List.of(target.parent().split("\\."));
        for (int i = path.size() - 1; i >= 0; i--) {
            document = Map.of(path.get(i), document);
        }
        try {
            BytesReference all = new BytesArray(
                    Strings.toString(JsonXContent.contentBuilder().map(document)));
            BytesReference filtered = source.applyFilters(mapping, all, XContentType.JSON, false);
            if (filtered == null) {
                return Map.of();
            }
            Object remaining = XContentMapValues.extractValue(
                    target.parent(),
                    XContentHelper.convertToMap(filtered, true, XContentType.JSON)
                            .v2());
            return remaining instanceof Map<?, ?> map ? map : Map.of();
        } catch (IOException e) {
            throw new UncheckedIOException("a document in memory must be readable", e);
        }
    }
}
