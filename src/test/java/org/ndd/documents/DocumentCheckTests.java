package org.ndd.documents;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.ingest.TestIngestDocument;
import org.elasticsearch.test.ESTestCase;
import org.ndd.documents.BackfillPlanner.DocumentCheck;
import org.ndd.ingest.NearDupProcessor;

/** Documents are current if they equal the output of the processor. */
public class DocumentCheckTests extends ESTestCase {

    private static NearDupProcessor processor(String field, boolean ignoreMissing, Object... more) {
        Map<String, Object> config = new HashMap<>(Map.of("field", field, "ignore_missing", ignoreMissing));
        for (int i = 0; i < more.length; i += 2) {
            config.put(more[i].toString(), more[i + 1]);
        }
        return new NearDupProcessor.Factory((index, target) -> {}).create(Map.of(), null, null, config);
    }

    private static Map<String, Object> written(NearDupProcessor processor, Map<String, Object> source) {
        IngestDocument document = TestIngestDocument.withDefaultVersion(new HashMap<>(source));
        return processor.execute(document).getSource();
    }

    private static DocumentCheck check(NearDupProcessor... processors) {
        return new DocumentCheck(List.of(processors));
    }

    private static Map<String, Object> with(Map<String, Object> source, String field, Object value) {
        Map<String, Object> changed = new HashMap<>(source);
        changed.put(field, value);
        return changed;
    }

    public void testProcessedDocumentsAreCurrent() {
        NearDupProcessor processor = processor("page.body", randomBoolean(), "url_field", "url");
        for (Object input : List.of("words", "", List.of("two", "parts"), "<p>a page")) {
            Map<String, Object> source =
                    Map.of("page", Map.of("body", input), "url", randomFrom("", "https://a.example/"));
            assertTrue(check(processor).mustProcess(source));
            assertFalse(check(processor).mustProcess(written(processor, source)));
        }
        assertFalse(check(processor).mustProcess(written(processor, Map.of("page", Map.of("body", "no url")))));
    }

    public void testChangedDocumentsAreDue() {
        NearDupProcessor processor = processor("body", false, "url_field", "url");
        Map<String, Object> source = written(processor, Map.of("body", List.of("a", "b"), "url", "https://a.example/"));
        assertTrue(check(processor).mustProcess(with(source, "body", List.of("a", "c"))));
        assertTrue(check(processor).mustProcess(with(source, "body", "a")));
        assertTrue(check(processor).mustProcess(with(source, "body", null)));
        assertTrue(check(processor).mustProcess(with(source, "url", "https://b.example/")));
        assertTrue(check(processor).mustProcess(with(source, "url", null)));
        assertFalse(check(processor).mustProcess(with(source, "views", 7)));
        assertTrue(check(processor("body", false, "url_field", "url", "buckets", 3))
                .mustProcess(source));
        assertTrue(check(processor("html", false)).mustProcess(with(source, "html", "x")));
    }

    /** A missing input has the hash of an empty one. The processor rejects it, so that the report of a backfill has the reason. */
    public void testEmptyTextsThatWereRemovedAreDue() {
        NearDupProcessor processor = processor("body", false, "url_field", "url");
        Map<String, Object> source = written(processor, Map.of("body", ""));
        assertFalse(check(processor).mustProcess(source));
        assertTrue(check(processor).mustProcess(with(source, "body", null)));
        assertTrue(check(processor).mustProcess(with(source, "body", 7)));
    }

    public void testChangedTitlesAndSitesAreDue() {
        NearDupProcessor processor =
                processor("body", false, "url_field", "url", "title_field", "t", "site_field", "s");
        String html = "<html><title>In the page</title><p>words";
        for (String body : List.of("words", html)) {
            Map<String, Object> plain = written(processor, Map.of("body", body, "url", "https://a.example/"));
            Map<String, Object> given = written(processor, with(plain, "t", " Given\n title"));
            assertFalse(check(processor).mustProcess(plain));
            assertFalse(check(processor).mustProcess(given));
            assertTrue(check(processor).mustProcess(with(plain, "t", "Given")));
            assertTrue(check(processor).mustProcess(with(given, "t", "Another")));
            assertTrue(check(processor).mustProcess(with(given, "t", null)));
            assertTrue(check(processor).mustProcess(with(given, "t", " ")));
            assertFalse(check(processor).mustProcess(written(processor, with(plain, "t", List.of("not a title")))));
            assertTrue(
                    "the title is that of the field",
                    check(processor("body", false, "url_field", "url", "site_field", "s"))
                            .mustProcess(given));
            assertTrue(check(processor).mustProcess(with(given, "s", "part")));
            assertFalse(check(processor).mustProcess(with(given, "s", "a.example")));
            Map<String, Object> part = written(processor, with(plain, "s", "part"));
            assertFalse(check(processor).mustProcess(part));
            assertTrue(check(processor).mustProcess(with(part, "s", null)));
            assertTrue(
                    "the site is not that of the URL",
                    check(processor("body", false, "url_field", "url")).mustProcess(part));
        }
    }

    public void testSeveralFieldsAndUrlLists() {
        NearDupProcessor processor = processor("title", false, "url_field", "url");
        Map<String, Object> config = new HashMap<>(Map.of("fields", List.of("title", "pages.body")));
        NearDupProcessor both =
                new NearDupProcessor.Factory((index, target) -> {}).create(Map.of(), null, null, config);
        Map<String, Object> source =
                Map.of("title", "words", "pages", List.of(Map.of("body", "a"), Map.of("body", List.of("b", "c"))));
        Map<String, Object> written = written(both, source);
        assertFalse(check(both).mustProcess(written));
        assertTrue(check(processor).mustProcess(written));
        assertTrue(check(both).mustProcess(with(written, "title", "other")));
        assertTrue(check(both).mustProcess(with(written, "title", null)));
        assertTrue(check(both).mustProcess(with(written, "pages", List.of(Map.of("body", "a")))));
        Map<String, Object> urls =
                written(processor, Map.of("title", "x", "url", List.of("https://a.example/", "https://b.example/")));
        assertFalse(check(processor).mustProcess(urls));
        assertTrue(check(processor).mustProcess(with(urls, "url", List.of("https://b.example/"))));
        assertFalse(
                "the number 7 equals its text", check(processor).mustProcess(written(processor, Map.of("title", "7"))));
        assertTrue(check(processor).mustProcess(with(written(processor, Map.of("title", "7")), "title", 7)));
    }

    public void testDocumentsWithoutInput() {
        NearDupProcessor processor = processor("body", true);
        assertFalse(check(processor).mustProcess(Map.of("views", 1)));
        assertTrue(
                "due, because the processor reports the failure",
                check(processor("body", false)).mustProcess(Map.of("views", 1)));
        Map<String, Object> rest = new HashMap<>(written(processor, Map.of("body", "x")));
        rest.remove("body");
        assertTrue("the input was removed", check(processor).mustProcess(rest));
    }

    /** A pipeline that reads HTML if it is present, otherwise text. */
    public void testSeveralProcessors() {
        NearDupProcessor html = processor("html", true);
        NearDupProcessor text = processor("text", true);
        List<Map<String, Object>> sources = new ArrayList<>();
        sources.add(written(html, Map.of("html", "<p>x", "text", "y")));
        sources.add(written(text, Map.of("text", "y")));
        for (Map<String, Object> source : sources) {
            assertFalse(check(html, text).mustProcess(source));
            assertFalse(check(text, html).mustProcess(source));
            assertTrue(check(html, text).mustProcess(with(source, source.containsKey("html") ? "html" : "text", "z")));
        }
        assertFalse(check(html, text).mustProcess(Map.of("other", 1)));
    }
}
