package org.ndd.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasSize;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.index.VersionType;
import org.elasticsearch.index.mapper.DocumentParsingException;
import org.elasticsearch.index.mapper.LuceneDocument;
import org.elasticsearch.index.mapper.MapperParsingException;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.MapperServiceTestCase;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.plugin.NddPlugin;

public class NddFieldMapperTests extends MapperServiceTestCase {

    private static final String TEXT =
            "The ferry to the southern islands sails again from Monday, said the harbour master. ";

    @Override
    protected Collection<? extends Plugin> getPlugins() {
        return List.of(new NddPlugin());
    }

    private MapperService service(CheckedConsumer<XContentBuilder, IOException> options) throws IOException {
        return createMapperService(mappingWith(options));
    }

    private static XContentBuilder mappingWith(CheckedConsumer<XContentBuilder, IOException> options)
            throws IOException {
        return topMapping(b -> {
            b.startObject("_ndd");
            options.accept(b);
            b.endObject();
            b.startObject("properties");
            b.startObject("ndd").field("type", "near_dup").endObject();
            b.startObject("body").field("type", "text").endObject();
            b.startObject("more").field("type", "text").endObject();
            b.endObject();
        });
    }

    private static LuceneDocument parse(MapperService service, Map<String, Object> source) throws IOException {
        XContentBuilder json = JsonXContent.contentBuilder().map(source);
        return service.documentMapper().parse(source(Strings.toString(json))).rootDoc();
    }

    /** Everything below the target field, in a form that can be compared. */
    private static Collection<String> derived(LuceneDocument document) {
        return document.getFields().stream()
                .filter(field -> field.name().startsWith("ndd."))
                .map(NddFieldMapperTests::shown)
                .filter(field -> field.startsWith("ndd.source_") == false)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String shown(IndexableField field) {
        String type = field.fieldType().indexOptions() + "/" + field.fieldType().docValuesType();
        Object value = field.name().equals("ndd.text") && TextCodec.isInSource(field.binaryValue()) == false
                ? TextCodec.decode(field.binaryValue())
                : field.binaryValue() == null
                        ? field.numericValue()
                        : field.binaryValue().toString();
        return field.name() + " " + type + " " + value;
    }

    public void testMatchesProcessor() throws Exception {
        Map<String, Object> options =
                Map.of("fields", List.of("body", "more"), "title_field", "head", "url_field", "link.url");
        MapperService mapped = service(b -> {
            b.array("fields", "body", "more");
            b.field("title_field", "head").field("url_field", "link.url").field("store_text", true);
        });
        MapperService plain = createMapperService(topMapping(b -> {
            b.startObject("properties")
                    .startObject("ndd")
                    .field("type", "near_dup")
                    .endObject()
                    .endObject();
        }));
        List<Map<String, Object>> documents = List.of(
                Map.of("body", TEXT.repeat(20), "head", "Ferry", "link", Map.of("url", "https://www.a.example/x")),
                Map.of(
                        "body",
                        List.of(TEXT, "Second paragraph " + TEXT),
                        "more",
                        "<!doctype html><title>T</title><p>" + TEXT),
                Map.of("body", "", "more", ""),
                Map.of("body", "...", "head", 7),
                Map.of("body", randomRealisticUnicodeOfLengthBetween(0, 5000).replaceAll("\\p{Cs}", "")),
                Map.of("body", TEXT.repeat(20_000)));
        for (Map<String, Object> document : documents) {
            IngestDocument ingested =
                    new IngestDocument("_simulate", "1", 1, null, VersionType.INTERNAL, new HashMap<>(document));
            new NearDupProcessor.Factory((index, target) -> {})
                    .create(Map.of(), null, null, new HashMap<>(options))
                    .execute(ingested);
            Collection<String> expected = derived(parse(plain, ingested.getSource()));
            assertFalse(expected.isEmpty());
            assertEquals(expected, derived(parse(mapped, document)));
            assertEquals("values in the source are replaced", expected, derived(parse(mapped, ingested.getSource())));
        }
    }

    public void testComputesTextsThatAreNotStored() throws IOException {
        MapperService service = service(b -> {
            b.array("fields", "body", "more");
            b.field("max_bytes", "2kb");
        });
        MapperService storing = service(
                b -> b.array("fields", "body", "more").field("max_bytes", "2kb").field("store_text", true));
        for (String body : List.of(TEXT, TEXT.repeat(100), "<!doctype html><p>" + TEXT, "", "...")) {
            Map<String, Object> source = Map.of("body", body, "more", List.of(TEXT, "b"), "other", 1);
            LuceneDocument document = parse(service, source);
            BytesRef stored = document.getBinaryValue("ndd.text");
            assertEquals(body.startsWith("<") == false, TextCodec.isInSource(stored));
            String expected = TextCodec.decode(parse(storing, source).getBinaryValue("ndd.text"));
            withLuceneIndex(service, writer -> writer.addDocument(document), reader -> {
                TextReader texts = new TextReader(getOnlyLeafReader(reader), "ndd.text");
                assertEquals(expected, texts.text(0));
                assertEquals(expected.getBytes(StandardCharsets.UTF_8).length, texts.length(0));
            });
        }
        Exception e = expectThrows(
                MapperParsingException.class,
                () -> createMapperService(topMapping(b -> {
                    b.startObject("_source").field("enabled", false).endObject();
                    b.startObject("_ndd")
                            .field("field", "body")
                            .field("store_text", false)
                            .endObject();
                    b.startObject("properties")
                            .startObject("ndd")
                            .field("type", "near_dup")
                            .endObject()
                            .endObject();
                })));
        assertThat(
                e.getMessage(),
                containsString("[store_text] of [_ndd] must be [true] if [_source] does not store whole documents"));
    }

    public void testSourceIsUnchanged() throws IOException {
        LuceneDocument document = parse(service(b -> b.field("field", "body")), Map.of("body", TEXT));
        assertEquals(
                "{\"body\":\"" + TEXT + "\"}",
                document.getBinaryValue("_source").utf8ToString());
    }

    public void testRejectsDocumentsLikeProcessor() throws IOException {
        MapperService service = service(b -> b.field("field", "body"));
        for (Map<String, Object> wrong : List.<Map<String, Object>>of(Map.of("other", "a"), Map.of("body", 7))) {
            DocumentParsingException e = expectThrows(DocumentParsingException.class, () -> parse(service, wrong));
            assertEquals(400, e.status().getStatus());
            assertThat(e.getMessage(), containsString("field [body] must be a string or a list of strings, but was "));
        }
        MapperService lenient = service(b -> b.field("field", "body").field("ignore_missing", true));
        assertThat(derived(parse(lenient, Map.of("other", "a"))), empty());
        assertThat(
                "an old target is not indexed",
                derived(parse(lenient, Map.of("ndd", Map.of("version", "p12:10:40:32", "text", "old")))),
                empty());
    }

    public void testOptionsAreChecked() {
        wrong(
                "[max_bytes] must be between [1kb] and [16mb], but was [1gb]",
                b -> b.field("field", "body").field("max_bytes", "1gb"));
        wrong("[field] must be the name of the field with the text", b -> b.field("url_field", "url"));
        // the processor accepts positions
        for (String name : List.of("pages.0.body", "pages.0", "0.body")) {
            wrong(
                    "[field] must be the name of a field without positions in arrays, but was [" + name + "]",
                    b -> b.field("field", name));
            wrong(
                    "[title_field] must be the name of a field without positions in arrays, but was [" + name + "]",
                    b -> b.field("field", "body").field("title_field", name));
        }
        wrong("unknown parameter [felt] on metadata field [_ndd]", b -> b.field("felt", "body"));
        wrong(
                "[target_field] of [_ndd] must be mapped as [near_dup], but was [dup]",
                b -> b.field("field", "body").field("target_field", "dup"));
    }

    private void wrong(String message, CheckedConsumer<XContentBuilder, IOException> options) {
        Exception e = expectThrows(MapperParsingException.class, () -> service(options));
        assertThat(e.getMessage(), containsString(message));
    }

    public void testOptionsCanBeAddedAndNotChanged() throws IOException {
        MapperService service = createMapperService(mappingWith(b -> {}));
        assertThat(derived(parse(service, Map.of("body", TEXT))), empty());
        merge(service, mappingWith(b -> b.field("field", "body").field("noise", true)));
        assertFalse(derived(parse(service, Map.of("body", TEXT))).isEmpty());
        String before = Strings.toString(service.documentMapper().mapping());
        merge(service, mappingWith(b -> b.field("field", "body").field("noise", true)));
        merge(service, topMapping(b -> {}));
        assertEquals(before, Strings.toString(service.documentMapper().mapping()));
        assertThat(before, containsString("\"_ndd\":{"));
        Exception e = expectThrows(
                IllegalArgumentException.class,
                () -> merge(service, mappingWith(b -> b.field("field", "other").field("noise", true))));
        assertThat(e.getMessage(), containsString("Cannot update parameter [field] from [body] to [other]"));
        expectThrows(IllegalArgumentException.class, () -> merge(service, mappingWith(b -> b.field("field", "body"))));
    }

    public void testMappingWithoutMetadataFieldIsUnchanged() throws IOException {
        MapperService service = createMapperService(mappingWith(b -> {}));
        assertFalse(Strings.toString(service.documentMapper().mapping()).contains("_ndd"));
        LuceneDocument document = parse(service, Map.of("body", TEXT));
        assertThat(document.getFields("ndd.version"), hasSize(0));
    }

    /** A bulk update reads such a source, and skips pipelines. */
    public void testRejectsDocumentThatLostItsText() throws IOException {
        MapperService service = createMapperService(omitting("ndd.text"));
        Map<String, Object> ndd =
                new HashMap<>(Map.of("version", "p12:10:40:32", "fingerprints", List.of("p12345678")));
        Exception e = expectThrows(DocumentParsingException.class, () -> parse(service, Map.of("ndd", ndd)));
        assertThat(
                e.getMessage(),
                containsString(
                        "[ndd.text] must be in a document with [ndd.version], but was missing, as in an update"));
        ndd.put("text", "");
        parse(service, Map.of("ndd", ndd));
        parse(service, Map.of("body", TEXT));
    }

    /** A bulk update would remove such a value, and the document would silently be found by fewer others. */
    public void testRejectsSourceThatOmitsSingleValues() throws IOException {
        for (String name : List.of("fingerprints", "digest", "site", "length")) {
            Exception e =
                    expectThrows(MapperParsingException.class, () -> createMapperService(omitting("ndd." + name)));
            assertThat(
                    e.getMessage(), containsString("must not omit single values of [ndd], but omits [" + name + "]"));
            createMapperService(omitting("ndd." + name, "ndd.text"));
        }
        expectThrows(MapperParsingException.class, () -> createMapperService(omitting("ndd.f*")));
        createMapperService(omitting("ndd"));
        createMapperService(omitting("ndd.*"));
        createMapperService(omitting("ndd.version"));
        createMapperService(omitting("body", "ndd.group"));
    }

    public void testAcceptsSourceThatIsNotStored() throws IOException {
        XContentBuilder mapping = omitting();
        for (String mode : List.of("synthetic", "disabled")) {
            createMapperService(
                    Settings.builder().put("index.mapping.source.mode", mode).build(), mapping);
        }
    }

    private XContentBuilder omitting(String... fields) throws IOException {
        return topMapping(b -> {
            b.startObject("_source").array("excludes", fields).endObject();
            b.startObject("properties");
            b.startObject("ndd").field("type", "near_dup").endObject();
            b.startObject("body").field("type", "text").endObject();
            b.endObject();
        });
    }
}
