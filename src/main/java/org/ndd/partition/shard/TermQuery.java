package org.ndd.partition.shard;

import java.io.IOException;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * A request to a shard for its next terms.
 *
 * @param kind the field
 * @param prefix terms that start with this; empty for all
 * @param after the last term already seen, or {@code null} to begin
 * @param perTerm maximum number of documents returned per term, the lowest in rank; the frequency counts all
 * @param slice only terms whose hash falls in this slice, 0 to {@code slices} − 1
 * @param slices number of slices; 1 for all terms
 * @param work maximum number of terms and postings to examine, whether they count or not; a response rather has too few terms than comes
 *     late
 * @param bytes approximate maximum length of a response in bytes
 * @param keyed whether documents are returned with the values that keep them apart; for a digest then one for each set of values
 * @param list for kind {@link TermKind#LISTED}, the number of the list, see {@link PageLists}; otherwise 0
 */
public record TermQuery(
        TermKind kind,
        BytesRef prefix,
        BytesRef after,
        int perTerm,
        int slice,
        int slices,
        long work,
        long bytes,
        boolean keyed,
        int list)
        implements Writeable {

    /** Some tenths of a second. */
    public static final long MOST_WORK = 1 << 20;

    public static final long MOST_BYTES = 1 << 20;

    /** Requests as much as a response may contain. */
    public TermQuery(
            TermKind kind, BytesRef prefix, BytesRef after, int perTerm, int slice, int slices, boolean keyed) {
        this(kind, prefix, after, perTerm, slice, slices, MOST_WORK, MOST_BYTES, keyed, 0);
    }

    /** Requests documents without the values that keep them apart. */
    public TermQuery(TermKind kind, BytesRef prefix, BytesRef after, int perTerm, int slice, int slices) {
        this(kind, prefix, after, perTerm, slice, slices, false);
    }

    public TermQuery(StreamInput in) throws IOException {
        this(
                in.readEnum(TermKind.class),
                in.readBytesRef(),
                in.readBoolean() ? in.readBytesRef() : null,
                in.readVInt(),
                in.readVInt(),
                in.readVInt(),
                in.readVLong(),
                in.readVLong(),
                in.readBoolean(),
                in.readVInt());
    }

    /**
     * Requests the ids of documents on a list, one document each.
     *
     * @param after the last id already seen, or {@code null} to begin
     */
    public static TermQuery listed(int list, BytesRef after) {
        return new TermQuery(TermKind.LISTED, new BytesRef(), after, 0, 0, 1, MOST_WORK, MOST_BYTES, false, list);
    }

    /** The slice out of {@code slices} that a term belongs to: the same on every node. */
    public static int sliceOf(BytesRef term, int slices) {
        return slices == 1 ? 0 : Math.floorMod(StringHelper.murmurhash3_x86_32(term, 0x6e6464), slices);
    }

    /** The same query, continued after {@code term}. */
    public TermQuery after(BytesRef term) {
        return new TermQuery(kind, prefix, term, perTerm, slice, slices, work, bytes, keyed, list);
    }

    /** The same query, with other bounds. */
    public TermQuery within(long mostWork, long mostBytes) {
        return new TermQuery(kind, prefix, after, perTerm, slice, slices, mostWork, mostBytes, keyed, list);
    }

    boolean wants(BytesRef term) {
        return slices == 1 || sliceOf(term, slices) == slice;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeEnum(kind);
        out.writeBytesRef(prefix);
        out.writeBoolean(after != null);
        if (after != null) {
            out.writeBytesRef(after);
        }
        out.writeVInt(perTerm);
        out.writeVInt(slice);
        out.writeVInt(slices);
        out.writeVLong(work);
        out.writeVLong(bytes);
        out.writeBoolean(keyed);
        out.writeVInt(list);
    }
}
