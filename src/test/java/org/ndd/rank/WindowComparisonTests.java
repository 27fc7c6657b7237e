package org.ndd.rank;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.compare.Relation;
import org.ndd.pair.PageRequest.PageKeys;
import org.ndd.rank.Grouping.WindowGroups;
import org.ndd.rank.SimilarHits.Similarity;

public class WindowComparisonTests extends ESTestCase {

    private static final int NO_BOUND = Integer.MAX_VALUE;

    public void testReadsTextsOfPairsOnly() throws IOException {
        WindowComparison comparison = new WindowComparison(
                Arrays.asList(page(100, "a"), page(200, "b"), null, page(300, "a", "c")), NO_BOUND);
        assertEquals(bits(0, 3), comparison.texts());
        assertEquals(800, comparison.bytes());
        assertEquals(0, comparison.beyondBounds());
        WindowGroups groups = comparison.run((leader, hit) -> new Similarity(Relation.NEAR, 0.97, 0.95));
        assertArrayEquals(new int[] {0, 1, 2, 0}, groups.leaders());
        assertEquals("a missing document is not compared", bits(0, 1, 3), groups.compared());
    }

    public void testSkipsTextsAboveLimit() throws IOException {
        WindowComparison comparison =
                new WindowComparison(List.of(page(100, "a"), page(900, "a"), page(100, "a"), page(5000, "b")), 250);
        assertEquals(
                "the long text exceeds the limit, a shorter one after it does not", bits(0, 2), comparison.texts());
        assertEquals(400, comparison.bytes());
        assertEquals(1, comparison.beyondBounds());
        WindowGroups groups = comparison.run((leader, hit) -> new Similarity(Relation.SAME, 0.99, 1));
        assertArrayEquals(new int[] {0, 1, 0, 3}, groups.leaders());
        assertEquals(bits(0, 2, 3), groups.compared());
    }

    public void testSimilarityIsToLeader() throws IOException {
        WindowComparison comparison = new WindowComparison(
                List.of(page(1, "a"), page(1, "b"), page(1, "a", "b", "c"), page(1, "c")), NO_BOUND);
        Similarity near = new Similarity(Relation.NEAR, 0.9, 0.6);
        WindowGroups groups = comparison.run((leader, hit) -> leader == 1 && hit == 2 ? near : null);
        assertArrayEquals(new int[] {0, 1, 1, 3}, groups.leaders());
        assertArrayEquals(new Similarity[] {null, null, near, null}, groups.similarities());
    }

    public void testWarnsAboutDifferentVersions() {
        PageKeys other = new PageKeys("r1:10:100:7:16:4", 1, List.of("b"), null, MustAgreeKeys.NONE);
        assertNull(PageKeys.versionWarning(Arrays.asList(page(1, "a"), null, page(1, "c"))));
        assertEquals(
                "[near_dup] may miss documents whose fingerprints are of different versions, [p1:10:40:28, r1:10:100:7:16:4]: "
                        + "POST /{index}/_ndd/backfill converts them to one version",
                PageKeys.versionWarning(Arrays.asList(page(1, "a"), other, null, page(1, "c"))));
    }

    private static PageKeys page(int length, String... keys) {
        return new PageKeys(
                "p1:10:40:28",
                length,
                List.of(keys),
                randomBoolean() ? null : randomAlphaOfLength(22),
                MustAgreeKeys.NONE);
    }

    private static BitSet bits(int... set) {
        BitSet bits = new BitSet();
        Arrays.stream(set).forEach(bits::set);
        return bits;
    }
}
