package org.ndd.core.text;

import java.util.ArrayList;
import java.util.List;

/** Wraps texts at a width as editors and mail programs do. */
public final class LineWrapper {

    private LineWrapper() {}

    /** Rewraps each paragraph; empty lines separate paragraphs. */
    public static String text(String text, int width) {
        return text(text, width, "");
    }

    /** Rewraps each paragraph with a prefix on each line; the width includes the prefix. */
    public static String text(String text, int width, String prefix) {
        List<String> paragraphs = new ArrayList<>();
        for (String paragraph : text.split("\n\\s*\n")) {
            paragraphs.add(paragraph(paragraph.strip(), width, prefix));
        }
        return String.join("\n" + prefix.stripTrailing() + "\n", paragraphs);
    }

    private static String paragraph(String paragraph, int width, String prefix) {
        StringBuilder result = new StringBuilder(prefix);
        int column = prefix.length();
        for (String word : paragraph.split("\\s+")) {
            boolean first = column == prefix.length();
            int room = width - column - (first ? 0 : 1);
            if (word.length() > room && first == false) {
                result.append('\n').append(prefix);
                column = prefix.length();
            } else if (first == false) {
                result.append(' ');
                column++;
            }
            result.append(word);
            column += word.length();
        }
        return result.toString();
    }
}
