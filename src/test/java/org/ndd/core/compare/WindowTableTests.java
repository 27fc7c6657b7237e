package org.ndd.core.compare;

import org.apache.lucene.tests.util.LuceneTestCase;

public class WindowTableTests extends LuceneTestCase {

    /** With base 1 the hash is the sum of the units, so anagrams collide all the time; the answers must not change. */
    public void testCollidingWindowsAreToldApart() {
        for (int round = 0; round < 200; round++) {
            String text = TestTexts.units(random(), 20 + random().nextInt(100));
            String other = TestTexts.mutate(random(), text, random().nextInt(20));
            int width = 1 + random().nextInt(12);
            long base = random().nextBoolean() ? 1 : random().nextLong() | 1;
            WindowTable table = new WindowTable(text.toCharArray(), width, base, () -> {});
            WindowTable.Lookup there = table.lookup(other.toCharArray());
            while (there.next()) {
                assertEquals(text.indexOf(other.substring(there.start(), there.end())), Math.max(-1, there.find()));
            }
            assertFoundAreAllThatOccur(table, text, other);
            WindowTable.Lookup here = table.lookup(text.toCharArray());
            while (here.next()) {
                int first = text.indexOf(text.substring(here.start(), here.end()));
                assertEquals(first, table.firstOccurrence(here.start()));
                assertEquals(first, here.find());
            }
        }
    }

    private static void assertFoundAreAllThatOccur(WindowTable table, String text, String other) {
        WindowTable.Lookup found = table.lookup(other.toCharArray());
        WindowTable.Lookup all = table.lookup(other.toCharArray());
        int last = random().nextInt(other.length() + 1);
        while (all.next() && all.start() <= last) {
            int first = text.indexOf(other.substring(all.start(), all.end()));
            if (first >= 0) {
                assertTrue(found.nextFound(last));
                assertEquals(all.start(), found.start());
                assertEquals(all.end(), found.end());
                assertEquals(first, found.firstOccurrence());
            }
        }
        assertFalse(found.nextFound(last));
    }

    public void testHashIsTheSameWheneverItIsAskedFor() {
        for (int round = 0; round < 100; round++) {
            char[] text = TestTexts.units(random(), 300).toCharArray();
            int width = 1 + random().nextInt(20);
            WindowCursor always = new WindowCursor(text, width, 31);
            WindowCursor sometimes = new WindowCursor(text, width, 31);
            while (always.next()) {
                assertTrue(sometimes.next());
                long hash = always.hash();
                if (random().nextInt(1 + round % 40) == 0) {
                    assertEquals(hash, sometimes.hash());
                }
            }
        }
    }

    public void testWindowsAreTheShortestRunsOfTheirWidth() {
        WindowCursor cursor = new WindowCursor("ab一c二".toCharArray(), 3, 31);
        assertTrue(cursor.next());
        assertEquals("0-3", cursor.start() + "-" + cursor.end());
        assertTrue(cursor.next());
        assertEquals("1-3", cursor.start() + "-" + cursor.end());
        assertTrue(cursor.next());
        assertEquals("2-4", cursor.start() + "-" + cursor.end());
        assertTrue(cursor.next());
        assertEquals("3-5", cursor.start() + "-" + cursor.end());
        assertFalse("two are too narrow", cursor.next());
    }

    public void testHashIsOfTheWindowAlone() {
        WindowCursor one = new WindowCursor("xxabcd".toCharArray(), 4, 31);
        WindowCursor two = new WindowCursor("yabcdz".toCharArray(), 4, 31);
        assertTrue(one.next() && one.next() && one.next());
        assertTrue(two.next() && two.next());
        assertEquals(one.hash(), two.hash());
    }
}
