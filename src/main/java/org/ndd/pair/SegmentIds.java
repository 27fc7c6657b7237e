package org.ndd.pair;

import java.io.IOException;
import java.util.Collection;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.Uid;

/** Looks documents up by their ids in the dictionary of a segment. */
public final class SegmentIds {

    private SegmentIds() {}

    /** Takes a document, by its number in the segment, with its id. */
    @FunctionalInterface
    public interface Sink {

        void accept(int doc, String id);
    }

    /** Passes the documents of a segment that have one of some ids to a sink, including deleted and nested ones. */
    public static void forEach(LeafReader leaf, Collection<String> ids, Sink sink) throws IOException {
        Terms terms = ids.isEmpty() ? null : leaf.terms(IdFieldMapper.NAME);
        if (terms == null) {
            return;
        }
        TermsEnum dictionary = terms.iterator();
        PostingsEnum postings = null;
        for (String id : ids) {
            if (dictionary.seekExact(Uid.encodeId(id))) {
                postings = dictionary.postings(postings, PostingsEnum.NONE);
                for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                    sink.accept(doc, id);
                }
            }
        }
    }
}
