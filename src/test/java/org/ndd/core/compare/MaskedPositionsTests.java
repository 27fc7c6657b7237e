package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.tests.util.LuceneTestCase;

public class MaskedPositionsTests extends LuceneTestCase {

    public void testKnownPositions() {
        PreparedPair.MaskedPositions positions =
                new PreparedPair.MaskedPositions("menu\nfirst\nmenu\nsecond\nfoot", "first\nsecond");
        assertEquals(5, positions.of(0));
        assertEquals(9, positions.of(4));
        assertEquals(16, positions.of(6));
        assertEquals(21, positions.of(11));
    }

    public void testNothingMasked() {
        PreparedPair.MaskedPositions positions = new PreparedPair.MaskedPositions("a\nb", "a\nb");
        assertEquals(0, positions.of(0));
        assertEquals(2, positions.of(2));
    }

    public void testMapsEveryCharacter() {
        for (int round = 0; round < 200; round++) {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                lines.add("line " + random().nextInt(12));
            }
            Set<String> boilerplate = new TreeSet<>();
            for (int i = 0; i < 5; i++) {
                boilerplate.add("line " + random().nextInt(12));
            }
            String whole = String.join("\n", lines);
            lines.removeIf(boilerplate::contains);
            String masked = String.join("\n", lines);
            if (masked.isEmpty()) {
                continue;
            }
            PreparedPair.MaskedPositions positions = new PreparedPair.MaskedPositions(whole, masked);
            int last = -1;
            for (int i = 0; i < masked.length(); i++) {
                if (masked.charAt(i) != '\n') {
                    assertEquals(masked.charAt(i), whole.charAt(positions.of(i)));
                    assertTrue(positions.of(i) > last);
                    last = positions.of(i);
                }
            }
        }
    }

    public void testRejectsTextThatIsNotSubsequence() {
        expectThrows(IllegalArgumentException.class, () -> new PreparedPair.MaskedPositions("a\nb", "c"));
    }
}
