package org.ndd.target;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BytesRef;
import org.ndd.lucene.TextCodec;

/**
 * Reads canonical texts of one segment: those that are stored, and those that the source gives. Uses only the given reader, so fields and documents that a wrapped reader hides (document- and
 * field-level security) stay hidden: a hidden field is read as no text.
 *
 * <p>Cheapest in ascending order of documents; going back is allowed and costs a new iterator. Used by one thread at a
 * time.
 */
public final class TextReader {

    private final LeafReader reader;
    private final String field;
    private BinaryDocValues values;
    private SourceTexts sources;

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
        if (find(doc) == false) {
            return null;
        }
        BytesRef text = values.binaryValue();
        return TextCodec.isInSource(text) ? fromSource(doc) : TextCodec.decode(text);
    }

    /**
     * Bytes of UTF-8 of the text of a document, 0 if it has none: no fewer than its code units. A stored text is fetched, but not
     * decompressed.
     *
     * @param doc document number within the segment
     */
    public int length(int doc) throws IOException {
        if (find(doc) == false) {
            return 0;
        }
        BytesRef text = values.binaryValue();
        if (TextCodec.isInSource(text) == false) {
            return TextCodec.length(text);
        }
        String computed = fromSource(doc);
        return computed == null ? 0 : computed.getBytes(StandardCharsets.UTF_8).length;
    }

    private String fromSource(int doc) throws IOException {
        if (sources == null) {
            sources = new SourceTexts(reader);
        }
        return sources.text(doc);
    }

    private boolean find(int doc) throws IOException {
        if (doc < values.docID()) {
            values = DocValues.getBinary(reader, field);
        }
        return values.advanceExact(doc);
    }
}
