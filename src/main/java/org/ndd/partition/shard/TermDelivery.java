package org.ndd.partition.shard;

import java.io.IOException;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.ndd.partition.shard.TermQuery.TermKind;

/**
 * The results of merging the terms of all shards, sent back to one shard: terms that it has, in ascending order, each with a weight and
 * with documents of any shard in rank order. For a digest these are the originals, one for each set of values that keeps documents apart.
 * For a fingerprint, they are the head of its posting list, which is usually the whole list: then the shard need not look up which of its
 * documents have the term, which would take most of the time.
 */
public final class TermDelivery extends TermDocs {

    private final TermKind kind;

    /** @param width fields that keep documents apart */
    public TermDelivery(TermKind kind, int width) {
        super(width);
        this.kind = kind;
    }

    public TermDelivery(StreamInput in) throws IOException {
        super(in);
        kind = in.readEnum(TermKind.class);
    }

    /** The same for a term that is not too common. */
    public void add(BytesRef term, int weight, boolean whole) {
        add(term, weight, whole, false);
    }

    /**
     * Begins a term; its documents follow with {@link #addDocument}.
     *
     * @param term is not copied
     * @param weight weight, for a document, of another document that has the term too, as its candidate; 0 to 2^28
     * @param whole whether all documents that count under the term follow
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

    /** Whether too many documents have the term: then fewer of them are examined. */
    public boolean isCommon(int i) {
        return (number(i) & 2) != 0;
    }

    /** Whether the documents of a term are all that count under it. */
    public boolean isWhole(int i) {
        return (number(i) & 1) != 0;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeEnum(kind);
    }
}
