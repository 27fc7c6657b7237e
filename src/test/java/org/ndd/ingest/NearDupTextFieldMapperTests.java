package org.ndd.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexableField;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.index.mapper.DocumentMapper;
import org.elasticsearch.index.mapper.DocumentParsingException;
import org.elasticsearch.index.mapper.LuceneDocument;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MapperParsingException;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.xcontent.XContentBuilder;
import org.junit.AssumptionViolatedException;
import org.ndd.compat.MapperTestBase;
import org.ndd.plugin.NddPlugin;

public class NearDupTextFieldMapperTests extends MapperTestBase {

    @Override
    protected Collection<? extends Plugin> getPlugins() {
        return List.of(new NddPlugin());
    }

    @Override
    protected void minimalMapping(XContentBuilder b) throws IOException {
        b.field("type", NearDupTextFieldMapper.CONTENT_TYPE);
    }

    @Override
    protected Object getSampleValueForDocument() {
        return "a canonical text";
    }

    @Override
    protected boolean supportsIgnoreMalformed() {
        return false;
    }

    @Override
    protected boolean supportsStoredFields() {
        return false;
    }

    @Override
    protected void registerParameters(ParameterChecker checker) {
        // [meta] is the only parameter, and the base class tests it
    }

    @Override
    protected Object generateRandomInputValue(MappedFieldType ft) {
        throw new AssumptionViolatedException("one value per document, no field data: see testFetchedFromSource");
    }

    @Override
    protected SyntheticSourceSupport syntheticSourceSupport(boolean ignoreMalformed) {
        throw new AssumptionViolatedException("synthetic source uses the fallback of Elasticsearch");
    }

    @Override
    protected IngestScriptSupport ingestScriptSupport() {
        throw new AssumptionViolatedException("no script parameter");
    }

    public void testStoresBinaryDocValuesOnly() throws IOException {
        String text = randomRealisticUnicodeOfLengthBetween(0, 2000).replaceAll("\\p{Cs}", "");
        LuceneDocument doc = parse(b -> b.field("field", text));
        List<IndexableField> fields = doc.getFields("field");
        assertThat(fields, hasSize(1));
        assertEquals(DocValuesType.BINARY, fields.get(0).fieldType().docValuesType());
        assertFalse(fields.get(0).fieldType().stored());
        assertEquals(text, TextCodec.decode(fields.get(0).binaryValue()));
    }

    public void testReadFromIndex() throws IOException {
        MapperService service = createMapperService(fieldMapping(this::minimalMapping));
        String text = "word ".repeat(300_000);
        withLuceneIndex(
                service,
                writer -> writer.addDocument(service.documentMapper()
                        .parse(source(b -> b.field("field", text)))
                        .rootDoc()),
                reader -> assertEquals(text, new TextReader(getOnlyLeafReader(reader), "field").text(0)));
    }

    public void testIgnoresNull() throws IOException {
        assertThat(parse(b -> b.nullField("field")).getFields("field"), hasSize(0));
    }

    public void testRejectsSeveralValues() throws IOException {
        DocumentMapper mapper = createDocumentMapper(fieldMapping(this::minimalMapping));
        DocumentParsingException e = expectThrows(
                DocumentParsingException.class, () -> mapper.parse(source(b -> b.array("field", "one", "two"))));
        assertThat(
                e.getCause().getMessage(),
                containsString("[near_dup_text] must have at most one value per document, but was an array"));
    }

    public void testRejectsOtherTypes() throws IOException {
        DocumentMapper mapper = createDocumentMapper(fieldMapping(this::minimalMapping));
        DocumentParsingException e =
                expectThrows(DocumentParsingException.class, () -> mapper.parse(source(b -> b.field("field", 7))));
        assertThat(
                e.getCause().getMessage(), containsString("[near_dup_text] must be a string, but was [VALUE_NUMBER]"));
        expectThrows(
                DocumentParsingException.class,
                () -> mapper.parse(source(b -> b.startObject("field").endObject())));
    }

    public void testRejectsSearch() throws IOException {
        MapperService service = createMapperService(fieldMapping(this::minimalMapping));
        SearchExecutionContext context = createSearchExecutionContext(service);
        MappedFieldType type = service.fieldType("field");
        IllegalArgumentException e = expectThrows(IllegalArgumentException.class, () -> type.termQuery("a", context));
        assertThat(e.getMessage(), containsString("Field [field] of type [near_dup_text] is not searchable"));
        assertFalse(type.isSearchable());
        assertFalse(type.isAggregatable());
    }

    public void testRejectsUnknownParameter() {
        MapperParsingException e = expectThrows(
                MapperParsingException.class,
                () -> createMapperService(fieldMapping(b -> {
                    minimalMapping(b);
                    b.field("index", true);
                })));
        assertThat(e.getMessage(), containsString("unknown parameter [index] on mapper [field]"));
    }

    private LuceneDocument parse(CheckedConsumer<XContentBuilder, IOException> fields) throws IOException {
        return createDocumentMapper(fieldMapping(this::minimalMapping))
                .parse(source(fields))
                .rootDoc();
    }
}
