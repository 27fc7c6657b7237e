package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.common.hash.MessageDigests;

public class ContentDigestTests extends LuceneTestCase {

    private static final String LONG = "twenty letters or more are enough";

    private static String md5(String text) {
        byte[] digest = MessageDigests.md5().digest(text.getBytes(StandardCharsets.UTF_8));
        String number = new BigInteger(1, digest)
                .shiftRight(digest.length * Byte.SIZE - 63)
                .multiply(BigInteger.valueOf(36).pow(10))
                .shiftRight(63)
                .toString(36);
        return "0".repeat(10 - number.length()) + number;
    }

    public void testDigestIsPartOfMd5OfText() {
        assertEquals(md5(LONG), ContentDigest.of(LONG, "", null));
        assertEquals(md5(LONG), ContentDigest.of(LONG, "", "example.org"));
        assertEquals(10, ContentDigest.of(LONG, "", null).length());
    }

    public void testDigestIncludesTitle() {
        assertEquals(md5("Red shoe\u0001" + LONG), ContentDigest.of(LONG, "Red shoe", "example.org"));
        assertEquals(
                md5("example.org\u0000not found\u0001not found"),
                ContentDigest.of("not found", "not found", "example.org"));
    }

    public void testDigestOfShortTextIncludesSite() {
        assertEquals(md5("example.org\u0000not found"), ContentDigest.of("not found", "", "example.org"));
        assertEquals(md5("not found"), ContentDigest.of("not found", "", null));
        assertTrue(ContentDigest.isShort("nineteen letters in th."));
        assertFalse(ContentDigest.isShort("nineteen letters in the."));
        assertTrue(ContentDigest.isShort("\u4F60".repeat(9) + "1"));
        assertFalse(ContentDigest.isShort("\u4F60".repeat(10)));
        assertFalse(ContentDigest.isShort("\uD840\uDC00".repeat(5)));
    }

    public void testNoDigestWithoutLettersOrDigits() {
        for (String text : new String[] {
            "",
            " ",
            "...!",
            "\u2014\u3002",
            "\uD83D\uDE00 \uD83D\uDE01",
            "\uFFFD\uFFFD",
            "\u0301\u0301",
            "+-*/=".repeat(100)
        }) {
            assertNull(ContentDigest.of(text, "", "example.org"));
            assertTrue(ContentDigest.isEmpty(text));
            assertTrue(ContentDigest.isShort(text));
        }
        for (String text : new String[] {"a", "7", "\u2467", "... x"}) {
            assertNotNull(ContentDigest.of(text, "", null));
            assertFalse(ContentDigest.isEmpty(text));
        }
    }

    public void testShortTextIsDefinedByKeyWidth() {
        for (int round = atLeast(500); round > 0; round--) {
            String text = RandomText.any(random(), random().nextInt(30));
            int width = text.codePoints()
                    .filter(Sentences::isKey)
                    .map(c -> Width.of(Character.toString(c)))
                    .sum();
            assertEquals(width < 20, ContentDigest.isShort(text));
            int marks = 1 << UCharacterCategory.NON_SPACING_MARK
                    | 1 << UCharacterCategory.ENCLOSING_MARK
                    | 1 << UCharacterCategory.COMBINING_SPACING_MARK;
            boolean speaks =
                    text.codePoints().anyMatch(c -> Sentences.isKey(c) && (1 << UCharacter.getType(c) & marks) == 0);
            assertEquals(speaks == false, ContentDigest.isEmpty(text));
        }
    }
}
