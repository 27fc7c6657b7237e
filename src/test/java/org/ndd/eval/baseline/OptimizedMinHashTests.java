package org.ndd.eval.baseline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.group.Rank;
import org.ndd.eval.method.Grouping;
import org.ndd.eval.method.Page;
import org.ndd.eval.method.TestPages;

/** Compares the optimized implementation with plain ones. */
public class OptimizedMinHashTests extends LuceneTestCase {

    private static final String[] PARTS = {
        " ", " ", " ", ", ", ".", "\n", "a", "b", "rose", "7", "42", "ein", "é", "e\u0301", "北", "京", "年", "ภ", "า",
        "𠀀", "𝒳", "\uD800"
    };

    private static String text(int parts) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < parts; i++) {
            text.append(PARTS[random().nextInt(PARTS.length)]);
        }
        return text.toString();
    }

    /** The shingles of the definition, as lists of words. */
    private static List<List<Long>> windows(String text) {
        List<Long> words = Arrays.stream(Words.of(text)).boxed().toList();
        List<List<Long>> windows = new ArrayList<>();
        if (words.isEmpty() == false) {
            int width = Math.min(5, words.size());
            for (int i = 0; i + width <= words.size(); i++) {
                windows.add(words.subList(i, i + width));
            }
        }
        return windows;
    }

    public void testShinglesMatchWords() {
        ShingleScanner scanner = new ShingleScanner();
        Map<List<Long>, Integer> hashes = new HashMap<>();
        for (int round = 0; round < 300; round++) {
            String text = text(random().nextInt(round < 10 ? 20_000 : 60));
            List<List<Long>> windows = windows(text);
            assertEquals(text, windows.size(), scanner.scan(text));
            for (int i = 0; i < windows.size(); i++) {
                Integer known = hashes.putIfAbsent(windows.get(i), scanner.shingles()[i]);
                assertTrue(known == null || known == scanner.shingles()[i]);
            }
        }
        // n² / 2^33 pairs of n shingles collide, fewer than one for 60,000 shingles.
        int different = new HashSet<>(hashes.values()).size();
        assertTrue(different + " of " + hashes.size(), different >= hashes.size() - 5);
    }

    public void testMinimumValuesMatchDefinition() {
        int[] shingles = random().ints(1 + random().nextInt(300)).toArray();
        int used = random().nextInt(shingles.length + 1);
        int[] least = new int[OptimizedMinHash.VALUES];
        OptimizedMinHash.sign(shingles, used, least);
        int[] one = new int[OptimizedMinHash.VALUES];
        for (int function = 0; function < least.length; function++) {
            int expected = Integer.MAX_VALUE;
            for (int i = 0; i < used; i++) {
                OptimizedMinHash.sign(new int[] {shingles[i]}, 1, one);
                expected = Math.min(expected, one[function]);
            }
            assertEquals(expected, least[function]);
        }
    }

    /** For each hash function, the probability of equal values is the resemblance of the sets. */
    public void testEqualValuesEstimateResemblance() {
        for (int common : new int[] {0, 100, 200, 270}) {
            double equal = 0;
            int rounds = 200;
            for (int round = 0; round < rounds; round++) {
                int[] all = random().ints(600 - common).toArray();
                int[] values = new int[2 * OptimizedMinHash.VALUES];
                int[] least = new int[OptimizedMinHash.VALUES];
                OptimizedMinHash.sign(all, 300, least);
                System.arraycopy(least, 0, values, 0, least.length);
                OptimizedMinHash.sign(Arrays.copyOfRange(all, 300 - common, all.length), 300, least);
                System.arraycopy(least, 0, values, least.length, least.length);
                int agreement = OptimizedMinHash.agreement(values, 0, 1);
                int counted = 0;
                for (int i = 0; i < least.length; i++) {
                    counted += values[i] == values[least.length + i] ? 1 : 0;
                }
                assertEquals(counted, agreement);
                equal += agreement;
            }
            // Six standard deviations of 22,400 values are 0.02.
            assertEquals(common / (600.0 - common), equal / rounds / OptimizedMinHash.VALUES, 0.02);
        }
    }

    /** Stories and edited copies, some of them below the threshold. */
    private static List<Page> pages() {
        List<String> texts = new ArrayList<>();
        for (int story = 0; story < 12; story++) {
            List<String> words = new ArrayList<>();
            int length = random().nextInt(60);
            for (int i = 0; i < length; i++) {
                words.add(random().nextInt(4) == 0 ? "北" : "w" + random().nextInt(2000));
            }
            for (int copy = random().nextInt(8); copy >= 0; copy--) {
                List<String> edited = new ArrayList<>(words);
                int edits = random().nextInt(1 + length / 8);
                for (int edit = 0; edit < edits; edit++) {
                    edited.set(random().nextInt(length), "x" + random().nextInt(1000));
                }
                texts.add(String.join(" ", edited));
            }
        }
        return TestPages.of(texts.toArray(String[]::new));
    }

    private static boolean shareBand(int[] first, int[] second) {
        for (int band = 0; band < OptimizedMinHash.BANDS; band++) {
            int from = band * OptimizedMinHash.ROWS;
            if (Arrays.equals(first, from, from + OptimizedMinHash.ROWS, second, from, from + OptimizedMinHash.ROWS)) {
                return true;
            }
        }
        return false;
    }

    private static int equalValues(int[] first, int[] second) {
        int equal = 0;
        for (int i = 0; i < first.length; i++) {
            equal += first[i] == second[i] ? 1 : 0;
        }
        return equal;
    }

    /** Reference: compares each document with each leader, in rank order. */
    private static int[] groups(List<Page> pages, String salt) {
        List<int[]> values = new ArrayList<>();
        ShingleScanner scanner = new ShingleScanner();
        for (Page page : pages) {
            int[] least = new int[OptimizedMinHash.VALUES];
            int count = scanner.scan(page.text());
            OptimizedMinHash.sign(scanner.shingles(), count, least);
            values.add(count == 0 ? null : least);
        }
        List<Integer> order = new ArrayList<>();
        for (int page = 0; page < pages.size(); page++) {
            order.add(page);
        }
        order.sort(Comparator.comparing(page -> Rank.of(salt + pages.get(page).id())));
        int[] groups = new int[pages.size()];
        List<Integer> leaders = new ArrayList<>();
        for (int page : order) {
            int[] mine = values.get(page);
            groups[page] = leaders.stream()
                    .filter(leader -> mine != null && values.get(leader) != null)
                    .filter(leader ->
                            shareBand(mine, values.get(leader)) && equalValues(mine, values.get(leader)) >= 56)
                    .findFirst()
                    .orElse(page);
            if (groups[page] == page) {
                leaders.add(page);
            }
        }
        return groups;
    }

    public void testGroupsMatchAllPairs() {
        int joined = 0;
        for (int round = 0; round < 20; round++) {
            List<Page> pages = pages();
            Grouping found = new OptimizedMinHash().prepare(pages).group("s" + round);
            assertArrayEquals(groups(pages, "s" + round), found.groups());
            for (int page = 0; page < pages.size(); page++) {
                joined += found.groups()[page] == page ? 0 : 1;
            }
        }
        assertTrue("documents that joined a leader", joined > 50);
    }

    public void testTableGrows() {
        int bands = 40_000;
        int[] values = new int[OptimizedMinHash.ROWS * bands];
        for (int i = 0; i < bands; i++) {
            // Each value occurs twice, so chains are tested as well.
            values[OptimizedMinHash.ROWS * i] = i / 2;
        }
        BandTable table = new BandTable();
        for (int i = 0; i < bands; i++) {
            table.add(values, OptimizedMinHash.ROWS * i, 3, i);
        }
        for (int i = 0; i < bands; i++) {
            int entry = table.first(values, OptimizedMinHash.ROWS * i, 3);
            assertEquals(i / 2 * 2, table.leader(entry));
            assertEquals(i / 2 * 2 + 1, table.leader(table.next(entry)));
            assertTrue(table.next(table.next(entry)) < 0);
            assertTrue("a different band", table.first(values, OptimizedMinHash.ROWS * i, 4) < 0);
        }
    }
}
