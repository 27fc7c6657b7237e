package org.ndd.partition.node;

import java.io.IOException;
import org.apache.lucene.util.BytesRef;
import org.ndd.partition.shard.ShardService;
import org.ndd.partition.shard.TermBatch;
import org.ndd.partition.shard.TermDelivery;
import org.ndd.partition.shard.TermQuery;

/** Walks over the terms of one shard in batches. One batch is prefetched, so a slow reader does not delay others. */
final class TermCursor {

    private final int ordinal;
    private final ShardService shard;
    private TermQuery query;
    private TermBatch batch;
    private int position;
    private final Runnable ensureNotCancelled;
    private TermDelivery delivery;
    /** Number of postings that the shard reads when it gets the delivery. */
    private long toWalk;

    TermCursor(int ordinal, ShardService shard, TermQuery query, Runnable ensureNotCancelled) throws IOException {
        this.ordinal = ordinal;
        this.shard = shard;
        this.query = query;
        this.ensureNotCancelled = ensureNotCancelled;
        this.batch = shard.terms(query);
        skipEmpty();
        this.delivery = new TermDelivery(query.kind(), width());
    }

    int ordinal() {
        return ordinal;
    }

    ShardService shard() {
        return shard;
    }

    /** The current term; {@code null} at the end. */
    BytesRef term() {
        return position < batch.size() ? batch.term(position) : null;
    }

    /** Number of fields that keep documents apart. */
    int width() {
        return batch.docs().width();
    }

    int frequency() {
        return batch.frequency(position);
    }

    /** Adds the first documents of the current term. */
    void addTo(MergedHead head) {
        for (int row = batch.start(position); row < batch.end(position); row++) {
            head.add(batch.docs(), row);
        }
    }

    void advance() throws IOException {
        position++;
        skipEmpty();
    }

    /** If few documents take part, there may be many batches without a term. */
    private void skipEmpty() throws IOException {
        while (position == batch.size() && batch.last() == false) {
            ensureNotCancelled.run();
            query = query.after(batch.after());
            batch = shard.terms(query);
            position = 0;
        }
    }

    /**
     * Sends the shard the result for the current term; sends are batched.
     *
     * @param count number of documents of the head
     * @param whole whether these are all that count under the term, over all shards
     * @param common whether too many documents have the term
     */
    void deliver(int weight, MergedHead head, int count, boolean whole, boolean common) throws IOException {
        delivery.add(term(), weight, whole, common);
        for (int i = 0; i < count; i++) {
            delivery.addDocument(head.docs(), i);
        }
        toWalk += whole ? count : frequency();
        if (delivery.bytes() >= query.bytes() || toWalk >= query.work()) {
            flush();
        }
    }

    /** Sends the remaining results. */
    void flush() throws IOException {
        if (delivery.size() > 0) {
            shard.deliver(delivery);
            delivery = new TermDelivery(query.kind(), width());
            toWalk = 0;
        }
    }
}
