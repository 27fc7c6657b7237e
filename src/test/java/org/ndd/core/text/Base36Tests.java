package org.ndd.core.text;

import java.nio.charset.StandardCharsets;
import org.apache.lucene.tests.util.LuceneTestCase;

public class Base36Tests extends LuceneTestCase {

    public void testCount() {
        assertEquals(1, Base36.count(0));
        assertEquals(36, Base36.count(1));
        assertEquals(131_621_703_842_267_136L, Base36.count(11));
    }

    public void testWritesAndReadsNumbers() {
        for (int round = atLeast(1000); round > 0; round--) {
            int length = 1 + random().nextInt(11);
            long number = Base36.scaled(random().nextLong(), Base36.count(length));
            String term = Base36.write(number, length);
            assertEquals(length, term.length());
            assertEquals(number, Long.parseLong(term, 36));
            byte[] ascii = (term + "#").getBytes(StandardCharsets.ISO_8859_1);
            assertEquals(number, Base36.read(ascii, 0, length));
            assertEquals(-1, Base36.read(ascii, 0, length + 1));
        }
    }

    public void testScaledIsInRange() {
        for (int length = 0; length <= 11; length++) {
            long count = Base36.count(length);
            assertEquals(0, Base36.scaled(0, count));
            assertEquals(count - 1, Base36.scaled(-1, count));
            assertEquals(count / 2, Base36.scaled(Long.MIN_VALUE, count));
        }
    }
}
