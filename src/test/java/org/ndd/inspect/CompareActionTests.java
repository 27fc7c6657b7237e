package org.ndd.inspect;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.After;
import org.junit.Before;
import org.ndd.boilerplate.StoredBoilerplate;
import org.ndd.boilerplate.TestBoilerplate;
import org.ndd.compat.Calls;
import org.ndd.compat.TestCalls;
import org.ndd.core.align.TextDiff;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Reason;
import org.ndd.core.compare.Relation;
import org.ndd.plugin.NddPlugin;

public class CompareActionTests extends ESSingleNodeTestCase {

    private static final String STORY = sentences("the harbour of the old town was closed because of the storm", 12);
    private static final String EDITED = STORY.replace("number 7 ", "number seven, as the keeper says, ");
    private static final String OTHER =
            sentences("an entirely different matter is reported from the mountains today", 12);

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    @Before
    public void makeIndex() {
        putPipeline("pages", "{\"near_dup\":{\"field\":\"body\",\"url_field\":\"url\"}}");
        putPipeline("report", "{\"near_dup\":{\"field\":\"body\",\"preset\":\"pku2007\"}}");
        client().admin()
                .indices()
                .prepareCreate("pages")
                .setMapping("ndd", "type=near_dup")
                .get();
    }

    @After
    public void deletePipelines() {
        TestCalls.deletePipelines(client());
    }

    public void testDocuments() throws IOException {
        index("1", STORY, null);
        index("2", EDITED, null);
        index("3", OTHER, null);
        CompareResponse alike = compare("pages", "{\"a\":{\"_id\":\"1\"},\"b\":{\"_id\":\"2\"}}");
        assertTrue(alike.comparison().similar());
        assertThat(alike.comparison().shared().resemblance(), greaterThan(0.8));
        assertThat(alike.fingerprints().shared(), greaterThan(0));
        assertEquals(STORY.length(), alike.comparison().a().length());
        assertEquals(EDITED.length(), alike.comparison().b().length());
        assertFalse(alike.comparison().boilerplateKnown());
        assertNull(alike.diff());
        CompareResponse different = compare("pages", "{\"a\":{\"_id\":\"1\"},\"b\":{\"_id\":\"3\"}}");
        assertFalse(different.comparison().similar());
        assertEquals(Reason.SKETCH_BOUND, different.comparison().reason());
        assertEquals(0, (int) different.fingerprints().shared());
        CompareResponse same = compare("pages", "{\"a\":{\"_id\":\"1\"},\"b\":{\"_id\":\"1\"}}");
        assertEquals(Reason.SAME_WORDS, same.comparison().reason());
    }

    public void testSidesAreIndependentOfRank() throws IOException {
        for (int i = 0; i < 8; i++) {
            index("x" + i, STORY, null);
            index("y" + i, EDITED, null);
            CompareResponse there = compare("pages", "{\"a\":{\"_id\":\"x" + i + "\"},\"b\":{\"_id\":\"y" + i + "\"}}");
            CompareResponse back = compare("pages", "{\"a\":{\"_id\":\"y" + i + "\"},\"b\":{\"_id\":\"x" + i + "\"}}");
            assertEquals(STORY.length(), there.comparison().a().length());
            assertEquals(there.comparison(), back.comparison().swapped());
        }
    }

    public void testInlineTextUsesFingerprintVersionOfDocument() throws IOException {
        index("1", STORY, null);
        client().index(new IndexRequest("pages").id("r").setPipeline("report").source(Map.of("body", STORY)))
                .actionGet();
        CompareResponse balanced = compare("pages", body("{\"_id\":\"1\"}", "{\"text\":\"" + EDITED + "\"}"));
        assertTrue(balanced.comparison().similar());
        assertThat(balanced.fingerprints().shared(), greaterThan(0));
        CompareResponse report = compare("pages", body("{\"_id\":\"r\"}", "{\"text\":\"" + STORY + "\"}"));
        assertEquals(report.fingerprints().a(), report.fingerprints().b());
        assertEquals(report.fingerprints().a(), (int) report.fingerprints().shared());
    }

    public void testDifferentFingerprintVersions() throws IOException {
        index("1", STORY, null);
        client().index(new IndexRequest("pages").id("r").setPipeline("report").source(Map.of("body", EDITED)))
                .actionGet();
        CompareResponse response = compare("pages", "{\"a\":{\"_id\":\"1\"},\"b\":{\"_id\":\"r\"}}");
        assertTrue("texts are still comparable", response.comparison().similar());
        assertNull(response.fingerprints().shared());
    }

    public void testInlineDocuments() throws IOException {
        String text = "{\"text\":\"" + STORY + "\"}";
        CompareResponse same = compare(null, body(text, "{\"html\":\"<p>" + STORY + "</p>\"}"));
        assertEquals(Relation.SAME, same.comparison().relation());
        assertEquals(Reason.SAME_WORDS, same.comparison().reason());
        CompareResponse titled = compare(null, body(text, "{\"html\":\"<title>t</title><p>" + STORY + "</p>\"}"));
        assertEquals(
                "the plain text has no title",
                Relation.NEAR,
                titled.comparison().relation());
        assertEquals(Reason.SIGNALS, titled.comparison().reason());
    }

    public void testDiff() throws IOException {
        CompareResponse response =
                compare(null, "{\"a\":{\"text\":\"" + STORY + "\"},\"b\":{\"text\":\"" + EDITED + "\"},\"diff\":true}");
        assertEquals(STORY, runs(response, TextDiff.Kind.ONLY_A));
        assertEquals(EDITED, runs(response, TextDiff.Kind.ONLY_B));
    }

    public void testVerdictWithoutSharedFingerprints() throws IOException {
        CompareResponse response = compare(
                null,
                body(
                        // too many passages for character n-grams, and a change in each of them
                        "{\"text\":\"" + STORY + "\"}", "{\"text\":\"" + STORY.replace("harbour", "harbours") + "\"}"));
        assertEquals(0, (int) response.fingerprints().shared());
        assertThat(response.comparison().shared().resemblance(), greaterThan(0.6));
        assertTrue(response.comparison().similar());
    }

    public void testMasksBoilerplateOfIndex() throws IOException {
        String menu = "home and news and contact and imprint";
        BoilerplateLine line = new BoilerplateLine(LineHash.of(menu), SiteBoilerplate.Level.COMMON, 9, menu);
        TestBoilerplate.save(
                client(), "pages", new StoredBoilerplate(new SiteBoilerplate("a.org", List.of(line)), 12, 0));
        index("1", menu + "\n" + STORY, "https://www.a.org/1");
        index("2", menu + "\n" + EDITED, "https://www.a.org/2");
        Comparison documents = compare("pages", "{\"a\":{\"_id\":\"1\"},\"b\":{\"_id\":\"2\"}}")
                .comparison();
        assertTrue(documents.boilerplateKnown());
        assertEquals(menu.length() + 1, documents.a().masked());
        assertEquals(STORY.length(), documents.a().length());
        String html = "{\"html\":\"<p>" + menu + "</p><p>" + EDITED + "</p>\",\"url\":\"https://www.a.org/3\"}";
        assertTrue(compare("pages", body("{\"_id\":\"1\"}", html)).comparison().boilerplateKnown());
        Comparison elsewhere = compare(null, body("{\"_index\":\"pages\",\"_id\":\"1\"}", html))
                .comparison();
        assertFalse("inline documents have no index with boilerplate", elsewhere.boilerplateKnown());
    }

    public void testAliasAndRouting() throws IOException {
        assertTrue(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add().index("pages").alias("alias")))
                .actionGet()
                .isAcknowledged());
        client().index(new IndexRequest("pages")
                        .id("1")
                        .routing("r")
                        .setPipeline("pages")
                        .source(Map.of("body", STORY)))
                .actionGet();
        CompareResponse response =
                compare("alias", body("{\"_id\":\"1\",\"routing\":\"r\"}", "{\"text\":\"" + STORY + "\"}"));
        assertEquals(Reason.SAME_WORDS, response.comparison().reason());
    }

    /** A get does not support an alias with two indices, so the document is searched in all shards. */
    public void testRejectsIdWithTwoRoutings() throws IOException {
        client().admin()
                .indices()
                .prepareCreate("routed")
                .setMapping("ndd", "type=near_dup")
                .setSettings(Settings.builder().put("index.number_of_shards", 20))
                .get();
        for (String index : List.of("pages", "routed")) {
            assertTrue(indicesAdmin()
                    .aliases(Calls.aliases()
                            .addAliasAction(AliasActions.add().index(index).alias("both")))
                    .actionGet()
                    .isAcknowledged());
        }
        for (String routing : List.of("a", "b", "c", "d")) {
            client().index(new IndexRequest("routed")
                            .id("1")
                            .routing(routing)
                            .setPipeline("pages")
                            .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                            .source(Map.of("body", STORY)))
                    .actionGet();
        }
        assertThat(
                expectThrows(
                                IllegalArgumentException.class,
                                () -> compare("both", body("{\"_id\":\"1\"}", "{\"text\":\"b\"}")))
                        .getMessage(),
                equalTo("[_id] must be that of one document of [both], but was [1], which is stored with two routings:"
                        + " specify its [routing]"));
        compare("both", body("{\"_id\":\"1\",\"routing\":\"b\"}", "{\"text\":\"b\"}"));
    }

    /** The text is in no source, so it is searched in all shards. Without a routing, only this document can be meant. */
    public void testPrefersDocumentWithoutRoutingIfSourceLacksText() throws IOException {
        client().admin()
                .indices()
                .prepareCreate("lacking")
                .setMapping(
                        "{\"_source\":{\"excludes\":[\"ndd.text\"]},\"properties\":{\"ndd\":{\"type\":\"near_dup\"}}}")
                .setSettings(Settings.builder().put("index.number_of_shards", 20))
                .get();
        for (String routing : List.of("a", "b", "c", "d")) {
            client().index(new IndexRequest("lacking")
                            .id("1")
                            .routing(routing)
                            .setPipeline("pages")
                            .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                            .source(Map.of("body", "Snow fell in the mountains for the first time this year.")))
                    .actionGet();
        }
        client().index(new IndexRequest("lacking")
                        .id("1")
                        .setPipeline("pages")
                        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                        .source(Map.of("body", STORY)))
                .actionGet();
        CompareResponse response = compare("lacking", body("{\"_id\":\"1\"}", "{\"text\":\"" + STORY + "\"}"));
        assertEquals(Reason.SAME_WORDS, response.comparison().reason());
    }

    public void testMissingDocuments() throws IOException {
        index("1", STORY, null);
        ResourceNotFoundException e = expectThrows(
                ResourceNotFoundException.class,
                () -> compare("pages", "{\"a\":{\"_id\":\"1\"},\"b\":{\"_id\":\"9\"}}"));
        assertThat(e.getMessage(), equalTo("document [9] of index [pages] does not exist"));
        expectThrows(
                IndexNotFoundException.class,
                () -> compare("missing", "{\"a\":{\"_id\":\"1\"},\"b\":{\"_id\":\"9\"}}"));
        expectThrows(
                IndexNotFoundException.class, () -> compare("missing", body("{\"text\":\"a\"}", "{\"text\":\"b\"}")));
        expectThrows(IllegalArgumentException.class, () -> compare("pages", "{\"a\":{\"_id\":\"1\"}}"));
    }

    public void testRejectsUnprocessedDocuments() throws IOException {
        client().index(new IndexRequest("pages").id("raw").source(Map.of("body", STORY)))
                .actionGet();
        IllegalArgumentException e = expectThrows(
                IllegalArgumentException.class, () -> compare("pages", body("{\"_id\":\"raw\"}", "{\"text\":\"b\"}")));
        assertThat(
                e.getMessage(),
                containsString(
                        "document [raw] of index [pages] has no [ndd.text] and [ndd.version]: index it through"));
        index("1", STORY, null);
        e = expectThrows(
                IllegalArgumentException.class,
                () -> compare("pages", "{\"a\":{\"_id\":\"1\"},\"b\":{\"text\":\"b\"},\"target_field\":\"dup\"}"));
        assertThat(e.getMessage(), containsString("has no [dup.text]"));
    }

    public void testRejectsUnknownFingerprintVersion() throws IOException {
        client().index(new IndexRequest("pages")
                        .id("new")
                        .source(Map.of("ndd", Map.of("text", STORY, "version", "q9:1"))))
                .actionGet();
        for (String other : List.of("{\"text\":\"b\"}", "{\"_id\":\"new\"}")) {
            IllegalArgumentException e = expectThrows(
                    IllegalArgumentException.class, () -> compare("pages", body("{\"_id\":\"new\"}", other)));
            assertThat(
                    e.getMessage(),
                    containsString("[version] must be a fingerprint version that this version of ndd supports"));
        }
    }

    private static String sentences(String about, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "in part number " + i + " it is said that " + about + " by the "
                        + "abcdefghijkl".charAt(i) + " team.")
                .collect(Collectors.joining(" "));
    }

    private static String runs(CompareResponse response, TextDiff.Kind side) {
        return response.diff().stream()
                .filter(run -> run.kind() == TextDiff.Kind.EQUAL || run.kind() == side)
                .map(TextDiff.Run::text)
                .collect(Collectors.joining());
    }

    private static String body(String a, String b) {
        return "{\"a\":" + a + ",\"b\":" + b + "}";
    }

    private void index(String id, String body, String url) {
        Map<String, Object> source = url == null ? Map.of("body", body) : Map.of("body", body, "url", url);
        client().index(new IndexRequest("pages").id(id).setPipeline("pages").source(source))
                .actionGet();
    }

    private CompareResponse compare(String index, String json) throws IOException {
        CompareAction.Request request =
                CompareAction.Request.fromXContent(index, createParser(JsonXContent.jsonXContent, json));
        return client().execute(CompareAction.TYPE, request).actionGet().body();
    }

    private void putPipeline(String id, String processor) {
        TestCalls.putPipeline(client(), id, "{\"processors\":[" + processor + "]}");
    }
}
