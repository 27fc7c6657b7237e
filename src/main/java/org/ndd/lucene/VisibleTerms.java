package org.ndd.lucene;

import java.io.IOException;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/** Lists the values of an indexed field that few values are in, such as versions. */
public final class VisibleTerms {

    private VisibleTerms() {}

    /**
     * The terms of a field that are on a document which is neither deleted nor hidden from the user. Linear in the
     * number of terms, and in the documents before the first visible one of each.
     */
    public static SortedSet<String> of(IndexReader reader, String field) throws IOException {
        SortedSet<String> visible = new TreeSet<>();
        for (LeafReaderContext leaf : reader.leaves()) {
            Terms terms = leaf.reader().terms(field);
            TermsEnum all = terms == null ? TermsEnum.EMPTY : terms.iterator();
            Bits live = leaf.reader().getLiveDocs();
            for (BytesRef term = all.next(); term != null; term = all.next()) {
                if (isOnOne(all, live)) {
                    visible.add(term.utf8ToString());
                }
            }
        }
        return visible;
    }

    private static boolean isOnOne(TermsEnum term, Bits live) throws IOException {
        PostingsEnum docs = term.postings(null, PostingsEnum.NONE);
        for (int doc = docs.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = docs.nextDoc()) {
            if (live == null || live.get(doc)) {
                return true;
            }
        }
        return false;
    }
}
