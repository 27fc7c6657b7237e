package org.ndd.rest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.elasticsearch.ExceptionsHelper;

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
        return columns.stream().map(path -> cell(String.join(".", path))).collect(Collectors.joining(",")) + LINE_END;
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
