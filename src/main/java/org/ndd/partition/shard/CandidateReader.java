package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.StoredFieldVisitor;
import org.elasticsearch.index.fielddata.IndexNumericFieldData;
import org.elasticsearch.index.fielddata.SortedNumericDoubleValues;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.mapper.Uid;
import org.ndd.config.DocumentFields;
import org.ndd.core.group.Rank;
import org.ndd.core.group.WinnerCandidate;
import org.ndd.core.group.WinnerRule;

/** Reads what winner rules look at, for members of groups only. */
public final class CandidateReader {

    private final IndexReader reader;
    private final String length;
    private final String url;
    private final List<Field> fields;

    /**
     * A field that a winner rule names.
     *
     * @param data its values
     * @param order of several values, the one that the rule prefers counts
     */
    public record Field(IndexNumericFieldData data, WinnerRule.Order order) {}

    public CandidateReader(IndexReader reader, DocumentFields target, List<Field> fields) {
        this.reader = reader;
        this.length = target.path(DocumentFields.LENGTH);
        this.url = target.path(DocumentFields.URL);
        this.fields = List.copyOf(fields);
    }

    WinnerCandidate read(int doc, String id, Ranks ranks) throws IOException {
        LeafReaderContext leaf = ShardRun.leaf(reader, doc);
        int leafDoc = doc - leaf.docBase;
        SortedNumericDocValues lengths = DocValues.getSortedNumeric(leaf.reader(), length);
        SortedSetDocValues urls = DocValues.getSortedSet(leaf.reader(), url);
        List<Double> values = new ArrayList<>(fields.size());
        for (Field field : fields) {
            values.add(value(field, leaf, leafDoc));
        }
        return new WinnerCandidate(
                id,
                new Rank(ranks.high(doc), ranks.low(doc)),
                lengths.advanceExact(leafDoc) ? lengths.nextValue() : 0,
                urls.advanceExact(leafDoc) ? urls.lookupOrd(urls.nextOrd()).utf8ToString() : null,
                values);
    }

    private static Double value(Field field, LeafReaderContext leaf, int leafDoc) throws IOException {
        SortedNumericDoubleValues values = field.data().load(leaf).getDoubleValues();
        if (values.advanceExact(leafDoc) == false) {
            return null;
        }
        double value = values.nextValue();
        for (int i = 1; field.order() == WinnerRule.Order.DESC && i < values.docValueCount(); i++) {
            value = values.nextValue();
        }
        return value;
    }

    /**
     * What names a document in its index.
     *
     * @param routing with which it was indexed, or {@code null}
     */
    record StoredId(String id, String routing) {}

    StoredId id(int doc) throws IOException {
        LeafReaderContext leaf = ShardRun.leaf(reader, doc);
        IdVisitor visitor = new IdVisitor();
        leaf.reader().storedFields().document(doc - leaf.docBase, visitor);
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
