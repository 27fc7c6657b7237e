package org.ndd.pair;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedNumericDocValues;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.analysis.NamedAnalyzer;
import org.elasticsearch.index.fielddata.IndexFieldData;
import org.elasticsearch.index.fielddata.IndexNumericFieldData;
import org.elasticsearch.index.fielddata.IndexOrdinalsFieldData;
import org.elasticsearch.index.fielddata.SortedBinaryDocValues;
import org.elasticsearch.index.fielddata.SortedNumericDoubleValues;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.index.seqno.SequenceNumbers;
import org.ndd.config.DocumentFields;
import org.ndd.core.group.CanonicalRule;
import org.ndd.core.group.CanonicalRule.CanonicalCandidate;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.group.Rank;
import org.ndd.ingest.KeywordReader;
import org.ndd.pair.StoredIds.StoredId;

/** Reads the values that canonical document rules compare, only for members of groups. Reads a shard or a segment. */
public final class CandidateReader {

    private final IndexReader reader;
    private final String length;
    private final String url;
    private final CanonicalFields fields;

    public CandidateReader(IndexReader reader, DocumentFields target, CanonicalFields fields) {
        this.reader = reader;
        this.length = target.path(DocumentFields.LENGTH);
        this.url = target.path(DocumentFields.URL);
        this.fields = fields;
    }

    public CanonicalCandidate read(int doc, String id, Rank rank) throws IOException {
        LeafReaderContext leaf = leaf(reader, doc);
        int leafDoc = doc - leaf.docBase;
        SortedNumericDocValues lengths = DocValues.getSortedNumeric(leaf.reader(), length);
        return new CanonicalCandidate(
                id,
                rank,
                lengths.advanceExact(leafDoc) ? lengths.nextValue() : 0,
                new KeywordReader(leaf.reader(), url).value(leafDoc),
                fields.values(leaf, leafDoc));
    }

    /** Returns the routing, which the caller knows, and the version of a document. */
    public StoredDoc stored(int doc, String routing) throws IOException {
        LeafReaderContext leaf = leaf(reader, doc);
        int leafDoc = doc - leaf.docBase;
        NumericDocValues seqNo = DocValues.getNumeric(leaf.reader(), SeqNoFieldMapper.NAME);
        NumericDocValues primaryTerm = DocValues.getNumeric(leaf.reader(), SeqNoFieldMapper.PRIMARY_TERM_NAME);
        return new StoredDoc(
                routing,
                seqNo.advanceExact(leafDoc) ? seqNo.longValue() : SequenceNumbers.UNASSIGNED_SEQ_NO,
                primaryTerm.advanceExact(leafDoc) ? primaryTerm.longValue() : SequenceNumbers.UNASSIGNED_PRIMARY_TERM);
    }

    /** Returns the id and routing of a document with a given id. Reads them only if documents of its segment have routing. */
    public StoredId named(int doc, String id) throws IOException {
        boolean routed = leaf(reader, doc).reader().getFieldInfos().fieldInfo(RoutingFieldMapper.NAME) != null;
        return routed ? id(doc) : new StoredId(id, null);
    }

    /** Returns the id and routing of a document. */
    public StoredId id(int doc) throws IOException {
        LeafReaderContext leaf = leaf(reader, doc);
        return new StoredIds(leaf.reader()).of(doc - leaf.docBase);
    }

    /** Returns the segment of a document. */
    public static LeafReaderContext leaf(IndexReader reader, int doc) {
        return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    }

    /** The routing, or {@code null}, and the version of a compared document. A write on this condition fails after a change. */
    public record StoredDoc(String routing, long seqNo, long primaryTerm) implements Writeable {

        public StoredDoc(StreamInput in) throws IOException {
            this(in.readOptionalString(), in.readZLong(), in.readVLong());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeOptionalString(routing);
            out.writeZLong(seqNo);
            out.writeVLong(primaryTerm);
        }
    }

    /**
     * Reads the fields of canonical document rules as numbers. If a rule prefers some values, the number is the position of the value among
     * these.
     */
    public static final class CanonicalFields {

        public static final CanonicalFields NONE = new CanonicalFields(List.of());

        private final List<Field> fields;

        private interface Field {

            /** Returns the best of the values by the rule; {@code null} if the document has none that counts. */
            Double value(LeafReaderContext leaf, int leafDoc) throws IOException;
        }

        private CanonicalFields(List<Field> fields) {
            this.fields = fields;
        }

        /** Looks up the fields in the mapping of an index; rejects missing fields, and those that a rule cannot compare. */
        public static CanonicalFields of(CanonicalRules canonicals, SearchExecutionContext context) {
            List<Field> fields = new ArrayList<>();
            for (CanonicalRule rule : canonicals.fields()) {
                fields.add(field(rule, context));
            }
            return fields.isEmpty() ? NONE : new CanonicalFields(fields);
        }

        private static Field field(CanonicalRule rule, SearchExecutionContext context) {
            MappedFieldType type = context.getFieldType(rule.name());
            IndexFieldData<?> data = type == null || type.hasDocValues() == false
                    ? null
                    : context.getForField(type, MappedFieldType.FielddataOperation.SEARCH);
            if (rule.preferred().isEmpty() && data instanceof IndexNumericFieldData numbers) {
                return number(numbers, rule.order());
            }
            if (rule.preferred().isEmpty() == false && data instanceof IndexOrdinalsFieldData) {
                return preference(data, type, rule.preferred());
            }
            String kind =
                    rule.preferred().isEmpty() ? "a numeric or date field" : "a keyword field if values are preferred,";
            throw new IllegalArgumentException(
                    "[canonical] must be " + kind + " with doc values, but was [" + rule.name()
                            + "], which is " + (type == null ? "not mapped" : "of type [" + type.typeName() + "]")
                            + " in index ["
                            + context.index().getName() + "]");
        }

        private static Field number(IndexNumericFieldData data, CanonicalRule.Order order) {
            return (leaf, leafDoc) -> {
                SortedNumericDoubleValues values = data.load(leaf).getDoubleValues();
                if (values.advanceExact(leafDoc) == false) {
                    return null;
                }
                double value = values.nextValue();
                for (int i = 1; order == CanonicalRule.Order.DESC && i < values.docValueCount(); i++) {
                    value = values.nextValue();
                }
                return value;
            };
        }

        private static Field preference(IndexFieldData<?> data, MappedFieldType type, List<String> preferred) {
            Map<String, Integer> places = new HashMap<>();
            NamedAnalyzer normalizer = type.getTextSearchInfo().searchAnalyzer();
            for (int place = 0; place < preferred.size(); place++) {
                // doc values are normalized, so "Acme" must find "acme" if the field has a lowercase normalizer
                String value = preferred.get(place);
                places.putIfAbsent(
                        normalizer == null
                                ? value
                                : normalizer.normalize(type.name(), value).utf8ToString(),
                        place);
            }
            return (leaf, leafDoc) -> {
                SortedBinaryDocValues values = data.load(leaf).getBytesValues();
                Integer best = null;
                for (int i = values.advanceExact(leafDoc) ? values.docValueCount() : 0; i > 0; i--) {
                    Integer place = places.get(values.nextValue().utf8ToString());
                    best = place == null || best != null && best < place ? best : place;
                }
                return best == null ? null : best.doubleValue();
            };
        }

        /**
         * Returns the values of a document of a segment, for each rule that names a field, in the order of {@link CanonicalRules#fields}.
         */
        List<Double> values(LeafReaderContext leaf, int leafDoc) throws IOException {
            List<Double> values = new ArrayList<>(fields.size());
            for (Field field : fields) {
                values.add(field.value(leaf, leafDoc));
            }
            return values;
        }
    }
}
