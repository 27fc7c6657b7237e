package org.ndd.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.index.mapper.MapperParsingException;
import org.elasticsearch.index.mapper.MappingParserContext;
import org.elasticsearch.index.mapper.ObjectMapper;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * Mapping type {@code near_dup}: a short form of the mapping of all fields that the processor writes under its target field. It expands to
 * an ordinary object with ordinary fields ({@code near_dup.json} in this package), which the mapping API also returns.
 *
 * <p>It is a type instead of an index template that ndd installs. So it works in any index, index template or component template, under any
 * name. ndd does not change the cluster state by itself.
 *
 * <p>{@code properties} may add fields of the user; they cannot replace those of the type.
 */
public final class NearDupObjectParser implements Mapper.TypeParser {

    public static final String CONTENT_TYPE = "near_dup";

    private static final String PROPERTIES = "properties";

    private final ObjectMapper.TypeParser objects = new ObjectMapper.TypeParser();

    @Override
    public Mapper.Builder parse(String name, Map<String, Object> node, MappingParserContext context) {
        Map<String, Object> object = definition();
        Object own = node.remove(PROPERTIES);
        if (own != null) {
            addProperties(name, object, own);
        }
        return objects.parse(name, object, context);
    }

    /** Returns a new copy of the complete mapping of the target field, because parsing modifies maps. */
    static Map<String, Object> definition() {
        try (InputStream json = NearDupObjectParser.class.getResourceAsStream("near_dup.json")) {
            return XContentHelper.convertToMap(JsonXContent.jsonXContent, json, true);
        } catch (IOException e) {
            throw new UncheckedIOException("the mapping of the plugin's own jar must be readable", e);
        }
    }

    private static void addProperties(String name, Map<String, Object> object, Object own) {
        if (own instanceof Map<?, ?> == false) {
            throw new MapperParsingException(
                    "[" + PROPERTIES + "] of [" + name + "] must be an object, but was [" + own + "]");
        }
        @SuppressWarnings("unchecked")
        Map<String, Object> properties = (Map<String, Object>) object.get(PROPERTIES);
        // sorted by name, so that the first error does not depend on the order
        for (Map.Entry<?, ?> property : new TreeMap<>((Map<?, ?>) own).entrySet()) {
            String field = String.valueOf(property.getKey());
            if (properties.putIfAbsent(field, property.getValue()) != null) {
                throw new MapperParsingException("[" + PROPERTIES + "] of [" + name + "] must not define [" + field
                        + "], which is a field of type [" + CONTENT_TYPE
                        + "]: write the whole mapping as an object instead");
            }
        }
    }
}
