package org.ndd.core.text;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TextLineTests extends LuceneTestCase {

    public void testMeasuresWords() {
        assertEquals(List.of(List.of(2, 9, 0, 9, 6)), lines("  Two men "));
        assertEquals(List.of(List.of(2, 5, 1, 5, 2), List.of(6, 6, 0, 0, 0)), lines("> Two\n  "));
        assertEquals(List.of(List.of(2, 5, 1, 5, 2)), lines("> Two\r\n"));
    }

    /** Lines of printable ASCII are measured in another way than others: a tab at the end makes a line one of the others. */
    public void testPrintableLinesAreMeasuredAsOthers() {
        for (int i = 0; i < 1000; i++) {
            String line = randomLine();
            assertEquals("[" + line + "]", lines(line + "\t\n"), lines(line + "\n"));
            assertEquals("[" + line + "]", lines(line + "\t"), lines(line + " "));
        }
    }

    private static String randomLine() {
        StringBuilder line = new StringBuilder();
        for (int length = random().nextInt(30); length > 0; length--) {
            line.append("ab.>=   ~".charAt(random().nextInt(9)));
        }
        return line.toString();
    }

    /** Start, end, marks of quoting, width, and width before the last word of each line. */
    private static List<List<Integer>> lines(String text) {
        TextLine line = new TextLine(text.toCharArray());
        List<List<Integer>> lines = new ArrayList<>();
        while (line.advance()) {
            lines.add(List.of(line.start(), line.end(), line.quotes(), line.width(), line.widthBeforeLastWord()));
        }
        return lines;
    }
}
