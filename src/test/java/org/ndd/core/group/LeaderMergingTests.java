package org.ndd.core.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.compare.ApartKeys;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;

/** Stories whose first copies lead groups of their own until later copies lead from one to the other. */
public class LeaderMergingTests extends LuceneTestCase {

    private static final List<String> LINES = IntStream.range(0, 14)
            .mapToObj(i -> "the story says on line "
                    + Character.toString('a' + i).repeat(7) + " what happened there and who was seen when it did")
            .toList();

    private static List<String> edited(int from, int to) {
        return IntStream.range(0, LINES.size())
                .mapToObj(i -> from <= i && i < to ? LINES.get(i).replace("happened", "took place") : LINES.get(i))
                .toList();
    }

    /** Pages in rank order, the highest first, each of another site; fingerprints are hashes of lines. */
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
                    text,
                    "",
                    "site" + page + ".example",
                    null,
                    text.length(),
                    "digest" + page,
                    fingerprints,
                    List.of()));
        }
        return pages;
    }

    private static Partition run(SimilarityParameters similarity, List<PartitionDocument> documents) {
        return new InMemoryPartition(PartitionParameters.BALANCED.withSimilarity(similarity))
                .run(documents, site -> null, () -> {});
    }

    private static int groups(SimilarityParameters similarity, List<PartitionDocument> documents) {
        return run(similarity, documents).groups().size();
    }

    private static Comparison compare(List<String> above, List<String> below) {
        return new PairComparator(SimilarityParameters.BALANCED)
                .compare(PageText.of(String.join("\n", above)), PageText.of(String.join("\n", below)), () -> {});
    }

    public void testLeadersThatShareNoFingerprintAreOneGroupOnceTwoCopiesLeadFromOneToTheOther() {
        List<String> other = edited(0, 14);
        assertTrue(compare(LINES, other).similar());
        assertEquals(2, groups(SimilarityParameters.BALANCED, pages(LINES, other)));
        assertEquals(
                "one copy between them may be chance",
                2,
                groups(SimilarityParameters.BALANCED, pages(LINES, other, edited(0, 7))));
        List<PartitionDocument> all = pages(LINES, other, edited(0, 7), edited(7, 14), edited(2, 9));
        Partition partition = run(SimilarityParameters.BALANCED, all);
        assertEquals(1, partition.groups().size());
        assertEquals("the highest leads", all.get(0), partition.groups().get(0).leader());
        assertEquals("those who delete want none of it", 2, groups(SimilarityParameters.STRICT, all));
    }

    public void testLeadersThatOnlyOverlapAreOneGroupWhereACopyIsNearToBoth() {
        List<String> first = with(LINES.subList(0, 12), "alpha");
        List<String> second = with(LINES.subList(2, 14), "omega");
        Comparison comparison = compare(first, second);
        assertEquals(Relation.OVERLAP, comparison.relation());
        assertTrue(comparison.sketchResemblance() >= 0.35);
        assertTrue(compare(first, LINES).similar() && compare(second, LINES).similar());
        List<String> again = Stream.concat(LINES.stream(), Stream.of("a line of its own at the end of it all"))
                .toList();
        assertEquals(2, groups(SimilarityParameters.BALANCED, pages(first, second, LINES)));
        assertEquals(1, groups(SimilarityParameters.BALANCED, pages(first, second, LINES, again)));
        List<String> far = with(LINES.subList(8, 14), "omega");
        assertTrue(compare(first, far).sketchResemblance() < 0.35);
        assertEquals(
                "too little in common to join through others",
                2,
                groups(SimilarityParameters.BALANCED, pages(first, far, LINES.subList(4, 14), LINES.subList(5, 14))));
    }

    private static List<String> with(List<String> lines, String own) {
        return Stream.concat(
                        lines.stream(),
                        IntStream.range(0, 4)
                                .mapToObj(i -> "only this page, the " + own + " one, tells of "
                                        + Character.toString('m' + i).repeat(8) + " and of what came of it later"))
                .toList();
    }

    public void testLeadersThatAreApartAreNeverOneGroup() {
        List<PartitionDocument> pages =
                new ArrayList<>(pages(LINES, edited(0, 14), edited(0, 7), edited(7, 14), edited(2, 9)));
        pages.set(0, pages.get(0).withApart(ApartKeys.of(List.of(List.of("en")))));
        pages.set(1, pages.get(1).withApart(ApartKeys.of(List.of(List.of("de")))));
        for (int i = 2; i < pages.size(); i++) {
            pages.set(i, pages.get(i).withApart(ApartKeys.of(List.of(List.of()))));
        }
        assertEquals(2, groups(SimilarityParameters.BALANCED, pages));
    }

    public void testOrderDoesNotMatterAndComparisonsAreCounted() {
        List<PartitionDocument> pages = pages(LINES, edited(0, 14), edited(0, 7), edited(7, 14), edited(2, 9));
        Partition partition = run(SimilarityParameters.BALANCED, pages);
        PartitionDocument[] turned = pages.toArray(PartitionDocument[]::new);
        Arrays.sort(turned, Comparator.comparing(PartitionDocument::site).reversed());
        assertEquals(partition, run(SimilarityParameters.BALANCED, List.of(turned)));
        assertTrue(partition.counts().comparisons() > 3);
    }
}
