package org.ndd.ingest;

import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;
import org.ndd.analysis.PageParameters;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.FingerprintParameters.Scheme;

public class NearDupProcessorFactoryTests extends ESTestCase {

    public void testDefaults() {
        Map<String, Object> config = new HashMap<>(Map.of("field", "html"));
        NearDupProcessor processor = create(config);
        assertEquals(List.of("html"), processor.fields());
        assertEquals("ndd", processor.targetField());
        assertFalse(processor.ignoreMissing());
        assertEquals(FingerprintParameters.BALANCED, processor.parameters().fingerprints());
        assertEquals(Format.AUTO, processor.parameters().format());
        assertEquals(PageParameters.DEFAULT_MAX_BYTES, processor.parameters().maxBytes());
        assertEquals("tag", processor.getTag());
        assertEquals("description", processor.getDescription());
        assertEquals("near_dup", processor.getType());
        assertTrue("every option was read", config.isEmpty());
    }

    public void testAllOptions() {
        Map<String, Object> config = new HashMap<>(Map.of(
                "field",
                "body",
                "target_field",
                "dup",
                "url_field",
                "url",
                "ignore_missing",
                true,
                "format",
                "text",
                "max_bytes",
                "2mb"));
        config.putAll(Map.of(
                "preset",
                "pku2007",
                "min_sentence",
                12,
                "min_width",
                80,
                "buckets",
                8,
                "rounds",
                "4",
                "per_bucket",
                3));
        NearDupProcessor processor = create(config);
        assertEquals("dup", processor.targetField());
        assertTrue(processor.ignoreMissing());
        assertEquals(
                new FingerprintParameters(Scheme.ROTATIONS, 12, 80, 8, 4, 3),
                processor.parameters().fingerprints());
        assertEquals(Format.TEXT, processor.parameters().format());
        assertEquals(2 << 20, processor.parameters().maxBytes());
        assertTrue("every option was read", config.isEmpty());
    }

    public void testNumericMaxBytes() {
        assertEquals(
                4096,
                create(Map.of("field", "f", "max_bytes", 4096)).parameters().maxBytes());
        assertEquals(
                4096,
                create(Map.of("field", "f", "max_bytes", "4096")).parameters().maxBytes());
    }

    public void testBadValues() {
        assertError(Map.of(), "[field] required property is missing");
        assertError(Map.of("field", 7), "[field] property isn't a string, but of type [java.lang.Integer]");
        assertError(Map.of("format", "pdf"), "[format] must be one of [html, text, auto], but was [pdf]");
        assertError(Map.of("preset", "strict"), "[preset] must be one of [balanced, pku2007], but was [strict]");
        assertError(Map.of("buckets", 0), "[buckets] must be between [1] and [4096], but was [0]");
        assertError(Map.of("buckets", "x"), "[buckets] property cannot be converted to an int [x]");
        assertError(Map.of("rounds", 2), "[rounds] must be omitted unless preset is [pku2007], but was [2]");
        assertError(Map.of("per_bucket", 2), "[per_bucket] must be omitted unless preset is [pku2007], but was [2]");
        assertError(Map.of("min_sentence", 500), "[min_sentence] must be between [0] and [99], but was [500]");
        assertError(Map.of("min_width", -1), "[min_width] must be between [0] and [200], but was [-1]");
        assertError(Map.of("max_bytes", "1gb"), "[max_bytes] must be between [1kb] and [16mb], but was [1gb]");
        assertError(Map.of("max_bytes", "big"), "[max_bytes] must be a size such as [1mb], but was [big]");
        assertError(Map.of("target_field", "f"), "[target_field] must be apart from [field] [f], but was [f]");
        assertError(Map.of("site_field", " "), "[site_field] must be the name of a field, but was [ ]");
        assertError(
                Map.of("url_field", "ndd.url"),
                "[target_field] must be apart from [url_field] [ndd.url], but was [ndd]");
    }

    public void testRejectsMisspelledField() {
        ElasticsearchException e = expectThrows(ElasticsearchException.class, () -> create(Map.of("filed", "body")));
        assertThat(
                e.getMessage(),
                equalTo(
                        "[field] must be the name of the field with the text, or [fields] names of several, but was missing among "
                                + "[filed]"));
    }

    public void testFields() {
        Map<String, Object> config =
                new HashMap<>(Map.of("fields", List.of("title", "body"), "title_field", "title", "site_field", "part"));
        assertEquals(List.of("title", "body"), create(config).fields());
        assertTrue("every option was read", config.isEmpty());
        assertFieldsError(List.of(), "but was []");
        assertFieldsError(List.of("a", "a"), "but was [a, a]");
        assertFieldsError(List.of("a", " "), "but was [a,  ]");
        assertFieldsError(List.of("a", 7), "but was [a, 7]");
        assertFieldsError(IntStream.range(0, 17).mapToObj(i -> "f" + i).toList(), "f15, f16]");
        ElasticsearchException both =
                expectThrows(ElasticsearchException.class, () -> create(Map.of("field", "a", "fields", List.of("b"))));
        assertThat(both.getMessage(), equalTo("[field] must be omitted if [fields] is given, but was [a]"));
        ElasticsearchException inTarget =
                expectThrows(ElasticsearchException.class, () -> create(Map.of("fields", List.of("a", "ndd.text"))));
        assertThat(
                inTarget.getMessage(), equalTo("[target_field] must be apart from [fields] [ndd.text], but was [ndd]"));
    }

    private static void assertFieldsError(List<?> fields, String end) {
        ElasticsearchException e = expectThrows(ElasticsearchException.class, () -> create(Map.of("fields", fields)));
        assertThat(e.getMessage(), startsWith("[fields] must be between [1] and [16] different names of fields, "));
        assertThat(e.getMessage(), endsWith(end));
    }

    public void testRejectsInvalidFieldNames() {
        for (String option : List.of("field", "target_field", "url_field", "title_field", "site_field")) {
            for (String name : List.of("", " ", ".", "a..b", ".a", "a.", "a. .b", "_ingest._value.a", "_source.a")) {
                assertError(
                        Map.of(option, name), "[" + option + "] must be the name of a field, but was [" + name + "]");
            }
        }
    }

    /** No master node can write a cluster state with an unpaired surrogate. */
    public void testRejectsUnpairedSurrogates() {
        for (String option : List.of("field", "target_field", "url_field", "title_field", "site_field")) {
            assertError(Map.of(option, "a\uD800"), "[" + option + "] must be well-formed Unicode, but was [a?]");
            assertError(Map.of(option, "\uDC00\uD800"), "[" + option + "] must be well-formed Unicode, but was [??]");
        }
        assertEquals(
                "\uD83D\uDE00", create(Map.of("field", "\uD83D\uDE00")).fields().get(0));
    }

    private static void assertError(Map<String, Object> options, String message) {
        Map<String, Object> config = new HashMap<>(options);
        if (options.isEmpty() == false) {
            config.putIfAbsent("field", "f");
        }
        ElasticsearchException e = expectThrows(ElasticsearchException.class, () -> create(config));
        assertThat(e.getMessage(), equalTo(message));
        assertEquals(RestStatus.BAD_REQUEST, e.status());
        String option = message.substring(1, message.indexOf(']'));
        assertEquals(option, e.getMetadata("es.property_name").get(0));
        assertEquals("near_dup", e.getMetadata("es.processor_type").get(0));
    }

    private static NearDupProcessor create(Map<String, Object> config) {
        return new NearDupProcessor.Factory((index, field) -> {})
                .create(Map.of(), "tag", "description", config instanceof HashMap ? config : new HashMap<>(config));
    }
}
