package org.ndd.target;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.index.mapper.SourceFieldMapper;
import org.elasticsearch.xcontent.XContentType;

/** Reads sources of documents from a segment or shard. */
public final class SourceReader {

    private SourceReader() {}

    /**
     * Returns the source of a document, as the reader provides it. Linear in its length.
     *
     * @param stored of the reader; not thread-safe
     * @param doc document number
     * @return {@code null} if the document has no source
     */
    @Nullable
    @SuppressWarnings(
            "deprecation") // a stored source has no content type: Elasticsearch also detects it by the first bytes
    public static Map<String, Object> read(StoredFields stored, int doc) throws IOException {
        Visitor visitor = new Visitor();
        stored.document(doc, visitor);
        return visitor.source == null
                ? null
                : XContentHelper.convertToMap(new BytesArray(visitor.source), false, (XContentType) null)
                        .v2();
    }

    private static final class Visitor extends StoredFieldVisitor {

        private BytesRef source;

        @Override
        public Status needsField(FieldInfo field) {
            return field.name.equals(SourceFieldMapper.NAME) ? Status.YES : source == null ? Status.NO : Status.STOP;
        }

        @Override
        public void binaryField(FieldInfo field, byte[] value) {
            source = new BytesRef(value);
        }
    }
}
