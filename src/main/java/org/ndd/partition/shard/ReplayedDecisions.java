package org.ndd.partition.shard;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.LongLongHash;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.bulk.CloseOnFailure;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.Rank;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.RankedDoc;

/**
 * Stores decisions of an earlier attempt of the run about documents of a shard, by their ranks: 40 bytes and a hash slot per document, on
 * the request circuit breaker. Each has a hash of its basis, which is the data that it depends on.
 */
final class ReplayedDecisions implements Releasable {

    private static final Decision.Kind[] KINDS = Decision.Kind.values();

    /** Bits of the hash of a basis, which share a positive number with the kind of the decision. */
    static final int BASIS_BITS = 29;

    private LongLongHash ranks;
    /** Decisions as rows. The number of the document in the reference of a row has the basis and the ordinal of the decision's kind. */
    private DocArray decided;

    ReplayedDecisions(BigArrays bigArrays) {
        try (CloseOnFailure opened = new CloseOnFailure(this)) {
            ranks = new LongLongHash(64, bigArrays);
            decided = new DocArray(0, 64, bigArrays);
            opened.release();
        }
    }

    /** Adds the result of {@link DecisionLog#take}. */
    void add(BytesReference log) throws IOException {
        try (StreamInput in = log.streamInput()) {
            while (in.available() > 0) {
                long slot = ranks.add(in.readLong(), in.readLong());
                slot = slot < 0 ? -1 - slot : slot;
                int basis = in.readInt();
                Decision decision = Decision.readFrom(in);
                long ref = DocRef.of(
                        decision.shard(), basis * KINDS.length + decision.kind().ordinal());
                decided.grow(slot + 1);
                decided.set(slot, new RankedDoc(ref, new Rank(decision.high(), decision.low())), MustAgreeKeys.NONE);
            }
        }
    }

    /** Returns the decision about the document of a rank; {@code null} if there is none, or only one with another basis. */
    Decision of(long rankHigh, long rankLow, int basis) {
        long slot = ranks.find(rankHigh, rankLow);
        if (slot < 0 || DocRef.doc(decided.ref(slot)) / KINDS.length != basis) {
            return null;
        }
        long ref = decided.ref(slot);
        Decision.Kind kind = KINDS[DocRef.doc(ref) % KINDS.length];
        return new Decision(kind, DocRef.shard(ref), decided.high(slot), decided.low(slot));
    }

    @Override
    public void close() {
        Releasables.close(ranks, decided);
    }

    /**
     * Collects decisions of a shard that were made by comparison and are not stored yet. Documents are identified by rank, which is the
     * same on every copy of a shard. Accepts no decisions after {@value #MAX_BYTES} bytes are reached. These are not stored, and are made
     * again after a failure.
     */
    static final class DecisionLog {

        /** Maximum size in bytes: 6,800 decisions of documents that follow another, or 12,000 other decisions. */
        static final int MAX_BYTES = 256 << 10;

        private BytesStreamOutput log = new BytesStreamOutput();

        synchronized void add(long high, long low, Decision decision, int basis) {
            if (log.size() >= MAX_BYTES) {
                return;
            }
            try {
                log.writeLong(high);
                log.writeLong(low);
                log.writeInt(basis);
                decision.writeTo(log);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        synchronized boolean isFull() {
            return log.size() >= MAX_BYTES / 2;
        }

        synchronized BytesReference take() {
            BytesReference taken = log.bytes();
            log = new BytesStreamOutput();
            return taken;
        }
    }

    /**
     * The result of comparing a document with its candidates.
     *
     * @param kind whether it follows another document
     * @param shard ordinal of the other document's shard: documents of several indices may have the same id, and so the same rank; 0
     *     without another document
     * @param high upper half of the rank of the other document, 0 without another document
     * @param low lower half of that rank
     */
    record Decision(Kind kind, int shard, long high, long low) implements Writeable {

        static final Decision ALONE = new Decision(Kind.ALONE, 0, 0, 0);
        static final Decision LEADS = new Decision(Kind.LEADS, 0, 0, 0);

        enum Kind {
            /** The document has no candidates, and leads. */
            ALONE,
            /** The document is similar to none of its candidates, and leads. */
            LEADS,
            /** The document leads, and is contained in one of its candidates. */
            PART_OF,
            /** The document is similar to one of its candidates, and follows it. */
            FOLLOWS
        }

        static Decision readFrom(StreamInput in) throws IOException {
            Kind kind = in.readEnum(Kind.class);
            return switch (kind) {
                case ALONE -> ALONE;
                case LEADS -> LEADS;
                case PART_OF, FOLLOWS -> new Decision(kind, in.readVInt(), in.readLong(), in.readLong());
            };
        }

        boolean hasOther() {
            return kind == Kind.PART_OF || kind == Kind.FOLLOWS;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeEnum(kind);
            if (hasOther()) {
                out.writeVInt(shard);
                out.writeLong(high);
                out.writeLong(low);
            }
        }
    }
}
