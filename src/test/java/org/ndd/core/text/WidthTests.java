package org.ndd.core.text;

import java.nio.charset.Charset;
import org.apache.lucene.tests.util.LuceneTestCase;

public class WidthTests extends LuceneTestCase {

    public void testWidth() {
        assertEquals(0, Width.of(""));
        assertEquals(5, Width.of("ab 1\n"));
        assertEquals(1, Width.of("\u007F"));
        assertEquals(2, Width.of("\u0080"));
        assertEquals(4, Width.of("\u4F60\u597D"));
        assertEquals("two code units", 4, Width.of("\uD83D\uDE00"));
    }

    /** The width corresponds to the number of GBK bytes, which the PKU report uses. */
    public void testMatchesGbkByteLengthForChinese() {
        String text = RandomText.word(random(), 0x4E00, 0x9FA5, 100) + RandomText.word(random(), 0, 0x7F, 100);
        assertEquals(text.getBytes(Charset.forName("GBK")).length, Width.of(text));
    }
}
