package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.UnicodeSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.text.Sentences.Sentence;

public class SentencesTests extends LuceneTestCase {

    private static final UnicodeSet KEY = new UnicodeSet("[[:L:][:M:][:N:]]").freeze();
    private static final Pattern STOP =
            Pattern.compile("[;:!?\\u3002\\u3001\\u061F\\u061B\\u060C\\u06D4\\u0964\\u0965\\u1362\\u17D4\\u104B\\n]");

    private static List<String> keys(String text) {
        return Sentences.split(text).stream().map(Sentence::key).toList();
    }

    public void testKeyCharacters() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            assertEquals(Integer.toHexString(c), KEY.contains(c), Sentences.isKey(c));
        }
    }

    /** Reference: the parts between stops, without a limit of their width. */
    private static List<String> reference(String text) {
        int[] all = text.codePoints().toArray();
        List<String> keys = new ArrayList<>();
        StringBuilder key = new StringBuilder();
        for (int i = 0; i < all.length; i++) {
            String one = Character.toString(all[i]);
            boolean inNumber =
                    i > 0 && i + 1 < all.length && UCharacter.isDigit(all[i - 1]) && UCharacter.isDigit(all[i + 1]);
            if (STOP.matcher(one).matches() || (one.equals(".") || one.equals(",")) && inNumber == false) {
                keys.add(key.toString());
                key.setLength(0);
            } else if (KEY.contains(all[i])) {
                key.append(one);
            }
        }
        keys.add(key.toString());
        keys.removeIf(String::isEmpty);
        return keys;
    }

    public void testStops() {
        assertEquals(List.of("a", "b", "c", "d", "e", "f", "g", "h"), keys("a.b,c;d:e!f?g\nh"));
        assertEquals(List.of("a", "b", "c", "d", "e", "f"), keys("a\u3002b\u3001c\u061Fd\u061Be\u060Cf"));
        assertEquals(List.of("a", "b", "c", "d", "e", "f", "g"), keys("a\u06D4b\u0964c\u0965d\u1362e\u17D4f\u104Bg"));
        assertEquals(List.of("one two".replace(" ", ""), "three"), keys("one - two. (three)"));
        assertEquals(List.of(), keys("... !?\n \u2014 \u3002"));
        assertEquals(List.of(), keys(""));
    }

    public void testStopsInNumbers() {
        assertEquals(List.of("12345", "6"), keys("1,234.5, 6"));
        assertEquals(List.of("v1", "x", "2"), keys("v1.x.2"));
        assertEquals(List.of("1"), keys(".1."));
        assertEquals(List.of("12", "30"), keys("12:30"));
        assertEquals("digits of any script", List.of("\u0661\u0662"), keys("\u0661.\u0662"));
        assertEquals("numerals that are not digits", List.of("\u2160", "\u2160"), keys("\u2160.\u2160"));
    }

    public void testPositions() {
        assertEquals(
                List.of(new Sentence(1, 6, "abcd", 4, 0), new Sentence(9, 11, "\u4F60\u597D", 4, 0)),
                Sentences.split(" ab cd !(\u4F60\u597D)"));
    }

    public void testLines() {
        List<Integer> lines = Sentences.split("one. two\n\nthree\n" + "f".repeat(150) + "\nlast").stream()
                .map(Sentence::line)
                .toList();
        assertEquals(List.of(0, 0, 2, 3, 3, 4), lines);
    }

    public void testMatchesReferenceImplementation() {
        for (int round = atLeast(2000); round > 0; round--) {
            String text = CanonicalText.of(RandomText.any(random(), random().nextInt(50)), 1 << 20)
                    .value();
            assertEquals(reference(text), keys(text));
        }
    }

    public void testSentencesCoverAllKeyCharacters() {
        for (int round = atLeast(200); round > 0; round--) {
            String text = CanonicalText.of(
                            RandomText.any(random(), random().nextInt(50))
                                    + RandomText.word(random(), 0xE01, 0xE2E, random().nextInt(1000))
                                            .replace("\u0E08", " \u0E08")
                                    + RandomText.any(random(), random().nextInt(50)),
                            1 << 20)
                    .value();
            int end = 0;
            StringBuilder all = new StringBuilder();
            for (Sentence sentence : Sentences.split(text)) {
                assertTrue(sentence.start() >= end && sentence.start() < sentence.end());
                assertEquals(sentence.key(), key(text.substring(sentence.start(), sentence.end())));
                assertEquals(Width.of(sentence.key()), sentence.keyWidth());
                assertTrue(sentence.keyWidth() >= 1 && sentence.keyWidth() <= 100);
                end = sentence.end();
                all.append(sentence.key());
            }
            assertEquals(key(text), all.toString());
        }
    }

    private static String key(String text) {
        StringBuilder key = new StringBuilder();
        text.codePoints().filter(KEY::contains).forEach(key::appendCodePoint);
        return key.toString();
    }

    public void testSplitsSentencesWiderThan100() {
        assertEquals(1, Sentences.split("a".repeat(100)).size());
        assertTrue(Sentences.split("a".repeat(101)).size() > 1);
        assertEquals(1, Sentences.split("\u0E01".repeat(50)).size());
        assertTrue(Sentences.split("\u0E01".repeat(51)).size() > 1);
    }

    /** An insertion into a text without stops changes the adjacent pieces only. */
    public void testSplitsAreContentDefined() {
        for (int round = atLeast(50); round > 0; round--) {
            String text = RandomText.word(random(), 0xE01, 0xE2E, 6000);
            int at = random().nextInt(300);
            String changed = text.substring(0, at)
                    + RandomText.word(random(), 0xE01, 0xE2E, 1 + random().nextInt(40))
                    + text.substring(at);
            List<String> before = keys(text);
            assertTrue(before.size() > 100);
            Set<String> kept = new HashSet<>(before);
            kept.retainAll(new HashSet<>(keys(changed)));
            assertTrue(kept.size() + " of " + before.size(), kept.size() >= before.size() - 15);
            String last = before.get(before.size() - 1);
            assertTrue(kept.contains(last));
        }
    }

    /** The time limit detects hangs; it is not a performance test. */
    public void testHostileTextsFinishInTime() {
        for (String piece : List.of(
                "a", " ", ".", "a.", "1.", "\u0301", "\uD840\uDC00", "\uD800", "\uDC00", "a \u2014 ", "\u0E01")) {
            long start = System.nanoTime();
            Sentences.split(piece.repeat(8_000_000 / piece.length()));
            assertTrue(piece, System.nanoTime() - start < TimeUnit.SECONDS.toNanos(60));
        }
    }
}
