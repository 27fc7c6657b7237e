package org.ndd.partition.node;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;
import org.ndd.partition.shard.ShardService;
import org.ndd.partition.shard.TermBatch;
import org.ndd.partition.shard.TermDelivery;
import org.ndd.partition.shard.TermQuery;

/** Walks over the terms of one shard in batches. One batch is prefetched, so a slow reader does not delay others. */
class TermCursor {

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
        this(ordinal, shard, query, ensureNotCancelled, shard.terms(query));
        skipEmpty();
        this.delivery = new TermDelivery(query.kind(), width());
    }

    /** A cursor with its first batch. */
    TermCursor(int ordinal, ShardService shard, TermQuery query, Runnable ensureNotCancelled, TermBatch batch) {
        this.ordinal = ordinal;
        this.shard = shard;
        this.query = query;
        this.ensureNotCancelled = ensureNotCancelled;
        this.batch = batch;
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

    TermQuery query() {
        return query;
    }

    /** The terms that were received and not passed yet, the current one first. */
    List<BytesRef> received() {
        return IntStream.range(position, batch.size()).mapToObj(batch::term).toList();
    }

    /** Whether the shard has no more terms than those received. */
    boolean isLast() {
        return batch.last();
    }

    /** The last term that the shard examined for the batch; {@code null} if the batch is its last. */
    BytesRef after() {
        return batch.after();
    }

    /** Continues with another batch. */
    void receive(TermBatch next) {
        ensureNotCancelled.run();
        batch = next;
        position = 0;
    }

    /** Passes the terms below one. */
    void skipTo(BytesRef term) {
        while (position < batch.size() && term().compareTo(term) < 0) {
            position++;
        }
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
            query = query.after(batch.after());
            receive(shard.terms(query));
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
        if (delivery.bytes() >= query.limits().bytes()
                || toWalk >= query.limits().work()) {
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
