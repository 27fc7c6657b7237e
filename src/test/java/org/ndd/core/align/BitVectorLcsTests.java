package org.ndd.core.align;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.tests.util.LuceneTestCase;

public class BitVectorLcsTests extends LuceneTestCase {

    /** Reference: the full dynamic programming table with its trace-back. */
    static List<int[]> oracle(int[] a, int[] b) {
        int prefix = 0;
        while (prefix < Math.min(a.length, b.length) && a[prefix] == b[prefix]) {
            prefix++;
        }
        int suffix = 0;
        while (suffix < Math.min(a.length, b.length) - prefix && a[a.length - 1 - suffix] == b[b.length - 1 - suffix]) {
            suffix++;
        }
        int n = a.length - prefix - suffix;
        int m = b.length - prefix - suffix;
        int[][] table = new int[n + 1][m + 1];
        for (int i = 1; i <= n; i++) {
            for (int j = 1; j <= m; j++) {
                table[i][j] = a[prefix + i - 1] == b[prefix + j - 1]
                        ? table[i - 1][j - 1] + 1
                        : Math.max(table[i - 1][j], table[i][j - 1]);
            }
        }
        List<int[]> matches = new ArrayList<>();
        for (int k = 1; k <= suffix; k++) {
            matches.add(new int[] {a.length - k, b.length - k});
        }
        int i = n;
        int j = m;
        while (i > 0 && j > 0) {
            if (table[i - 1][j] == table[i][j]) {
                i--;
            } else if (a[prefix + i - 1] == b[prefix + j - 1]) {
                i--;
                j--;
                matches.add(new int[] {prefix + i, prefix + j});
            } else {
                j--;
            }
        }
        for (int k = prefix - 1; k >= 0; k--) {
            matches.add(new int[] {k, k});
        }
        Collections.reverse(matches);
        return matches;
    }

    private static void assertExact(int[] a, int[] b, int alphabet) {
        List<int[]> expected = oracle(a, b);
        BitVectorLcs lcs = new BitVectorLcs(a, b, alphabet, () -> {});
        BitVectorLcs.Matches matches = lcs.matches();
        assertArrayEquals(expected.stream().mapToInt(match -> match[0]).toArray(), matches.inA());
        assertArrayEquals(expected.stream().mapToInt(match -> match[1]).toArray(), matches.inB());
        assertEquals(expected.size(), lcs.length());
    }

    private static int[] symbols(int length, int alphabet, boolean withUnknownSymbols) {
        int[] symbols = new int[length];
        for (int i = 0; i < length; i++) {
            symbols[i] = withUnknownSymbols && random().nextInt(10) == 0 ? -1 : random().nextInt(alphabet);
        }
        return symbols;
    }

    public void testRandomSequencesMatchFullTable() {
        for (int round = 0; round < 500; round++) {
            int alphabet = 1 + random().nextInt(round % 2 == 0 ? 3 : 60);
            int[] a = symbols(random().nextInt(300), alphabet, false);
            int[] b = symbols(random().nextInt(300), alphabet, true);
            assertExact(a, b, alphabet);
        }
    }

    public void testSimilarSequencesMatchFullTable() {
        for (int round = 0; round < 200; round++) {
            int[] a = symbols(200 + random().nextInt(200), 4, false);
            int[] b = a.clone();
            for (int edit = 0; edit < 20; edit++) {
                b[random().nextInt(b.length)] = random().nextInt(4);
            }
            assertExact(a, b, 4);
        }
    }

    /** Near-duplicates with few edits or moved blocks, for which only a band of the table is computed. */
    public void testLongSimilarSequencesMatchFullTable() {
        for (int round = 0; round < 30; round++) {
            int alphabet = random().nextBoolean() ? 4 : 500;
            int[] a = symbols(1000 + random().nextInt(4000), alphabet, false);
            int[] b = a.clone();
            for (int edits = random().nextInt(12); edits > 0; edits--) {
                int at = random().nextInt(b.length);
                int length = Math.min(b.length - at, 1 + random().nextInt(random().nextBoolean() ? 3 : 200));
                b = switch (random().nextInt(3)) {
                    case 0 -> concat(head(b, at), tail(b, at + length));
                    case 1 -> concat(head(b, at), symbols(length, alphabet, true), tail(b, at));
                    default -> concat(tail(b, at), head(b, at));
                };
                if (edits % 5 == 0) {
                    b = concat(b, symbols(length, alphabet, true));
                }
            }
            assertExact(a, b, alphabet);
        }
    }

    private static int[] head(int[] sequence, int end) {
        return Arrays.copyOf(sequence, end);
    }

    private static int[] tail(int[] sequence, int start) {
        return Arrays.copyOfRange(sequence, start, sequence.length);
    }

    private static int[] concat(int[]... parts) {
        return Arrays.stream(parts).flatMapToInt(Arrays::stream).toArray();
    }

    /** The length and the alignment share their intermediate results. */
    public void testLengthAndAlignmentInAnyOrder() {
        int[] a = symbols(6000, 20, false);
        int[] b = a.clone();
        for (int i = 0; i < b.length; i += 400) {
            b[i] = random().nextInt(20);
        }
        BitVectorLcs first = new BitVectorLcs(a, b, 20, () -> {});
        int length = first.length();
        assertEquals(length, first.matches().inA().length);
        BitVectorLcs second = new BitVectorLcs(a, b, 20, () -> {});
        assertEquals(length, second.matches().inA().length);
        assertEquals(length, second.length());
    }

    /** More rows than are retained, so rows are recomputed from checkpoints. */
    public void testLongSequencesMatchFullTable() {
        int[] a = symbols(2000 + random().nextInt(1000), 4, false);
        int[] b = symbols(2500 + random().nextInt(1000), 4, true);
        assertExact(a, b, 4);
    }

    public void testReportExample() {
        int[] a = "abcabba".chars().map(c -> c - 'a').toArray();
        int[] b = "cbabac".chars().map(c -> c - 'a').toArray();
        BitVectorLcs lcs = new BitVectorLcs(a, b, 3, () -> {});
        assertEquals(4, lcs.length());
        assertEquals("|A| + |B| = 2 |LCS| + |SES|", 5, a.length + b.length - 2 * lcs.length());
        // The PKU report shows caba; of the three subsequences of that length, the implementation selects baba.
        assertArrayEquals(new int[] {1, 3, 4, 6}, lcs.matches().inA());
        assertArrayEquals(new int[] {1, 2, 3, 4}, lcs.matches().inB());
    }

    public void testCommonPrefixAndSuffixAreSkipped() {
        int[] a = symbols(100_000, 5, false);
        int[] b = a.clone();
        b[50_000] = a[50_000] == 0 ? 1 : 0;
        BitVectorLcs lcs = new BitVectorLcs(a, b, 5, () -> {});
        assertEquals(1, lcs.wordSteps());
        assertEquals(99_999, lcs.length());
        assertEquals(50_000, lcs.prefix());
        assertEquals(49_999, lcs.suffix());
    }

    public void testEmptySequences() {
        assertExact(new int[0], new int[0], 0);
        assertExact(new int[0], new int[] {-1, -1}, 0);
        assertExact(new int[] {0, 1}, new int[0], 2);
    }

    public void testChecksCancellationWhileComputingRows() {
        int[] a = symbols(6400, 4, false);
        int[] b = symbols(30_000, 4, false);
        AtomicInteger calls = new AtomicInteger();
        new BitVectorLcs(a, b, 4, calls::incrementAndGet).length();
        assertTrue("called " + calls, calls.get() >= 2);
        expectThrows(
                IllegalStateException.class,
                () -> new BitVectorLcs(a, b, 4, () -> {
                            throw new IllegalStateException("cancelled");
                        })
                        .matches());
    }
}
