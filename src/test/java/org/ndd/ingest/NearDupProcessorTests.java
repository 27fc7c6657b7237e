package org.ndd.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.ingest.TestIngestDocument;
import org.elasticsearch.test.ESTestCase;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageInput;
import org.ndd.config.DocumentFields;
import org.ndd.config.FingerprintOptions.PageOptions;
import org.ndd.config.SourceState;
import org.ndd.core.text.ContentDigest;

public class NearDupProcessorTests extends ESTestCase {

    private static final String TEXT = "The first sentence of this page is long enough to count. "
            + "The second sentence of this page is long enough as well.";

    public void testHtmlPage() throws Exception {
        Map<String, Object> target = run(
                Map.of("field", "html", "url_field", "url"),
                source(
                        "html",
                        "<html><head><title>The Title</title></head><body><p>" + TEXT + "</p></body></html>",
                        "url",
                        "https://www.example.org/a"));
        PageAnalysis page = new PageAnalyzer(new PageOptions.Builder().build())
                .analyze(PageInput.of(TEXT, "https://www.example.org/a"));
        assertThat(
                target.keySet(),
                equalTo(Set.of(
                        "version",
                        "fingerprints",
                        "digest",
                        "site",
                        "families",
                        "url",
                        "format",
                        "title",
                        "truncated",
                        "length",
                        "sentences",
                        "source_field",
                        "source_hash",
                        "text")));
        assertEquals("p12:10:40:32", target.get("version"));
        assertEquals("The Title", target.get("title"));
        assertEquals(page.text(), target.get("text"));
        assertEquals(ContentDigest.of(page.text(), "The Title", "example.org"), target.get("digest"));
        assertNotEquals("the text includes the title", page.digest(), target.get("digest"));
        assertEquals(page.fingerprintTerms(), target.get("fingerprints"));
        assertEquals("example.org", target.get("site"));
        assertEquals(List.of("example.org"), target.get("families"));
        assertEquals("https://www.example.org/a", target.get("url"));
        assertEquals(TEXT.length(), target.get("length"));
        assertEquals(2, target.get("sentences"));
        assertEquals("html", target.get("source_field"));
    }

    public void testTextWithoutUrl() throws Exception {
        for (Map<String, Object> options : List.<Map<String, Object>>of(
                Map.of("field", "body", "format", "text"), Map.of("field", "body", "url_field", "url"))) {
            Map<String, Object> target = run(options, source("body", TEXT));
            assertNull(target.get("site"));
            assertEquals("documents without a host share boilerplate", List.of("/"), target.get("families"));
            assertNull(target.get("url"));
            assertNull(target.get("title"));
            assertEquals(TEXT.length(), target.get("length"));
            assertFalse(((List<?>) target.get("fingerprints")).isEmpty());
        }
    }

    public void testReportPreset() throws Exception {
        Map<String, Object> target = run(Map.of("field", "body", "preset", "pku2007"), source("body", TEXT));
        assertEquals("r9:10:100:7:16:4", target.get("version"));
    }

    public void testTitle() throws Exception {
        Map<String, Object> options = Map.of("field", "body", "title_field", "name");
        String html = "<html><title>Inside</title><p>words";
        for (Object none : new Object[] {null, "", Map.of("a", 1), List.of(), Arrays.asList("a", Map.of("b", 1))}) {
            Map<String, Object> source = new HashMap<>(Map.of("body", html));
            source.put("name", none);
            assertEquals("Inside", run(options, source).get("title"));
            source.put("body", "words");
            assertNull(run(options, source).get("title"));
        }
        for (Object seven : new Object[] {7, "7", List.of(7), Arrays.asList(null, "7")}) {
            assertEquals("7", run(options, source("body", html, "name", seven)).get("title"));
        }
        Object first = run(options, source("body", TEXT, "name", List.of("First", true)));
        assertEquals("First true", ((Map<?, ?>) first).get("title"));
        Map<String, Object> given = run(options, new HashMap<>(Map.of("body", html, "name", " The\n title")));
        assertEquals("The title", given.get("title"));
        assertEquals("html", given.get("format"));
        Map<String, Object> text = run(options, new HashMap<>(Map.of("body", "words", "name", "Title")));
        assertEquals("Title", text.get("title"));
        assertEquals("text", text.get("format"));
    }

    public void testListElementsAreParagraphs() throws Exception {
        Map<String, Object> joined = run(Map.of("field", "body"), source("body", List.of("one line", "another line")));
        assertEquals("one line\nanother line", joined.get("text"));
        assertEquals(run(Map.of("field", "body"), source("body", "one line\n\nanother line")), joined);
        assertEquals("", run(Map.of("field", "body"), source("body", List.of())).get("text"));
    }

    public void testEmptyText() throws Exception {
        for (String empty : List.of("", " \n\t ", "<html></html>", "\u200b")) {
            Map<String, Object> target = run(Map.of("field", "body"), source("body", empty));
            assertEquals(0, target.get("length"));
            assertEquals(List.of(), target.get("fingerprints"));
            assertEquals("", target.get("text"));
            assertNull(target.get("digest"));
        }
        assertNull(run(Map.of("field", "body"), source("body", "?!")).get("digest"));
    }

    /** Elasticsearch accepts nulls in lists too. */
    public void testNullsInListsDoNotCount() throws Exception {
        Map<String, Object> config = Map.of("field", "body");
        assertEquals(
                run(config, source("body", List.of("a text", "and more"))),
                run(config, source("body", Arrays.asList("a text", null, List.of("and more")))));
        assertEquals(
                run(config, source("body", List.of())), run(config, source("body", Collections.singletonList(null))));
    }

    public void testRejectsOtherTypes() {
        assertError(source("body", 7), "[7]");
        assertError(source("body", Map.of("a", 1)), "an object");
        assertError(source("body", new byte[1]), "a value of another type");
        assertError(source("body", Arrays.asList("a", 1.5)), "a list with [1.5]");
        assertError(source("body", Arrays.asList(null, true)), "a list with [true]");
        assertError(source("body", List.of(Map.of())), "a list with an object");
        String missing = "missing: [ignore_missing] accepts documents without it";
        assertError(source("body", null), missing);
        assertError(source("other", "x"), missing);
    }

    /** An invalid URL must not prevent the indexing of the document. */
    public void testUrlsOfOtherTypes() throws Exception {
        Map<String, Object> options = Map.of("field", "body", "url_field", "url");
        for (Object none : new Object[] {7, "", List.of(), List.of(7), Map.of("a", 1)}) {
            Map<String, Object> target = run(options, source("body", TEXT, "url", none));
            assertNull(target.get("site"));
            assertNull(target.get("url"));
        }
        Map<String, Object> first =
                run(options, source("body", TEXT, "url", Arrays.asList(null, "https://a.org/1", "https://b.org/2")));
        assertEquals("https://a.org/1", first.get("url"));
        assertEquals("a.org", first.get("site"));
    }

    public void testSite() throws Exception {
        Map<String, Object> options = Map.of("field", "body", "url_field", "url", "site_field", "meta.part");
        for (Object given : new Object[] {" core  utils ", Arrays.asList(null, "core utils")}) {
            Map<String, Object> source = source("body", TEXT, "url", "https://a.org/", "meta", Map.of("part", given));
            Map<String, Object> target = run(options, source);
            assertEquals("a.org/core utils", target.get("site"));
            assertEquals(
                    "sections have boilerplate in addition to that of the host",
                    List.of("a.org", "a.org/core utils"),
                    target.get("families"));
        }
        Map<String, Object> withoutHost = run(options, source("body", TEXT, "meta", Map.of("part", 7)));
        assertEquals("/7", withoutHost.get("site"));
        assertEquals(List.of("/", "/7"), withoutHost.get("families"));
        Map<String, Object> host = source("body", TEXT, "url", "https://a.org/", "meta", Map.of("part", "a.org"));
        assertEquals(
                "a host is not a section of itself", "a.org", run(options, host).get("site"));
        for (Object none : new Object[] {" ", "x".repeat(254), List.of(), List.of("a", "b"), Map.of("a", 1)}) {
            Map<String, Object> source = source("body", TEXT, "url", "https://a.org/", "meta", Map.of("part", none));
            assertEquals("a.org", run(options, source).get("site"));
        }
        String shortText = "Ok.";
        Object here = run(options, source("body", shortText, "meta", Map.of("part", "a")))
                .get("digest");
        Object there = run(options, source("body", shortText, "meta", Map.of("part", "b")))
                .get("digest");
        assertNotEquals("short texts are compared only within a site", here, there);
    }

    public void testSeveralFields() throws Exception {
        Map<String, Object> options = Map.of("fields", List.of("title", "html", "note"));
        Map<String, Object> target = run(
                options,
                source(
                        "title",
                        "A title",
                        "html",
                        "<html><title>Inside</title><p>One<p>Two",
                        "note",
                        List.of("x", "y")));
        assertEquals("a title\none\ntwo\nx\ny", target.get("text"));
        assertEquals(List.of("text", "html"), target.get("format"));
        assertEquals("Inside", target.get("title"));
        assertEquals(List.of("title", "html", "note"), target.get("source_field"));
        Map<String, Object> some = run(options, source("html", null, "note", "only"));
        assertEquals("only", some.get("text"));
        assertEquals("text", some.get("format"));
        assertNotEquals(
                "the hash depends on the field",
                some.get("source_hash"),
                run(options, source("title", "only")).get("source_hash"));
        Exception none = expectThrows(IllegalArgumentException.class, () -> run(options, source("other", 1)));
        assertThat(
                none.getMessage(), containsString("[fields] must hold a field that the document has, but was [title"));
        Exception number = expectThrows(IllegalArgumentException.class, () -> run(options, source("title", 1)));
        assertThat(number.getMessage(), containsString("field [title] must be a string or a list of strings"));
        IngestDocument left = TestIngestDocument.withDefaultVersion(source("other", 1, "ndd", Map.of()));
        processor(Map.of("fields", List.of("a", "b"), "ignore_missing", true)).execute(left);
        assertFalse(left.hasField("ndd"));
    }

    public void testTextOfAllFieldsIsBounded() throws Exception {
        String part = "many words are here ".repeat(30);
        Map<String, Object> target = run(
                Map.of("fields", List.of("a", "b", "c"), "max_bytes", "1kb"),
                source("a", part, "b", "<p>" + part, "c", part));
        assertEquals(true, target.get("truncated"));
        assertTrue((int) target.get("length") <= 1024);
        assertTrue((int) target.get("length") > 900);
    }

    /** Arrays of objects and names with dots are not paths for ingest, but are equivalent for searches. */
    public void testPathsThroughArraysAndDots() throws Exception {
        Map<String, Object> pages = source(
                "pages",
                List.of(Map.of("body", "one page"), Map.of("no", "body"), Map.of("body", List.of("two", "x"))));
        assertEquals(
                "one page\ntwo\nx", run(Map.of("field", "pages.body"), pages).get("text"));
        assertEquals(
                "dotted", run(Map.of("field", "a.b"), source("a.b", "dotted")).get("text"));
    }

    /** Otherwise a document is outdated from the beginning: it is never deleted, and each backfill writes it again. */
    public void testInputIsUnchangedAfterProcessing() throws Exception {
        Map<String, Object> source = source(
                "pages",
                List.of(Map.of("body", "one page"), Map.of("body", "another", "title", "A title")),
                "a.b",
                "dotted",
                "a",
                Map.of("b", "in an object"));
        Map<String, String> expected = Map.of(
                "pages.body",
                "one page\nanother",
                "pages.0.body",
                "one page",
                "pages.2",
                "",
                "a.b",
                "in an object\ndotted");
        for (Map.Entry<String, String> field : expected.entrySet()) {
            NearDupProcessor processor = processor(
                    Map.of("fields", List.of(field.getKey(), "pages.1.title"), "title_field", "pages.1.title"));
            IngestDocument document = TestIngestDocument.withDefaultVersion(new HashMap<>(source));
            processor.execute(document);
            String text = document.getFieldValue("ndd.text", String.class);
            assertEquals((field.getValue() + "\na title").strip(), text);
            assertEquals("A title", document.getFieldValue("ndd.title", String.class));
            SourceState state = new SourceState(document.getSource(), new DocumentFields("ndd"));
            assertFalse(field.getKey(), state.inputChanged());
            assertTrue(processor.hasWritten(state));
        }
    }

    public void testIgnoreMissingRemovesOldTarget() throws Exception {
        for (Map<String, Object> source :
                List.of(source("ndd", Map.of("text", "old")), source("body", null, "ndd", Map.of()))) {
            IngestDocument document = TestIngestDocument.withDefaultVersion(source);
            processor(Map.of("field", "body", "ignore_missing", true)).execute(document);
            assertFalse(document.hasField("ndd"));
        }
    }

    /** With {@code ignore_failure}, the document is indexed, and must not have fingerprints of its former text. */
    public void testFailureRemovesOldTarget() {
        IngestDocument document =
                TestIngestDocument.withDefaultVersion(source("body", 7, "ndd", Map.of("text", "old")));
        NearDupProcessor processor = processor(Map.of("field", "body"));
        expectThrows(IllegalArgumentException.class, () -> processor.execute(document));
        assertFalse(document.hasField("ndd"));
    }

    /** The target field of a wrong configuration may be data of the user. */
    public void testUnmappedTargetIsNotRemoved() {
        for (Object body : new Object[] {TEXT, 7, null}) {
            IngestDocument document = TestIngestDocument.withDefaultVersion(source("body", body, "ndd", "data"));
            NearDupProcessor processor = new NearDupProcessor.Factory((index, field) -> {
                        throw new IllegalArgumentException("not mapped");
                    })
                    .create(Map.of(), "tag", null, new HashMap<>(Map.of("field", "body", "ignore_missing", true)));
            Exception e = expectThrows(IllegalArgumentException.class, () -> processor.execute(document));
            assertEquals("not mapped", e.getMessage());
            assertEquals("data", document.getFieldValue("ndd", String.class));
        }
    }

    public void testReplacesTarget() throws Exception {
        Map<String, Object> old = new HashMap<>(Map.of("title", "old", "truncated", true, "other", 1));
        Map<String, Object> target = run(Map.of("field", "body"), source("body", TEXT, "ndd", old));
        assertEquals(run(Map.of("field", "body"), source("body", TEXT)), target);
    }

    /** An update with {@code doc_as_upsert} merges the new object into the old one. */
    public void testUpsertLeavesNoOldValue() throws Exception {
        Map<String, Object> options = Map.of("field", "body", "title_field", "name", "max_bytes", "1kb");
        Map<String, Object> merged = run(options, source("body", "many words ".repeat(100), "name", "Title"));
        assertEquals(true, merged.get("truncated"));
        Map<String, Object> now = run(options, source("body", TEXT));
        XContentHelper.update(merged, now, false);
        assertEquals(now, merged);
    }

    public void testTargetField() throws Exception {
        IngestDocument document = TestIngestDocument.withDefaultVersion(source("body", TEXT));
        processor(Map.of("field", "body", "target_field", "meta.dup")).execute(document);
        assertTrue(document.hasField("meta.dup.fingerprints"));
    }

    public void testTruncatesLongText() throws Exception {
        Map<String, Object> target =
                run(Map.of("field", "body", "max_bytes", "1kb"), source("body", "many words are here ".repeat(100)));
        assertEquals(true, target.get("truncated"));
        assertTrue((int) target.get("length") <= 1024);
    }

    public void testManyThreads() {
        NearDupProcessor processor = processor(Map.of("field", "body"));
        List<String> inputs = new ArrayList<>();
        List<Object> expected = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            inputs.add(TEXT + " This is sentence " + randomAlphaOfLength(20) + " of the page.");
            expected.add(execute(processor, inputs.get(i)));
        }
        runInParallel(4, thread -> {
            for (int i = 0; i < inputs.size(); i++) {
                assertEquals(expected.get(i), execute(processor, inputs.get(i)));
            }
        });
    }

    private static Object execute(NearDupProcessor processor, String body) {
        IngestDocument document = TestIngestDocument.withDefaultVersion(source("body", body));
        return processor.execute(document).getFieldValue("ndd", Object.class);
    }

    private static void assertError(Map<String, Object> source, String was) {
        Exception e = expectThrows(IllegalArgumentException.class, () -> run(Map.of("field", "body"), source));
        assertEquals("field [body] must be a string or a list of strings, but was " + was, e.getMessage());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> run(Map<String, Object> config, Map<String, Object> source) throws Exception {
        IngestDocument document = TestIngestDocument.withDefaultVersion(source);
        assertSame(document, processor(config).execute(document));
        return document.getFieldValue("ndd", Map.class);
    }

    private static NearDupProcessor processor(Map<String, Object> config) {
        return new NearDupProcessor.Factory((index, field) -> {}).create(Map.of(), "tag", null, new HashMap<>(config));
    }

    private static Map<String, Object> source(Object... fields) {
        Map<String, Object> source = new HashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            source.put((String) fields[i], fields[i + 1]);
        }
        return source;
    }
}
