package org.ndd.partition.shard;

import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;

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
}
