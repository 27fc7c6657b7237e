package org.ndd.config;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.MappingMetadata;
import org.elasticsearch.common.xcontent.support.XContentMapValues;

/** Whether an index is made for what the processor writes: the answer to a wrong one says how to make it right. */
public final class MappingCheck {

    /** What is read of a document in a comparison. */
    private static final List<String> READ = List.of(
            DocumentFields.DIGEST,
            DocumentFields.FINGERPRINTS,
            DocumentFields.LENGTH,
            DocumentFields.SITE,
            DocumentFields.TEXT,
            DocumentFields.URL,
            DocumentFields.VERSION);

    private MappingCheck() {}

    /**
     * Checks the mapping of the target field.
     *
     * @param field the processor's target field
     * @throws IllegalArgumentException where it is not mapped as {@code near_dup}
     */
    public static void check(IndexMetadata index, String field) {
        DocumentFields fields = new DocumentFields(field);
        // in the order of names, so that the same error comes first every time
        Map<String, String> types = new TreeMap<>(
                Map.of(fields.fingerprints(), "keyword", fields.text(), "near_dup_text", fields.version(), "keyword"));
        types.forEach((name, wanted) -> {
            String type = type(index.mapping(), name);
            if (wanted.equals(type) == false) {
                throw new IllegalArgumentException("[field] must be mapped as [near_dup] in index ["
                        + index.getIndex().getName() + "], but was [" + field + "], whose [" + name + "] is "
                        + (type == null ? "not mapped" : "[" + type + "]")
                        + ": create the index with a mapping of [\"" + field
                        + "\": {\"type\": \"near_dup\"}] and index through a pipeline with the [near_dup] processor");
            }
        });
    }

    /**
     * A field that is read in comparisons and that the user does not see: field-level security would make it look as if there were nothing.
     *
     * @param field the processor's target field
     * @param seen which fields of the index the user sees
     * @return the full name of the field, or {@code null} where all are seen
     */
    public static String hidden(String field, Predicate<String> seen) {
        DocumentFields fields = new DocumentFields(field);
        return READ.stream()
                .map(fields::path)
                .filter(name -> seen.test(name) == false)
                .findFirst()
                .orElse(null);
    }

    private static String type(MappingMetadata mapping, String field) {
        if (mapping == null) {
            return null;
        }
        String path = "properties." + field.replace(".", ".properties.") + ".type";
        Object type = XContentMapValues.extractValue(path, mapping.sourceAsMap());
        return type == null ? null : type.toString();
    }
}
