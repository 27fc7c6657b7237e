package org.ndd.core.partition;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CandidateParameters.Mode;
import org.ndd.core.group.CanonicalRule;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.group.Rank;
import org.ndd.core.group.Role;
import org.ndd.core.partition.Partition.Group;
import org.ndd.core.partition.Partition.Group.Page;

public class InMemoryPartitionTests extends InMemoryPartitionTestCase {

    public void testDocumentOrderDoesNotMatter() {
        for (int round = 0; round < 20; round++) {
            PartitionParameters parameters = randomParameters();
            List<PartitionDocument> documents = randomPages();
            List<PartitionDocument> shuffled = new ArrayList<>(documents);
            Collections.shuffle(shuffled, random());
            assertEquals(run(parameters, documents), run(parameters, shuffled));
        }
    }

    public void testEveryDocumentIsInExactlyOneGroup() {
        for (int round = 0; round < 20; round++) {
            PartitionParameters parameters = randomParameters();
            List<PartitionDocument> documents = randomPages();
            Partition partition = run(parameters, documents);
            Set<String> seen = new HashSet<>();
            for (Group group : partition.groups()) {
                for (Page page : group.pages()) {
                    assertTrue(page.document().id(), seen.add(page.document().id()));
                    assertEquals(page.document() == group.leader(), page.role() == Role.LEADER);
                }
                assertSame(group.leader(), group.pages().get(0).document());
                Set<PartitionDocument> canonicals = new HashSet<>();
                group.pages().forEach(page -> canonicals.add(page.canonical()));
                assertTrue(canonicals.contains(group.canonical()));
                for (Page page : group.pages()) {
                    assertTrue(page.verdict().verifies(page.role()));
                    assertEquals(canonicals.contains(page.document()), page.canonical() == page.document());
                    if (page.canonical() == page.document()) {
                        assertEquals(1, page.verdict().resemblance(), 0);
                    }
                }
                group.contained().forEach(part -> assertSame(group.canonical(), part.canonical()));
            }
            assertEquals(documents.size(), seen.size());
            assertEquals(documents.size(), partition.counts().documents());
            long duplicates = partition.groups().stream()
                    .flatMap(g -> g.pages().stream())
                    .filter(page -> page.canonical() != page.document())
                    .count();
            assertEquals(duplicates, partition.duplicateCount());
        }
    }

    public void testEqualTextsShareGroupAndVerdict() {
        for (int round = 0; round < 20; round++) {
            Partition partition = run(randomParameters(), randomPages());
            Map<String, Group> groupOfText = new HashMap<>();
            long exact = 0;
            for (Group group : partition.groups()) {
                Map<String, Set<List<Object>>> verdicts = new HashMap<>();
                for (Page page : group.pages()) {
                    Group first =
                            groupOfText.putIfAbsent(page.document().content().text(), group);
                    assertTrue(first == null || first == group);
                    verdicts.computeIfAbsent(page.document().content().text(), t -> new HashSet<>())
                            .add(List.of(
                                    page.verdict().verifies(page.role()),
                                    page.verdict().relation(),
                                    page.verdict().confidence()));
                    exact += page.role() == Role.EXACT ? 1 : 0;
                }
                verdicts.values().forEach(verdict -> assertEquals(1, verdict.size()));
            }
            assertEquals(exact, partition.counts().exactDuplicates());
        }
    }

    public void testMembersAreComparedWithCanonical() {
        for (int round = 0; round < 20; round++) {
            PartitionParameters parameters = randomParameters();
            PairComparator comparator = new PairComparator(parameters.similarity());
            List<PartitionDocument> documents = withoutEqualTexts(randomPages());
            for (Group group : run(parameters, documents).groups()) {
                List<String> order =
                        group.pages().stream().map(page -> page.document().id()).toList();
                for (Page page : group.pages()) {
                    if (page.document() != page.canonical()) {
                        Comparison comparison = compareInOrder(comparator, page.document(), page.canonical(), order);
                        assertTrue(comparison.similar());
                        assertEquals(comparison.relation(), page.verdict().relation());
                        assertEquals(comparison.confidence(), page.verdict().confidence(), 0);
                        assertEquals(
                                comparison.shared().resemblance(),
                                page.verdict().resemblance(),
                                0);
                    }
                }
            }
        }
    }

    private static List<PartitionDocument> withoutEqualTexts(List<PartitionDocument> documents) {
        Set<String> seen = new HashSet<>();
        return documents.stream()
                .filter(document -> seen.add(document.content().text()))
                .toList();
    }

    private static Comparison compareInOrder(
            PairComparator comparator, PartitionDocument a, PartitionDocument b, List<String> order) {
        boolean aIsAbove = order.indexOf(a.id()) < order.indexOf(b.id());
        PageText pageA = new PageText(a.content().text(), a.site(), null);
        PageText pageB = new PageText(b.content().text(), b.site(), null);
        return comparator.compare(aIsAbove ? pageA : pageB, aIsAbove ? pageB : pageA, NO_CHECK);
    }

    public void testEqualDigestOfDifferentTexts() {
        String one = "the first of two texts that have nothing to do with one another";
        String two = "a second page, about something else entirely, by somebody else";
        List<PartitionDocument> documents =
                List.of(page("1", one, "forged"), page("2", two, "forged"), page("3", one, "forged"));
        Partition partition = run(PartitionParameters.BALANCED, documents);
        Map<String, String> leaders = leadersById(partition);
        assertNotEquals(leaders.get("1"), leaders.get("2"));
    }

    public void testTextsWithoutDigestAreNotGrouped() {
        List<PartitionDocument> documents = List.of(page("1", "...", null), page("2", "...", null));
        assertEquals(2, run(PartitionParameters.BALANCED, documents).groups().size());
    }

    public void testContainedDocumentLeadsOwnGroup() {
        String article = IntStream.range(0, 12)
                .mapToObj(i -> "sentence number word" + (char) ('a' + i)
                        + " of an article that is quoted by a longer page as it is")
                .collect(Collectors.joining("\n"));
        String rest = IntStream.range(0, 60)
                .mapToObj(i -> random().nextLong() + " is what the longer page says on line " + random().nextLong())
                .collect(Collectors.joining("\n"));
        PartitionDocument part = page("part", article, "p");
        PartitionDocument whole = page("whole", article + "\n" + rest, "w");
        Partition partition = run(PartitionParameters.BALANCED, List.of(part, whole));
        assertEquals(2, partition.groups().size());
        assertEquals(1, partition.counts().partOf());
        assertEquals(0, partition.groupCount());
        List<Page> contained = partition.groups().stream()
                .flatMap(group -> group.contained().stream())
                .toList();
        assertEquals(1, contained.size());
        assertEquals(Role.PART_OF, contained.get(0).role());
        assertFalse(contained.get(0).verdict().verifies(Role.PART_OF));
    }

    /** The leader is abridged and has additional lines, so the third copy is near to the second one only. */
    public void testJoinsGroupThroughCloseMember() {
        List<String> lines = IntStream.range(0, 17)
                .mapToObj(
                        i -> ("line " + (char) ('a' + i) + " of an article that is told again with more and more of it")
                                .repeat(2))
                .toList();
        String own = "\nnobody else has what this line says about the matter at hand, nor the next one of it "
                + "which goes on for a while, so that the leader is no mere part of the others";
        List<String> texts = List.of(
                String.join("\n", lines.subList(0, 9)) + own.repeat(2),
                String.join("\n", lines.subList(0, 14)),
                String.join("\n", lines));
        List<String> ids = IntStream.range(0, 3)
                .mapToObj(Integer::toString)
                .sorted(Comparator.comparing(Rank::of))
                .toList();
        List<PartitionDocument> documents = IntStream.range(0, 3)
                .mapToObj(i -> page(ids.get(i), texts.get(i), "digest" + i))
                .toList();
        Comparison withLeader = new PairComparator(SimilarityParameters.BALANCED)
                .compare(PageText.of(texts.get(0)), PageText.of(texts.get(2)), NO_CHECK);
        assertFalse(withLeader.similar());
        assertTrue(withLeader.shared().resemblance() + "", withLeader.shared().resemblance() >= 0.35);
        assertEquals(1, run(PartitionParameters.BALANCED, documents).groups().size());
        PartitionParameters strict = PartitionParameters.BALANCED.withSimilarity(SimilarityParameters.STRICT);
        assertEquals(
                "strict requires similarity to the leader",
                2,
                run(strict, documents).groups().size());
    }

    public void testSameIdInTwoIndices() {
        PartitionDocument first = page("1", "a page that is in two indices, under one and the same id", "d");
        PartitionDocument second = new PartitionDocument(
                "zzz",
                "1",
                null,
                null,
                new DocumentContent(
                        first.content().text(),
                        "",
                        first.content().length(),
                        first.content().digest(),
                        first.content().fingerprints()));
        Partition partition = run(PartitionParameters.BALANCED, List.of(second, first));
        assertEquals(1, partition.groups().size());
        assertEquals("pages", partition.groups().get(0).leader().index());
        IllegalArgumentException e = expectThrows(
                IllegalArgumentException.class, () -> run(PartitionParameters.BALANCED, List.of(first, second, first)));
        assertEquals("[documents] must have different ids, but was [1] twice", e.getMessage());
    }

    public void testNoDocuments() {
        Partition partition = run(PartitionParameters.PKU2007, List.of());
        assertEquals(List.of(), partition.groups());
        assertEquals(0, partition.counts().documents());
    }

    public void testLabelsMatchGreedyClustering() {
        for (int round = 0; round < 50; round++) {
            List<PartitionDocument> documents = randomPages();
            CandidateParameters rules = new CandidateParameters(
                    Mode.SETS, RandomNumbers.randomIntBetween(random(), 2, 20), Long.MAX_VALUE, 5, 100);
            RankedDocuments ranked = RankedDocuments.of(documents, PartitionParameters.PKU2007, site -> null);
            int[] originals = ranked.originals();
            PostingLists lists = new PostingLists(ranked, originals, rules.frequencyRule(documents.size()), false);
            int[] labels = SetCandidates.labels(ranked.size(), lists);
            Map<Integer, Set<String>> sets = new HashMap<>();
            for (int i = 0; i < labels.length; i++) {
                if (originals[i] == i) {
                    sets.computeIfAbsent(labels[i], label -> new TreeSet<>())
                            .add(ranked.document(i).id());
                }
            }
            List<Set<String>> gathered = new ReferencePartition(
                            new PartitionParameters(rules, SimilarityParameters.PKU2007, CanonicalRules.DEFAULT),
                            documents,
                            site -> null,
                            (a, b) -> false,
                            (a, b) -> false,
                            (a, b) -> false)
                    .gathered();
            assertEquals(new HashSet<>(gathered), new HashSet<>(sets.values()));
        }
    }

    public void testBoilerplateFingerprintsAreNotCandidates() {
        List<PartitionDocument> documents = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String site = i < 9 ? "a.example" : null;
            documents.add(new PartitionDocument(
                    "pages",
                    "page" + i,
                    site,
                    null,
                    new DocumentContent("menu\narticle " + i, "", 14, null, new long[] {7, 100 + i})));
        }
        SiteBoilerplate boilerplate = new SiteBoilerplate("a.example", List.of(), new long[] {7});
        long left = new InMemoryPartition(PartitionParameters.BALANCED, ComparisonMemory.UNLIMITED)
                .run(documents, site -> site == null ? null : boilerplate, NO_CHECK)
                .counts()
                .comparisons();
        assertEquals("only documents without the boilerplate have candidates", 1 + 2, left);
        long all = new InMemoryPartition(PartitionParameters.BALANCED, ComparisonMemory.UNLIMITED)
                .run(documents, site -> new SiteBoilerplate("a.example", List.of(), new long[] {}), NO_CHECK)
                .counts()
                .comparisons();
        assertTrue(all + " comparisons", all > left);
    }

    public void testCancellation() {
        IllegalStateException cancelled = new IllegalStateException("cancelled");
        InMemoryPartition partition = new InMemoryPartition(PartitionParameters.BALANCED, ComparisonMemory.UNLIMITED);
        assertSame(
                cancelled,
                expectThrows(
                        IllegalStateException.class,
                        () -> partition.run(randomPages(), site -> null, () -> {
                            throw cancelled;
                        })));
    }

    /** Equal reference documents are not grouped, and they are canonical regardless of the rules. */
    public void testReferenceDocumentsLeadAndAreCanonical() {
        String text = "the harbour was closed because of the storm\nships wait in the bay\nnobody was hurt";
        List<PartitionDocument> documents = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            documents.add(inIndex("reference", page("r" + i, text, "d")));
        }
        for (int i = 0; i < 20; i++) {
            documents.add(page("n" + i, i % 2 == 0 ? text : text + " today", i % 2 == 0 ? "d" : "e"));
        }
        documents.add(page("alone", "bees have found the garden on the roof\nthe mayor has bought a veil", "f"));
        PartitionParameters parameters = new PartitionParameters(
                        CandidateParameters.NEIGHBORS,
                        SimilarityParameters.BALANCED,
                        CanonicalRules.of(List.of(CanonicalRule.of("_length"))))
                .against(Set.of("reference"));
        Partition partition =
                new InMemoryPartition(parameters, ComparisonMemory.UNLIMITED).run(documents, site -> null, () -> {});
        assertEquals(21, partition.counts().documents());
        assertEquals(20, partition.duplicateCount());
        assertEquals(2, partition.groups().size());
        Group group = partition.groups().get(0);
        assertEquals(21, group.pages().size());
        assertEquals("reference", group.leader().index());
        group.pages().forEach(page -> assertSame(group.leader(), page.canonical()));
        assertEquals("alone", partition.groups().get(1).leader().id());
    }

    private static PartitionDocument inIndex(String index, PartitionDocument page) {
        return new PartitionDocument(
                index,
                page.id(),
                page.site(),
                page.url(),
                new DocumentContent(
                        page.content().text(),
                        page.content().title(),
                        page.content().length(),
                        page.content().digest(),
                        page.content().fingerprints()),
                page.canonicalFields(),
                MustAgreeKeys.NONE);
    }
}
