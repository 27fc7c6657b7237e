package org.ndd.partition;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.test.ESIntegTestCase;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.partition.Partition;
import org.ndd.core.partition.PartitionParameters;
import org.ndd.partition.node.TermRanges;
import org.ndd.partition.plan.StepCounts.Count;

/** Several nodes merge ranges of terms concurrently, as in large runs. The groups equal those of the in-memory partition. */
@ESIntegTestCase.ClusterScope(numDataNodes = 3, numClientNodes = 0, supportsDedicatedMasters = false)
public class PartitionRangesTests extends PartitionTestCase {

    @Override
    protected Settings nodeSettings(int node, Settings other) {
        return Settings.builder()
                .put(super.nodeSettings(node, other))
                .put(TermRanges.MIN_DOCUMENTS.getKey(), 0)
                // thousands of ranges take time
                .put(
                        TermRanges.NARROW_DOCUMENTS.getKey(),
                        rarely() ? 0 : TermRanges.NARROW_DOCUMENTS.get(Settings.EMPTY))
                .build();
    }

    public void testEqualsInMemoryPartition() throws IOException {
        TestCorpus corpus = new TestCorpus(random(), between(50, 250));
        Partition partition = corpus.expected(PartitionParameters.BALANCED, FingerprintParameters.BALANCED, true);
        index(corpus, "pages", between(1, 6), between(0, 1), FingerprintParameters.BALANCED);
        PartitionReport report = partition("pages", randomFrom("{}", "{\"windows\": 3}"));
        assertEquals(TestCorpus.lines(partition), lines("pages-ndd"));
        assertEquals(partition.counts().comparisons(), report.counts().get(Count.COMPARISONS));
        long ranges = new TermRanges(internalCluster().getInstance(Settings.class))
                        .digests(1)
                        .size()
                + new TermRanges(internalCluster().getInstance(Settings.class))
                        .fingerprints(1, FingerprintParameters.BALANCED.scheme().format())
                        .size();
        assertTrue("terms are divided into ranges", ranges > 2);
        for (String phase : List.of("digests", "candidates")) {
            assertTrue(
                    phase,
                    report.progress().phases().stream()
                            .anyMatch(done -> done.name().equals(phase) && done.done() > 30));
        }
    }
}
