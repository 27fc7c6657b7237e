package org.ndd.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.ndd.analysis.PageInput;

/**
 * The state of the processor's output in a document's source: the version that wrote the target field, and whether the input is unchanged
 * since. A partial update through the bulk API changes the input without running the pipeline.
 *
 * @param source the whole document
 * @param fields names under the target field
 */
public record SourceState(Map<String, Object> source, DocumentFields fields) {

    /** What stands between the strings of a list while they are read as one page: an empty line, which ends a paragraph. */
    private static final String BETWEEN_PARAGRAPHS = "\n\n";

    /** Whether the target field exists. */
    public boolean hasTarget() {
        return value(fields.parent()) != null;
    }

    /** Format and parameters that the processor wrote, or {@code null} if it has not processed the document. */
    public String version() {
        return string(fields.version());
    }

    /** Names of the fields that were read; none where that is not known. */
    public List<String> inputFields() {
        return elements(value(fields.path(DocumentFields.SOURCE_FIELD))).stream()
                .map(String::valueOf)
                .toList();
    }

    /** Title that was written, or {@code null}. */
    public String title() {
        return string(fields.title());
    }

    /** Site that was written, or {@code null}. */
    public String site() {
        return string(fields.site());
    }

    /** Families that were written; none where the processor that wrote knew none. */
    public List<String> families() {
        return elements(value(fields.families())).stream().map(String::valueOf).toList();
    }

    /** URL that was read, or {@code null}. */
    public String url() {
        return string(fields.path(DocumentFields.URL));
    }

    /** Whether the input that was read has changed since. Unknown counts as unchanged. */
    public boolean inputChanged() {
        String hash = string(fields.path(DocumentFields.SOURCE_HASH));
        List<String> names = inputFields();
        return hash != null && names.isEmpty() == false && hash.equals(hashOf(names)) == false;
    }

    /** Value of a field by its path, or {@code null}. */
    public Object value(String path) {
        return XContentMapValues.extractValue(path, source);
    }

    private String string(String path) {
        Object value = value(path);
        return value == null ? null : value.toString();
    }

    /** The hash that the processor would store; {@code null} if there is no input, or if it would reject it. */
    private String hashOf(List<String> names) {
        List<Object> values = names.stream().map(this::value).toList();
        if (values.stream().allMatch(Objects::isNull) || values.stream().anyMatch(SourceState::isNoText)) {
            return null;
        }
        List<String> parts =
                values.stream().map(value -> value == null ? "" : text(value)).toList();
        return new PageInput(parts, null, null, null).sourceHash();
    }

    private static boolean isNoText(Object value) {
        return elements(value).stream().anyMatch(element -> element instanceof String == false);
    }

    /** The text of an input as it is read: strings of a list, however deep, are paragraphs. */
    public static String text(Object input) {
        return elements(input).stream().map(String::valueOf).collect(Collectors.joining(BETWEEN_PARAGRAPHS));
    }

    /** The elements of a value: itself, or the elements of a list and of lists in it, as of an array of objects; empty if it is null. */
    public static List<Object> elements(Object value) {
        List<Object> elements = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object inner : list) {
                if (inner instanceof List<?>) {
                    elements.addAll(elements(inner));
                } else {
                    elements.add(inner);
                }
            }
        } else if (value != null) {
            elements.add(value);
        }
        return elements;
    }
}
