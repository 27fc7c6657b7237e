package org.ndd.pair;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.sandbox.document.HalfFloatPoint;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.common.CheckedIntFunction;
import org.elasticsearch.index.fielddata.FormattedDocValues;
import org.elasticsearch.index.fielddata.IndexFieldData;
import org.elasticsearch.index.fielddata.IndexNumericFieldData;
import org.elasticsearch.index.fielddata.IndexOrdinalsFieldData;
import org.elasticsearch.index.mapper.DateFieldMapper;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.DocValueFormat;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.MustAgreeKeys;

/**
 * Reads the fields of {@code must_agree} of an index. Values are read as text, in a form that is the same in all indices. So a number in
 * one index equals a keyword with the same digits in another, and content of a request can have values, too. Immutable; the result of
 * {@link #in} is for one thread.
 */
public final class MustAgreeFields {

    public static final MustAgreeFields NONE = new MustAgreeFields(null, List.of());

    private static final String DATES = "strict_date_optional_time_nanos";

    /** Integral doubles up to this limit are written like integers. */
    private static final double LARGEST_EXACT = 1L << 53;

    /** Number of significant digits that distinguish all values of half precision. */
    private static final int HALF_DIGITS = 5;

    private final String index;
    private final List<Field> fields;

    private record Field(String name, String type, IndexFieldData<?> data, DocValueFormat format) {}

    private MustAgreeFields(String index, List<Field> fields) {
        this.index = index;
        this.fields = fields;
    }

    /**
     * Finds the fields in the mapping of an index.
     *
     * @throws IllegalArgumentException if the index lacks a field, or has one whose values cannot be read per document
     */
    public static MustAgreeFields of(MustAgree mustAgree, SearchExecutionContext context) {
        if (mustAgree.isEmpty()) {
            return NONE;
        }
        List<Field> fields = new ArrayList<>();
        for (String name : mustAgree.fields()) {
            MappedFieldType type = context.getFieldType(name);
            String wrong = problem(name, type, context);
            IndexFieldData<?> data =
                    wrong == null ? context.getForField(type, MappedFieldType.FielddataOperation.SEARCH) : null;
            if (wrong == null
                    && (data instanceof IndexNumericFieldData || data instanceof IndexOrdinalsFieldData) == false) {
                wrong = "is of type [" + type.typeName() + "]";
            }
            if (wrong != null) {
                throw new IllegalArgumentException("[must_agree] must be fields of index ["
                        + context.index().getName()
                        + "] of a keyword, numeric, boolean, date or ip type and with doc values, but was [" + name
                        + "], which " + wrong);
            }
            fields.add(new Field(type.name(), type.typeName(), data, format(type)));
        }
        return new MustAgreeFields(context.index().getName(), fields);
    }

    private static String problem(String name, MappedFieldType type, SearchExecutionContext context) {
        if (type == null) {
            return "is not mapped";
        }
        if (context.nestedLookup().getNestedParent(name) != null) {
            return "is in a nested object";
        }
        return type.hasDocValues() && type.isAggregatable()
                ? null
                : "is of type [" + type.typeName() + "] without doc values";
    }

    private static DocValueFormat format(MappedFieldType type) {
        return type instanceof DateFieldMapper.DateFieldType
                ? type.docValueFormat(DATES, ZoneOffset.UTC)
                : type.docValueFormat(null, null);
    }

    public int size() {
        return fields.size();
    }

    /**
     * @throws ElasticsearchSecurityException if documents of the segment have a field that the user may not see, because they would seem to
     *     have no value
     */
    public Segment in(LeafReaderContext leaf) {
        LeafReader all = FilterLeafReader.unwrap(leaf.reader());
        for (Field field : fields) {
            if (all.getFieldInfos().fieldInfo(field.name()) != null
                    && leaf.reader().getFieldInfos().fieldInfo(field.name()) == null) {
                throw hidden(index, field.name());
            }
        }
        return new Segment(leaf);
    }

    /** Returns the error that a user may not see a field. */
    public static ElasticsearchSecurityException hidden(String index, String field) {
        return new ElasticsearchSecurityException(
                "[must_agree] must be fields that the user may read in index [" + index + "], but was [" + field
                        + "], which is hidden by field-level security",
                RestStatus.FORBIDDEN);
    }

    /** Reads the documents of a segment. Fastest in ascending order. */
    public final class Segment {

        private final LeafReaderContext leaf;
        private final List<CheckedIntFunction<List<String>, IOException>> readers = new ArrayList<>();
        private int last = -1;

        private Segment(LeafReaderContext leaf) {
            this.leaf = leaf;
        }

        /**
         * Returns the values of a document, one list per field; empty if it has no value.
         *
         * @param doc document number within the segment
         */
        public List<List<String>> values(int doc) throws IOException {
            if (doc < last || last < 0) {
                readers.clear();
                fields.forEach(field -> readers.add(reader(field, leaf)));
            }
            last = doc;
            List<List<String>> values = new ArrayList<>(readers.size());
            for (CheckedIntFunction<List<String>, IOException> reader : readers) {
                values.add(reader.apply(doc));
            }
            return values;
        }

        public MustAgreeKeys keys(int doc) throws IOException {
            return fields.isEmpty() ? MustAgreeKeys.NONE : MustAgreeKeys.of(values(doc));
        }
    }

    /** Returns a reader of the keys of documents of a shard, by their numbers within it. */
    public CheckedIntFunction<MustAgreeKeys, IOException> reader(List<LeafReaderContext> leaves) {
        Segment[] segments = new Segment[leaves.size()];
        return doc -> {
            int leaf = ReaderUtil.subIndex(doc, leaves);
            segments[leaf] = segments[leaf] == null ? in(leaves.get(leaf)) : segments[leaf];
            return segments[leaf].keys(doc - leaves.get(leaf).docBase);
        };
    }

    private static CheckedIntFunction<List<String>, IOException> reader(Field field, LeafReaderContext leaf) {
        FormattedDocValues values = field.data().load(leaf).getFormattedValues(field.format());
        return doc -> {
            List<String> found = new ArrayList<>(1);
            for (int i = values.advanceExact(doc) ? values.docValueCount() : 0; i > 0; i--) {
                Object value = values.nextValue();
                found.add(text(unrounded(field.type(), value)));
            }
            return found;
        };
    }

    /** Returns a value of a type that rounds as in the document: the decimal with the fewest digits that gives this value. */
    private static Object unrounded(String type, Object value) {
        return switch (type) {
            case "float" -> ((Number) value).floatValue();
            case "half_float" -> ofHalf(((Number) value).doubleValue());
            default -> value;
        };
    }

    private static double ofHalf(double value) {
        short stored = HalfFloatPoint.halfFloatToSortableShort((float) value);
        return IntStream.rangeClosed(1, HALF_DIGITS)
                .mapToDouble(digits -> rounded(value, digits))
                .filter(shorter -> HalfFloatPoint.halfFloatToSortableShort((float) shorter) == stored)
                .findFirst()
                .orElse(value);
    }

    private static double rounded(double value, int digits) {
        return new BigDecimal(value).round(new MathContext(digits)).doubleValue();
    }

    /** Returns a value as text. Equal integers have the same text, independent of their type. */
    public static String text(Object value) {
        boolean integer = value instanceof Double || value instanceof Float;
        double number = integer ? ((Number) value).doubleValue() : 0;
        return integer && number == Math.rint(number) && Math.abs(number) <= LARGEST_EXACT
                ? Long.toString((long) number)
                : value.toString();
    }
}
