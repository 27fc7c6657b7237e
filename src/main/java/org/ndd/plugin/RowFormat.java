package org.ndd.plugin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.Strings;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;

/** Writes the rows of a response. */
interface RowFormat {

    /** One JSON object per line. */
    RowFormat NDJSON = new RowFormat() {

        @Override
        public String contentType() {
            return "application/x-ndjson";
        }

        @Override
        public String header() {
            return "";
        }

        @Override
        public String row(Map<String, Object> row) {
            return json(row) + "\n";
        }

        @Override
        public String error(Exception e) {
            Throwable cause = ExceptionsHelper.unwrapCause(e);
            Map<String, Object> error = new LinkedHashMap<>();
            error.put("type", ElasticsearchException.getExceptionName(cause));
            error.put("reason", String.valueOf(cause.getMessage()));
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("error", error);
            line.put("status", ExceptionsHelper.status(cause).getStatus());
            return row(line);
        }
    };

    String contentType();

    /** Returns the text before the first row. */
    String header();

    /** Returns a row with its end of line. */
    String row(Map<String, Object> row);

    /** Returns the last line of an incomplete response. */
    String error(Exception e);

    static String json(Object value) {
        try (XContentBuilder builder = XContentFactory.jsonBuilder().value(value)) {
            return Strings.toString(builder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes rows as CSV (RFC 4180) with a header. Objects and lists are JSON. A text that a spreadsheet would interpret as a formula is
     * prefixed with an apostrophe.
     */
    final class CsvFormat implements RowFormat {

        private static final String LINE_END = "\r\n";

        /** First characters of formulas, including full-width ones. Spreadsheets skip tabs and line ends. */
        private static final String FORMULA_PREFIXES = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

        private final List<List<String>> columns;

        /** @param columns paths of values in rows, in order */
        CsvFormat(List<List<String>> columns) {
            this.columns = List.copyOf(columns);
        }

        @Override
        public String contentType() {
            return "text/csv; charset=utf-8; header=present";
        }

        @Override
        public String header() {
            return columns.stream().map(path -> cell(String.join(".", path))).collect(Collectors.joining(","))
                    + LINE_END;
        }

        @Override
        public String row(Map<String, Object> row) {
            List<String> cells = new ArrayList<>();
            for (List<String> path : columns) {
                Object value = row;
                for (String name : path) {
                    value = value instanceof Map<?, ?> map ? map.get(name) : null;
                }
                cells.add(cell(value));
            }
            return String.join(",", cells) + LINE_END;
        }

        @Override
        public String error(Exception e) {
            Throwable cause = ExceptionsHelper.unwrapCause(e);
            return cell("INCOMPLETE: the export failed with status "
                            + ExceptionsHelper.status(cause).getStatus() + ": " + cause.getMessage())
                    + LINE_END;
        }

        private static String cell(Object value) {
            if (value == null) {
                return "";
            }
            if (value instanceof Number || value instanceof Boolean) {
                return value.toString();
            }
            String text = value instanceof String string ? string : RowFormat.json(value);
            String safe = text.isEmpty() == false && FORMULA_PREFIXES.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
            return safe.chars().anyMatch(c -> c == '"' || c == ',' || c == '\r' || c == '\n')
                    ? '"' + safe.replace("\"", "\"\"") + '"'
                    : safe;
        }
    }
}
