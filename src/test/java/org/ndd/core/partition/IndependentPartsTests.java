package org.ndd.core.partition;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.partition.Partition.Group;

/** The partitions of all parts are the partition of all documents. */
public class IndependentPartsTests extends LuceneTestCase {

    private static long[] keys(PartitionDocument document) {
        LongStream fingerprints = LongStream.of(document.content().fingerprints());
        return document.content().digest() == null
                ? fingerprints.toArray()
                : LongStream.concat(
                                fingerprints,
                                LongStream.of(document.content().digest().hashCode()))
                        .toArray();
    }

    private static Set<Group> groups(PartitionParameters parameters, List<PartitionDocument> documents) {
        return new HashSet<>(new InMemoryPartition(parameters, ComparisonMemory.UNLIMITED)
                .run(documents, site -> (SiteBoilerplate) null, () -> {})
                .groups());
    }

    public void testPartsYieldSameGroupsAsWhole() {
        int several = 0;
        for (int round = 0; round < 30; round++) {
            List<PartitionDocument> documents =
                    new TestPages(random()).make(RandomNumbers.randomIntBetween(random(), 10, 70));
            CandidateParameters mode =
                    RandomPicks.randomFrom(random(), List.of(CandidateParameters.NEIGHBORS, CandidateParameters.SETS));
            CandidateParameters candidates = new CandidateParameters(
                    mode.mode(),
                    RandomNumbers.randomIntBetween(random(), 2, 12),
                    random().nextBoolean() ? Long.MAX_VALUE : RandomNumbers.randomIntBetween(random(), 2, 6),
                    RandomNumbers.randomIntBetween(random(), 1, 2),
                    RandomNumbers.randomIntBetween(random(), 1, 9));
            PartitionParameters parameters = new PartitionParameters(
                    candidates,
                    random().nextBoolean() ? SimilarityParameters.BALANCED : SimilarityParameters.PKU2007,
                    CanonicalRules.DEFAULT);
            List<List<Integer>> parts = IndependentParts.of(
                    documents.stream().map(IndependentPartsTests::keys).toList());
            several += parts.size() > 1 ? 1 : 0;
            Set<Group> groups = new HashSet<>();
            List<Integer> seen = new ArrayList<>();
            for (List<Integer> part : parts) {
                seen.addAll(part);
                groups.addAll(
                        groups(parameters, part.stream().map(documents::get).toList()));
            }
            assertEquals(documents.size(), seen.size());
            assertEquals(documents.size(), new HashSet<>(seen).size());
            assertEquals(groups(parameters, documents), groups);
        }
        assertTrue("no round had several parts", several > 0);
    }

    public void testPartsAreTransitive() {
        List<long[]> keys = List.of(
                new long[] {1, 2}, new long[] {3}, new long[] {}, new long[] {4, -5}, new long[] {2, 4}, new long[] {
                    3, 7
                });
        assertEquals(List.of(List.of(0, 3, 4), List.of(1, 5), List.of(2)), IndependentParts.of(keys));
        assertEquals(List.of(), IndependentParts.of(List.of()));
    }
}
