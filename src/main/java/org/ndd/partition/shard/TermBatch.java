package org.ndd.partition.shard;

import java.io.IOException;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.ndd.partition.shard.ShardTerms.FirstDocs;

/**
 * Consecutive terms of one shard in ascending order, each with the number of documents that take part and the first of them in rank order.
 * If the query requests it, the documents have their values of {@code must_agree}. The requested limits bound the length, and so the memory
 * of a cursor on both sides. If few documents take part, the batch is shorter or empty, so that its work is bounded too.
 */
public final class TermBatch extends TermDocs {

    private BytesRef after;

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

    /** Records that the shard was examined only up to this term. */
    void continueAfter(BytesRef term) {
        after = BytesRef.deepCopyOf(term);
    }

    /** Whether the shard has no terms after this batch. */
    public boolean last() {
        return after == null;
    }

    /** Returns the term after which the next batch starts, which need not be in this batch; {@code null} if this is the last batch. */
    public BytesRef after() {
        return after;
    }

    /** Returns the number of documents of the shard that take part and have the term. */
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
