package org.ndd.ingest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.DocumentParsingException;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.LuceneDocument;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.index.mapper.MapperParsingException;
import org.elasticsearch.index.mapper.MappingLookup;
import org.elasticsearch.index.mapper.MetadataFieldMapper;
import org.elasticsearch.index.mapper.SourceFieldMapper;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.ingest.ConfigurationUtils;
import org.elasticsearch.xcontent.DeprecationHandler;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentLocation;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParser.Token;
import org.elasticsearch.xcontent.XContentType;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.elasticsearch.xcontent.support.MapXContentParser;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.compat.Calls;
import org.ndd.compat.DocValuesFieldType;
import org.ndd.config.DocumentFields;

/**
 * Metadata field {@code _ndd}, whose parameters are the options of the processor {@code near_dup}. In an index with this field, the fields
 * below the target field are computed when a document is indexed, and are not in the source. So they are correct after any kind of write,
 * and the source has no second copy of the text. Each copy of a shard computes them again.
 *
 * <p>Existing values below the target field in a source, for example from an index with the processor, are not indexed.
 */
public final class NddFieldMapper extends MetadataFieldMapper {

    public static final String NAME = TargetOptions.METADATA_FIELD;

    public static final MetadataFieldMapper.TypeParser PARSER = Calls.metadataField(Builder::new);

    /** Name of the parameter that is not an option of the processor. */
    private static final String STORE_TEXT = "store_text";

    private final Map<String, Object> parameters;
    private final TargetOptions options;
    private final PageAnalyzer analyzer;
    private final boolean storeText;
    private final BytesRef described;
    private final Set<String> replaced;

    /** The target fields of the processor in the mapping. Set when the mapping is validated, before it is used. */
    private volatile List<DocumentFields> targets = List.of();

    /** @param parameters parameters of the mapping; empty if it does not have the field */
    private NddFieldMapper(Map<String, Object> parameters) {
        super(new NddFieldType());
        this.parameters = parameters;
        Map<String, Object> config = new LinkedHashMap<>(parameters);
        Boolean store = ConfigurationUtils.readBooleanProperty(NAME, null, config, STORE_TEXT, false);
        this.storeText = store;
        this.described = new BytesRef(json(config));
        this.options = parameters.isEmpty() ? null : TargetOptions.parse(NAME, null, config);
        this.analyzer = options == null ? null : new PageAnalyzer(options.parameters());
        this.replaced = options == null
                ? Set.of()
                : TargetValues.NAMES.stream()
                        .map(new DocumentFields(options.targetField())::path)
                        .collect(Collectors.toSet());
    }

    private static String json(Map<String, Object> config) {
        try {
            return Strings.toString(JsonXContent.contentBuilder().map(config));
        } catch (IOException e) {
            throw new UncheckedIOException("parameters of a mapping must be values that a mapping can have", e);
        }
    }

    /**
     * Builds the mapper. Parameters can be added to a mapping without parameters, and cannot be changed, so that all documents are
     * processed in the same way.
     */
    static final class Builder extends MetadataFieldMapper.Builder {

        private final List<Parameter<Object>> parameters = new ArrayList<>();

        Builder() {
            super(NAME);
            // the parameters of the input are last: without them the field does not exist yet, see canUpdate
            parameters.add(parameter(STORE_TEXT));
            TargetOptions.NAMES.forEach(name -> parameters.add(parameter(name)));
        }

        private Parameter<Object> parameter(String name) {
            return new Parameter<Object>(
                            name,
                            false,
                            () -> null,
                            (n, context, value) -> value,
                            mapper -> ((NddFieldMapper) mapper).parameters.get(name),
                            (b, n, value) -> b.field(n, value),
                            String::valueOf)
                    .setMergeValidator((before, after, conflicts) -> canUpdate(before, after));
        }

        private boolean canUpdate(Object before, Object after) {
            return String.valueOf(before).equals(String.valueOf(after)) || hasInput() == false;
        }

        /**
         * Returns whether the mapping has an input. Parameters are merged in order and the input is last, so this is the state before the
         * merge when other parameters are merged.
         */
        private boolean hasInput() {
            return parameters.subList(parameters.size() - 2, parameters.size()).stream()
                    .anyMatch(input -> input.getValue() != null);
        }

        @Override
        protected Parameter<?>[] getParameters() {
            return parameters.toArray(Parameter<?>[]::new);
        }

        @Override
        public NddFieldMapper build() {
            Map<String, Object> configured = new LinkedHashMap<>();
            for (Parameter<Object> parameter : parameters) {
                if (parameter.getValue() != null) {
                    configured.put(parameter.name, parameter.getValue());
                }
            }
            return new NddFieldMapper(configured);
        }

        /** Returns the name of the field; required by Elasticsearch 9. */
        public String contentType() {
            return NAME;
        }
    }

    private static final class NddFieldType extends DocValuesFieldType {

        NddFieldType() {
            super(NAME, Map.of());
        }

        @Override
        public String typeName() {
            return NAME;
        }

        @Override
        public boolean isAggregatable() {
            return false;
        }

        @Override
        public ValueFetcher valueFetcher(SearchExecutionContext context, String format) {
            throw new IllegalArgumentException("[" + NAME + "] has no values: it defines how others are computed");
        }

        @Override
        public org.apache.lucene.search.Query termQuery(Object value, SearchExecutionContext context) {
            throw new IllegalArgumentException("[" + NAME + "] is not searchable: it defines how others are computed");
        }
    }

    @Override
    protected void doValidate(MappingLookup mapping) {
        if (options == null) {
            targets = targets(mapping);
            for (DocumentFields target : targets) {
                SourceCheck.check(mapping, target);
            }
            return;
        }
        // the text is computed from the source when it is read
        if (storeText == false
                && mapping.getMapping()
                                .getMetadataMapperByClass(SourceFieldMapper.class)
                                .isComplete()
                        == false) {
            throw new MapperParsingException("[" + STORE_TEXT + "] of [" + NAME
                    + "] must be [true] if [_source] does not store whole documents, but was [false]");
        }
        DocumentFields fields = new DocumentFields(options.targetField());
        for (String field : List.of(fields.version(), fields.fingerprints(), fields.text())) {
            Mapper mapper = mapping.getMapper(field);
            boolean isText = mapper instanceof NearDupTextFieldMapper;
            if (mapper == null
                    || isText != field.equals(fields.text())
                    || mapping.nestedLookup().getNestedParent(field) != null) {
                throw new MapperParsingException(
                        "[target_field] of [" + NAME + "] must be mapped as [near_dup], but was ["
                                + fields.parent() + "]: add the mapping {\"properties\": {\"" + fields.parent()
                                + "\": {\"type\": \"near_dup\"}}}");
            }
        }
    }

    private static List<DocumentFields> targets(MappingLookup mapping) {
        String end = "." + DocumentFields.TEXT;
        List<DocumentFields> targets = new ArrayList<>();
        for (Mapper mapper : mapping.fieldMappers()) {
            if (mapper instanceof NearDupTextFieldMapper text
                    && text.fieldType().name().endsWith(end)) {
                String name = text.fieldType().name();
                targets.add(new DocumentFields(name.substring(0, name.length() - end.length())));
            }
        }
        return targets;
    }

    /** Rejects a document that has lost its text since the processor wrote it: it would be compared with no other. */
    private void checkTexts(LuceneDocument document) {
        for (DocumentFields target : targets) {
            if (document.getByKey(target.text()) == null && document.getField(target.version()) != null) {
                throw new DocumentParsingException(
                        XContentLocation.UNKNOWN,
                        "[" + target.text() + "] must be in a document with [" + target.version()
                                + "], but was missing, as in an update or a copy of a document whose [_source] excludes it:"
                                + " write the document through the pipeline of processor [near_dup]");
            }
        }
    }

    @Override
    public void postParse(DocumentParserContext context) throws IOException {
        if (options == null) {
            checkTexts(context.doc());
            return;
        }
        List<IndexableField> indexed = context.doc().getFields();
        indexed.removeIf(field -> replaced.contains(field.name()));
        Map<String, Object> target = target(Calls.source(context.sourceToParse()));
        if (target != null) {
            index(target, context);
        }
    }

    /** Returns the values of a document; {@code null} if it has no input, and that is ignored. */
    private Map<String, Object> target(Map<String, Object> source) {
        try {
            if (options.ignoreMissing() && options.fields().areMissing(path -> value(path, source))) {
                return null;
            }
            PageInput page = options.fields().read(path -> value(path, source));
            return TargetValues.of(analyzer.analyze(page), page.url(), options.version());
        } catch (IllegalArgumentException e) {
            throw new DocumentParsingException(
                    XContentLocation.UNKNOWN, "[" + NAME + "] cannot read the document: " + e.getMessage(), e);
        }
    }

    private static Object value(String path, Map<String, Object> source) {
        return XContentMapValues.extractValue(path, source);
    }

    /** Returns whether the text is read from the source. Text that takes long to compute, such as that of HTML, is always stored. */
    private boolean isInSource(Map<String, Object> target) {
        return storeText == false && target.get(DocumentFields.FORMAT).equals(Format.TEXT.value());
    }

    /** Indexes values through the mappers of the fields, as if they were in the source. */
    private void index(Map<String, Object> target, DocumentParserContext context) throws IOException {
        DocumentFields fields = new DocumentFields(options.targetField());
        String text = (String) target.remove(DocumentFields.TEXT);
        context.doc().add(new SortedDocValuesField(NAME, described));
        context.doc()
                .add(new BinaryDocValuesField(
                        fields.text(), isInSource(target) ? TextCodec.inSource() : TextCodec.encode(text)));
        XContentParser values = new MapXContentParser(
                NamedXContentRegistry.EMPTY, DeprecationHandler.THROW_UNSUPPORTED_OPERATION, target, XContentType.JSON);
        DocumentParserContext parsed = context.switchParser(values);
        FieldMapper mapper = null;
        for (Token token = values.nextToken(); token != null; token = values.nextToken()) {
            if (token == Token.FIELD_NAME) {
                // an object whose fields were mapped separately may lack fields
                mapper = context.mappingLookup().getMapper(fields.path(values.currentName()))
                                instanceof FieldMapper field
                        ? field
                        : null;
            } else if (token.isValue() && mapper != null) {
                mapper.parse(parsed);
            }
        }
    }

    @Override
    public FieldMapper.Builder getMergeBuilder() {
        return new Builder().init(this);
    }

    @Override
    protected String contentType() {
        return NAME;
    }
}
