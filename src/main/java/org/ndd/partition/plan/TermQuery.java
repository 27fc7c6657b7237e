package org.ndd.partition.plan;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * Requests the next terms of a shard.
 *
 * @param prefix of the requested terms; empty for all
 * @param after the last term of the previous response, or {@code null} to start
 * @param slice selects terms with the prefix
 * @param keyed whether documents are returned with their values of {@code must_agree}; for a digest then one document for each set of
 *     values
 */
public record TermQuery(TermKind kind, BytesRef prefix, BytesRef after, Slice slice, Limits limits, boolean keyed)
        implements Writeable {

    /** Maximum number of terms and postings, examined in a few tenths of a second. */
    public static final long MAX_WORK = 1 << 20;

    public static final long MAX_BYTES = 1 << 20;

    /**
     * Selects the terms whose hash falls in one of several slices, or a list of terms. Of a list, a shard may have few terms; it does not
     * read its other terms.
     *
     * @param number from 0 to {@code count} − 1
     * @param count 1 for all terms
     * @param terms the only terms that are requested, ascending; {@code null} for all terms of the prefix
     */
    public record Slice(int number, int count, List<BytesRef> terms) {

        static final Slice ALL = new Slice(0, 1, null);

        /** Returns the same selection without terms up to {@code term}. */
        private Slice withAfter(BytesRef term) {
            return terms == null
                    ? this
                    : new Slice(
                            number,
                            count,
                            terms.stream()
                                    .filter(one -> one.compareTo(term) > 0)
                                    .toList());
        }

        public boolean has(BytesRef term) {
            return count == 1 || sliceOf(term, count) == number;
        }
    }

    /**
     * The limits of a response.
     *
     * @param perTerm maximum number of documents returned per term, the first in rank order; the frequency counts all
     * @param work maximum number of terms and postings to examine, including those that do not count; it bounds the time of a response
     * @param bytes approximate maximum length in bytes
     */
    public record Limits(int perTerm, long work, long bytes) {}

    /** Requests all terms with a prefix, up to the maximum of a response. */
    public static TermQuery of(TermKind kind, BytesRef prefix, int perTerm) {
        return new TermQuery(kind, prefix, null, Slice.ALL, new Limits(perTerm, MAX_WORK, MAX_BYTES), false);
    }

    public TermQuery(StreamInput in) throws IOException {
        this(
                in.readEnum(TermKind.class),
                in.readBytesRef(),
                in.readOptional(StreamInput::readBytesRef),
                new Slice(in.readVInt(), in.readVInt(), in.readOptionalCollectionAsList(StreamInput::readBytesRef)),
                new Limits(in.readVInt(), in.readVLong(), in.readVLong()),
                in.readBoolean());
    }

    /** Returns the slice of a term, 0 to {@code slices} − 1: the same on every node. */
    public static int sliceOf(BytesRef term, int slices) {
        return slices == 1 ? 0 : Math.floorMod(StringHelper.murmurhash3_x86_32(term, 0x6e6464), slices);
    }

    public TermQuery withAfter(BytesRef term) {
        return new TermQuery(kind, prefix, term, slice.withAfter(term), limits, keyed);
    }

    public TermQuery withSlice(Slice other) {
        return new TermQuery(kind, prefix, after, other, limits, keyed);
    }

    /** Returns the same query for only these terms, ascending. */
    public TermQuery withTerms(List<BytesRef> terms) {
        return withSlice(new Slice(0, 1, terms));
    }

    public TermQuery keyed(boolean withKeys) {
        return new TermQuery(kind, prefix, after, slice, limits, withKeys);
    }

    public TermQuery within(long mostWork, long mostBytes) {
        Limits other = new Limits(limits.perTerm(), mostWork, mostBytes);
        return new TermQuery(kind, prefix, after, slice, other, keyed);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeEnum(kind);
        out.writeBytesRef(prefix);
        out.writeOptional(StreamOutput::writeBytesRef, after);
        out.writeVInt(slice.number());
        out.writeVInt(slice.count());
        out.writeOptionalCollection(slice.terms(), StreamOutput::writeBytesRef);
        out.writeVInt(limits.perTerm());
        out.writeVLong(limits.work());
        out.writeVLong(limits.bytes());
        out.writeBoolean(keyed);
    }

    /** The indexed fields whose sorted terms are merged over all shards. */
    public enum TermKind {
        /** The families of a document, for the sample from which the boilerplate of a family is learned. */
        FAMILY("families"),
        /** The digest of the canonical text, for equal texts. */
        DIGEST("digest"),
        /** The fingerprints, for candidates. */
        FINGERPRINT("fingerprints");

        private final String suffix;

        TermKind(String suffix) {
            this.suffix = suffix;
        }

        /** Returns the index field of this kind under a target field such as {@code ndd}. */
        public String field(String target) {
            return target + "." + suffix;
        }
    }
}
