package org.ndd.lucene;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;

/**
 * Reads canonical texts of one segment. Uses only the given reader, so fields and documents that a wrapped reader hides (document- and
 * field-level security) stay hidden: a hidden field is read as no text.
 *
 * <p>Cheapest in ascending order of documents; going back is allowed and costs a new iterator. Used by one thread at a
 * time.
 */
public final class TextReader {

    private final LeafReader reader;
    private final String field;
    private BinaryDocValues values;

    /**
     * @param reader a segment
     * @param field full name of a {@code near_dup_text} field, such as {@code ndd.text}; a field that the segment lacks
     *     has no texts
     * @throws IllegalStateException if the field's doc values are of another kind
     */
    public TextReader(LeafReader reader, String field) throws IOException {
        this.reader = reader;
        this.field = field;
        this.values = DocValues.getBinary(reader, field);
    }

    /**
     * Returns the text of a document, or null if it has none. Does not check whether the document is deleted.
     *
     * @param doc document number within the segment
     */
    public String text(int doc) throws IOException {
        return find(doc) ? TextCodec.decode(values.binaryValue()) : null;
    }

    /**
     * Bytes of UTF-8 of the text of a document, 0 if it has none: no fewer than its code units. The text is fetched, but not
     * decompressed.
     *
     * @param doc document number within the segment
     */
    public int length(int doc) throws IOException {
        return find(doc) ? TextCodec.length(values.binaryValue()) : 0;
    }

    private boolean find(int doc) throws IOException {
        if (doc < values.docID()) {
            values = DocValues.getBinary(reader, field);
        }
        return values.advanceExact(doc);
    }
}
