package org.ndd.core.partition;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CandidateParameters.Mode;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.group.Rank;
import org.ndd.core.text.Sentences;

/** Partitions of large sets of similar documents, where the limits of candidates apply. */
public class InMemoryPartitionLimitsTests extends InMemoryPartitionTestCase {

    /** Documents that share a frequent fingerprint. Each half has an additional fingerprint. */
    private static List<PartitionDocument> crowdOfTwoHalves(int size) {
        List<PartitionDocument> crowd = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            String text =
                    "The harbour was closed because of the storm, and ships wait in the bay until the wind goes down, "
                            + "said the harbour master in the morning to page "
                            + (char) ('a' + i / 26) + (char) ('a' + i % 26);
            long[] fingerprints = {7, 100 + i % 2};
            crowd.add(new PartitionDocument(
                    "pages",
                    "page" + i,
                    null,
                    null,
                    new DocumentContent(text, "", text.length(), "digest" + i, fingerprints)));
        }
        return crowd;
    }

    public void testFrequentFingerprintJoinsPartsOfCrowd() {
        int cap = 64;
        int size = RandomNumbers.randomIntBetween(random(), cap + 1, 2 * cap);
        List<PartitionDocument> crowd = crowdOfTwoHalves(size);
        for (CandidateParameters rules : List.of(
                new CandidateParameters(Mode.NEIGHBORS, cap, Long.MAX_VALUE, 5, 8),
                // the fingerprint of each half is too frequent as well
                new CandidateParameters(Mode.NEIGHBORS, 1, Long.MAX_VALUE, 5, 8),
                new CandidateParameters(Mode.SETS, cap, Long.MAX_VALUE, 5, 8))) {
            PartitionParameters parameters =
                    new PartitionParameters(rules, SimilarityParameters.BALANCED, CanonicalRules.DEFAULT);
            PairComparator comparator = new PairComparator(parameters.similarity());
            ReferencePartition literal = new ReferencePartition(
                    parameters,
                    crowd,
                    site -> null,
                    (above, below) -> comparator.compare(above, below, NO_CHECK).similar(),
                    (above, below) -> false,
                    (above, below) -> false);
            Map<String, String> leaders = leadersById(run(parameters, crowd));
            assertEquals(literal.leaders(), leaders);
            assertEquals(rules.mode() == Mode.SETS ? 2 : 1, new HashSet<>(leaders.values()).size());
        }
    }

    /** Documents that differ in a number at the end and share all their fingerprints. */
    private static List<PartitionDocument> manyDocuments(int size) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 14; i++) {
            text.append("The harbour was closed because of storm number ")
                    .append(i)
                    .append(", and ships wait in the bay. ");
        }
        Fingerprinter fingerprinter = new Fingerprinter(FingerprintParameters.BALANCED);
        long[] fingerprints = fingerprinter.fingerprints(Sentences.split(text.toString()));
        List<PartitionDocument> flood = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            String page = text + "Nr " + i + " x.";
            flood.add(new PartitionDocument(
                    "pages",
                    "page" + i,
                    "site" + i + ".example",
                    null,
                    new DocumentContent(page, "", page.length(), "digest" + i, fingerprints)));
        }
        return flood;
    }

    public void testLargeFloodIsSingleGroup() {
        for (int size : new int[] {900, 3000, 20_000}) {
            Partition partition = run(PartitionParameters.BALANCED, manyDocuments(size));
            assertEquals(size - 1, partition.duplicateCount());
            assertEquals(1, partition.groupCount());
            assertTrue(
                    "the number of comparisons is bounded", partition.counts().comparisons() <= 8L * size);
        }
    }

    public void testFindsPairsWithinFlood() {
        List<PartitionDocument> pages = new ArrayList<>();
        int pairs = 600;
        for (int i = 0; i < 2 * pairs; i++) {
            Random words = new Random(i / 2);
            String text = IntStream.range(0, 40)
                    .mapToObj(word -> Integer.toString(words.nextInt(1 << 30), 36))
                    .collect(Collectors.joining(" ", "", " in the version " + "ab".charAt(i % 2)));
            pages.add(new PartitionDocument(
                    "pages",
                    "page" + i,
                    null,
                    null,
                    new DocumentContent(
                            text,
                            "",
                            text.length(),
                            "digest" + i, // the first nine are in all documents
                            new long[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 100 + i / 2})));
        }
        Map<String, String> leaders = leadersById(run(PartitionParameters.BALANCED, pages));
        for (int i = 0; i < pairs; i++) {
            assertEquals(leaders.get("page" + 2 * i), leaders.get("page" + (2 * i + 1)));
        }
    }

    public void testListScanIsBounded() {
        List<String> ids = IntStream.range(0, CandidateParameters.LIST_SCAN + 2)
                .mapToObj(Integer::toString)
                .sorted(Comparator.comparing(Rank::of))
                .toList();
        for (int partner : new int[] {CandidateParameters.LIST_SCAN - 1, CandidateParameters.LIST_SCAN}) {
            List<PartitionDocument> documents = new ArrayList<>();
            for (int i = 0; i < ids.size(); i++) {
                int product = i == ids.size() - 1 ? partner : i;
                documents.add(page(ids.get(i), boilerplate(i), "digest" + i)
                        .withMustAgreeKeys(MustAgreeKeys.of(List.of(List.of("product" + product)))));
            }
            CandidateParameters all = new CandidateParameters(Mode.NEIGHBORS, ids.size(), Long.MAX_VALUE, 5, 8);
            PartitionParameters parameters =
                    new PartitionParameters(all, SimilarityParameters.BALANCED, CanonicalRules.DEFAULT);
            long expected = partner < CandidateParameters.LIST_SCAN ? 1 : 0;
            assertEquals(expected, run(parameters, documents).counts().comparisons());
        }
    }

    /**
     * All documents share the fingerprints of their boilerplate only: the near-duplicate is found if the maximum of leaders is large
     * enough.
     */
    public void testMaxLeadersInCrowdWithSharedBoilerplate() {
        int crowd = RandomNumbers.randomIntBetween(random(), 70, 120);
        List<String> ids = IntStream.range(0, crowd)
                .mapToObj(Integer::toString)
                .sorted(Comparator.comparing(Rank::of))
                .toList();
        long[] boilerplate = random().longs(12).toArray();
        List<PartitionDocument> documents = new ArrayList<>();
        for (int i = 0; i < crowd; i++) {
            // the last two in rank order differ in a number only
            Random own = new Random(Math.min(i, crowd - 2));
            String text = boilerplate(i)
                    + own.ints(100, 1000, 9999).mapToObj(word -> "word" + word).collect(Collectors.joining(" "));
            documents.add(new PartitionDocument(
                    "pages",
                    ids.get(i),
                    null,
                    null,
                    new DocumentContent(text, "", text.length(), "digest" + i, boilerplate)));
        }
        Set<Set<String>> twins = Set.of(Set.of(ids.get(crowd - 2), ids.get(crowd - 1)));
        assertEquals("documented limit", Set.of(), groups(documents, 8));
        assertEquals(twins, groups(documents, crowd));
    }
}
