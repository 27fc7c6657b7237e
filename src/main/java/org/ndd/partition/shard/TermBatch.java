package org.ndd.partition.shard;

import java.io.IOException;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/**
 * Some consecutive terms of one shard in ascending order, each with the number of documents that take part and the first of them in rank
 * order. If the query requests it, the documents have the values that keep them apart. At most as long as requested, so that a cursor costs
 * a bounded amount of memory on both sides. If few documents take part, the batch is shorter or empty, so that its work is bounded too.
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

    /** Records that the shard was examined up to this term only. */
    void continueAfter(BytesRef term) {
        after = BytesRef.deepCopyOf(term);
    }

    /** Whether the shard has no more terms after this batch. */
    public boolean last() {
        return after == null;
    }

    /** The term after which the next batch begins, which need not be in this batch; {@code null} if this is the last. */
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
