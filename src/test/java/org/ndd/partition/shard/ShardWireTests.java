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
import org.ndd.core.compare.ApartKeys;
import org.ndd.core.group.Group.Role;
import org.ndd.core.group.Rank;
import org.ndd.core.group.WinnerCandidate;
import org.ndd.partition.shard.StepCounts.Count;

/** What shards tell each other comes out as it went in. */
public class ShardWireTests extends ESTestCase {

    private static <T extends Writeable> T copy(T original, Writeable.Reader<T> reader) throws IOException {
        BytesReference bytes = bytes(original);
        try (StreamInput in = bytes.streamInput()) {
            T copy = reader.read(in);
            assertEquals("all is read", 0, in.available());
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

    public void testTermPage() throws IOException {
        KeyList keys = randomKeys(100);
        TermPage page = new TermPage(keys.width());
        try (Ranks ranks = new Ranks(0, 100, BigArrays.NON_RECYCLING_INSTANCE)) {
            for (int doc = 0; doc < 100; doc++) {
                ranks.set(doc, randomLong(), randomLong());
            }
            int terms = between(0, 200);
            for (int i = 0; i < terms; i++) {
                LowestRanks lowest = new LowestRanks(ranks, between(1, 20));
                int frequency = between(1, 40);
                for (int n = 0; n < frequency; n++) {
                    lowest.offer(between(0, 99));
                }
                lowest.sort();
                page.add(randomTerm(), frequency, lowest, keys);
            }
        }
        if (randomBoolean()) {
            page.goOnAfter(randomTerm());
        }
        TermPage copy = copy(page, TermPage::new);
        assertEquals(page.last(), copy.last());
        assertEquals(page.after(), copy.after());
        assertEquals(page.size(), copy.size());
        for (int i = 0; i < page.size(); i++) {
            assertEquals(page.term(i), copy.term(i));
            assertEquals(page.frequency(i), copy.frequency(i));
            assertEquals(page.start(i), copy.start(i));
            assertEquals(page.end(i), copy.end(i));
            for (int entry = page.start(i); entry < page.end(i); entry++) {
                assertEquals(page.doc(entry), copy.doc(entry));
                assertEquals(page.high(entry), copy.high(entry));
                assertEquals(page.low(entry), copy.low(entry));
            }
        }
    }

    private static KeyList randomKeys(int rows) {
        KeyList keys = new KeyList(between(0, 3));
        try (KeyArray array = new KeyArray(keys.width(), 1, BigArrays.NON_RECYCLING_INSTANCE)) {
            for (int row = 0; row < rows; row++) {
                array.set(0, ApartKeys.of(random().longs(keys.width()).toArray()));
                keys.set(row, array, 0);
            }
        }
        return keys;
    }

    public void testKeyList() throws IOException {
        KeyList keys = randomKeys(between(2, 50));
        KeyList copy = copy(keys, KeyList::new);
        assertEquals(keys, copy);
        assertEquals(keys.hashCode(), copy.hashCode());
        ApartKeys first = copy.keys(0);
        ApartKeys second = copy.keys(1);
        copy.swap(0, 1);
        assertEquals(List.of(second, first), List.of(copy.keys(0), copy.keys(1)));
        assertEquals(first.isApartFrom(second), keys.isApart(0, keys, 1));
        assertFalse(keys.isApart(0, copy, 1));
    }

    public void testTermDelivery() throws IOException {
        KeyList keys = randomKeys(10);
        TermDelivery delivery = new TermDelivery(randomFrom(TermKind.values()), keys.width());
        int terms = between(0, 200);
        long bytes = 0;
        for (int i = 0; i < terms; i++) {
            BytesRef term = randomTerm();
            delivery.addTerm(term, between(0, 1 << 20));
            bytes += term.length + 8;
            for (int n = between(0, 10); n > 0; n--) {
                delivery.addDocument(randomNonNegativeLong(), randomLong(), randomLong(), keys, between(0, 9));
                bytes += 24 + 8 * keys.width();
            }
        }
        assertEquals(bytes, delivery.bytes());
        TermDelivery copy = copy(delivery, TermDelivery::new);
        assertEquals(delivery.kind(), copy.kind());
        assertEquals(terms, copy.size());
        for (int i = 0; i < terms; i++) {
            assertEquals(delivery.term(i), copy.term(i));
            assertEquals(delivery.weight(i), copy.weight(i));
            assertEquals(delivery.start(i), copy.start(i));
            assertEquals(delivery.end(i), copy.end(i));
            for (int entry = delivery.start(i); entry < delivery.end(i); entry++) {
                assertEquals(delivery.ref(entry), copy.ref(entry));
                assertEquals(delivery.high(entry), copy.high(entry));
                assertEquals(delivery.low(entry), copy.low(entry));
                assertEquals(delivery.keys().keys(entry), copy.keys().keys(entry));
            }
        }
    }

    public void testADeliveryIsFullAtAMegabyte() {
        TermDelivery delivery = new TermDelivery(TermKind.FINGERPRINT);
        delivery.addTerm(new BytesRef("p"), 1);
        while (delivery.bytes() < 1 << 20) {
            delivery.addDocument(1, 2, 3);
        }
        assertTrue(delivery.bytes() >= 1 << 20);
        assertTrue(delivery.bytes() < (1 << 20) + 24);
    }

    public void testTermQuery() throws IOException {
        TermQuery query = new TermQuery(
                randomFrom(TermKind.values()),
                randomTerm(),
                randomBoolean() ? null : randomTerm(),
                between(1, 100),
                between(0, 7),
                between(1, 8),
                between(1, 1000),
                between(1, 1000),
                randomBoolean());
        assertEquals(query, copy(query, TermQuery::new));
        BytesRef after = randomTerm();
        assertEquals(after, query.after(after).after());
        assertEquals(query.keyed(), query.after(after).keyed());
        assertEquals(query.work(), query.after(after).work());
        assertEquals(query.bytes(), query.after(after).bytes());
    }

    public void testSlicesOfATerm() {
        for (int i = 0; i < 100; i++) {
            BytesRef term = randomTerm();
            int slices = between(1, 10);
            int slice = TermQuery.sliceOf(term, slices);
            assertTrue(slice >= 0 && slice < slices);
            assertEquals(slice, TermQuery.sliceOf(BytesRef.deepCopyOf(term), slices));
        }
        // nodes of one cluster have to agree
        assertEquals(2, TermQuery.sliceOf(new BytesRef("example.org"), 5));
    }

    public void testLeaderStates() throws IOException {
        int size = between(0, 50);
        LeaderStates states = new LeaderStates(
                random().longs(size).toArray(),
                random().longs(size).toArray(),
                random().longs(size).toArray(),
                randomKeys(size));
        LeaderStates copy = copy(states, LeaderStates::new);
        assertArrayEquals(states.refs(), copy.refs());
        assertArrayEquals(states.high(), copy.high());
        assertArrayEquals(states.low(), copy.low());
        assertEquals(states.keys(), copy.keys());
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
        SiteCounts sites = new SiteCounts(Map.of("a.example", 3L, "b.example", randomNonNegativeLong()));
        try (StreamInput in = bytes(sites).streamInput()) {
            assertEquals(sites, new SiteCounts(in));
        }
    }

    public void testMember() throws IOException {
        List<Double> fields = new ArrayList<>();
        for (int i = between(0, 3); i > 0; i--) {
            fields.add(randomBoolean() ? null : randomDouble());
        }
        WinnerCandidate candidate = new WinnerCandidate(
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
                randomBoolean() ? null : randomAlphaOfLength(5),
                new DocVersion(between(-2, 1000), between(0, 9)),
                candidate,
                randomKeys(1).keys(0));
        assertEquals(member, copy(member, Member::new));
    }
}
