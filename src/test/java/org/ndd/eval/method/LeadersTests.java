package org.ndd.eval.method;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.group.Rank;
import org.ndd.eval.method.PairedPages.Pair;

public class LeadersTests extends LuceneTestCase {

    private static List<Page> pages(int count) {
        return TestPages.of(IntStream.range(0, count).mapToObj(i -> "text " + i).toArray(String[]::new));
    }

    private static int firstInRankOrder(List<Page> pages, String salt) {
        return IntStream.range(0, pages.size())
                .boxed()
                .min(java.util.Comparator.comparing(
                        page -> Rank.of(salt + pages.get(page).id())))
                .orElseThrow();
    }

    public void testDocumentsJoinLeadersOnly() {
        // A chain 0 - 1 - 2: whether 0 and 2 are in one group depends on the leader.
        List<Page> pages = pages(3);
        PairedPages chain = new PairedPages(pages, List.of(new Pair(0, 1), new Pair(2, 1)), 2, 0);
        Set<List<Integer>> seen = new HashSet<>();
        for (int salt = 0; salt < 20; salt++) {
            int[] groups = chain.group("s" + salt).groups();
            int first = firstInRankOrder(pages, "s" + salt);
            if (first == 1) {
                assertArrayEquals(new int[] {1, 1, 1}, groups);
            } else {
                assertEquals(groups[first], groups[1]);
                assertNotEquals(groups[0], groups[2]);
            }
            seen.add(Arrays.stream(groups).boxed().toList());
        }
        assertTrue("groups depend on the order", seen.size() > 1);
    }

    public void testKeysDoNotChangeGroups() {
        for (int round = 0; round < 50; round++) {
            int count = 1 + random().nextInt(30);
            List<Page> pages = pages(count);
            int[] kind = random().ints(count, 0, 6).toArray();
            int[] topic = random().ints(count, 0, 3).toArray();
            Signatures keyed = new Table(kind, topic, true);
            Signatures all = new Table(kind, topic, false);
            Grouping byKey = new SignedPages(pages, keyed).group("x");
            Grouping byAll = new SignedPages(pages, all).group("x");
            assertArrayEquals(byAll.groups(), byKey.groups());
            assertTrue(byKey.comparisons() <= byAll.comparisons());
            for (int page = 0; page < count; page++) {
                assertEquals(kind[page], kind[byKey.groups()[page]]);
            }
        }
    }

    /** Documents of the same kind are similar; their topics are keys shared by several kinds. */
    private record Table(int[] kinds, int[] topics, boolean keyed) implements Signatures {

        @Override
        public long[] keys(int page) {
            return keyed ? LongStream.of(kinds[page], 100 + topics[page]).toArray() : NO_KEYS;
        }

        @Override
        public boolean similar(int page, int other) {
            return kinds[page] == kinds[other];
        }

        @Override
        public long bytes() {
            return 0;
        }
    }

    public void testDocumentsWithoutKeysAreNotGrouped() {
        List<Page> pages = pages(2);
        Signatures none = new Signatures() {
            @Override
            public long[] keys(int page) {
                return new long[0];
            }

            @Override
            public boolean similar(int page, int other) {
                return true;
            }

            @Override
            public long bytes() {
                return 7;
            }
        };
        SignedPages signed = new SignedPages(pages, none);
        assertArrayEquals(new int[] {0, 1}, signed.group("").groups());
        assertEquals(7, signed.bytes());
        assertEquals(0, new SignedPages(List.of(), none).group("").groups().length);
    }
}
