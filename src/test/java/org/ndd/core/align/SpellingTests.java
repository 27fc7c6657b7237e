package org.ndd.core.align;

import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Tests which words are spelling variants, compared with the full table of edit distances. */
public class SpellingTests extends LuceneTestCase {

    private static boolean areSpellings(String a, String b) {
        boolean spellings = new Spelling(a).isVariantOf(new Spelling(b));
        assertEquals(spellings, new Spelling(b).isVariantOf(new Spelling(a)));
        return spellings;
    }

    public void testEditsAllowedByLength() {
        assertTrue(areSpellings("impulsu", "impulzu"));
        assertTrue(areSpellings("russell", "russel"));
        assertFalse("two of seven letters differ", areSpellings("receive", "recieve"));
        assertTrue(areSpellings("definitely", "definately"));
        assertFalse(areSpellings("word", "wart"));
        assertTrue("two of eight letters differ", areSpellings("overlaps", "ovorlips"));
        assertFalse("three of eight letters differ", areSpellings("overlaps", "ovorlipz"));
    }

    public void testShortWordsAndNumbersMustBeEqual() {
        assertFalse(areSpellings("dir", "vdir"));
        assertFalse(areSpellings("vlc", "vdc"));
        assertFalse(areSpellings("mp3player", "mp4player"));
        assertFalse(areSpellings("x2goclient", "x3goclient"));
    }

    public void testIgnoresDiacritics() {
        assertTrue("diacritics are ignored at any length", areSpellings("إن", "ان"));
        assertTrue(areSpellings("résumé", "resume"));
        assertTrue(areSpellings("é", "e"));
        assertTrue("forms of yeh", areSpellings("فى", "في"));
        assertFalse(areSpellings("é", "a"));
        assertTrue("nukta", areSpellings("\u0939\u095c", "\u0939\u0921"));
        assertFalse("vowel signs are letters", areSpellings("\u0926\u0941", "\u0926\u0947"));
    }

    public void testLongTokensMustBeEqual() {
        String code = "a".repeat(65);
        assertFalse(areSpellings(code, code + "b"));
        assertTrue(areSpellings(code, code));
        assertTrue(areSpellings("a".repeat(63), "a".repeat(64)));
    }

    public void testMatchesEditDistanceTable() {
        Random random = random();
        for (int round = 0; round < 2000; round++) {
            String a = word(random);
            String b = random.nextBoolean() ? word(random) : changed(a, random);
            boolean expected = a.equals(b)
                    || Math.min(a.length(), b.length()) >= 4 && distance(a, b) <= Math.max(a.length(), b.length()) / 4;
            assertEquals(a + " " + b, expected, areSpellings(a, b));
        }
    }

    private static String word(Random random) {
        StringBuilder word = new StringBuilder();
        for (int left = 1 + random.nextInt(16); left > 0; left--) {
            word.append((char) ('a' + random.nextInt(3)));
        }
        return word.toString();
    }

    private static String changed(String word, Random random) {
        StringBuilder changed = new StringBuilder(word);
        for (int left = random.nextInt(4); left > 0; left--) {
            int at = random.nextInt(changed.length());
            switch (random.nextInt(3)) {
                case 0 -> changed.insert(at, 'd');
                case 1 -> changed.setCharAt(at, 'e');
                default -> changed.replace(at, at + 1, changed.length() > 1 ? "" : "f");
            }
        }
        return changed.toString();
    }

    private static int distance(String a, String b) {
        int[][] table = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    table[i][j] = i + j;
                } else {
                    int replaced = table[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                    table[i][j] = Math.min(replaced, Math.min(table[i - 1][j], table[i][j - 1]) + 1);
                }
            }
        }
        return table[a.length()][b.length()];
    }

    /** Marks are those of the pinned Unicode version, so that two JDKs give the same verdict; this one is of Unicode 14. */
    public void testMarksDoNotDependOnTheJdk() {
        assertEquals("cafe", Spelling.letters("cafe\u1ACE"));
    }
}
