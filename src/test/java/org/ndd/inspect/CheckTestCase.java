package org.ndd.inspect;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.After;
import org.junit.Before;
import org.ndd.compat.TestCalls;
import org.ndd.config.DocumentName;
import org.ndd.inspect.CheckAction.Response.OfDocument;
import org.ndd.inspect.CheckResult.Kind;
import org.ndd.partition.TestPartitions;
import org.ndd.plugin.NddPlugin;
import org.ndd.rank.TestPages;

/** A node with generated stories for tests of the check API. */
public abstract class CheckTestCase extends ESSingleNodeTestCase {

    /**
     * Returns a story, which has hardly a sentence in common with other stories.
     *
     * @param story a letter that selects the story
     * @param version 0 for the original; other versions rephrase one sentence
     */
    static String text(char story, int version) {
        Random random = new Random(story);
        List<String> sentences = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            List<String> words = new ArrayList<>(TestPages.WORDS);
            Collections.shuffle(words, random);
            sentences.add("it is told how the " + String.join(" ", words.subList(0, 9)));
        }
        if (version > 0) {
            sentences.set(version, "somebody put it in other words here about the " + TestPages.WORDS.get(version));
        }
        return String.join(". ", sentences) + ".";
    }

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    @Override
    protected Settings nodeSettings() {
        return Settings.builder().put("indices.breaker.request.type", "memory").build();
    }

    @Before
    public void makePipeline() {
        String pipeline =
                "{\"processors\":[{\"near_dup\":{\"field\":\"body\",\"url_field\":\"url\",\"format\":\"text\"}}]}";
        TestCalls.putPipeline(client(), "pages", pipeline);
    }

    @After
    public void deletePipelines() throws Exception {
        CircuitBreaker breaker =
                getInstanceFromNode(CircuitBreakerService.class).getBreaker(CircuitBreaker.REQUEST);
        assertSoon(() -> assertEquals(0, breaker.getUsed()));
        TestCalls.deletePipelines(client());
    }

    void create(String index, int shards) {
        assertAcked(indicesAdmin()
                .prepareCreate(index)
                .setSettings(indexSettings(shards, 0))
                .setMapping("ndd", "type=near_dup", "lang", "type=keyword"));
    }

    /** Indexes documents; an id consists of the story and the version. */
    void index(String index, String... ids) {
        BulkRequest bulk = new BulkRequest(index).setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (String id : ids) {
            bulk.add(page(id, text(id.charAt(0), id.charAt(1) - '0')));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
    }

    /** Indexes a document with the specified text. */
    void indexAs(String index, String id, String text) {
        BulkRequest bulk = new BulkRequest(index).setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        assertFalse(client().bulk(bulk.add(page(id, text))).actionGet().hasFailures());
    }

    static IndexRequest page(String id, String text) {
        return new IndexRequest().id(id).setPipeline("pages").source(Map.of("body", text, "lang", "en"));
    }

    void delete(String index, String id) {
        client().prepareDelete(index, id)
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
    }

    void partition(String body, String... indices) {
        TestPartitions.run(client(), String.join(",", indices), body);
    }

    CheckAction.Response request(String index, String body) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            return client().execute(
                            CheckAction.TYPE,
                            CheckAction.Request.fromXContent(index, CheckAction.Request.DEFAULT_TIMEOUT, parser))
                    .actionGet()
                    .body();
        }
    }

    /** Checks documents by id. */
    Map<String, CheckResult> ids(String index, String... ids) throws IOException {
        CheckAction.Response response = request(index, "{\"ids\":[\"" + String.join("\",\"", ids) + "\"]}");
        assertEquals(
                List.of(ids),
                response.documents().stream().map(one -> one.name().id()).toList());
        assertEquals(List.of(), response.pages());
        Map<String, CheckResult> found = new TreeMap<>();
        for (OfDocument document : response.documents()) {
            assertEquals(
                    document.result().kind() == Kind.MISSING ? null : index,
                    document.name().index());
            found.put(document.name().id(), document.result());
        }
        return found;
    }

    /** Checks inline documents. */
    List<CheckResult> texts(String index, String more, String... texts) throws IOException {
        List<String> pages = List.of(texts).stream()
                .map(text -> "{\"text\":\"" + text + "\"}")
                .toList();
        CheckAction.Response response = request(index, "{\"documents\":[" + String.join(",", pages) + "]" + more + "}");
        assertEquals(texts.length, response.pages().size());
        assertEquals(List.of(), response.documents());
        return response.pages();
    }

    static void assertDuplicate(String index, String canonical, boolean grouped, CheckResult status) {
        assertEquals(Strings.toString(status, true, true), Kind.DUPLICATE, status.kind());
        assertEquals(new DocumentName(index, canonical), status.canonical());
        assertEquals(grouped, status.group() != null);
        assertTrue(status.comparison().relation().isNear());
    }

    static void assertCanonical(int size, CheckResult status) {
        assertEquals(Strings.toString(status, true, true), Kind.CANONICAL, status.kind());
        assertNull(status.canonical());
        assertEquals(size > 0, status.group() != null);
        assertEquals(size, status.size());
    }

    /** Returns the only canonical document; asserts that all others are its duplicates. */
    static String onlyCanonical(String index, int size, Map<String, CheckResult> statuses) {
        List<String> canonicals = statuses.keySet().stream()
                .filter(id -> statuses.get(id).kind() == Kind.CANONICAL)
                .toList();
        assertEquals(statuses.toString(), 1, canonicals.size());
        String canonical = canonicals.get(0);
        statuses.forEach((id, status) -> {
            if (id.equals(canonical)) {
                assertCanonical(size, status);
            } else {
                assertDuplicate(index, canonical, size > 0, status);
            }
        });
        return canonical;
    }
}
