package org.ndd.partition.shard;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;

/**
 * Decisions of a shard that were made by comparison and are not stored yet. Documents are named by rank, which is the same on every copy of
 * a shard. Accepts no decisions after {@value #MAX_BYTES} bytes are reached; those decisions are not stored, and are made again after a
 * failure.
 */
final class DecisionLog {

    /** 8,000 decisions of documents that follow another, 15,000 of others. */
    static final int MAX_BYTES = 256 << 10;

    private BytesStreamOutput log = new BytesStreamOutput();

    synchronized void add(long high, long low, Decision decision) {
        if (log.size() >= MAX_BYTES) {
            return;
        }
        try {
            log.writeLong(high);
            log.writeLong(low);
            decision.writeTo(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    synchronized boolean isFull() {
        return log.size() >= MAX_BYTES / 2;
    }

    /** Removes and returns the content. */
    synchronized BytesReference take() {
        BytesReference taken = log.bytes();
        log = new BytesStreamOutput();
        return taken;
    }
}
