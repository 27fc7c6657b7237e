package org.ndd.partition.shard;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * A request to a shard for some terms, most of which it may not have: its other terms cost nothing.
 *
 * @param query the documents that are requested of each term; its prefix and slice do not count
 * @param terms the terms, ascending
 */
public record TermLookup(TermQuery query, List<BytesRef> terms) implements Writeable {

    public TermLookup(StreamInput in) throws IOException {
        this(new TermQuery(in), in.readCollectionAsList(StreamInput::readBytesRef));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        query.writeTo(out);
        out.writeCollection(terms, StreamOutput::writeBytesRef);
    }
}
