package org.ndd.core.partition;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.Rank;
import org.ndd.core.partition.Partition.Group;
import org.ndd.core.partition.Partition.Group.Page;

/** Partitions of documents that values keep apart. */
public class InMemoryPartitionMustAgreeTests extends InMemoryPartitionTestCase {

    public void testMustAgreeAppliesToCanonicalAndContainment() {
        int apartFromCanonical = 0;
        int grouped = 0;
        for (int round = 0; round < 30; round++) {
            for (Group group :
                    run(randomParameters(), randomPagesWithMustAgree()).groups()) {
                for (Page page : group.pages()) {
                    apartFromCanonical += page.document()
                                    .mustAgreeKeys()
                                    .disagreesWith(group.canonical().mustAgreeKeys())
                            ? 1
                            : 0;
                    assertFalse(page.document()
                            .mustAgreeKeys()
                            .disagreesWith(page.canonical().mustAgreeKeys()));
                    grouped += page.document() == page.canonical() ? 0 : 1;
                }
                for (Page page : group.contained()) {
                    assertFalse(page.document()
                            .mustAgreeKeys()
                            .disagreesWith(group.leader().mustAgreeKeys()));
                }
            }
        }
        assertTrue(
                "[" + apartFromCanonical + "] of [" + grouped + "]",
                0 < apartFromCanonical && apartFromCanonical < grouped);
    }

    public void testMustAgreeSeparatesEqualTexts() {
        String text = "one and the same description, word for word,\nof two packages";
        PartitionDocument a = page("a", text, "digest").withMustAgreeKeys(MustAgreeKeys.of(List.of(List.of("deb"))));
        PartitionDocument b = page("b", text, "digest").withMustAgreeKeys(MustAgreeKeys.of(List.of(List.of("rpm"))));
        PartitionDocument c = page("c", text, "digest").withMustAgreeKeys(MustAgreeKeys.of(List.of(List.of("rpm"))));
        Partition partition = run(PartitionParameters.BALANCED, List.of(a, b, c));
        assertEquals(2, partition.groups().size());
        assertEquals(1, partition.counts().exactDuplicates());
        assertEquals(0, partition.counts().comparisons());
        PartitionDocument none = page("d", text, "digest").withMustAgreeKeys(MustAgreeKeys.of(List.of(List.of())));
        partition = run(PartitionParameters.BALANCED, List.of(b, none));
        assertEquals(
                "compared, because it could join either group",
                0,
                partition.counts().exactDuplicates());
        assertEquals(1, partition.groups().size());
    }

    /** More documents differ in the field than the limits of list heads, predecessors and leaders allow. */
    public void testMustAgreeConflictsDoNotCountTowardsLimits() {
        for (PartitionParameters parameters : List.of(PartitionParameters.BALANCED, PartitionParameters.PKU2007)) {
            List<PartitionDocument> documents = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                documents.add(page("page" + i, boilerplate(i / 2), "digest" + i)
                        .withMustAgreeKeys(MustAgreeKeys.of(List.of(List.of("product" + i / 2)))));
            }
            Partition partition = run(parameters, documents);
            assertEquals(150, partition.counts().comparisons());
            assertEquals(0, partition.counts().skippedComparisons());
            assertEquals(150, partition.groups().size());
        }
    }

    public void testMustAgreeValuesPerDigestAreBounded() {
        List<PartitionDocument> documents = new ArrayList<>();
        List<String> ids = IntStream.range(0, 2 * CandidateParameters.DIGEST_KEYS + 2)
                .mapToObj(Integer::toString)
                .sorted(Comparator.comparing(Rank::of))
                .toList();
        for (int i = 0; i < ids.size(); i++) {
            documents.add(new PartitionDocument(
                    "pages",
                    ids.get(i),
                    null,
                    null,
                    new DocumentContent("one text", "", 8, "digest", new long[0]),
                    List.of(),
                    MustAgreeKeys.of(List.of(List.of("product" + i % (CandidateParameters.DIGEST_KEYS + 1))))));
        }
        Partition partition = run(PartitionParameters.BALANCED, documents);
        assertEquals(
                "all except those of the last values",
                CandidateParameters.DIGEST_KEYS,
                partition.counts().exactDuplicates());
    }
}
