package org.ndd.ingest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ndd.analysis.PageInput;
import org.ndd.config.SourceState;

/**
 * The fields from which the processor reads a document. The input has to be valid. Invalid additional data (URL, title, site) is ignored,
 * because a document without it is still useful.
 *
 * @param fields input, at least one: each a string, or strings in lists and objects, each of which ends a paragraph
 * @param url field of the URL, or {@code null}
 * @param title field of the title, or {@code null}
 * @param site field of the site, or {@code null}
 */
public record PageFields(List<String> fields, String url, String title, String site) {

    public PageFields {
        fields = List.copyOf(fields);
    }

    /** Returns all fields that are read. */
    public List<String> all() {
        return Stream.concat(fields.stream(), Stream.of(url, title, site).filter(Objects::nonNull))
                .toList();
    }

    /** Returns the fields of the input and the title. If one of their values changes, the document is outdated. */
    public List<String> hashed() {
        return Stream.concat(fields.stream(), Stream.ofNullable(title))
                .distinct()
                .toList();
    }

    /** Whether a document has none of the input fields. */
    public boolean areMissing(Function<String, Object> values) {
        return fields.stream().allMatch(field -> values.apply(field) == null);
    }

    /**
     * Reads the input of a document. If there are several input fields, some may be missing.
     *
     * @param values returns the value of a field, {@code null} if it is missing
     * @throws IllegalArgumentException if all fields are missing, or one is neither a string nor a list of strings
     */
    public PageInput read(Function<String, Object> values) {
        List<String> parts = new ArrayList<>();
        for (String field : fields) {
            Object value = values.apply(field);
            parts.add(value == null && fields.size() > 1 ? "" : text(field, value));
        }
        if (fields.size() > 1 && areMissing(values)) {
            throw new IllegalArgumentException(
                    "[fields] must hold a field that the document has, but was " + fields + ": none is there");
        }
        return new PageInput(parts, url(values), title(values), site(values));
    }

    /** Returns the first URL, or {@code null}. */
    private String url(Function<String, Object> values) {
        return elements(url, values).stream()
                .findFirst()
                .filter(first -> first instanceof String string && string.isEmpty() == false)
                .map(Object::toString)
                .orElse(null);
    }

    /** Returns the title, or {@code null}. Of several titles none is ignored: documents with different ones are not the same. */
    private String title(Function<String, Object> values) {
        List<Object> all = elements(title, values);
        return all.isEmpty() || SourceState.hasOnlyScalars(all) == false ? null : SourceState.text(all);
    }

    /** Returns the site, or {@code null} if there is none or more than one. */
    private String site(Function<String, Object> values) {
        List<Object> all = elements(site, values);
        return all.size() != 1 || SourceState.hasOnlyScalars(all) == false ? null : SourceState.text(all);
    }

    private static List<Object> elements(String field, Function<String, Object> values) {
        return field == null ? List.of() : SourceState.elements(values.apply(field));
    }

    private static String text(String field, Object value) {
        String rule = "field [" + field + "] must be a string or a list of strings, but was ";
        if (value == null) {
            throw new IllegalArgumentException(rule + "missing: [ignore_missing] accepts documents without it");
        }
        for (Object element : SourceState.elements(value)) {
            if (element instanceof String == false) {
                throw new IllegalArgumentException(
                        rule + (value instanceof List<?> ? "a list with " : "") + described(element));
            }
        }
        return SourceState.text(value);
    }

    private static String described(Object value) {
        if (SourceState.hasOnlyScalars(value)) {
            return "[" + value + "]";
        }
        return value instanceof Map<?, ?> ? "an object" : "a value of another type";
    }
}
