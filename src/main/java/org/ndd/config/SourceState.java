package org.ndd.config;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.ndd.analysis.PageAnalyzer;

/**
 * What a document's source says about the processor's last visit: which version wrote the target field, and whether the input is still the
 * one that was read. A partial update through the bulk API changes the input without running the pipeline.
 *
 * @param source the whole document
 * @param fields names under the target field
 */
public record SourceState(Map<String, Object> source, DocumentFields fields) {

    /** What stands between the strings of a list while they are read as one page: an empty line, which ends a paragraph. */
    public static final String BETWEEN_PARTS = "\n\n";

    /** Whether there is anything under the target field. */
    public boolean hasTarget() {
        return value(fields.parent()) != null;
    }

    /** Format and parameters that the processor wrote, or {@code null} where it has not seen the document. */
    public String version() {
        return string(fields.version());
    }

    /** Name of the field that was read, or {@code null}. */
    public String inputField() {
        return string(fields.path(DocumentFields.SOURCE_FIELD));
    }

    /** URL that was read, or {@code null}. */
    public String url() {
        return string(fields.path(DocumentFields.URL));
    }

    /** Whether the input that was read has changed since. Unknown counts as unchanged. */
    public boolean inputChanged() {
        String hash = string(fields.path(DocumentFields.SOURCE_HASH));
        String field = inputField();
        return hash != null && field != null && hash.equals(hashOf(value(field))) == false;
    }

    /** Value of a field by its path, or {@code null}. */
    public Object value(String path) {
        return XContentMapValues.extractValue(path, source);
    }

    private String string(String path) {
        Object value = value(path);
        return value == null ? null : value.toString();
    }

    /** The hash that the processor would store: it joins a list in the same way. */
    private static String hashOf(Object input) {
        if (input instanceof List<?> parts) {
            return PageAnalyzer.sourceHash(
                    parts.stream().map(String::valueOf).collect(Collectors.joining(BETWEEN_PARTS)));
        }
        return input == null ? null : PageAnalyzer.sourceHash(input.toString());
    }
}
