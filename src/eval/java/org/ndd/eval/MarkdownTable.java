package org.ndd.eval;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A table in Markdown with the first column aligned to the left and the others to the right. */
final class MarkdownTable {

    private final int columns;
    private final StringBuilder lines = new StringBuilder();

    MarkdownTable(List<String> header) {
        this.columns = header.size();
        row(header);
        List<String> rule = new ArrayList<>(List.of("---"));
        rule.addAll(Collections.nCopies(columns - 1, "--:"));
        row(rule);
    }

    /** Adds a row with one cell per column. */
    void row(List<String> cells) {
        if (cells.size() != columns) {
            throw new IllegalArgumentException(
                    "[cells] must be [" + columns + "] of them, but was [" + cells.size() + "]");
        }
        lines.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    @Override
    public String toString() {
        return lines.toString();
    }
}
