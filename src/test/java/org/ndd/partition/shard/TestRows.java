package org.ndd.partition.shard;

import java.util.ArrayList;
import java.util.List;
import org.ndd.core.compare.MustAgreeKeys;

/** Rows of documents for tests. */
public final class TestRows implements DocRows {

    private final int width;
    private final List<RankedDoc> docs = new ArrayList<>();
    private final List<MustAgreeKeys> keys = new ArrayList<>();

    public TestRows(int width) {
        this.width = width;
    }

    /** Documents without fields that must agree. */
    public static TestRows of(RankedDoc... docs) {
        TestRows rows = new TestRows(0);
        for (RankedDoc doc : docs) {
            rows.add(doc, MustAgreeKeys.NONE);
        }
        return rows;
    }

    public void add(RankedDoc doc, MustAgreeKeys apart) {
        docs.add(doc);
        keys.add(apart);
    }

    public int size() {
        return docs.size();
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public long ref(long row) {
        return docs.get((int) row).ref();
    }

    @Override
    public long high(long row) {
        return docs.get((int) row).rank().high();
    }

    @Override
    public long low(long row) {
        return docs.get((int) row).rank().low();
    }

    @Override
    public long key(long row, int field) {
        return keys.get((int) row).toArray()[field];
    }
}
