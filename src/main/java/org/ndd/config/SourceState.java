package org.ndd.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.xcontent.ObjectPath;
import org.ndd.analysis.PageInput;

/**
 * The state of the processor's output in a document's source: the version that wrote the target field, and whether the input is unchanged.
 * A partial update with the bulk API changes the input without running the pipeline.
 *
 * @param fields names under the target field
 */
public record SourceState(Map<String, Object> source, DocumentFields fields) {

    /** Separator of the strings of a list that are read as one page: an empty line, which ends a paragraph. */
    private static final String BETWEEN_PARAGRAPHS = "\n\n";

    public boolean hasTarget() {
        return value(fields.parent()) != null;
    }

    /** Returns the format and parameters that the processor wrote, or {@code null} if it has not processed the document. */
    public String version() {
        return string(fields.version());
    }

    /** Returns the names of the fields of input and title that were read; empty if they are not known. */
    public List<String> inputFields() {
        return elements(value(fields.path(DocumentFields.SOURCE_FIELD))).stream()
                .map(String::valueOf)
                .toList();
    }

    /** Returns the site that was written, or {@code null}. */
    public String site() {
        return string(fields.site());
    }

    /** Returns the families that were written; empty if the processor wrote none. */
    public List<String> families() {
        return elements(value(fields.families())).stream().map(String::valueOf).toList();
    }

    /** Returns the URL that was read, or {@code null}. */
    public String url() {
        return string(fields.path(DocumentFields.URL));
    }

    /** Returns whether the input has changed since it was read; false if it is not known. */
    public boolean inputChanged() {
        String hash = string(fields.path(DocumentFields.SOURCE_HASH));
        List<String> names = inputFields();
        return hash != null && names.isEmpty() == false && hash.equals(hash(names, this::value)) == false;
    }

    /** Returns the value of a field by its path, or {@code null}. */
    public Object value(String path) {
        return value(path, source);
    }

    /**
     * Returns the value at a path of a source, also through arrays of objects and names with dots, or by positions in arrays; {@code null}
     * if there is none. The processor reads its input in the same way, so that the hash of an unchanged input stays the same.
     */
    public static Object value(String path, Map<String, Object> source) {
        Object value = XContentMapValues.extractValue(path, source);
        Object byPosition = null;
        try {
            byPosition = elements(value).isEmpty() ? ObjectPath.eval(path, source) : null;
        } catch (IndexOutOfBoundsException none) {
            // an array has no such position
        }
        return byPosition == null ? value : byPosition;
    }

    private String string(String path) {
        Object value = value(path);
        return value == null ? null : value.toString();
    }

    /**
     * Returns the hash of the values that the processor reads. A value that is missing or has no text counts as an empty one.
     *
     * @param values returns the value of a field, {@code null} if it is missing
     */
    public static String hash(List<String> names, Function<String, Object> values) {
        List<String> parts = names.stream()
                .map(values)
                .map(value -> hasOnlyScalars(value) ? text(value) : "")
                .toList();
        return new PageInput(parts, null, null, null).sourceHash();
    }

    /** Returns whether a value, or each element of a list, is a string, a number or a boolean. */
    public static boolean hasOnlyScalars(Object value) {
        return elements(value).stream()
                .allMatch(one -> one instanceof String || one instanceof Number || one instanceof Boolean);
    }

    /** Returns the text of an input as the processor reads it. The elements of a list are paragraphs, at any depth. */
    public static String text(Object input) {
        return elements(input).stream().map(String::valueOf).collect(Collectors.joining(BETWEEN_PARAGRAPHS));
    }

    /**
     * Returns the elements of a value: itself, or the elements of a list and of the lists in it, as for an array of objects. Nulls are
     * left out, as Elasticsearch leaves them out of the index.
     */
    public static List<Object> elements(Object value) {
        List<Object> elements = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object inner : list) {
                if (inner instanceof List<?>) {
                    elements.addAll(elements(inner));
                } else if (inner != null) {
                    elements.add(inner);
                }
            }
        } else if (value != null) {
            elements.add(value);
        }
        return elements;
    }
}
