package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;

/** Requests the leaders of documents of any shard, with one request per shard. */
final class KnownLeaders {

    private final long[] docs;
    private DocList leaders = new DocList(0);

    private KnownLeaders(long[] docs) {
        this.docs = docs;
    }

    /** @param refs documents, in any order, repetitions allowed */
    static KnownLeaders of(ShardClients peers, long[] refs) throws IOException {
        KnownLeaders known =
                new KnownLeaders(Arrays.stream(refs).sorted().distinct().toArray());
        for (long[] some : DocRef.byShard(known.docs, Integer.MAX_VALUE)) {
            known.add(peers.call(DocRef.shard(some[0]), ShardMethod.LEADERS, DocRef.docs(some)));
        }
        return known;
    }

    /**
     * Returns the current leaders of decided documents of a shard, a row for each. An exact duplicate follows the leader of its original. A
     * leader may have joined another after the shard received it.
     */
    static DocList current(ShardDecisions decisions, ShardClients peers, int[] docs) throws IOException {
        KnownLeaders ofOriginals = of(
                peers,
                Arrays.stream(docs)
                        .filter(decisions.exact()::get)
                        .mapToLong(decisions.leaders()::ref)
                        .toArray());
        long[] leaders = Arrays.stream(docs)
                .mapToLong(doc -> {
                    long leader = decisions.leaders().ref(doc);
                    return decisions.exact().get(doc) ? ofOriginals.leader(leader) : leader;
                })
                .toArray();
        KnownLeaders merged = of(peers, leaders);
        DocList rows = new DocList(merged.leaders.width());
        for (long leader : leaders) {
            rows.add(merged.leaders, merged.row(leader));
        }
        return rows;
    }

    private void add(DocList some) {
        if (leaders.size() == 0) {
            leaders = new DocList(some.width());
            leaders.reserve(docs.length);
        }
        for (int i = 0; i < some.size(); i++) {
            leaders.add(some, i);
        }
    }

    /** Returns the leader of a requested document; {@link DocRef#NONE} if it is not decided yet. */
    long leader(long ref) {
        return leaders.ref(row(ref));
    }

    /** Whether the values of {@code must_agree} of a document and of a requested document's leader differ. */
    boolean disagrees(DocRows docs, long row, long ref) {
        return docs.disagree(row, leaders, row(ref));
    }

    private int row(long ref) {
        return Arrays.binarySearch(docs, ref);
    }

    /** Sets the leader of a predecessor; returns false if it is not decided yet. */
    boolean resolve(Predecessors predecessors, long entry) {
        int row = row(predecessors.document(entry));
        if (leaders.ref(row) == DocRef.NONE) {
            return false;
        }
        predecessors.resolve(entry, leaders, row);
        return true;
    }
}
