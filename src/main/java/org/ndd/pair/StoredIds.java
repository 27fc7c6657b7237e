package org.ndd.pair;

import java.io.IOException;
import java.util.Collection;
import java.util.function.ObjIntConsumer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.fieldvisitor.FieldsVisitor;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.Uid;

/**
 * Reads ids and routings of the documents of one segment, and finds documents by id. Fastest in ascending order. Used by one thread at a
 * time.
 */
public final class StoredIds {

    private final LeafReader reader;
    private final StoredFields fields;

    public StoredIds(LeafReader reader) throws IOException {
        this.reader = reader;
        this.fields = reader.storedFields();
    }

    /**
     * The identity of a document in its index.
     *
     * @param id id of the document
     * @param routing routing with which it was indexed, or {@code null}
     */
    public record StoredId(String id, String routing) {}

    /** @param doc document number within the segment */
    public StoredId of(int doc) throws IOException {
        FieldsVisitor visitor = new FieldsVisitor(false);
        fields.document(doc, visitor);
        return new StoredId(visitor.id() == null ? docValue(doc) : visitor.id(), visitor.routing());
    }

    /** Returns the id from doc values, where Elasticsearch 9 may store it; {@code null} if it is not there. */
    private String docValue(int doc) throws IOException {
        BinaryDocValues ids = reader.getBinaryDocValues(IdFieldMapper.NAME);
        if (ids == null || ids.advanceExact(doc) == false) {
            return null;
        }
        BytesRef id = ids.binaryValue();
        return Uid.decodeId(id.bytes, id.offset, id.length);
    }

    /**
     * Passes the documents of a segment that have one of the given ids to a sink, by id and number in the segment, including deleted and
     * nested ones.
     */
    public static void forEach(LeafReader leaf, Collection<String> ids, ObjIntConsumer<String> sink)
            throws IOException {
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
                    sink.accept(id, doc);
                }
            }
        }
    }
}
