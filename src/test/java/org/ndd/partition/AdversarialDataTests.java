package org.ndd.partition;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.test.ESIntegTestCase;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.partition.PartitionParameters;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;

/**
 * Small adversarial collections: each has the same groups as the in-memory partition, with bounded work.
 * {@link AdversarialRunBench} is the same at full size, with time and memory. The base class checks that all memory is released.
 */
@ESIntegTestCase.ClusterScope(numDataNodes = 2, numClientNodes = 0, supportsDedicatedMasters = false)
public class AdversarialDataTests extends PartitionTestCase {

    private StepCounts run(AdversarialDocuments kind, int count, int chars) throws IOException {
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
        // More than the 1,000 documents that a fingerprint may have, also without those in which another fingerprint
        // took its bucket.
        StepCounts counts = run(AdversarialDocuments.ONE_FINGERPRINT, between(1400, 1600), 400);
        assertTrue("the fingerprint is common", counts.get(Count.COMMON_FINGERPRINTS) > 0);
        assertTrue("compared " + counts.get(Count.COMPARISONS), counts.get(Count.COMPARISONS) > 0);
        assertEquals(0, counts.get(Count.GROUPS));
    }

    public void testOneFingerprintBelowCommonLimit() throws IOException {
        StepCounts counts = run(AdversarialDocuments.ONE_FINGERPRINT, between(100, 300), 400);
        assertEquals(0, counts.get(Count.COMMON_FINGERPRINTS));
        assertTrue("documents are compared", counts.get(Count.COMPARISONS) > 0);
        assertEquals(0, counts.get(Count.GROUPS));
    }

    public void testIdenticalDocuments() throws IOException {
        int count = between(500, 1500);
        StepCounts counts = run(AdversarialDocuments.IDENTICAL, count, 1000);
        assertEquals(count - 1, counts.get(Count.EXACT_DUPLICATES));
        assertEquals("equal texts are not compared", 0, counts.get(Count.COMPARISONS));
        assertEquals(0, counts.get(Count.VERIFICATIONS));
        assertEquals(1, counts.get(Count.GROUPS));
    }

    public void testNearlyIdenticalDocuments() throws IOException {
        int count = between(1100, 1300);
        StepCounts counts = run(AdversarialDocuments.FLOOD, count, 900);
        assertTrue("nearly all fingerprints are common", counts.get(Count.COMMON_FINGERPRINTS) >= 13);
        assertEquals(1, counts.get(Count.GROUPS));
        assertEquals(count - 1, counts.get(Count.DUPLICATES));
    }

    public void testDocumentsWithSameBoilerplate() throws IOException {
        StepCounts counts = run(AdversarialDocuments.ONE_BOILERPLATE, between(100, 400), 2000);
        assertEquals("texts without boilerplate have nothing in common", 0, counts.get(Count.GROUPS));
    }

    public void testShuffledParagraphs() throws IOException {
        int count = between(10, 30);
        StepCounts counts = run(AdversarialDocuments.SHUFFLED, count, 50_000);
        assertEquals(1, counts.get(Count.GROUPS));
        assertEquals(count - 1, counts.get(Count.DUPLICATES));
    }

    public void testChainOfNeighbors() throws IOException {
        int count = between(200, 500);
        StepCounts counts = run(AdversarialDocuments.CHAIN, count, 1300);
        assertTrue("similarity is not transitive along the chain", counts.get(Count.GROUPS) > count / 20);
        assertTrue("neighbors are found", counts.get(Count.DUPLICATES) > count / 2);
    }

    public void testDocumentsWithoutText() throws IOException {
        int count = between(50, 500);
        StepCounts counts = run(AdversarialDocuments.WITHOUT_TEXT, count, 0);
        assertEquals(count, counts.get(Count.WITHOUT_FINGERPRINTS));
        assertEquals(
                "empty texts are not duplicates", 0, counts.get(Count.GROUPS) + counts.get(Count.EXACT_DUPLICATES));
    }
}
