package org.ndd.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.index.mapper.LuceneDocument;
import org.elasticsearch.index.mapper.MapperParsingException;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.MapperServiceTestCase;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.compat.Calls;
import org.ndd.config.DocumentFields;
import org.ndd.groups.GroupMapping;
import org.ndd.plugin.NddPlugin;

public class NearDupObjectParserTests extends MapperServiceTestCase {

    @Override
    protected Collection<? extends Plugin> getPlugins() {
        return List.of(new NddPlugin());
    }

    public void testMappingIsPlainObject() throws IOException {
        MapperService service = createMapperService(fieldMapping(b -> b.field("type", "near_dup")));
        Map<String, Object> shown = XContentHelper.convertToMap(
                        service.documentMapper().mappingSource().uncompressed(), false, XContentType.JSON)
                .v2();
        Map<?, ?> field = (Map<?, ?>) ((Map<?, ?>) ((Map<?, ?>) shown.get("_doc")).get("properties")).get("field");
        assertEquals("false", field.get("dynamic"));
        assertNull("the expanded mapping uses only built-in types", field.get("type"));
        Set<?> names = ((Map<?, ?>) field.get("properties")).keySet();
        Set<String> mapped = new HashSet<>(fieldNames());
        assertTrue("the field is not indexed", mapped.remove(DocumentFields.MARKED));
        assertEquals(mapped, names);
        assertEquals(
                "the expanded and the short mapping can be put again",
                service.documentMapper().mappingSource(),
                again(service));
    }

    public void testSearchableFields() throws IOException {
        MapperService service = createMapperService(fieldMapping(b -> b.field("type", "near_dup")));
        assertTrue(service.fieldType("field.fingerprints").isSearchable());
        assertFalse(service.fieldType("field.fingerprints").hasDocValues());
        assertTrue(service.fieldType("field.digest").isSearchable());
        assertTrue(service.fieldType("field.digest").hasDocValues());
        assertThat(service.fieldType("field.text"), instanceOf(NearDupTextFieldMapper.NearDupTextFieldType.class));
        assertFalse(Calls.hasTerms(service.fieldType("field.url")));
        assertTrue(service.fieldType("field.url").hasDocValues());
        assertTrue(service.fieldType("field.length").hasDocValues());
    }

    /** Elasticsearch 9 does not index keywords of a time series by default, and an index can have a default length of keywords. */
    public void testDefaultsOfIndexDoNotApply() throws IOException {
        Settings timeSeries = Settings.builder()
                .put("index.mode", "time_series")
                .put("index.routing_path", "host")
                .put("index.time_series.start_time", "2026-01-01T00:00:00Z")
                .put("index.time_series.end_time", "2027-01-01T00:00:00Z")
                .build();
        MapperService service = createMapperService(timeSeries, mapping(b -> {
            b.startObject("@timestamp").field("type", "date").endObject();
            b.startObject("host")
                    .field("type", "keyword")
                    .field("time_series_dimension", true)
                    .endObject();
            b.startObject("field").field("type", "near_dup").endObject();
        }));
        for (String name : List.of("fingerprints", "digest", "families", "version", "group", "duplicate_of.id")) {
            assertTrue(name, Calls.hasTerms(service.fieldType("field." + name)));
        }
        MapperService shortKeywords = createMapperService(
                Settings.builder().put("index.mapping.ignore_above", 5).build(),
                fieldMapping(b -> b.field("type", "near_dup")));
        LuceneDocument doc = parse(shortKeywords, b -> {
            b.startObject("field").field("version", "p9:10:40:32").field("fingerprints", "p12345678");
            b.field("digest", "1234567890").field("families", "www.example.org").field("text", "t");
            b.startObject("duplicate_of").field("id", "123456").endObject();
            b.endObject();
        });
        for (String name : List.of("version", "fingerprints", "digest", "families", "duplicate_of.id")) {
            assertFalse(name, doc.getFields("field." + name).isEmpty());
        }
    }

    /** A template for documents of the user may also match the name of a run. */
    public void testDefaultsOfTemplateDoNotApplyToGroups() throws IOException {
        MapperService service = createMapperService(
                Settings.builder()
                        .put("index.mapping.index_disabled_by_default", true)
                        .build(),
                mapping(GroupMapping::addRunFields));
        for (String name : List.of("duplicates", "redirect_via")) {
            assertTrue(name, Calls.hasTerms(service.fieldType(name)));
        }
    }

    public void testUnknownFieldsAreNotMapped() throws IOException {
        MapperService service = createMapperService(fieldMapping(b -> b.field("type", "near_dup")));
        LuceneDocument doc = parse(
                service,
                b -> b.startObject("field").field("text", "t").field("new", 1).endObject());
        assertEquals(1, doc.getFields("field.text").size());
        assertEquals(0, doc.getFields("field.new").size());
    }

    public void testAdditionalProperties() throws IOException {
        MapperService service = createMapperService(fieldMapping(b -> {
            b.field("type", "near_dup");
            b.startObject("properties")
                    .startObject("mine")
                    .field("type", "long")
                    .endObject()
                    .endObject();
        }));
        assertNotNull(service.fieldType("field.mine"));
        assertNotNull(service.fieldType("field.text"));
    }

    public void testRejectsRedefinedProperties() {
        MapperParsingException e = expectThrows(
                MapperParsingException.class,
                () -> createMapperService(fieldMapping(b -> {
                    b.field("type", "near_dup");
                    b.startObject("properties")
                            .startObject("text")
                            .field("type", "text")
                            .endObject()
                            .endObject();
                })));
        assertThat(e.getMessage(), containsString("[properties] of [field] must not define [text]"));
    }

    public void testRejectsUnknownParameters() {
        MapperParsingException e = expectThrows(
                MapperParsingException.class,
                () -> createMapperService(
                        fieldMapping(b -> b.field("type", "near_dup").field("dynamic", true))));
        assertThat(e.getMessage(), containsString("unsupported parameters"));
        expectThrows(
                MapperParsingException.class,
                () -> createMapperService(
                        fieldMapping(b -> b.field("type", "near_dup").field("properties", 1))));
    }

    public void testInsideObject() throws IOException {
        MapperService service = createMapperService(mapping(b -> {
            b.startObject("a").startObject("properties");
            b.startObject("b").field("type", "near_dup").endObject();
            b.endObject().endObject();
        }));
        assertNotNull(service.fieldType("a.b.fingerprints"));
    }

    private static Object again(MapperService service) throws IOException {
        merge(service);
        return service.documentMapper().mappingSource();
    }

    private static void merge(MapperService service) throws IOException {
        service.merge("_doc", service.documentMapper().mappingSource(), MapperService.MergeReason.MAPPING_UPDATE);
        service.merge(
                "_doc",
                new CompressedXContent("{\"_doc\":{\"properties\":{\"field\":{\"type\":\"near_dup\"}}}}"),
                MapperService.MergeReason.MAPPING_UPDATE);
    }

    private LuceneDocument parse(MapperService service, CheckedConsumer<XContentBuilder, IOException> fields)
            throws IOException {
        return service.documentMapper().parse(source(fields)).rootDoc();
    }

    private static Set<String> fieldNames() {
        return Arrays.stream(DocumentFields.class.getFields())
                .filter(field -> Set.of("DEFAULT_PARENT", "TEXT_TYPE").contains(field.getName()) == false)
                .map(field -> {
                    try {
                        return (String) field.get(null);
                    } catch (IllegalAccessException e) {
                        throw new AssertionError(e);
                    }
                })
                .collect(Collectors.toSet());
    }
}
