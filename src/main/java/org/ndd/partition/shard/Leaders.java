package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.shard.ShardMethod.ShardClients;

/**
 * Stores the leader of each document of a shard. Documents of a reference lead, which needs no memory. Otherwise it needs 24 bytes per
 * document and 8 per field of {@code must_agree}, on the request circuit breaker. One thread writes, others read. Every access is
 * synchronized, so that a leader, its rank and its values of {@code must_agree} are consistent.
 */
final class Leaders implements Releasable {

    private final DocRows leaders;
    /** The same array if documents may follow others; {@code null} if all documents lead. */
    private final DocArray decided;

    private Leaders(DocRows leaders, DocArray decided) {
        this.leaders = leaders;
        this.decided = decided;
    }

    static Leaders of(PinnedShard pinned) {
        if (pinned.isOfReference()) {
            return new Leaders(pinned.docs(), null);
        }
        DocArray none = new DocArray(pinned.docs().width(), pinned.maxDoc(), pinned.bigArrays());
        for (int doc = 0; doc < pinned.maxDoc(); doc++) {
            none.clear(doc);
        }
        return new Leaders(none, none);
    }

    /** Sets the leader of a document to the document in a row. The leader of a leader is itself. */
    synchronized void decide(int doc, DocRows from, long row) {
        decided.set(doc, from, row);
    }

    synchronized void forget(int doc) {
        decided.clear(doc);
    }

    /** Returns the leader of a document; {@link DocRef#NONE} if it is not decided yet. */
    synchronized long ref(int doc) {
        return leaders.ref(doc);
    }

    /** Sets the leaders of a document's predecessors on this shard, up to an undecided one; returns whether all are decided. */
    synchronized boolean resolve(Predecessors predecessors, int doc, int shard) {
        for (long entry = predecessors.start(doc); entry < predecessors.end(doc); entry++) {
            long predecessor = predecessors.document(entry);
            if (DocRef.shard(predecessor) == shard && predecessors.resolved(entry) == false) {
                int row = DocRef.doc(predecessor);
                if (leaders.ref(row) == DocRef.NONE) {
                    return false;
                }
                predecessors.resolve(entry, leaders, row);
            }
        }
        return true;
    }

    /** Returns the leaders of documents, in the given order; {@link DocRef#NONE} for documents that are not decided yet. */
    synchronized DocList of(int[] docs) {
        DocList some = new DocList(leaders.width());
        some.reserve(docs.length);
        for (int doc : docs) {
            some.add(leaders, doc);
        }
        return some;
    }

    @Override
    public void close() {
        Releasables.close(decided);
    }

    /** Requests the leaders of documents of any shard, with one request per shard. */
    static final class KnownLeaders {

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
         * Returns the current leaders of decided documents of a shard, a row for each. An exact duplicate follows the leader of its
         * original. A leader may have joined another after the shard received it.
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
}
