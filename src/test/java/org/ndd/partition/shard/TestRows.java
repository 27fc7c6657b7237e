package org.ndd.partition.shard;

import java.util.ArrayList;
import java.util.List;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.Rank;
import org.ndd.partition.plan.RankedDoc;

/** Rows of documents for tests. */
public final class TestRows extends DocRows {

    private final List<RankedDoc> docs = new ArrayList<>();
    private final List<MustAgreeKeys> keys = new ArrayList<>();

    public TestRows(int width) {
        super(width);
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
    public long ref(long row) {
        return docs.get((int) row).ref();
    }

    @Override
    long number(long row, int i) {
        Rank rank = docs.get((int) row).rank();
        return switch (i) {
            case 0 -> rank.high();
            case 1 -> rank.low();
            default -> keys.get((int) row).toArray()[i - 2];
        };
    }
}
