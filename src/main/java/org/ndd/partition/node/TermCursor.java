package org.ndd.partition.node;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;
import org.ndd.partition.node.TermMerge.MergedHead;
import org.ndd.partition.plan.TermQuery;
import org.ndd.partition.shard.ShardMethod;
import org.ndd.partition.shard.ShardMethod.ShardClients;
import org.ndd.partition.shard.TermDocs.TermBatch;
import org.ndd.partition.shard.TermDocs.TermDelivery;

/** Iterates over the terms of one shard in batches, and sends results of the merge to it. */
final class TermCursor {

    private final int ordinal;
    private final ShardClients peers;
    private TermQuery query;
    private TermBatch batch;
    private int position;
    private final Runnable ensureNotCancelled;
    private TermDelivery delivery;
    /** Number of postings that the shard reads when it receives the delivery. */
    private long toWalk;

    private TermCursor(int ordinal, ShardClients peers, TermQuery query, Runnable ensureNotCancelled) {
        this.ordinal = ordinal;
        this.peers = peers;
        this.query = query;
        this.ensureNotCancelled = ensureNotCancelled;
    }

    /** Creates a cursor over all terms of the query, and requests the first batch. */
    static TermCursor of(int ordinal, ShardClients peers, TermQuery query, Runnable ensureNotCancelled)
            throws IOException {
        TermCursor cursor = new TermCursor(ordinal, peers, query, ensureNotCancelled);
        cursor.batch = peers.call(ordinal, ShardMethod.TERMS, query);
        cursor.skipEmpty();
        cursor.delivery = new TermDelivery(query.kind(), cursor.width());
        return cursor;
    }

    /**
     * Creates a cursor over those terms of a shard of the reference that are looked up. Its other terms are not read, so the cost grows
     * with the source. Sends no results to the shard, because documents of a reference are not decided.
     */
    static TermCursor ofReference(int ordinal, ShardClients peers, TermQuery query, Runnable ensureNotCancelled) {
        return new TermCursor(ordinal, peers, query, ensureNotCancelled);
    }

    int ordinal() {
        return ordinal;
    }

    /** Returns the current term; {@code null} at the end. */
    BytesRef term() {
        return position < batch.size() ? batch.term(position) : null;
    }

    int width() {
        return batch.docs().width();
    }

    /** Returns the received terms that are not passed yet, the current one first. */
    List<BytesRef> received() {
        return IntStream.range(position, batch.size()).mapToObj(batch::term).toList();
    }

    boolean isLast() {
        return batch.last();
    }

    /** Looks up terms of a reference, all of them above the terms looked up earlier. */
    void lookUp(List<BytesRef> terms) throws IOException {
        query = query.withTerms(terms);
        request();
        skipEmpty();
    }

    /** Whether a shard of a reference has a term, one of the terms that were looked up. Calls must be in ascending order. */
    boolean has(BytesRef term) throws IOException {
        while (term() != null && term().compareTo(term) < 0) {
            advance();
        }
        return term() != null && term().bytesEquals(term);
    }

    int frequency() {
        return batch.frequency(position);
    }

    void addTo(MergedHead head) {
        for (int row = batch.start(position); row < batch.end(position); row++) {
            head.add(batch.docs(), row);
        }
    }

    void advance() throws IOException {
        position++;
        skipEmpty();
    }

    /** Requests batches until one has a term. If few documents take part, many batches may have none. */
    private void skipEmpty() throws IOException {
        while (position == batch.size() && batch.last() == false) {
            query = query.withAfter(batch.after());
            request();
        }
    }

    private void request() throws IOException {
        ensureNotCancelled.run();
        batch = peers.call(ordinal, ShardMethod.TERMS, query);
        position = 0;
    }

    /**
     * Adds the result for the current term to the delivery, and sends it when it is large.
     *
     * @param count number of documents of the head
     * @param whole whether these are all documents that count for the term, over all shards
     * @param common whether too many documents have the term
     */
    void deliver(int weight, MergedHead head, int count, boolean whole, boolean common) throws IOException {
        if (delivery == null) {
            return;
        }
        delivery.add(term(), weight, whole, common);
        for (int i = 0; i < count; i++) {
            delivery.addDocument(head.docs(), i);
        }
        toWalk += whole ? count : frequency();
        if (delivery.bytes() >= query.limits().bytes()
                || toWalk >= query.limits().work()) {
            flush();
        }
    }

    void flush() throws IOException {
        if (delivery.size() > 0) {
            peers.call(ordinal, ShardMethod.DELIVER, delivery);
            delivery = new TermDelivery(query.kind(), width());
            toWalk = 0;
        }
    }
}
