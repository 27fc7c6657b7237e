package org.ndd.pair;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.fieldvisitor.LeafStoredFieldLoader;
import org.elasticsearch.index.fieldvisitor.StoredFieldLoader;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.Uid;

/** Reads what names the documents of one segment. Cheapest in ascending order; used by one thread at a time. */
public final class StoredIds {

    private final LeafReader reader;
    private final LeafStoredFieldLoader fields;

    /** @param reader a segment */
    public StoredIds(LeafReader reader) throws IOException {
        this.reader = reader;
        this.fields = StoredFieldLoader.create(false, Set.of()).getLoader(reader.getContext(), null);
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
        fields.advanceTo(doc);
        return new StoredId(fields.id() == null ? inColumn(doc) : fields.id(), fields.routing());
    }

    /** For an index that keeps ids in a column, which Elasticsearch 9 may; {@code null} if it does not. */
    private String inColumn(int doc) throws IOException {
        BinaryDocValues ids = reader.getBinaryDocValues(IdFieldMapper.NAME);
        if (ids == null || ids.advanceExact(doc) == false) {
            return null;
        }
        BytesRef id = ids.binaryValue();
        return Uid.decodeId(id.bytes, id.offset, id.length);
    }
}
