package org.ndd.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.elasticsearch.common.Strings;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.ingest.TestIngestDocument;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.analysis.HtmlMutator;
import org.ndd.core.text.CanonicalText;

/**
 * For any web page, the processor creates a document that can be indexed; any other value of its field is rejected with an error that names
 * the field.
 */
public class MutatedPagesTests extends ESTestCase {

    private static final int PAGES = TEST_NIGHTLY ? 2000 : 700;
    private static final int MAX_FINGERPRINTS = 16 * 7;
    private static final List<String> URLS = List.of(
            "https://www.example.org/a",
            "example.org",
            "http://[::1",
            "//",
            "http://" + "a".repeat(5_000) + "/",
            "mailto:x@y",
            "http://\u4f8b\u3048.jp/%zz",
            "\u0000",
            "");

    private final HtmlMutator mutator = new HtmlMutator(new Random(randomLong()));

    private NearDupProcessor processor(int maxBytes) {
        Map<String, Object> config = new HashMap<>(Map.of("field", "html", "url_field", "url", "title_field", "title"));
        config.put("format", randomFrom("html", "auto", "text"));
        config.put("max_bytes", maxBytes + "b");
        config.put("preset", randomFrom("balanced", "pku2007"));
        return new NearDupProcessor.Factory((index, target) -> {}).create(Map.of(), "tag", null, config);
    }

    private Map<String, Object> source(Object page) {
        Map<String, Object> source = new LinkedHashMap<>(Map.of("html", page));
        if (randomBoolean()) {
            source.put("url", randomFrom(URLS));
        }
        if (rarely()) {
            source.put("title", randomFrom("", "\uD800", "T".repeat(5_000), 7, List.of("a")));
        }
        return source;
    }

    private static Map<?, ?> run(NearDupProcessor processor, Map<String, Object> source) {
        IngestDocument document = TestIngestDocument.withDefaultVersion(new HashMap<>(source));
        return processor.execute(document).getFieldValue("ndd", Map.class);
    }

    /** A list of values contains a web page in parts. */
    private Object parts(String page) {
        if (page.isEmpty() || randomBoolean()) {
            return page;
        }
        int at = randomInt(page.length());
        return new ArrayList<>(List.of(page.substring(0, at), page.substring(at)));
    }

    public void testAcceptsAnyWebPage() throws Exception {
        int withText = 0;
        for (int i = 0; i < PAGES; i++) {
            String html = mutator.page();
            int maxBytes = randomFrom(1 << 10, 8 << 10, 1 << 20);
            NearDupProcessor processor = processor(maxBytes);
            Map<String, Object> source = source(parts(html));
            Map<?, ?> page = run(processor, source);
            String text = (String) page.get("text");
            assertEquals(html, text, CanonicalText.of(text, maxBytes).value());
            int length = text.getBytes(StandardCharsets.UTF_8).length;
            assertEquals(length, page.get("length"));
            assertThat(length, lessThanOrEqualTo(maxBytes));
            List<?> fingerprints = (List<?>) page.get("fingerprints");
            assertThat(fingerprints.size(), lessThanOrEqualTo(MAX_FINGERPRINTS));
            assertTrue(
                    fingerprints.toString(),
                    fingerprints.stream().allMatch(term -> term.toString().matches("[pr][0-9a-z]{8}")));
            assertEquals(
                    "no fingerprint occurs twice",
                    fingerprints.size(),
                    fingerprints.stream().distinct().count());
            assertTrue(
                    page.get("digest") == null || page.get("digest").toString().matches("[0-9a-z]{10}"));
            assertThat((Integer) page.get("sentences"), lessThanOrEqualTo(text.length()));
            assertThat(
                    page.get("title") == null ? 0 : page.get("title").toString().length(), lessThanOrEqualTo(1000));
            try (XContentBuilder json = JsonXContent.contentBuilder()) {
                page.entrySet().removeIf(entry -> entry.getKey().equals("url"));
                assertThat(Strings.toString(json.value(page)), containsString("\"version\""));
            }
            Map<String, Object> again = new HashMap<>(source);
            again.put("ndd", "left from before");
            Map<?, ?> same = run(processor, again);
            same.remove("url");
            assertEquals(page, same);
            withText += length > 0 ? 1 : 0;
        }
        assertTrue(withText + " pages have text", withText > PAGES / 2);
    }

    public void testRejectsOtherTypes() {
        for (Object value :
                List.of(7, 1.5, true, Map.of("a", "b"), List.of("a", 7), List.of(List.of(7)), List.of(Map.of()))) {
            Exception e =
                    expectThrows(IllegalArgumentException.class, () -> run(processor(1024), Map.of("html", value)));
            assertThat(e.getMessage(), containsString("field [html] must be a string or a list of strings, but "));
        }
    }
}
