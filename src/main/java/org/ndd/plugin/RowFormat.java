package org.ndd.plugin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.Strings;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;

/**
 * Writes the rows of a response.
 *
 * @param header text before the first row
 * @param row returns a row with its end of line
 * @param error returns the last line of an incomplete response
 */
record RowFormat(
        String contentType,
        String header,
        Function<Map<String, Object>, String> row,
        Function<Exception, String> error) {

    /** One JSON object per line. */
    static final RowFormat NDJSON =
            new RowFormat("application/x-ndjson", "", row -> json(row) + "\n", e -> json(error(e)) + "\n");

    /** First characters of formulas, including full-width ones. Spreadsheets skip tabs and line ends. */
    private static final String FORMULA_PREFIXES = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

    /**
     * Writes rows as CSV (RFC 4180) with a header. Objects and lists are JSON. A text that a spreadsheet would interpret as a formula is
     * prefixed with an apostrophe.
     *
     * @param columns paths of values in rows, in order
     */
    static RowFormat csv(List<List<String>> columns) {
        return new RowFormat(
                "text/csv; charset=utf-8; header=present",
                csvLine(columns.stream().map(path -> String.join(".", path))),
                row -> csvLine(columns.stream().map(path -> value(row, path))),
                e -> {
                    Throwable cause = ExceptionsHelper.unwrapCause(e);
                    return csvLine(Stream.of("INCOMPLETE: the export failed with status "
                            + ExceptionsHelper.status(cause).getStatus() + ": " + cause.getMessage()));
                });
    }

    private static Map<String, Object> error(Exception e) {
        Throwable cause = ExceptionsHelper.unwrapCause(e);
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("type", ElasticsearchException.getExceptionName(cause));
        error.put("reason", String.valueOf(cause.getMessage()));
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("error", error);
        line.put("status", ExceptionsHelper.status(cause).getStatus());
        return line;
    }

    private static String json(Object value) {
        try (XContentBuilder builder = XContentFactory.jsonBuilder().value(value)) {
            return Strings.toString(builder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object value(Map<String, Object> row, List<String> path) {
        Object value = row;
        for (String name : path) {
            value = value instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return value;
    }

    private static String csvLine(Stream<?> values) {
        return values.map(RowFormat::cell).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String cell(Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        String text = value instanceof String string ? string : json(value);
        String safe = text.isEmpty() == false && FORMULA_PREFIXES.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        return safe.chars().anyMatch(c -> c == '"' || c == ',' || c == '\r' || c == '\n')
                ? '"' + safe.replace("\"", "\"\"") + '"'
                : safe;
    }
}
