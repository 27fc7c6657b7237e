package org.ndd.ingest;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.search.Query;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MapperBuilderContext;
import org.elasticsearch.index.mapper.SourceValueFetcher;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.compat.DocValuesFieldType;
import org.ndd.config.DocumentFields;

/**
 * Field type {@code near_dup_text}: the canonical text of a document, compressed in binary doc values so that comparisons read it without
 * {@code _source}. It has at most one value per document, is not searchable (except by {@code exists}) and does not support aggregations
 * and sorting.
 */
public final class NearDupTextFieldMapper extends FieldMapper {

    public static final String CONTENT_TYPE = DocumentFields.TEXT_TYPE;

    /** Parses a mapping such as {@code {"type": "near_dup_text"}}. */
    public static final TypeParser PARSER = new TypeParser((name, context) -> new Builder(name));

    public static final class Builder extends FieldMapper.Builder {

        private final Parameter<Map<String, String>> meta = Parameter.metaParam();

        public Builder(String name) {
            super(name);
        }

        @Override
        protected Parameter<?>[] getParameters() {
            return new Parameter<?>[] {meta};
        }

        @Override
        public NearDupTextFieldMapper build(MapperBuilderContext context) {
            return new NearDupTextFieldMapper(
                    leafName(),
                    new NearDupTextFieldType(context.buildFullName(leafName()), meta.getValue()),
                    builderParams(this, context));
        }

        /** Returns the name of the type; required by Elasticsearch 9. */
        public String contentType() {
            return CONTENT_TYPE;
        }
    }

    /** The field type for searches, which supports only existence queries. */
    public static final class NearDupTextFieldType extends DocValuesFieldType {

        NearDupTextFieldType(String name, Map<String, String> meta) {
            super(name, meta);
        }

        @Override
        public String typeName() {
            return CONTENT_TYPE;
        }

        /** Returns false, because aggregations cannot read the private format of the doc values. */
        @Override
        public boolean isAggregatable() {
            return false;
        }

        @Override
        public ValueFetcher valueFetcher(SearchExecutionContext context, String format) {
            return SourceValueFetcher.toString(name(), context, format);
        }

        @Override
        public Query termQuery(Object value, SearchExecutionContext context) {
            throw new IllegalArgumentException("Field [" + name() + "] of type [" + CONTENT_TYPE
                    + "] is not searchable: it holds text for near-duplicate detection only");
        }
    }

    private NearDupTextFieldMapper(String simpleName, MappedFieldType fieldType, BuilderParams params) {
        super(simpleName, fieldType, params);
    }

    @Override
    protected void parseCreateField(DocumentParserContext context) throws IOException {
        XContentParser parser = context.parser();
        if (parser.currentToken() == XContentParser.Token.VALUE_NULL) {
            return;
        }
        if (parser.currentToken() != XContentParser.Token.VALUE_STRING) {
            throw new IllegalArgumentException(
                    "[" + CONTENT_TYPE + "] must be a string, but was [" + parser.currentToken() + "]");
        }
        String name = fieldType().name();
        if (context.doc().getByKey(name) != null) {
            throw new IllegalArgumentException(
                    "[" + CONTENT_TYPE + "] must have at most one value per document, but was an array");
        }
        context.doc().addWithKey(name, new BinaryDocValuesField(name, TextCodec.encode(parser.text())));
    }

    @Override
    public FieldMapper.Builder getMergeBuilder() {
        return new Builder(leafName()).init(this);
    }

    @Override
    protected String contentType() {
        return CONTENT_TYPE;
    }
}
