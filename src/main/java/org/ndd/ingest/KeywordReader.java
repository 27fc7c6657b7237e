package org.ndd.ingest;

import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedSetDocValues;

/**
 * Reads a keyword field of one segment that has at most one value per document. Uses only the given reader, so a field hidden from the user
 * has no values. Fastest in ascending order of documents; a document before the previous one requires a new iterator. Used by one thread at
 * a time.
 */
public final class KeywordReader {

    private final LeafReader reader;
    private final String field;
    private SortedSetDocValues values;

    /**
     * @param reader reader of the segment
     * @param field full name of a field with doc values; a field that is missing in the segment has no values
     */
    public KeywordReader(LeafReader reader, String field) throws IOException {
        this.reader = reader;
        this.field = field;
        this.values = DocValues.getSortedSet(reader, field);
    }

    /** Returns the first value of a document, by its number in the segment, which may be deleted; null if it has none. */
    public String value(int doc) throws IOException {
        if (doc < values.docID()) {
            values = DocValues.getSortedSet(reader, field);
        }
        return values.advanceExact(doc) ? values.lookupOrd(values.nextOrd()).utf8ToString() : null;
    }
}
