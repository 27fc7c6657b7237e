package org.ndd.core.group;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Names of recomputed groups. */
public class GroupNamesTests extends LuceneTestCase {

    public void testLargerPartOfSplitGroupKeepsName() {
        Map<Integer, String> before = Map.of(1, "old", 2, "old", 3, "old");
        Map<Integer, String> after = Map.of(1, "a", 2, "b", 3, "b", 4, "a", 5, "a");
        assertEquals(Map.of("b", "old"), GroupNames.kept(before, after));
    }

    public void testMergedGroupKeepsNameOfLargerGroup() {
        Map<Integer, String> before = Map.of(1, "x", 2, "y", 3, "y");
        Map<Integer, String> after = Map.of(1, "a", 2, "a", 3, "a");
        assertEquals(Map.of("a", "y"), GroupNames.kept(before, after));
    }

    public void testFallsBackToSecondLargestOverlap() {
        Map<Integer, String> before = Map.of(1, "x", 2, "x", 3, "x", 4, "y", 5, "x", 6, "x");
        Map<Integer, String> after = Map.of(1, "a", 2, "a", 3, "a", 4, "b", 5, "b", 6, "b");
        assertEquals(Map.of("a", "x", "b", "y"), GroupNames.kept(before, after));
    }

    public void testEqualOverlapsAreOrderedByName() {
        Map<Integer, String> before = Map.of(1, "x", 2, "x");
        assertEquals(Map.of("a", "x"), GroupNames.kept(before, Map.of(1, "b", 2, "a")));
    }

    public void testNamesAreUniqueAndStable() {
        Map<Integer, String> before = new HashMap<>();
        Map<Integer, String> after = new HashMap<>();
        int groups = between(1, 20);
        for (int page = 0; page < between(1, 200); page++) {
            int group = between(0, groups);
            before.put(page, "old" + group);
            after.put(page, "new" + (random().nextInt(10) == 0 ? between(0, groups) : group));
        }
        Map<String, String> kept = GroupNames.kept(before, after);
        Set<String> names = new HashSet<>(kept.values());
        assertEquals(kept.size(), names.size());
        assertTrue(before.values().containsAll(names));
        Map<Integer, String> same = new HashMap<>();
        before.forEach((page, group) -> same.put(page, group.replace("old", "new")));
        GroupNames.kept(before, same).forEach((group, name) -> assertEquals(group.replace("new", "old"), name));
    }

    private static int between(int min, int max) {
        return RandomNumbers.randomIntBetween(random(), min, max);
    }
}
