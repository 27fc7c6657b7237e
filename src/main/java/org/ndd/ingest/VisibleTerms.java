package org.ndd.ingest;

import java.io.IOException;
import java.util.Collection;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/** Lists the values of an indexed field with few distinct values, such as versions. */
public final class VisibleTerms {

    private VisibleTerms() {}

    /**
     * Returns the terms of a field in documents that are neither deleted nor hidden from the user. Linear in the number of terms, and in
     * the number of documents before the first visible one of each term.
     */
    public static SortedSet<String> of(IndexReader reader, String field) throws IOException {
        SortedSet<String> visible = new TreeSet<>();
        for (LeafReaderContext leaf : reader.leaves()) {
            Terms terms = leaf.reader().terms(field);
            TermsEnum all = terms == null ? TermsEnum.EMPTY : terms.iterator();
            Bits live = leaf.reader().getLiveDocs();
            for (BytesRef term = all.next(); term != null; term = all.next()) {
                if (frequency(all, live, 1) > 0) {
                    visible.add(term.utf8ToString());
                }
            }
        }
        return visible;
    }

    /** Returns the number of visible documents of each term of {@link #of}. Linear in the number of documents that have them. */
    public static SortedMap<String, Long> count(IndexReader reader, String field, Collection<String> terms)
            throws IOException {
        SortedMap<String, Long> counts = new TreeMap<>();
        for (String term : terms) {
            long count = 0;
            for (LeafReaderContext leaf : reader.leaves()) {
                Terms all = leaf.reader().terms(field);
                TermsEnum dictionary = all == null ? TermsEnum.EMPTY : all.iterator();
                if (dictionary.seekExact(new BytesRef(term))) {
                    count += frequency(dictionary, leaf.reader().getLiveDocs(), Long.MAX_VALUE);
                }
            }
            counts.put(term, count);
        }
        return counts;
    }

    /**
     * Returns the number of documents of a term, counted up to {@code enough}. Documents that are deleted, or hidden from the user, are not
     * counted: they must not affect the result for other documents.
     */
    public static long frequency(TermsEnum term, Bits visible, long enough) throws IOException {
        if (visible == null) {
            return term.docFreq();
        }
        long count = 0;
        PostingsEnum docs = term.postings(null, PostingsEnum.NONE);
        while (count < enough && docs.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
            count += visible.get(docs.docID()) ? 1 : 0;
        }
        return count;
    }
}
