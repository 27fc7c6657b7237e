package org.ndd.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.ndd.compat.Calls;

/** Checks whether an index has the mapping for the fields of the processor. Messages about a wrong mapping explain how to correct it. */
public final class MappingCheck {

    private static final String KEYWORD = "keyword";

    /** The fields of a document that a comparison reads, with their types; ordered by name, so that the same error is always first. */
    private static final Map<String, String> READ = new TreeMap<>(Map.of(
            DocumentFields.DIGEST,
            KEYWORD,
            DocumentFields.FAMILIES,
            KEYWORD,
            DocumentFields.FINGERPRINTS,
            KEYWORD,
            DocumentFields.LENGTH,
            "integer",
            DocumentFields.SITE,
            KEYWORD,
            DocumentFields.TEXT,
            DocumentFields.TEXT_TYPE,
            DocumentFields.TITLE,
            KEYWORD,
            DocumentFields.URL,
            KEYWORD,
            DocumentFields.VERSION,
            KEYWORD));

    /** The fields without which an index has no documents to compare. Others may be missing, or hidden by field-level security. */
    private static final List<String> REQUIRED =
            List.of(DocumentFields.FINGERPRINTS, DocumentFields.TEXT, DocumentFields.VERSION);

    /** Fields of which no doc values are read. */
    private static final Set<String> ONLY_INDEXED = Set.of(DocumentFields.FAMILIES, DocumentFields.FINGERPRINTS);

    private static final String WITHOUT_DOC_VALUES = " without doc values";

    /** Fields whose terms are read. */
    private static final Set<String> WITH_TERMS =
            Set.of(DocumentFields.DIGEST, DocumentFields.FAMILIES, DocumentFields.FINGERPRINTS, DocumentFields.VERSION);

    private static final String WITHOUT_INDEX = " without index";

    private static final String TEXT_SUFFIX = "." + DocumentFields.TEXT;

    private static final String NOT_MAPPED = "not mapped";

    private MappingCheck() {}

    /**
     * Checks the mapping of the target field, and that documents have versions.
     *
     * @throws IllegalArgumentException if it is not mapped as {@code near_dup}, or Elasticsearch 9 removes sequence numbers
     */
    public static void check(IndexMetadata index, String field) {
        String name = index.getIndex().getName();
        checkNumbers("index", index);
        String problem = problem(index, field);
        if (problem != null) {
            List<String> mapped = mapped(mapping(index), "");
            mapped.remove(field);
            throw new IllegalArgumentException(
                    mapped.isEmpty()
                            ? message(name, field, problem)
                            : rule(name, field, problem) + ": specify which of " + mapped
                                    + " is meant in [target_field]");
        }
    }

    /** Rejects an index from which Elasticsearch 9 removes sequence numbers; the option has the name of the index, for messages. */
    public static void checkNumbers(String option, IndexMetadata index) {
        if (index.getSettings().getAsBoolean(HiddenIndex.WITHOUT_NUMBERS, false)) {
            throw new IllegalArgumentException("[" + option + "] must be an index with sequence numbers, but was ["
                    + index.getIndex().getName() + "], whose setting [" + HiddenIndex.WITHOUT_NUMBERS
                    + "] is [true]: changes of its documents cannot be detected");
        }
    }

    /**
     * Returns the fields of an index that are mapped as {@code near_dup}, in the order of their names. Nested objects are ignored. With
     * {@code subobjects: false}, names in mappings contain dots.
     *
     * @param object a mapping, or the mapping of an object in it
     * @param prefix prefix of the names of its fields
     */
    private static List<String> mapped(Map<?, ?> object, String prefix) {
        List<String> mapped = new ArrayList<>();
        if (object.get("properties") instanceof Map<?, ?> properties) {
            for (Map.Entry<?, ?> property : new TreeMap<>(properties).entrySet()) {
                if (property.getValue() instanceof Map<?, ?> field && "nested".equals(field.get("type")) == false) {
                    String name = prefix + property.getKey();
                    if (DocumentFields.TEXT_TYPE.equals(field.get("type")) && name.endsWith(TEXT_SUFFIX)) {
                        mapped.add(name.substring(0, name.length() - TEXT_SUFFIX.length()));
                    }
                    mapped.addAll(mapped(field, name + "."));
                }
            }
        }
        return mapped;
    }

    /** Returns the message for a shard without a field of the processor, by its full name: no documents can be found there. */
    public static String missing(String index, String field, String missing) {
        return message(index, field, notMapped(missing));
    }

    /** Returns the same message without the remedy, for a warning. */
    public static String missingInShort(String index, String field, String missing) {
        return rule(index, field, notMapped(missing));
    }

    private static String message(String index, String field, String problem) {
        return rule(index, field, problem) + remedy(index, field, problem) + ", and then run [POST /" + index
                + "/_ndd/backfill]";
    }

    private static String rule(String index, String field, String problem) {
        return "[target_field] must be mapped as [near_dup] in index [" + index + "], but was [" + field + "], whose "
                + problem;
    }

    private static String notMapped(String missing) {
        return "[" + missing + "] is " + NOT_MAPPED;
    }

    /** Returns the mapping of an index; empty if it has none. */
    public static Map<String, Object> mapping(IndexMetadata index) {
        return index.mapping() == null ? Map.of() : index.mapping().sourceAsMap();
    }

    /** Returns the error in the mapping of a target field, as the end of a sentence; null if it is {@code near_dup}. */
    public static String problem(IndexMetadata index, String field) {
        return problem(mapping(index), field, Calls.indexesKeywords(index));
    }

    /** The same for a template, in whose mapping the field has the type {@code near_dup} as written. */
    public static String problem(Map<String, Object> mapping, String field) {
        return problem(mapping, field, true);
    }

    /** @param indexed whether keywords are indexed by default */
    private static String problem(Map<String, Object> mapping, String field, boolean indexed) {
        for (int dot = field.indexOf('.'); dot >= 0; dot = field.indexOf('.', dot + 1)) {
            String parent = field.substring(0, dot);
            if ("nested".equals(type(mapping, parent))) { // a search does not find its documents
                return "[" + parent + "] is [nested]";
            }
        }
        if ("near_dup".equals(type(mapping, field))) {
            return null;
        }
        DocumentFields fields = new DocumentFields(field);
        // a field of another type would prevent that the missing fields are added
        String other = otherType(fields, name -> {
            String path = fields.path(name);
            return described(
                    name,
                    type(mapping, path),
                    "false".equals(value(mapping, path, "doc_values", true)) == false,
                    "false".equals(value(mapping, path, "index", indexed)) == false);
        });
        return other != null
                ? other
                : REQUIRED.stream()
                        .map(fields::path)
                        .filter(name -> type(mapping, name) == null)
                        .findFirst()
                        .map(missing -> isObject(mapping, field)
                                ? notMapped(missing)
                                : "[" + field + "] is [" + type(mapping, field) + "]")
                        .orElse(null);
    }

    /** Returns whether fields can be added below a field: it is not mapped, or is an object. */
    private static boolean isObject(Map<String, Object> mapping, String field) {
        String type = type(mapping, field);
        return type == null || type.equals("object");
    }

    /**
     * Checks on a shard that no field of the processor has another type, as after a copy of documents into an index without the mapping.
     * Fields may be missing.
     *
     * @param types type of a field in the mapping of the shard; {@code null} for a field that is missing or hidden
     * @return the message of the error; {@code null} if there is none
     */
    public static String otherType(String index, DocumentFields fields, Function<String, MappedFieldType> types) {
        String other = otherType(fields, name -> {
            MappedFieldType type = types.apply(fields.path(name));
            if (type == null) {
                return null;
            }
            return described(name, type.typeName(), type.hasDocValues(), Calls.hasTerms(type));
        });
        return other == null ? null : message(index, fields.parent(), other);
    }

    /** @throws IllegalArgumentException with the error of {@link #otherType}, if there is one */
    public static void checkTypes(String index, DocumentFields fields, Function<String, MappedFieldType> types) {
        String otherType = otherType(index, fields, types);
        if (otherType != null) {
            throw new IllegalArgumentException(otherType);
        }
    }

    /** Returns the type of a field, and the parts that it lacks. */
    private static String described(String name, String type, boolean docValues, boolean terms) {
        if (READ.get(name).equals(type) == false) {
            return type;
        }
        if (terms == false && WITH_TERMS.contains(name)) {
            return type + WITHOUT_INDEX;
        }
        return docValues || ONLY_INDEXED.contains(name) ? type : type + WITHOUT_DOC_VALUES;
    }

    private static String otherType(DocumentFields fields, UnaryOperator<String> types) {
        for (Map.Entry<String, String> expected : READ.entrySet()) {
            String type = types.apply(expected.getKey());
            if (type != null && type.equals(expected.getValue()) == false) {
                return "[" + fields.path(expected.getKey()) + "] is [" + type + "]";
            }
        }
        return null;
    }

    /** Returns the remedy for a {@link #problem}. Fields can be added to an index, and never changed. */
    public static String remedy(String index, String field, String problem) {
        String mapping = "{\"properties\": {\"" + field + "\": {\"type\": \"near_dup\"}}}";
        return problem.endsWith(NOT_MAPPED)
                ? ": add the mapping with [PUT /" + index + "/_mapping " + mapping + "]"
                : ", which cannot be changed: make another index with the mapping [" + mapping
                        + "] and copy the documents there, or choose another [target_field]";
    }

    /**
     * Finds a field that comparisons read and that the user has no right to see. Field-level security would make it appear to be missing.
     *
     * @param seen whether the user may see a field of the index
     * @return the full name of the field, or {@code null} if the user may see all
     */
    public static String hidden(String field, Predicate<String> seen) {
        DocumentFields fields = new DocumentFields(field);
        return READ.keySet().stream()
                .map(fields::path)
                .filter(name -> seen.test(name) == false)
                .findFirst()
                .orElse(null);
    }

    private static String type(Map<String, Object> mapping, String field) {
        return value(mapping, field, "type", null);
    }

    private static String value(Map<String, Object> mapping, String field, String parameter, Object missing) {
        Map<?, ?> found = find(mapping, field);
        Object value = found == null || found.get(parameter) == null ? missing : found.get(parameter);
        return value == null ? null : value.toString();
    }

    /** Returns the mapping of a field; {@code null} if there is none. With {@code subobjects: false}, names in mappings contain dots. */
    private static Map<?, ?> find(Map<?, ?> object, String field) {
        Map<?, ?> found = null;
        if (object.get("properties") instanceof Map<?, ?> properties) {
            found = properties.get(field) instanceof Map<?, ?> whole ? whole : null;
            for (int dot = field.indexOf('.'); dot >= 0 && found == null; dot = field.indexOf('.', dot + 1)) {
                found = properties.get(field.substring(0, dot)) instanceof Map<?, ?> parent
                        ? find(parent, field.substring(dot + 1))
                        : null;
            }
        }
        return found;
    }
}
