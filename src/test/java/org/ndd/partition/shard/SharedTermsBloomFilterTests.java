package org.ndd.partition.shard;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.group.CandidateParameters;
import org.ndd.partition.plan.TermQuery;
import org.ndd.partition.plan.TermQuery.TermKind;
import org.ndd.partition.shard.CandidateCollector.SharedTermsBloomFilter;
import org.ndd.partition.shard.ShardDecisions.Window;
import org.ndd.partition.shard.TermDocs.TermBatch;
import org.ndd.partition.shard.TermDocs.TermDelivery;
import org.ndd.partition.shard.TestShards.Page;

public class SharedTermsBloomFilterTests extends ESTestCase {

    private static final CandidateParameters NEIGHBORS = CandidateParameters.NEIGHBORS;

    /** Added terms are always found, and very few others. */
    public void testFewFalsePositives() {
        int postings = between(0, 5000);
        try (SharedTermsBloomFilter shared = new SharedTermsBloomFilter(postings, BigArrays.NON_RECYCLING_INSTANCE)) {
            Set<BytesRef> added = new HashSet<>();
            for (int i = 0; i < postings / 10; i++) {
                added.add(new BytesRef(randomAlphaOfLength(12)));
            }
            added.forEach(shared::add);
            added.forEach(term -> assertTrue(shared.mightContain(term)));
            long wrong = IntStream.range(0, 1000)
                    .mapToObj(i -> new BytesRef("other" + i))
                    .filter(shared::mightContain)
                    .count();
            assertTrue(wrong + " of 1000", wrong < 150);
        }
    }

    private static List<String> terms(ShardRun shard) throws Exception {
        TermBatch batch = shard.terms(TermQuery.of(TermKind.FINGERPRINT, new BytesRef("p"), 10));
        assertTrue(batch.last());
        return IntStream.range(0, batch.size())
                .mapToObj(i -> batch.term(i).utf8ToString())
                .toList();
    }

    /** The first of several windows reads all fingerprints; later windows skip fingerprints of only one document, and no others. */
    public void testLaterWindowsSkipUniqueTerms() throws Exception {
        Page page = new Page("1", "", null, null, List.of("pa", "pb", "pc"));
        Page other = new Page("2", "", null, null, List.of("pc", "pd"));
        try (TestShards shards = new TestShards()) {
            ShardRun shard = shards.add(random(), List.of(page, other));
            int windows = between(2, 5);
            for (int number = 0; number < windows; number++) {
                shard.beginWindow(new Window(number, windows), NEIGHBORS);
                List<String> all = List.of("pa", "pb", "pc", "pd");
                assertEquals(number == 0 ? all : List.of("pb", "pc"), terms(shard));
                TermDelivery delivery = new TermDelivery(TermKind.FINGERPRINT, 0);
                // pb is in another shard as well, and too common to have a head
                for (String term : number == 0 ? Arrays.asList("pb", "pc") : List.<String>of()) {
                    delivery.add(new BytesRef(term), 1, true, false);
                }
                shard.deliver(delivery);
                shard.decisions().endCandidates(() -> {});
            }
            shard.beginWindow(Window.ALL, NEIGHBORS);
            assertEquals(4, terms(shard).size());
        }
    }
}
