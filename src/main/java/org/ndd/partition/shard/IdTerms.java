package org.ndd.partition.shard;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.Uid;

/**
 * Reads ids from the dictionary of a segment, at about one million per second; reading an id from a stored field takes about ten
 * microseconds.
 */
final class IdTerms {

    private IdTerms() {}

    interface Sink {

        void accept(int doc, String id) throws IOException;
    }

    /** Passes documents of a segment to a sink, in order of their encoded ids; the check is executed once per id. */
    static void forEach(LeafReaderContext leaf, FixedBitSet docs, PeriodicCheck check, Sink sink) throws IOException {
        Terms ids = leaf.reader().terms(IdFieldMapper.NAME);
        if (ids == null) {
            return;
        }
        TermsEnum terms = ids.iterator();
        PostingsEnum postings = null;
        for (BytesRef id = terms.next(); id != null; id = terms.next()) {
            check.step();
            postings = terms.postings(postings, PostingsEnum.NONE);
            for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                if (docs.get(leaf.docBase + doc)) {
                    sink.accept(leaf.docBase + doc, Uid.decodeId(id.bytes, id.offset, id.length));
                }
            }
        }
    }
}
