package org.ndd.partition.shard;

import java.io.IOException;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.ndd.partition.shard.TermQuery.TermKind;

/**
 * The results of merging the terms of all shards, sent to one shard: terms of the shard in ascending order, each with a weight and with
 * documents of any shard in rank order.
 *
 * <p>For a digest these are the originals, one for each set of values of {@code must_agree}. For a fingerprint, they are the head of its
 * posting list, which is usually the whole list. A shard does not have to look up its documents of a whole list, which would take most of
 * the time.
 */
public final class TermDelivery extends TermDocs {

    private final TermKind kind;

    public TermDelivery(TermKind kind, int width) {
        super(width);
        this.kind = kind;
    }

    public TermDelivery(StreamInput in) throws IOException {
        super(in);
        kind = in.readEnum(TermKind.class);
    }

    /**
     * Starts a term; its documents follow with {@link #addDocument}.
     *
     * @param term is not copied
     * @param weight weight of a candidate that shares the term, 0 to 2^28
     * @param whole whether all documents that count for the term follow
     * @param common whether too many documents have the term
     */
    public void add(BytesRef term, int weight, boolean whole, boolean common) {
        addTerm(term, weight << 2 | (common ? 2 : 0) | (whole ? 1 : 0));
    }

    public TermKind kind() {
        return kind;
    }

    public int weight(int i) {
        return number(i) >> 2;
    }

    /** Whether too many documents have the term, so that fewer of them are examined. */
    public boolean isCommon(int i) {
        return (number(i) & 2) != 0;
    }

    /** Whether the documents of a term are all documents that count for it. */
    public boolean isWhole(int i) {
        return (number(i) & 1) != 0;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeEnum(kind);
    }
}
