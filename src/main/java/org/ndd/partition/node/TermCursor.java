package org.ndd.partition.node;

import java.io.IOException;
import org.apache.lucene.util.BytesRef;
import org.ndd.partition.shard.DocRef;
import org.ndd.partition.shard.ShardAccess;
import org.ndd.partition.shard.TermDelivery;
import org.ndd.partition.shard.TermPage;
import org.ndd.partition.shard.TermQuery;

/** Walks over the terms of one shard, a page at a time: one page is in flight, so a slow reader holds nothing up. */
final class TermCursor {

    private final int ordinal;
    private final ShardAccess shard;
    private TermQuery query;
    private TermPage page;
    private int position;
    private final Runnable ensureNotCancelled;
    private TermDelivery delivery;
    /** Postings that the shard walks over when it gets the delivery. */
    private long toWalk;

    TermCursor(int ordinal, ShardAccess shard, TermQuery query, Runnable ensureNotCancelled) throws IOException {
        this.ordinal = ordinal;
        this.shard = shard;
        this.query = query;
        this.ensureNotCancelled = ensureNotCancelled;
        this.page = shard.terms(query);
        skipEmpty();
        this.delivery = new TermDelivery(query.kind(), width());
    }

    int ordinal() {
        return ordinal;
    }

    ShardAccess shard() {
        return shard;
    }

    /** The current term; {@code null} at the end. */
    BytesRef term() {
        return position < page.size() ? page.term(position) : null;
    }

    /** Fields that keep documents apart. */
    int width() {
        return page.keys().width();
    }

    int frequency() {
        return page.frequency(position);
    }

    /** Adds the lowest documents of the current term. */
    void addTo(MergedHead head) {
        for (int entry = page.start(position); entry < page.end(position); entry++) {
            head.add(DocRef.of(ordinal, page.doc(entry)), page.high(entry), page.low(entry), page.keys(), entry);
        }
    }

    void advance() throws IOException {
        position++;
        skipEmpty();
    }

    /** Where few documents take part, there may be many pages without a term. */
    private void skipEmpty() throws IOException {
        while (position == page.size() && page.last() == false) {
            ensureNotCancelled.run();
            query = query.after(page.after());
            page = shard.terms(query);
            position = 0;
        }
    }

    /** Tells the shard, sooner or later, what was found about the current term. */
    void deliver(int weight, MergedHead head, int count) throws IOException {
        delivery.addTerm(term(), weight);
        for (int i = 0; i < count; i++) {
            delivery.addDocument(head.ref(i), head.high(i), head.low(i), head.keys(), i);
        }
        toWalk += frequency();
        if (delivery.bytes() >= query.bytes() || toWalk >= query.work()) {
            flush();
        }
    }

    /** Sends what is still to be told. */
    void flush() throws IOException {
        if (delivery.size() > 0) {
            shard.deliver(delivery);
            delivery = new TermDelivery(query.kind(), width());
            toWalk = 0;
        }
    }
}
