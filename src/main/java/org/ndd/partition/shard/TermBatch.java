package org.ndd.partition.shard;

import java.io.IOException;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/**
 * Some consecutive terms of one shard in ascending order, each with the number of documents that take part and the first of them in rank
 * order, where that was asked for with what keeps them apart. As long as was asked for at most, so that a cursor costs a bounded amount of
 * memory on both sides; where few documents take part, less than that, or nothing, so that it takes a bounded amount of work too.
 */
public final class TermBatch extends TermDocs {

    private BytesRef after;

    /** @param width fields that keep documents apart */
    TermBatch(int width) {
        super(width);
    }

    public TermBatch(StreamInput in) throws IOException {
        super(in);
        after = in.readOptional(StreamInput::readBytesRef);
    }

    /** Adds a term with its first documents, which must be in rank order. */
    void add(BytesRef term, int frequency, FirstDocs first, DocRows docsOfShard) {
        addTerm(BytesRef.deepCopyOf(term), frequency);
        for (int i = 0; i < first.size(); i++) {
            addDocument(docsOfShard, first.doc(i));
        }
    }

    /** Notes that the shard was looked at up to this term only. */
    void goOnAfter(BytesRef term) {
        after = BytesRef.deepCopyOf(term);
    }

    /** Whether the shard has no more terms after this batch. */
    public boolean last() {
        return after == null;
    }

    /** The term after which the next batch begins, which need not be in here; {@code null} where this is the last. */
    public BytesRef after() {
        return after;
    }

    /** Documents of the shard that take part and have the term. */
    public int frequency(int i) {
        return number(i);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeOptional(StreamOutput::writeBytesRef, after);
    }

    @Override
    public String toString() {
        return "TermBatch[" + size() + " terms" + (size() == 0 ? "" : " from " + term(0)) + ", after=" + after + "]";
    }
}
