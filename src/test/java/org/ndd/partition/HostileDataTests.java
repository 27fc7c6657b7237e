package org.ndd.partition;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.test.ESIntegTestCase;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.group.PartitionParameters;
import org.ndd.partition.shard.StepCounts;
import org.ndd.partition.shard.StepCounts.Count;

/**
 * Collections made to hurt, small: each ends with the groups of the partition in memory, and with no more work than its size allows. {@link
 * HostileRun} is the same at full size, with time and memory. That all memory is given back is what the base class looks at.
 */
@ESIntegTestCase.ClusterScope(numDataNodes = 2, numClientNodes = 0)
public class HostileDataTests extends PartitionTestCase {

    private StepCounts run(HostilePages kind, int count, int chars) throws IOException {
        TestCorpus corpus = new TestCorpus(random(), kind.pages(count, chars));
        List<String> expected =
                TestCorpus.lines(corpus.expected(PartitionParameters.BALANCED, FingerprintParameters.BALANCED, true));
        index(corpus, "hostile", between(1, 5), 0, FingerprintParameters.BALANCED);
        StepCounts counts =
                partition("hostile", "{\"windows\": " + between(1, 3) + "}").counts();
        assertEquals(expected, lines("hostile-ndd"));
        assertEquals(count, counts.get(Count.DOCUMENTS));
        long most = PartitionParameters.BALANCED.candidates().maxLeaders() * (long) count;
        assertTrue("compared " + counts.get(Count.COMPARISONS), counts.get(Count.COMPARISONS) <= most);
        assertTrue("verified " + counts.get(Count.VERIFICATIONS), counts.get(Count.VERIFICATIONS) <= 2L * count);
        return counts;
    }

    public void testOneFingerprintInEveryDocument() throws IOException {
        // More than the 1,000 documents that a fingerprint may be on, also without those where it lost its bucket to
        // another.
        StepCounts counts = run(HostilePages.ONE_FINGERPRINT, between(1400, 1600), 400);
        assertTrue("it says little", counts.get(Count.COMMON_FINGERPRINTS) > 0);
        assertTrue("compared " + counts.get(Count.COMPARISONS), counts.get(Count.COMPARISONS) > 0);
        assertEquals(0, counts.get(Count.GROUPS));
    }

    public void testOneFingerprintOnAsManyAsAreLookedAt() throws IOException {
        StepCounts counts = run(HostilePages.ONE_FINGERPRINT, between(100, 300), 400);
        assertEquals(0, counts.get(Count.COMMON_FINGERPRINTS));
        assertTrue("all are compared", counts.get(Count.COMPARISONS) > 0);
        assertEquals(0, counts.get(Count.GROUPS));
    }

    public void testIdenticalDocuments() throws IOException {
        int count = between(500, 1500);
        StepCounts counts = run(HostilePages.IDENTICAL, count, 1000);
        assertEquals(count - 1, counts.get(Count.EXACT_DUPLICATES));
        assertEquals("equal texts are not compared", 0, counts.get(Count.COMPARISONS));
        assertEquals(0, counts.get(Count.VERIFICATIONS));
        assertEquals(1, counts.get(Count.GROUPS));
    }

    public void testNearlyIdenticalDocuments() throws IOException {
        int count = between(1100, 1300);
        StepCounts counts = run(HostilePages.FLOOD, count, 900);
        assertTrue("nearly all that they have", counts.get(Count.COMMON_FINGERPRINTS) >= 13);
        assertEquals(1, counts.get(Count.GROUPS));
        assertEquals(count - 1, counts.get(Count.DUPLICATES));
    }

    public void testPagesOfOneBoilerplate() throws IOException {
        StepCounts counts = run(HostilePages.ONE_BOILERPLATE, between(100, 400), 2000);
        assertEquals("what is left of them has nothing in common", 0, counts.get(Count.GROUPS));
    }

    public void testTextsThatShareEverythingButOrder() throws IOException {
        int count = between(10, 30);
        StepCounts counts = run(HostilePages.SHUFFLED, count, 50_000);
        assertEquals(1, counts.get(Count.GROUPS));
        assertEquals(count - 1, counts.get(Count.DUPLICATES));
    }

    public void testChainOfNeighbours() throws IOException {
        int count = between(200, 500);
        StepCounts counts = run(HostilePages.CHAIN, count, 1300);
        assertTrue("nothing runs along the chain", counts.get(Count.GROUPS) > count / 20);
        assertTrue("neighbours are found", counts.get(Count.DUPLICATES) > count / 2);
    }

    public void testDocumentsWithoutText() throws IOException {
        int count = between(50, 500);
        StepCounts counts = run(HostilePages.WITHOUT_TEXT, count, 0);
        assertEquals(count, counts.get(Count.WITHOUT_FINGERPRINTS));
        assertEquals("nothing is nobody's duplicate", 0, counts.get(Count.GROUPS) + counts.get(Count.EXACT_DUPLICATES));
    }
}
