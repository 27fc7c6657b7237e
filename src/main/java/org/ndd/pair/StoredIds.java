package org.ndd.pair;

import java.io.IOException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.index.StoredFields;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.mapper.Uid;

/** Reads what names the documents of one segment. Cheapest in ascending order; used by one thread at a time. */
public final class StoredIds {

    private final StoredFields fields;

    /** @param reader a segment */
    public StoredIds(LeafReader reader) throws IOException {
        this.fields = reader.storedFields();
    }

    /**
     * What names a document in its index.
     *
     * @param id its id
     * @param routing with which it was indexed, or {@code null}
     */
    public record StoredId(String id, String routing) {}

    /**
     * What names a document.
     *
     * @param doc document number within the segment
     */
    public StoredId of(int doc) throws IOException {
        IdVisitor visitor = new IdVisitor();
        fields.document(doc, visitor);
        return new StoredId(visitor.id, visitor.routing);
    }

    private static final class IdVisitor extends StoredFieldVisitor {

        private String id;
        private String routing;

        @Override
        public Status needsField(FieldInfo field) {
            boolean wanted = field.name.equals(IdFieldMapper.NAME) || field.name.equals(RoutingFieldMapper.NAME);
            return wanted ? Status.YES : Status.NO;
        }

        @Override
        public void binaryField(FieldInfo field, byte[] value) {
            id = Uid.decodeId(value);
        }

        @Override
        public void stringField(FieldInfo field, String value) {
            routing = value;
        }
    }
}
