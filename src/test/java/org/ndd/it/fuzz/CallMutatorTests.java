package org.ndd.it.fuzz;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.it.yaml.ApiCall;
import org.ndd.it.yaml.ApiSpecs;

/** Mutations are diverse, reproducible with the same seed, and restricted to the parts of ndd. */
public class CallMutatorTests extends ESTestCase {

    private static final String SPEC = """
            {"ndd.thing": {"documentation": {"url": null}, "stability": "experimental", "url": {"paths": [
              {"path": "/{index}/_ndd/thing", "methods": ["POST"], "parts": {"index": {}}}]},
              "params": {"deep": {"type": "boolean"}}, "body": {"required": false}}}""";
    private static final ApiCall NDD_CALL = new ApiCall(
            "POST",
            "/pages/_ndd/thing",
            Map.of("deep", "true"),
            Map.of(),
            "{\"target_field\":\"ndd\",\"pairs\":[{\"a\":1,\"b\":\"x\"}]}");
    private static final ApiCall SEARCH = new ApiCall(
            "POST",
            "/pages/_search",
            Map.of(),
            Map.of(),
            "{\"size\":3,\"query\":{\"near_dup\":{\"like\":{\"_id\":\"1\"}}}}");

    private static final int MUTANTS = 300;

    private static CallMutator mutator(long seed) throws Exception {
        Path folder = createTempDir();
        Files.writeString(folder.resolve("ndd.thing.json"), SPEC);
        return new CallMutator(new Random(seed), ApiSpecs.read(List.of(folder)), List.of(NDD_CALL, SEARCH));
    }

    private static List<ApiCall> mutants(long seed, ApiCall call) throws Exception {
        CallMutator mutator = mutator(seed);
        List<ApiCall> mutants = new ArrayList<>();
        for (int i = 0; i < MUTANTS; i++) {
            mutants.add(mutator.mutate(call));
        }
        return mutants;
    }

    public void testReproducible() throws Exception {
        long seed = randomLong();
        assertEquals(mutants(seed, NDD_CALL), mutants(seed, NDD_CALL));
    }

    public void testChangesAllPartsOfOwnRequests() throws Exception {
        Set<String> endpoints = new HashSet<>();
        Set<Map<String, String>> queries = new HashSet<>();
        Set<String> bodies = new HashSet<>();
        int noJson = 0;
        for (ApiCall mutant : mutants(randomLong(), NDD_CALL)) {
            endpoints.add(mutant.endpoint());
            queries.add(mutant.query());
            bodies.add(String.valueOf(mutant.body()));
            assertTrue(mutant.endpoint(), mutant.endpoint().endsWith("/_ndd/thing"));
            noJson += isObject(mutant.body()) ? 0 : 1;
        }
        assertTrue("" + endpoints.size(), endpoints.size() > 5);
        assertTrue("" + queries.size(), queries.size() > 5);
        assertTrue("" + bodies.size(), bodies.size() > 100);
        assertTrue("" + noJson, noJson > 5 && noJson < 200);
    }

    public void testChangesOnlyOwnPartsOfSearch() throws Exception {
        Set<String> bodies = new HashSet<>();
        for (ApiCall mutant : mutants(randomLong(), SEARCH)) {
            assertEquals("/pages/_search", mutant.endpoint());
            assertEquals("POST", mutant.method());
            bodies.add(mutant.body());
            if (isObject(mutant.body()) && mutant.body().startsWith("{\"size\":3,\"query\":{\"near_dup\":")) {
                continue;
            }
            // the text may be invalid as a whole
            assertFalse(mutant.body(), isObject(mutant.body()) && mutant.body().contains("\"size\":4"));
        }
        assertTrue("" + bodies.size(), bodies.size() > 100);
    }

    public void testIsOurs() {
        assertTrue(CallMutator.isNddCall(NDD_CALL));
        assertTrue(CallMutator.isNddCall(SEARCH));
        assertTrue(CallMutator.isNddCall(new ApiCall(
                "PUT",
                "/pages",
                Map.of(),
                Map.of(),
                "{\"mappings\":{\"properties\":{\"ndd\":{\"type\":\"near_dup\"}}}}")));
        assertFalse(CallMutator.isNddCall(
                new ApiCall("POST", "/pages/_search", Map.of(), Map.of(), "{\"query\":{\"match_all\":{}}}")));
        assertFalse(CallMutator.isNddCall(
                new ApiCall("POST", "/_bulk", Map.of(), Map.of(), "{\"index\":{}}\n{\"near_dup\":{}}\n")));
        assertFalse(CallMutator.isNddCall(new ApiCall("GET", "/pages", Map.of(), Map.of(), null)));
    }

    public void testWritesInvalidJson() {
        assertEquals("{\"a\":1,\"a\":1}", JsonText.of(Map.of("a", new JsonText.DuplicateKeyException(1))));
        assertEquals(
                "[NaN,\"\\ud800\\\"\\u0000\",null]",
                JsonText.of(Arrays.asList(new JsonText.Raw("NaN"), "\uD800\"\0", null)));
    }

    private static boolean isObject(String body) {
        try {
            return body != null
                    && XContentHelper.convertToMap(
                                    JsonXContent.jsonXContent,
                                    new String(body.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8),
                                    true)
                            != null;
        } catch (Exception | StackOverflowError e) {
            return false;
        }
    }
}
