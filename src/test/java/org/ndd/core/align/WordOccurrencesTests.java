package org.ndd.core.align;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.text.Tokens;

public class WordOccurrencesTests extends LuceneTestCase {

    /** Reference: words and numbers with their frequencies. */
    private static Map<String, Integer> reference(String text) {
        Map<String, Integer> times = new LinkedHashMap<>();
        Tokens.forEach(text.toCharArray(), 0, text.length(), (start, end, kind) -> {
            if (kind != Tokens.Kind.IDEOGRAPH) {
                times.merge(text.substring(start, end), 1, Integer::sum);
            }
            return true;
        });
        return times;
    }

    private static String text() {
        StringBuilder text = new StringBuilder(TestTexts.prose(random(), random().nextInt(30) + 1));
        for (int i = random().nextInt(200); i > 0; i--) {
            text.append(' ').append(word());
        }
        return text.toString();
    }

    /** Few stems and endings, so that repetitions and inflections are frequent; some are numbers. */
    private static String word() {
        String[] stems = {"kapital", "harb", "fish", "a", "2026-11", "cs3", "\u7ea2"};
        String[] endings = {"", "s", "es", "our", "erman", "wertes", "wert", "1"};
        return stems[random().nextInt(stems.length)] + endings[random().nextInt(endings.length)];
    }

    public void testCountsMatchMap() {
        for (int round = 0; round < 100; round++) {
            String text = text();
            Map<String, Integer> expected = reference(text);
            WordOccurrences words = WordOccurrences.of(text.toCharArray());
            Map<String, Integer> found = new HashMap<>();
            for (int i = 0; i < words.count(); i++) {
                assertEquals(words.end(i), words.start(i) + words.length(i));
                found.put(text.substring(words.start(i), words.end(i)), words.occurrences(i));
            }
            assertEquals(expected, found);
            WordSearch search = new WordSearch(new PreparedText(text, false), random().nextInt(4) == 0);
            for (String word : reference(text()).keySet()) {
                char[] units = (" " + word).toCharArray();
                int times = expected.getOrDefault(word, 0);
                boolean inflected = occursInflected(expected, word);
                assertEquals(times, words.occurrences(units, 1, units.length));
                assertEquals(word, times > 0 || inflected, occurs(words, units, 1));
                assertEquals(word, times, search.occurrences(word));
                assertEquals(word, times > 1 || inflected, search.occursTwice(word));
                assertEquals(word, times > 0 || inflected, search.occurs(word));
            }
        }
    }

    private static boolean occursInflected(Map<String, Integer> words, String word) {
        return words.keySet().stream().anyMatch(other -> other.equals(word) == false && areInflections(word, other));
    }

    private static boolean hasDigit(String word) {
        return word.chars().anyMatch(Character::isDigit);
    }

    /** By definition: at least five letters, no digits, and a common prefix of seven tenths of the longer word. */
    private static boolean areInflections(String a, String b) {
        int common = 0;
        while (common < Math.min(a.length(), b.length()) && a.charAt(common) == b.charAt(common)) {
            common++;
        }
        return Math.min(a.length(), b.length()) >= 5
                && common >= 4
                && 10 * common >= 7 * Math.max(a.length(), b.length())
                && hasDigit(a) == false
                && hasDigit(b) == false;
    }

    public void testInflections() {
        assertTrue(inflections("kapitalwerts", "kapitalwertes"));
        assertTrue(inflections("house", "houses"));
        assertFalse("too short", inflections("red", "reds"));
        assertFalse(inflections("upgrade", "upwards"));
        assertFalse(inflections("imapd", "pop3d"));
        for (int round = 0; round < 1000; round++) {
            String a = word();
            String b = word();
            assertEquals(areInflections(a, b), inflections(a, b));
            assertEquals(inflections(a, b), inflections(b, a));
        }
    }

    private static boolean inflections(String a, String b) {
        return WordOccurrences.areInflections(a.toCharArray(), 0, a.length(), b.toCharArray(), 0, b.length());
    }

    /** Only the gaps and the four code units around them are read. */
    public void testReadsGapsOnly() {
        String text = "alpha beta gamma delta epsilon zeta";
        Gaps gaps = Gaps.between(new int[] {0}, new int[] {22}, 1, text.length());
        WordOccurrences words = WordOccurrences.of(text.toCharArray(), gaps);
        StringBuilder found = new StringBuilder();
        for (int i = 0; i < words.count(); i++) {
            found.append(text, words.start(i), words.end(i)).append(' ');
        }
        assertEquals("alpha delta epsilon zeta ", found.toString());
    }

    /** Many words with a common prefix: the search for an inflection is bounded. */
    public void testManyWordsWithCommonPrefix() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            text.append("beginning");
            for (int digits = i; digits > 0; digits /= 26) {
                text.append((char) ('a' + digits % 26));
            }
            text.append("andmuchmore ");
        }
        char[] units = text.toString().toCharArray();
        WordOccurrences words = WordOccurrences.of(units);
        assertEquals(100_000, words.count());
        char[] other = "begins".toCharArray();
        long start = System.nanoTime();
        for (int i = 0; i < 100_000; i++) {
            assertFalse(occurs(words, other, 0));
        }
        assertFalse(new WordSearch(new PreparedText(text.toString(), false), false).occurs("begins"));
        long millis = (System.nanoTime() - start) / 1_000_000;
        assertTrue("100,000 lookups took " + millis + " ms: a scan of all words is 10^10 steps", millis < 20_000);
    }

    public void testEmptyText() {
        assertEquals(0, WordOccurrences.of(new char[0]).count());
        assertEquals(0, WordOccurrences.of("...".toCharArray()).count());
    }

    private static boolean occurs(WordOccurrences words, char[] text, int start) {
        return words.occurrences(text, start, text.length) > 0 || words.occursInflected(text, start, text.length);
    }
}
