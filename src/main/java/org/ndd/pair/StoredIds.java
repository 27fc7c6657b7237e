package org.ndd.pair;

import java.io.IOException;
import java.util.Collection;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.mapper.Uid;

/** Reads what names the documents of one segment, and looks documents up by it. Cheapest in ascending order; used by one thread at a time. */
public final class StoredIds {

    private final LeafReader reader;
    private final StoredFields fields;

    /** @param reader a segment */
    public StoredIds(LeafReader reader) throws IOException {
        this.reader = reader;
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
        return new StoredId(visitor.id == null ? inColumn(doc) : visitor.id, visitor.routing);
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
