package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.Rank;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.RankedDoc;
import org.ndd.partition.shard.PinnedShard.ShardDocs;

/** Rows are equal in all representations, and sorted by rank on request. */
public class DocRowsTests extends ESTestCase {

    /** Few distinct ranks, including negative ones, so that ties and the unsigned order matter. */
    private static TestRows randomRows(int count) {
        TestRows rows = new TestRows(between(0, 3));
        for (int i = 0; i < count; i++) {
            long ref = rarely() ? DocRef.NONE : DocRef.of(between(0, 9), between(0, 1 << 20));
            Rank rank = new Rank((long) between(0, 7) << 61, between(-3, 3));
            rows.add(new RankedDoc(ref, rank), randomKeys(rows.width()));
        }
        return rows;
    }

    private static MustAgreeKeys randomKeys(int width) {
        return MustAgreeKeys.of(random().longs(width, -1, 2).toArray());
    }

    private static void assertRow(DocRows expected, int expectedRow, DocRows rows, int row) {
        assertEquals(expected.doc(expectedRow), rows.doc(row));
        assertEquals(expected.keys(expectedRow), rows.keys(row));
    }

    private static DocList list(TestRows rows) {
        DocList list = new DocList(rows.width());
        IntStream.range(0, rows.size()).forEach(row -> list.add(rows, row));
        return list;
    }

    public void testList() throws IOException {
        TestRows rows = randomRows(between(0, 200));
        DocList list = list(rows);
        assertEquals(rows.size(), list.size());
        assertEquals(24 + 8 * rows.width(), list.rowBytes());
        BytesStreamOutput out = new BytesStreamOutput();
        list.writeTo(out);
        try (StreamInput in = out.bytes().streamInput()) {
            DocList copy = new DocList(in);
            assertEquals("all bytes are read", 0, in.available());
            assertEquals(list, copy);
            assertEquals(list.hashCode(), copy.hashCode());
            for (int row = 0; row < rows.size(); row++) {
                assertRow(rows, row, copy, row);
            }
            if (rows.size() > 0) {
                copy.truncate(rows.size() - 1);
                assertNotEquals(list, copy);
            }
        }
    }

    public void testSortsByRankThenPosition() {
        TestRows rows = randomRows(between(0, 500));
        DocList list = list(rows);
        list.sort();
        List<Integer> expected =
                new ArrayList<>(IntStream.range(0, rows.size()).boxed().toList());
        expected.sort(Comparator.comparing((Integer row) -> rows.doc(row)));
        for (int row = 0; row < rows.size(); row++) {
            assertEquals(rows.doc(expected.get(row)), list.doc(row));
        }
        int kept = between(0, rows.size());
        list.truncate(kept);
        assertEquals(kept, list.size());
    }

    /** Sorting moves the keys together with their documents. */
    public void testSortMovesKeys() {
        TestRows rows = new TestRows(2);
        int count = between(1, 100);
        for (int doc = 0; doc < count; doc++) {
            rows.add(new RankedDoc(doc, new Rank(randomLong(), randomLong())), MustAgreeKeys.of(doc, -doc));
        }
        DocList list = list(rows);
        list.sort();
        for (int row = 0; row < count; row++) {
            assertEquals(MustAgreeKeys.of(list.ref(row), -list.ref(row)), list.keys(row));
        }
    }

    public void testArray() {
        TestRows rows = randomRows(between(1, 200));
        try (DocArray array = new DocArray(rows.width(), between(0, 10), TestShards.bigArrays())) {
            array.grow(2L * rows.size());
            for (int row = 0; row < rows.size(); row++) {
                array.set(2L * row, rows, row);
                array.set(2L * row + 1, rows.doc(row), rows.keys(row));
            }
            for (int row = 0; row < rows.size(); row++) {
                assertRow(rows, row, array, 2 * row);
                assertRow(rows, row, array, 2 * row + 1);
            }
            array.clear(0);
            assertEquals(DocRef.NONE, array.ref(0));
            assertRow(rows, 0, array, 1);
        }
    }

    public void testShardDocs() {
        TestRows rows = new TestRows(between(0, 3));
        int shard = between(0, 9);
        int maxDoc = between(1, 200);
        try (ShardDocs docs = new ShardDocs(shard, maxDoc, rows.width(), TestShards.bigArrays())) {
            assertEquals(MustAgreeKeys.of(new long[rows.width()]), docs.keys(maxDoc - 1));
            for (int doc = 0; doc < maxDoc; doc++) {
                rows.add(
                        new RankedDoc(DocRef.of(shard, doc), new Rank(between(0, 9), randomLong())),
                        randomKeys(rows.width()));
                docs.rank(doc, rows.doc(doc).rank());
                docs.keys(doc, rows.keys(doc));
            }
            for (int doc = 0; doc < maxDoc; doc++) {
                int other = between(0, maxDoc - 1);
                assertRow(rows, doc, docs, doc);
                assertEquals(
                        Integer.signum(rows.doc(doc).compareTo(rows.doc(other))),
                        Integer.signum(docs.compare(doc, other)));
                assertEquals(rows.keys(doc).disagreesWith(rows.keys(other)), docs.disagree(doc, rows, other));
            }
        }
    }
}
