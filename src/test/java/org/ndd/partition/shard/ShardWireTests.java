package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.CanonicalRule.CanonicalCandidate;
import org.ndd.core.group.Rank;
import org.ndd.core.group.Role;
import org.ndd.pair.CandidateReader.StoredDoc;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.RankedDoc;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.plan.TermQuery;
import org.ndd.partition.plan.TermQuery.TermKind;
import org.ndd.partition.shard.LeaderMerger.Bridges.Bridge;
import org.ndd.partition.shard.PinnedShard.ShardDocs;
import org.ndd.partition.shard.ShardDecisions.Window;
import org.ndd.partition.shard.ShardMethod.StoredPage;
import org.ndd.partition.shard.ShardTerms.FirstDocs;
import org.ndd.partition.shard.TermDocs.TermBatch;
import org.ndd.partition.shard.TermDocs.TermDelivery;

/** Serialization of the messages between shards. */
public class ShardWireTests extends ESTestCase {

    private static <T extends Writeable> T copy(T original, Writeable.Reader<T> reader) throws IOException {
        BytesReference bytes = bytes(original);
        try (StreamInput in = bytes.streamInput()) {
            T copy = reader.read(in);
            assertEquals("all bytes are read", 0, in.available());
            assertEquals("written again", bytes, bytes(copy));
            return copy;
        }
    }

    private static BytesReference bytes(Writeable original) throws IOException {
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            original.writeTo(out);
            return out.bytes();
        }
    }

    private static BytesRef randomTerm() {
        return new BytesRef(randomAlphaOfLengthBetween(0, 20));
    }

    private static TestRows randomRows(int count) {
        TestRows rows = new TestRows(between(0, 3));
        for (int row = 0; row < count; row++) {
            rows.add(randomDoc(), MustAgreeKeys.of(random().longs(rows.width()).toArray()));
        }
        return rows;
    }

    private static RankedDoc randomDoc() {
        return new RankedDoc(
                DocRef.of(between(0, 500), between(0, Integer.MAX_VALUE)), new Rank(randomLong(), randomLong()));
    }

    private static void assertTerms(TermDocs expected, TermDocs copy) {
        assertEquals(expected.size(), copy.size());
        assertEquals(expected.bytes(), copy.bytes());
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.term(i), copy.term(i));
            assertEquals(expected.number(i), copy.number(i));
            assertEquals(expected.start(i), copy.start(i));
            assertEquals(expected.end(i), copy.end(i));
        }
        assertEquals(expected.docs(), copy.docs());
    }

    public void testTermBatch() throws IOException {
        int width = between(0, 3);
        TermBatch batch = new TermBatch(between(0, width));
        List<Integer> frequencies = new ArrayList<>();
        try (ShardDocs docs = new ShardDocs(between(0, 9), 100, width, BigArrays.NON_RECYCLING_INSTANCE)) {
            for (int doc = 0; doc < 100; doc++) {
                docs.rank(doc, new Rank(randomLong(), randomLong()));
                docs.keys(doc, MustAgreeKeys.of(random().longs(width).toArray()));
            }
            int terms = between(0, 200);
            for (int i = 0; i < terms; i++) {
                FirstDocs first = new FirstDocs(docs, between(1, 20), false);
                frequencies.add(between(1, 40));
                for (int n = 0; n < frequencies.get(i); n++) {
                    first.offer(between(0, 99));
                }
                first.sort();
                batch.add(randomTerm(), frequencies.get(i), first, docs);
                assertEquals(first.size(), batch.end(i) - batch.start(i));
                for (int n = 0; n < first.size(); n++) {
                    assertEquals(docs.doc(first.doc(n)), batch.docs().doc(batch.start(i) + n));
                }
            }
        }
        if (randomBoolean()) {
            batch.continueAfter(randomTerm());
        }
        TermBatch copy = copy(batch, TermBatch::new);
        assertTerms(batch, copy);
        assertEquals(batch.last(), copy.last());
        assertEquals(batch.after(), copy.after());
        for (int i = 0; i < frequencies.size(); i++) {
            assertEquals((int) frequencies.get(i), copy.frequency(i));
        }
    }

    public void testTermDelivery() throws IOException {
        TestRows rows = randomRows(10);
        TermDelivery delivery = new TermDelivery(randomFrom(TermKind.values()), rows.width());
        int terms = between(0, 200);
        long bytes = 0;
        List<Boolean> whole = new ArrayList<>();
        for (int i = 0; i < terms; i++) {
            BytesRef term = randomTerm();
            int weight = between(0, 1 << 20);
            whole.add(randomBoolean());
            delivery.add(term, weight, whole.get(i), false);
            assertEquals(weight, delivery.weight(i));
            bytes += term.length + 16;
            for (int n = between(0, 10); n > 0; n--) {
                int row = between(0, 9);
                delivery.addDocument(rows, row);
                assertEquals(rows.doc(row), delivery.docs().doc(delivery.end(i) - 1));
                assertEquals(rows.keys(row), delivery.docs().keys(delivery.end(i) - 1));
                bytes += 24 + 8 * rows.width();
            }
        }
        assertEquals(bytes, delivery.bytes());
        TermDelivery copy = copy(delivery, TermDelivery::new);
        assertTerms(delivery, copy);
        assertEquals(delivery.kind(), copy.kind());
        for (int i = 0; i < terms; i++) {
            assertEquals(delivery.weight(i), copy.weight(i));
            assertEquals(whole.get(i), copy.isWhole(i));
        }
    }

    public void testBridges() throws IOException {
        List<Bridge.First> first = new ArrayList<>();
        for (int i = between(0, 4); i > 0; i--) {
            first.add(new Bridge.First(randomDoc(), randomBoolean()));
        }
        Bridge bridge = new Bridge(randomNonNegativeLong(), randomDoc(), MustAgreeKeys.of(1, 2), between(1, 9), first);
        assertEquals(bridge, copy(bridge, Bridge::new));
    }

    public void testDeliverySizeLimit() {
        TermDelivery delivery = new TermDelivery(TermKind.FINGERPRINT, 0);
        delivery.add(new BytesRef("p"), 1, true, false);
        DocRows row = TestRows.of(randomDoc());
        while (delivery.bytes() < 1 << 20) {
            delivery.addDocument(row, 0);
        }
        assertTrue(delivery.bytes() >= 1 << 20);
        assertTrue(delivery.bytes() < (1 << 20) + 24);
    }

    public void testTermQuery() throws IOException {
        TermQuery query = new TermQuery(
                randomFrom(TermKind.values()),
                randomTerm(),
                randomBoolean() ? null : randomTerm(),
                new TermQuery.Slice(
                        between(0, 7), between(1, 8), randomBoolean() ? null : List.of(randomTerm(), randomTerm())),
                new TermQuery.Limits(between(1, 100), between(1, 1000), between(1, 1000)),
                randomBoolean());
        assertEquals(query, copy(query, TermQuery::new));
        BytesRef after = randomTerm();
        assertEquals(after, query.withAfter(after).after());
        assertEquals(query.keyed(), query.withAfter(after).keyed());
        assertEquals(query.limits(), query.withAfter(after).limits());
        assertEquals(query.slice().number(), query.withAfter(after).slice().number());
        if (query.slice().terms() != null) {
            assertTrue(query.withAfter(after).slice().terms().stream().allMatch(term -> term.compareTo(after) > 0));
        }
    }

    public void testSliceOfTerm() {
        for (int i = 0; i < 100; i++) {
            BytesRef term = randomTerm();
            int slices = between(1, 10);
            int slice = TermQuery.sliceOf(term, slices);
            assertTrue(slice >= 0 && slice < slices);
            assertEquals(slice, TermQuery.sliceOf(BytesRef.deepCopyOf(term), slices));
        }
        // all nodes of a cluster must agree
        assertEquals(2, TermQuery.sliceOf(new BytesRef("example.org"), 5));
    }

    public void testStepCounts() throws IOException {
        StepCounts counts = new StepCounts();
        StepCounts more = new StepCounts();
        for (Count count : Count.values()) {
            counts.add(count, count.ordinal());
            more.add(count, 1000);
        }
        StepCounts copy = copy(counts, StepCounts::new);
        copy.add(more);
        copy.add(more);
        for (Count count : Count.values()) {
            assertEquals(count.ordinal(), counts.get(count));
            assertEquals(2000 + count.ordinal(), copy.get(count));
            assertEquals(1000, more.get(count));
        }
    }

    public void testOthers() throws IOException {
        Window window = new Window(between(0, 99), between(100, 65_536));
        assertEquals(window, copy(window, Window::new));
        StoredPage page = new StoredPage(
                randomUnicodeOfLength(50), randomUnicodeOfLength(5), randomBoolean() ? null : "a.example");
        assertEquals(page, copy(page, StoredPage::new));
        Map<String, Long> sites = Map.of("a.example", 3L, "b.example", randomNonNegativeLong());
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            ShardMethod.SITES.rpc().response().writer().write(out, sites);
            assertEquals(
                    sites,
                    ShardMethod.SITES.rpc().response().reader().read(out.bytes().streamInput()));
        }
    }

    public void testMember() throws IOException {
        List<Double> fields = new ArrayList<>();
        for (int i = between(0, 3); i > 0; i--) {
            fields.add(randomBoolean() ? null : randomDouble());
        }
        CanonicalCandidate candidate = new CanonicalCandidate(
                randomAlphaOfLength(5),
                new Rank(randomLong(), randomLong()),
                randomNonNegativeLong(),
                randomBoolean() ? null : "https://www.example.org/",
                fields);
        Member member = new Member(
                between(0, 1000),
                randomNonNegativeLong(),
                randomFrom(Role.values()),
                randomNonNegativeLong(),
                new StoredDoc(randomBoolean() ? null : randomAlphaOfLength(5), between(-2, 1000), between(0, 9)),
                candidate,
                randomRows(1).keys(0));
        assertEquals(member, copy(member, Member::new));
    }
}
