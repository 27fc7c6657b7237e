package org.ndd.demo;

import java.util.ArrayList;
import java.util.List;

/** A table with the first column aligned to the left and the others to the right. */
final class Table {

    private final List<String[]> rows = new ArrayList<>();

    /** Adds a row. All rows must have the same number of cells. */
    Table row(Object... cells) {
        String[] row = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            row[i] = String.valueOf(cells[i]);
        }
        if (rows.isEmpty() == false && rows.get(0).length != row.length) {
            throw new IllegalArgumentException(
                    "a row must have [" + rows.get(0).length + "] cells, but had [" + row.length + "]");
        }
        rows.add(row);
        return this;
    }

    /** Returns the lines of the table, without trailing spaces. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder("  ");
            for (int column = 0; column < row.length; column++) {
                String blanks = " ".repeat(width(column) - row[column].length());
                line.append(column == 0 ? row[column] + blanks : "  " + blanks + row[column]);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row[column].length()).max().orElse(0);
    }
}
