package org.ndd.ingest;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

public class TextCodecTests extends LuceneTestCase {

    public void testRandomTextsRoundTrip() {
        for (int i = 0; i < 300; i++) {
            String text = switch (random().nextInt(4)) {
                case 0 -> TestUtil.randomRealisticUnicodeString(random(), 0, 5000);
                case 1 -> TestUtil.randomUnicodeString(random(), 300).replaceAll("\\p{Cs}", "");
                case 2 -> TestUtil.randomSimpleString(random(), 0, 40).repeat(1 + random().nextInt(200));
                default -> TestUtil.randomSimpleString(random(), 0, 12);
            };
            assertEquals(text, TextCodec.decode(shifted(TextCodec.encode(text))));
        }
    }

    public void testShortTextsAreUncompressed() {
        assertEquals(new BytesRef(new byte[] {0}), TextCodec.encode(""));
        assertEquals(new BytesRef(new byte[] {0, 'a', 'b'}), TextCodec.encode("ab"));
        assertEquals("", TextCodec.decode(TextCodec.encode("")));
    }

    public void testFrozenBytes() {
        String text =
                "the same words again and again: the same words again and again: the same words again and again: 一二三";
        BytesRef stored = TextCodec.encode(text);
        String golden = "AWnyCXRoZSBzYW1lIHdvcmRzIGFnYWluIGFuZAoALzogIAAtkOS4gOS6jOS4iQ==";
        assertEquals(golden, Base64.getEncoder().encodeToString(BytesRef.deepCopyOf(stored).bytes));
        assertEquals(text, TextCodec.decode(new BytesRef(Base64.getDecoder().decode(golden))));
    }

    /** Written by another program. */
    public void testFrozenBytesOfLongText() {
        String text = "the same words again and again. ".repeat(200);
        String golden =
                "A4Ay7dlNCoAgEIbhq8wJutOAUi1SSKHrB3aK4NkJ7mTm+3mdR42RV42n32VE7nm2yFa+0xbTvfcxH/aDPtBH/sAf5QP5SD6Uj5cS6gf6kf6oP+MH"
                        + "+Al+hJ/hh/gpfoyf/+f/4AU=";
        assertEquals(
                text, TextCodec.decode(shifted(new BytesRef(Base64.getDecoder().decode(golden)))));
        BytesRef stored = TextCodec.encode(text);
        assertEquals(TextCodec.DEFLATE_UTF8, stored.bytes[stored.offset]);
        assertEquals(text.length(), TextCodec.length(shifted(stored)));
        String shorter = text.substring(0, TextCodec.LONG - 1);
        assertEquals(TextCodec.LZ4_UTF8, TextCodec.encode(shorter).bytes[0]);
    }

    public void testLargeText() {
        String text = "a long text that says the same. ".repeat(100_000);
        BytesRef stored = TextCodec.encode(text);
        assertTrue(stored.length < text.length() / 50);
        assertEquals(text, TextCodec.decode(stored));
    }

    public void testIncompressibleText() {
        String text = TestUtil.randomUnicodeString(random(), 2000).replaceAll("\\p{Cs}", "");
        assertTrue(TextCodec.encode(text).length <= text.getBytes(StandardCharsets.UTF_8).length + 1);
    }

    public void testUnknownFormat() {
        IllegalStateException e =
                expectThrows(IllegalStateException.class, () -> TextCodec.decode(new BytesRef(new byte[] {9, 1, 2})));
        assertTrue(e.getMessage(), e.getMessage().contains("but was [9]"));
    }

    public void testCorruptBytes() {
        expectThrows(IllegalStateException.class, () -> TextCodec.decode(new BytesRef()));
        byte[] endless = {1, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07, 0};
        IllegalStateException e =
                expectThrows(IllegalStateException.class, () -> TextCodec.decode(new BytesRef(endless)));
        assertTrue(e.getMessage(), e.getMessage().contains("damaged"));
        BytesRef cut = TextCodec.encode("cut off in the middle. ".repeat(50));
        cut.length -= 20;
        expectThrows(IllegalStateException.class, () -> TextCodec.decode(BytesRef.deepCopyOf(cut)));
        BytesRef longer = TextCodec.encode("cut off in the middle. ".repeat(500));
        longer.length -= 20;
        expectThrows(IllegalStateException.class, () -> TextCodec.decode(BytesRef.deepCopyOf(longer)));
    }

    /** The same bytes at an offset, as doc values return them. */
    private static BytesRef shifted(BytesRef stored) {
        byte[] bytes = new byte[stored.length + 7];
        System.arraycopy(stored.bytes, stored.offset, bytes, 5, stored.length);
        return new BytesRef(bytes, 5, stored.length);
    }
}
