package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.Normalizer2;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

public class CanonicalTextTests extends LuceneTestCase {

    private static final Pattern LINE_BREAKS =
            Pattern.compile("[\\p{IsWhite_Space}]*[\\n\\x0B\\f\\r\\x85\\u2028\\u2029][\\p{IsWhite_Space}]*");
    private static final Pattern SPACES = Pattern.compile("[\\p{IsWhite_Space}&&[^\\n]]+");

    private static String canonical(String plain) {
        return CanonicalText.of(plain, Integer.MAX_VALUE).value();
    }

    /** Step by step over the whole text; right for texts without long runs of marks. */
    private static String literally(String plain) {
        StringBuilder wellFormed = new StringBuilder();
        plain.codePoints()
                .map(c -> c >= 0xD800 && c <= 0xDFFF ? 0xFFFD : c)
                .filter(c -> UCharacter.getType(c) != UCharacterCategory.FORMAT)
                .filter(c -> UCharacter.hasBinaryProperty(c, UProperty.DEFAULT_IGNORABLE_CODE_POINT) == false)
                .forEach(wellFormed::appendCodePoint);
        String folded = Normalizer2.getNFKCCasefoldInstance().normalize(wellFormed);
        String lines = LINE_BREAKS.matcher(folded).replaceAll("\n");
        return SPACES.matcher(lines).replaceAll(" ").replaceAll("\\A[ \n]+|[ \n]+\\z", "");
    }

    private static String cut(String text, int maxBytes) {
        String cut = text;
        while (cut.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
            cut = cut.substring(0, cut.offsetByCodePoints(cut.length(), -1));
        }
        return cut.replaceAll("[ \n]+\\z", "");
    }

    public void testWhiteSpace() {
        assertEquals("a b", canonical(" \t a \u00A0\u3000 b \u2003"));
        assertEquals("a\nb", canonical("\r\n a \t\r \u00A0 b\u2028"));
        assertEquals("a\nb\nc\nd\ne\nf\ng\nh", canonical("a\nb\rc\u000Bd\fe\u0085f\u2028g\u2029h"));
        assertEquals("a\u001Fb", canonical("a\u001Fb"));
        assertEquals("a\u0000b", canonical("a\u0000b"));
    }

    public void testFoldingAndFormatCharacters() {
        assertEquals("strasse ffi abc 1\u20442", canonical("STRA\u1E9EE \uFB03 \uFF21\uFF22\uFF23 \u00BD"));
        assertEquals("i\u0307 \u0131 i", canonical("\u0130 \u0131 I"));
        assertEquals("ab", canonical("a\u00AD\u200B\u200D\uFEFF\uFE0F\u034F\u180Eb"));
        assertEquals("\u00E9", canonical("e\u0301"));
        assertEquals("\u00E9", canonical("e\u200D\u0301"));
        assertEquals("a\uFFFDb\uFFFD", canonical("a\uD800b\uDC00"));
        assertEquals("\uD83D\uDE00", canonical("\uD83D\uDE00"));
    }

    public void testEqualsTheLiteralOracle() {
        for (int round = atLeast(2000); round > 0; round--) {
            String plain = RandomText.any(random(), random().nextInt(200));
            assertEquals(literally(plain), canonical(plain));
        }
    }

    /** Long enough for several pieces, whose seams must not show. */
    public void testEqualsTheLiteralOracleOnLongTexts() {
        for (int round = atLeast(20); round > 0; round--) {
            String plain = RandomText.any(random(), 5_000 + random().nextInt(20_000));
            assertEquals(literally(plain), canonical(plain));
        }
    }

    public void testEveryCodePoint() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (isOneOfVeryMany(c) && random().nextInt(50) > 0) {
                continue;
            }
            String plain = "x" + Character.toString(c) + "\u0301";
            String canonical = canonical(plain);
            assertEquals(Integer.toHexString(c), literally(plain), canonical);
            assertEquals(Integer.toHexString(c), canonical, canonical(canonical));
        }
    }

    private static boolean isOneOfVeryMany(int c) {
        return switch (UCharacter.getType(c)) {
            case UCharacterCategory.OTHER_LETTER, UCharacterCategory.UNASSIGNED, UCharacterCategory.PRIVATE_USE ->
                c > 0xFFFF || c >= 0x3400 && c < 0xF900;
            default -> false;
        };
    }

    public void testIsIdempotent() {
        for (int round = atLeast(2000); round > 0; round--) {
            int maxBytes = 1 + random().nextInt(300);
            String canonical = CanonicalText.of(RandomText.any(random(), random().nextInt(200)), maxBytes)
                    .value();
            assertEquals(new CanonicalText(canonical, false), CanonicalText.of(canonical, maxBytes));
        }
    }

    /** All that may attach itself to what stands before, in runs longer than what is kept. */
    public void testIsIdempotentOnRunsOfFollowers() {
        int[] followers = IntStream.rangeClosed(0x300, 0x1FFFF)
                .filter(c -> Normalizer2.getNFKCCasefoldInstance().hasBoundaryBefore(c) == false)
                .toArray();
        assertTrue(followers.length > 500);
        for (int round = atLeast(500); round > 0; round--) {
            StringBuilder plain = new StringBuilder();
            for (int i = random().nextInt(200); i >= 0; i--) {
                int c = followers[random().nextInt(followers.length)];
                plain.appendCodePoint(random().nextInt(40) == 0 ? 'A' + random().nextInt(26) : c);
            }
            String canonical = canonical(plain.toString());
            assertEquals(canonical, canonical(canonical));
        }
    }

    public void testTruncation() {
        for (int round = atLeast(2000); round > 0; round--) {
            String plain = RandomText.any(random(), random().nextInt(60));
            String whole = canonical(plain);
            int maxBytes = 1 + random().nextInt(200);
            CanonicalText text = CanonicalText.of(plain, maxBytes);
            assertEquals(cut(whole, maxBytes), text.value());
            assertEquals(whole.getBytes(StandardCharsets.UTF_8).length > maxBytes, text.truncated());
            assertEquals(text.value().getBytes(StandardCharsets.UTF_8).length, text.utf8Length());
        }
        assertFalse(CanonicalText.of("abc  \n", 3).truncated());
        assertTrue(CanonicalText.of("abc  d", 4).truncated());
        assertEquals("abc", CanonicalText.of("abc d", 4).value());
        IllegalArgumentException e = expectThrows(IllegalArgumentException.class, () -> CanonicalText.of("", 0));
        assertEquals("[max_bytes] must be at least [1], but was [0]", e.getMessage());
    }

    public void testLongRunsOfMarksAreCut() {
        assertEquals("a" + "\u0316".repeat(30) + "b", canonical("a" + "\u0316".repeat(1000) + "b"));
        assertEquals("a" + "\u0316".repeat(30) + "b", canonical("a" + "\u0316\uFE0F\u200D".repeat(1000) + "b"));
    }

    /** Whatever is long ends soon; the bound is a guard against hanging, not a measurement. */
    public void testHostileTextsEnd() {
        List<String> pieces = List.of(
                "A",
                "\u0316\u0301",
                "\u0301\uFE0F\u0316",
                "\u0F73\uFF9E",
                "\u0F73\u0301",
                "\u0344\u0316",
                "\u09BE",
                "\u1161",
                "\u11A8",
                "\uDC00",
                "\uD800\uD83D",
                "\uFDFA",
                "\uFE0F",
                "\u1F82",
                "e\u0301",
                "\uDB40\uDC00",
                "\uFFFF",
                "\u0000");
        pieces.forEach(piece -> assertEnds(piece, 2_000_000));
        List.of("a", " ", "\u0301\u0316", "\uD800").forEach(piece -> assertEnds(piece, 50_000_000));
    }

    private static void assertEnds(String piece, int length) {
        long start = System.nanoTime();
        CanonicalText text = CanonicalText.of(piece.repeat(length / piece.length()), 1 << 20);
        assertTrue(piece, text.utf8Length() <= 1 << 20);
        assertTrue(piece, System.nanoTime() - start < TimeUnit.SECONDS.toNanos(60));
    }
}
