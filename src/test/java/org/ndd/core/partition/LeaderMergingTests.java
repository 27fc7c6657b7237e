package org.ndd.core.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.Rank;

/** Merging of leaders that later documents connect. */
public class LeaderMergingTests extends LuceneTestCase {

    /** Each line has distinct words, so that lines share nothing. */
    private static final List<String> LINES = lines(14, 1);

    private static List<String> lines(int count, int seed) {
        Random random = new Random(seed);
        return IntStream.range(0, count)
                .mapToObj(
                        i -> IntStream.range(0, 36).mapToObj(j -> word(random)).collect(Collectors.joining(" ")))
                .toList();
    }

    private static String word(Random random) {
        return random.ints(7, 'a', 'z' + 1).mapToObj(Character::toString).collect(Collectors.joining());
    }

    /** Replaces the last word of some lines. */
    private static List<String> edited(int from, int to) {
        Random random = new Random(2);
        List<String> edited = new ArrayList<>();
        for (String line : LINES) {
            String other = line.substring(0, line.lastIndexOf(' ') + 1) + word(random);
            edited.add(from <= edited.size() && edited.size() < to ? other : line);
        }
        return edited;
    }

    /** Documents in rank order, each of a different site; fingerprints are line hashes. */
    @SafeVarargs
    private static List<PartitionDocument> pages(List<String>... texts) {
        List<String> ids = IntStream.range(0, texts.length)
                .mapToObj(Integer::toString)
                .sorted(Comparator.comparing(Rank::of))
                .toList();
        List<PartitionDocument> pages = new ArrayList<>();
        for (List<String> lines : texts) {
            int page = pages.size();
            String text = String.join("\n", lines);
            long[] fingerprints =
                    lines.stream().mapToLong(String::hashCode).distinct().toArray();
            pages.add(new PartitionDocument(
                    "pages",
                    ids.get(page),
                    "site" + page + ".example",
                    null,
                    new DocumentContent(text, "", text.length(), "digest" + page, fingerprints)));
        }
        return pages;
    }

    private static Partition run(SimilarityParameters similarity, List<PartitionDocument> documents) {
        return new InMemoryPartition(
                        PartitionParameters.BALANCED.withSimilarity(similarity), ComparisonMemory.UNLIMITED)
                .run(documents, site -> null, () -> {});
    }

    private static int groups(SimilarityParameters similarity, List<PartitionDocument> documents) {
        return run(similarity, documents).groups().size();
    }

    private static Comparison compare(List<String> above, List<String> below) {
        return new PairComparator(SimilarityParameters.BALANCED)
                .compare(PageText.of(String.join("\n", above)), PageText.of(String.join("\n", below)), () -> {});
    }

    public void testLeadersMergeWithOneConnectingCopy() {
        List<String> other = edited(0, 14);
        assertTrue(compare(LINES, other).similar());
        assertEquals(2, groups(SimilarityParameters.BALANCED, pages(LINES, other)));
        List<PartitionDocument> all = pages(LINES, other, edited(0, 7));
        Partition partition = run(SimilarityParameters.BALANCED, all);
        assertEquals(1, partition.groups().size());
        assertEquals(
                "the leader is the first in rank order",
                all.get(0),
                partition.groups().get(0).leader());
        assertEquals("strict does not merge leaders", 2, groups(SimilarityParameters.STRICT, all));
    }

    public void testOverlappingLeadersMergeThroughCommonCopies() {
        List<String> first = with(LINES.subList(0, 12), 3);
        List<String> second = with(LINES.subList(2, 14), 4);
        Comparison comparison = compare(first, second);
        assertEquals(Relation.OVERLAP, comparison.relation());
        assertTrue(comparison.sketchResemblance() >= 0.35);
        assertTrue(compare(first, LINES).similar() && compare(second, LINES).similar());
        assertEquals(2, groups(SimilarityParameters.BALANCED, pages(first, second)));
        assertEquals(1, groups(SimilarityParameters.BALANCED, pages(first, second, LINES)));
        List<String> near = LINES.subList(0, 12);
        List<String> far = with(LINES.subList(7, 14), 4).subList(0, 8);
        List<String> between = LINES.subList(3, 14);
        assertTrue(compare(near, far).sketchResemblance() < 0.35);
        assertTrue(compare(near, between).similar() && compare(far, between).similar());
        assertEquals(
                "resemblance too low to merge", 2, groups(SimilarityParameters.BALANCED, pages(near, far, between)));
    }

    private static List<String> with(List<String> lines, int seed) {
        return Stream.concat(lines.stream(), lines(4, seed).stream()).toList();
    }

    public void testMustAgreePreventsMerging() {
        List<PartitionDocument> pages =
                new ArrayList<>(pages(LINES, edited(0, 14), edited(0, 7), edited(7, 14), edited(2, 9)));
        pages.set(0, pages.get(0).withMustAgreeKeys(MustAgreeKeys.of(List.of(List.of("en")))));
        pages.set(1, pages.get(1).withMustAgreeKeys(MustAgreeKeys.of(List.of(List.of("de")))));
        for (int i = 2; i < pages.size(); i++) {
            pages.set(i, pages.get(i).withMustAgreeKeys(MustAgreeKeys.of(List.of(List.of()))));
        }
        assertEquals(2, groups(SimilarityParameters.BALANCED, pages));
    }

    public void testMergingIsDeterministicAndCountsComparisons() {
        List<PartitionDocument> pages = pages(LINES, edited(0, 14), edited(0, 7), edited(7, 14), edited(2, 9));
        Partition partition = run(SimilarityParameters.BALANCED, pages);
        PartitionDocument[] turned = pages.toArray(PartitionDocument[]::new);
        Arrays.sort(turned, Comparator.comparing(PartitionDocument::site).reversed());
        assertEquals(partition, run(SimilarityParameters.BALANCED, List.of(turned)));
        assertTrue(partition.counts().comparisons() > 3);
    }
}
