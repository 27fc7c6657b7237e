package org.ndd.decisions;

import static org.hamcrest.Matchers.equalTo;
import static org.ndd.Soon.answer;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.config.DocumentName;
import org.ndd.core.group.DecidedBy;
import org.ndd.decisions.PairDecision.DocumentState;
import org.ndd.plugin.NddPlugin;

public class DecisionsActionTests extends ESSingleNodeTestCase {

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    private void decide(String a, String b) throws Exception {
        String kind = ", \"decision\": \"duplicates\", \"user\": \"kim\"";
        execute(DecisionsRequest.Operation.PUT, a, b, kind);
    }

    private Map<String, Object> execute(DecisionsRequest.Operation operation, String a, String b, String more)
            throws Exception {
        String body = "{\"decisions\": [{\"a\": \"" + a + "\", \"b\": \"" + b + "\"" + more + "}]}";
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            DecisionsRequest request = new DecisionsRequest(
                    operation, "pages", "decided", "ndd", DecisionsRequest.Body.parse(parser), null);
            return client().execute(DecisionsAction.TYPE, request)
                    .actionGet()
                    .body()
                    .numbers();
        }
    }

    /** With more decisions than can be read, runs fail until some are deleted. */
    public void testStoresNoMoreDecisionsThanCanBeRead() throws Exception {
        createIndex("pages");
        BulkRequest documents = new BulkRequest("pages").setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (String id : List.of("a", "b", "c", "d")) {
            documents.add(new IndexRequest().id(id).source(Map.of("x", 1)));
        }
        assertFalse(client().bulk(documents).actionGet().hasFailures());
        decide("a", "b");
        BulkRequest decisions = new BulkRequest("decided").setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (int i = 1; i < DecisionIndex.MAX_DECISIONS; i++) {
            PairDecision decision = duplicates("x" + i, "y" + i);
            decisions.add(new IndexRequest().id(decision.id()).source(decision.source()));
        }
        assertFalse(client().bulk(decisions).actionGet().hasFailures());
        decide("a", "b");
        Exception e = expectThrows(IllegalArgumentException.class, () -> decide("c", "d"));
        assertThat(
                e.getMessage(),
                equalTo("[decisions_index] must have at most [10000] decisions about the documents of the request,"
                        + " but [decided] would have more"));
        DecisionIndex decided = new DecisionIndex(client(), "decided");
        List<PairDecision> stored = answer(l -> decided.load(List.of("pages"), l));
        assertEquals(DecisionIndex.MAX_DECISIONS, stored.size());
        // as two requests at the same time can
        List<Boolean> more = answer(l -> decided.put(List.of(duplicates("c", "d")), l));
        assertEquals(List.of(true), more);
        expectThrows(IllegalArgumentException.class, () -> decide("a", "b"));
        assertEquals(Map.of("deleted", 1, "missing", 0), execute(DecisionsRequest.Operation.DELETE, "d", "c", ""));
        decide("a", "b");
    }

    private static PairDecision duplicates(String a, String b) {
        return new PairDecision(
                new DocumentState(new DocumentName("pages", a), ""),
                new DocumentState(new DocumentName("pages", b), ""),
                PairDecision.Kind.DUPLICATES,
                new DecidedBy("kim", 0, null));
    }

    public void testDecisionThatIsNotCompleteCanBeDeleted() throws Exception {
        createIndex("pages");
        BulkRequest documents = new BulkRequest("pages").setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (String id : List.of("a", "b", "c")) {
            documents.add(new IndexRequest().id(id).source(Map.of("x", 1)));
        }
        assertFalse(client().bulk(documents).actionGet().hasFailures());
        decide("a", "b");
        client().index(new IndexRequest("decided")
                        .id("by hand")
                        .source(Map.of("a.index", "pages", "a.id", "c", "b.index", "pages", "b.id", "a"))
                        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                .actionGet();
        Exception e = expectThrows(IllegalArgumentException.class, () -> decide("b", "c"));
        assertThat(
                e.getMessage(),
                equalTo("[decisions_index] must have only decisions of the decisions API, but document [by hand] of"
                        + " [decided] is not complete: delete it"));
        assertEquals(Map.of("deleted", 1, "missing", 0), execute(DecisionsRequest.Operation.DELETE, "b", "a", ""));
        assertEquals(Map.of("deleted", 1, "missing", 0), execute(DecisionsRequest.Operation.DELETE, "a", "c", ""));
        decide("b", "c");
    }
}
