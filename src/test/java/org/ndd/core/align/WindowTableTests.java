package org.ndd.core.align;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;

public class WindowTableTests extends LuceneTestCase {

    /** With base 1 the hash is the sum of the units, so anagrams collide; the results must not change. */
    public void testHashCollisions() {
        for (int round = 0; round < 200; round++) {
            String text = TestTexts.units(random(), 20 + random().nextInt(100));
            String other = TestTexts.mutate(random(), text, random().nextInt(20));
            int width = 1 + random().nextInt(12);
            long base = random().nextBoolean() ? 1 : random().nextLong() | 1;
            WindowTable table = new WindowTable(text.toCharArray(), width, base, () -> {});
            WindowCursor there = table.windows(other.toCharArray());
            while (there.next()) {
                int first = text.indexOf(other.substring(there.start(), there.end()));
                assertEquals(first, Math.max(-1, table.find(there)));
            }
            assertRepeatsAreAdded(table, text, width);
        }
    }

    private static void assertRepeatsAreAdded(WindowTable table, String text, int width) {
        Set<String> expected = new HashSet<>();
        BitSet positions = new BitSet();
        WindowCursor some = new WindowCursor(text.toCharArray(), width, 31);
        while (some.next()) {
            if (random().nextInt(4) == 0) {
                positions.set(some.start());
                expected.add(text.substring(some.start(), some.end()));
            }
        }
        table.addEqual(positions, () -> {});
        WindowCursor all = new WindowCursor(text.toCharArray(), width, 31);
        while (all.next()) {
            assertEquals(expected.contains(text.substring(all.start(), all.end())), positions.get(all.start()));
        }
    }

    public void testJumpToAnyPosition() {
        for (int round = 0; round < 100; round++) {
            String text = TestTexts.units(random(), 100);
            int width = 1 + random().nextInt(20);
            WindowCursor walks = new WindowCursor(text.toCharArray(), width, 31);
            while (walks.next()) {
                WindowCursor jumps = new WindowCursor(text.toCharArray(), width, 31);
                jumps.jumpTo(random().nextInt(text.length()));
                assertTrue(jumps.jumpTo(walks.start()));
                assertEquals(walks.start() + "-" + walks.end(), jumps.start() + "-" + jumps.end());
                assertEquals(walks.hash(), jumps.hash());
                assertEquals(walks.end(), Windows.endOf(text.toCharArray(), walks.start(), width));
                int last = Windows.lastStart(text.toCharArray(), walks.end(), width);
                assertTrue(last >= walks.start() && Windows.endOf(text.toCharArray(), last, width) <= walks.end());
                assertTrue(last + 1 == walks.end() || jumps.jumpTo(last + 1) == false || jumps.end() > walks.end());
            }
        }
    }

    public void testWindowsAreShortestRuns() {
        WindowCursor cursor = new WindowCursor("ab一c二".toCharArray(), 3, 31);
        assertTrue(cursor.next());
        assertEquals("0-3", cursor.start() + "-" + cursor.end());
        assertTrue(cursor.next());
        assertEquals("1-3", cursor.start() + "-" + cursor.end());
        assertTrue(cursor.next());
        assertEquals("2-4", cursor.start() + "-" + cursor.end());
        assertTrue(cursor.next());
        assertEquals("3-5", cursor.start() + "-" + cursor.end());
        assertFalse("the last two characters are too narrow", cursor.next());
    }

    public void testHashDependsOnWindowOnly() {
        WindowCursor one = new WindowCursor("xxabcd".toCharArray(), 4, 31);
        WindowCursor two = new WindowCursor("yabcdz".toCharArray(), 4, 31);
        assertTrue(one.next() && one.next() && one.next());
        assertTrue(two.next() && two.next());
        assertEquals(one.hash(), two.hash());
    }
}
