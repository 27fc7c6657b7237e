package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.UnicodeSet;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

public class CanonicalTextTests extends LuceneTestCase {

    private static final Pattern LINE_BREAKS =
            Pattern.compile("[\\p{IsWhite_Space}]*[\\n\\x0B\\f\\r\\x85\\u2028\\u2029][\\p{IsWhite_Space}]*");
    private static final Pattern SPACES = Pattern.compile("[\\p{IsWhite_Space}&&[^\\n]]+");

    /** Harakat, tatweel, marks of Quran editions, niqqud and cantillation, without hamza and madda (U+0653 to U+0655). */
    private static final UnicodeSet READING_MARKS =
            new UnicodeSet("[\\u0640 \\u064B-\\u0652 \\u0670 [[[:Mn:][:Lm:]] & [[:script=Arabic:][:script=Hebrew:]]]]");

    private static final int[] OLD_AND_NEW =
            CharacterForms.JAPANESE.codePoints().toArray();

    private static final Map<Integer, Integer> NEW_BY_OLD = IntStream.range(0, OLD_AND_NEW.length / 2)
            .boxed()
            .collect(Collectors.toMap(i -> OLD_AND_NEW[2 * i], i -> OLD_AND_NEW[2 * i + 1]));

    private static String canonical(String plain) {
        return CanonicalText.of(plain, Integer.MAX_VALUE).value();
    }

    /** Reference: step by step over the whole text; correct for texts without long runs of marks. */
    private static String reference(String plain) {
        StringBuilder wellFormed = new StringBuilder();
        int[] seen = plain.codePoints()
                .map(c -> c >= 0xD800 && c <= 0xDFFF ? 0xFFFD : c)
                .filter(c -> UCharacter.getType(c) != UCharacterCategory.FORMAT)
                .filter(c -> UCharacter.hasBinaryProperty(c, UProperty.DEFAULT_IGNORABLE_CODE_POINT) == false)
                .filter(c -> canonicalForm(c).isEmpty() == false)
                .toArray();
        for (int i = 0; i < seen.length; i++) {
            wellFormed.append(i == 0 ? "" : separator(seen[i - 1], seen[i])).append(canonicalForm(seen[i]));
        }
        String folded = Normalizer2.getNFKCCasefoldInstance().normalize(wellFormed);
        String lines = LINE_BREAKS.matcher(folded).replaceAll("\n");
        return SPACES.matcher(lines).replaceAll(" ").replaceAll("\\A[ \n]+|[ \n]+\\z", "");
    }

    /** Keeps digits of two numbers apart. */
    private static String separator(int left, int right) {
        boolean numberBefore = FoldedNumbers.ALL.has(left);
        boolean number = FoldedNumbers.ALL.has(right);
        boolean digitBefore = numberBefore ? FoldedNumbers.ends(FoldedNumbers.form(left)) : UCharacter.isDigit(left);
        boolean digit = number ? FoldedNumbers.begins(FoldedNumbers.form(right)) : UCharacter.isDigit(right);
        int kind = FoldedNumbers.kind(right);
        boolean one = kind == FoldedNumbers.kind(left) && FoldedNumbers.isPositional(kind);
        boolean separates = (numberBefore || number) && digitBefore && digit && one == false;
        return separates == false ? "" : number ? FoldedNumbers.separator(kind) : " ";
    }

    public void testFoldedNumbersDoNotJoinOthers() {
        Map<String, String> expected = new LinkedHashMap<>();
        expected.put("10\u00B2", "10^2");
        expected.put("10\u200B\u00B2", "10^2");
        expected.put("\uFF11\uFF10\u00B2\u00B3", "10^23");
        expected.put("10\u207B\u00B3", "10^\u22123");
        expected.put("x\u20810", "x1 0");
        expected.put("10\u2082", "10 2");
        expected.put("1\u00BD", "1 1\u20442");
        expected.put("\u00BD5", "1\u20442 5");
        expected.put("1\u2460", "1 1");
        expected.put("\u2460\u2461", "1 2");
        expected.put("1\u33E0", "1 1\u65E5");
        expected.put("\u24885", "1. 5");
        expected.put("5 \u33A1\u200B3", "5 m2 3");
        // harmless
        expected.put("5m\u00B2", "5m2");
        expected.put("H\u2082O C\u2081\u2082H\u2082\u2082", "h2o c12h22");
        expected.put("Ca\u00B2\u207A", "ca2+");
        expected.put("3 \u00BD", "3 1\u20442");
        expected.put("\u2163", "iv");
        expected.forEach((text, form) -> {
            assertEquals(text, form, canonical(text));
            assertEquals(text, form, canonical(form));
            assertEquals(text, form, reference(text));
        });
    }

    /** A character without reading marks and in its new form, including forms that exist only after folding. */
    private static String canonicalForm(int c) {
        String folded = Normalizer2.getNFKCCasefoldInstance().normalize(Character.toString(c));
        String form = folded.codePoints()
                .filter(mark -> READING_MARKS.contains(mark) == false)
                .map(old -> NEW_BY_OLD.getOrDefault(old, old))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .replace('\u0671', '\u0627');
        return form.equals(folded) ? Character.toString(c) : form.strip();
    }

    private static String cut(String text, int maxBytes) {
        int end = 0;
        for (int bytes = 0; end < text.length(); ) {
            String next = Character.toString(text.codePointAt(end));
            bytes += next.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > maxBytes) {
                break;
            }
            end += next.length();
        }
        return text.substring(0, end).replaceAll("[ \n]+\\z", "");
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

    /** Written for this test. Only texts for learners and recitation have marks. */
    public void testArabicWithAndWithoutMarks() {
        String bare = "\u0643\u062A\u0628 \u0627\u0644\u0648\u0644\u062F \u0631\u0633\u0627\u0644\u0629";
        assertEquals(bare, canonical(bare));
        assertEquals(
                bare,
                canonical("\u0643\u064E\u062A\u064E\u0628\u064E \u0671\u0644\u0652\u0648\u064E\u0644\u064E\u062F\u064F "
                        + "\u0631\u0650\u0633\u064E\u0640\u0640\u0627\u0644\u064E\u0629\u064B"));
        assertEquals("\u0631\u0628", canonical("\u0631\u064E\u0628\u0651\u064E\u06D6\u06E5"));
        // presentation forms of marks, on a tatweel and alone, and of a letter with one
        assertEquals("\u0643\u062A\u0628", canonical("\uFEDB\uFE77\uFE98\uFE76\uFC60\uFE90"));
        assertEquals("\u0627", canonical("\uFD3D"));
        assertEquals("\u0627", canonical("\uFB50"));
    }

    /** Hamza and madda distinguish words, composed or not, and so do the forms of yeh and kaf. */
    public void testArabicLettersAreKept() {
        String letters = "\u0622\u0623\u0624\u0625\u0626\u0621\u0649\u064A\u06CC\u0643\u06A9\u0629\u0647";
        assertEquals(letters, canonical(letters));
        assertEquals(letters, canonical(Normalizer2.getNFDInstance().normalize(letters)));
        assertEquals("\u0623\u0646", canonical("\u0627\u064E\u0654\u0646\u0652"));
        assertEquals("\u0622", canonical("\u0627\u064B\u0653"));
        assertNotEquals(canonical("\u0623\u0646"), canonical("\u0627\u0646"));
    }

    public void testHebrewWithAndWithoutMarks() {
        String bare = "\u05E9\u05DC\u05D5\u05DD \u05D9\u05DC\u05D3\u05D9\u05DD";
        assertEquals(bare, canonical(bare));
        assertEquals(
                bare,
                canonical(
                        "\u05E9\u05C1\u05B8\u05DC\u0595\u05D5\u05B9\u05DD \u05D9\u05B0\u05DC\u05B8\u05D3\u05B4\u05D9\u05DD"));
        assertEquals(bare, canonical("\uFB2A\u05B8\u05DC\uFB4B\u05DD \uFB1D\u05DC\u05D3\uFB1D\u05DD"));
        assertEquals("\u05D0\u05BE\u05D1", canonical("\u05D0\u05B7\u05BE\u05D1"));
    }

    /** Marks of other scripts are parts of their letters. */
    public void testMarksOfOtherScriptsAreKept() {
        for (String text : List.of(
                "\u0438\u0306x\u0301", "\u0915\u093C\u0947", "\u0E01\u0E35\u0E48", "\u304B\u3099", "i\u0307\u0323")) {
            assertEquals(Normalizer2.getNFKCInstance().normalize(text), canonical(text));
        }
    }

    public void testOldJapaneseForms() {
        assertEquals("\u7089\u8FBA", canonical("\u7210\u908A"));
        assertEquals("\u6625\u663C", canonical("\u6625\u665D"));
        assertEquals(canonical("\u5B66\u6821\u306E\u56F3\u66F8"), canonical("\u5B78\u6821\u306E\u5716\u66F8"));
        // a variation selector, a compatibility ideograph, a radical, a circled character
        assertEquals("\u7ADC", canonical("\u9F8D\uDB40\uDD00"));
        assertEquals("\u7ADC", canonical("\uF9C4"));
        assertEquals("\u7ADC", canonical("\u2FD3"));
        // a different word, not a variant form
        assertNotEquals(canonical("\u543E\u8F29"), canonical("\u6211\u8F29"));
    }

    /** Pairs of an old and a new form; the old form is used neither in modern Japanese nor in Simplified Chinese. */
    public void testJapaneseFormsAreUnambiguous() {
        assertEquals(0, OLD_AND_NEW.length % 2);
        assertTrue(OLD_AND_NEW.length > 600);
        CharsetEncoder simplified = Charset.forName("GB2312").newEncoder();
        Set<Integer> old = new HashSet<>();
        for (int i = 0; i < OLD_AND_NEW.length; i += 2) {
            assertTrue(Character.toString(OLD_AND_NEW[i]), old.add(OLD_AND_NEW[i]));
            assertFalse(Character.toString(OLD_AND_NEW[i]), simplified.canEncode(Character.toString(OLD_AND_NEW[i])));
        }
        for (int i = 0; i < OLD_AND_NEW.length; i++) {
            String form = Character.toString(OLD_AND_NEW[i]);
            assertEquals(Character.UnicodeScript.HAN, Character.UnicodeScript.of(OLD_AND_NEW[i]));
            assertEquals(form, Normalizer2.getNFKCCasefoldInstance().normalize(form));
            assertTrue(form, i % 2 == 0 || old.contains(OLD_AND_NEW[i]) == false);
        }
    }

    public void testMatchesReferenceImplementation() {
        for (int round = atLeast(2000); round > 0; round--) {
            String plain = RandomText.any(random(), random().nextInt(200));
            assertEquals(reference(plain), canonical(plain));
        }
    }

    /** Runs of ASCII are taken together: their ends, and the limit of the size, are at any position. */
    public void testMatchesReferenceImplementationOnAscii() {
        String[] pieces = {
            "word ",
            "Words of ASCII, ",
            "a",
            " ",
            "\n",
            "\u007F",
            "\u001F",
            "e\u0301",
            "\u0301",
            "\u00C9",
            "\uFF21",
            "long".repeat(90)
        };
        for (int round = atLeast(1000); round > 0; round--) {
            StringBuilder text = new StringBuilder();
            for (int i = random().nextInt(40); i > 0; i--) {
                text.append(pieces[random().nextInt(pieces.length)]);
            }
            String plain = text.toString();
            String expected = reference(plain);
            assertEquals(expected, canonical(plain));
            int maxBytes = 1 + random().nextInt(300);
            assertEquals(
                    cut(expected, maxBytes), CanonicalText.of(plain, maxBytes).value());
        }
    }

    /** Long enough for several chunks, whose boundaries must not affect the result. */
    public void testMatchesReferenceImplementationOnLongTexts() {
        for (int round = atLeast(20); round > 0; round--) {
            String plain = RandomText.any(random(), 5_000 + random().nextInt(20_000));
            assertEquals(reference(plain), canonical(plain));
        }
    }

    public void testEveryCodePoint() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (isInLargeBlock(c) && random().nextInt(50) > 0) {
                continue;
            }
            String plain = "x" + Character.toString(c) + "\u0301";
            String canonical = canonical(plain);
            assertEquals(Integer.toHexString(c), reference(plain), canonical);
            assertEquals(Integer.toHexString(c), canonical, canonical(canonical));
        }
    }

    private static boolean isInLargeBlock(int c) {
        return switch (UCharacter.getType(c)) {
            case UCharacterCategory.OTHER_LETTER, UCharacterCategory.UNASSIGNED, UCharacterCategory.PRIVATE_USE ->
                c > 0xFFFF || c >= 0x3400 && c < 0xF900;
            default -> false;
        };
    }

    public void testIdempotent() {
        for (int round = atLeast(2000); round > 0; round--) {
            int maxBytes = 1 + random().nextInt(300);
            String canonical = CanonicalText.of(RandomText.any(random(), random().nextInt(200)), maxBytes)
                    .value();
            assertEquals(new CanonicalText(canonical, false), CanonicalText.of(canonical, maxBytes));
        }
    }

    /** Runs of combining characters longer than the maximum that is kept. */
    public void testIdempotentOnRunsOfCombiningCharacters() {
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

    public void testLongRunsOfMarksAreTruncated() {
        assertEquals("a" + "\u0316".repeat(30) + "b", canonical("a" + "\u0316".repeat(1000) + "b"));
        assertEquals("a" + "\u0316".repeat(30) + "b", canonical("a" + "\u0316\uFE0F\u200D".repeat(1000) + "b"));
    }

    /** The time limit detects hangs; it is not a performance test. */
    public void testHostileTextsFinishInTime() {
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
        pieces.forEach(piece -> assertFinishesInTime(piece, 2_000_000));
        List.of("a", " ", "\u0301\u0316", "\uD800").forEach(piece -> assertFinishesInTime(piece, 50_000_000));
    }

    private static void assertFinishesInTime(String piece, int length) {
        long start = System.nanoTime();
        CanonicalText text = CanonicalText.of(piece.repeat(length / piece.length()), 1 << 20);
        assertTrue(piece, text.utf8Length() <= 1 << 20);
        assertTrue(piece, System.nanoTime() - start < TimeUnit.SECONDS.toNanos(60));
    }
}
