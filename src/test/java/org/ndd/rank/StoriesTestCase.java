package org.ndd.rank;

import static org.elasticsearch.index.query.QueryBuilders.boolQuery;
import static org.elasticsearch.index.query.QueryBuilders.constantScoreQuery;
import static org.elasticsearch.index.query.QueryBuilders.termQuery;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.containsString;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.OpenPointInTimeRequest;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.TransportOpenPointInTimeAction;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverParserContext;
import org.elasticsearch.search.retriever.StandardRetrieverBuilder;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.usage.SearchUsage;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.After;
import org.ndd.Found;
import org.ndd.StateInMemoryPlugin;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.compare.SimilarityParameters.Preset;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.plugin.NddPlugin;

/**
 * Stories in a cluster, to test rescorer and retriever. Ten stories: the first in four versions, the second in three, the third in two, the
 * others in one; document {@code s1-2} is version 2 of story 1, and its vector is nearer to the origin the higher it ranks.
 */
@ESIntegTestCase.ClusterScope(numDataNodes = 2, numClientNodes = 0, supportsDedicatedMasters = false)
public abstract class StoriesTestCase extends ESIntegTestCase {

    static final String INDEX = "pages";
    static final SimilarityParameters BALANCED = SimilarityParameters.of(Preset.BALANCED);
    static final List<String> STORIES = List.of("s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9");

    /** Documents in the order of their scores, best first. */
    final List<String> pages = new ArrayList<>();

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NddPlugin.class, StateInMemoryPlugin.class);
    }

    @Override
    protected Settings nodeSettings(int nodeOrdinal, Settings otherSettings) {
        return Settings.builder()
                .put(super.nodeSettings(nodeOrdinal, otherSettings))
                .put("indices.breaker.request.type", "memory")
                .build();
    }

    /** Opens a point in time over the stories, and then deletes a document that the point in time still contains. */
    BytesReference pointInTimeBeforeDelete(String page) {
        BytesReference pit = client().execute(
                        TransportOpenPointInTimeAction.TYPE,
                        new OpenPointInTimeRequest(INDEX).keepAlive(TimeValue.timeValueMinutes(1)))
                .actionGet()
                .getPointInTimeId();
        client().prepareDelete(INDEX, page)
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
        return pit;
    }

    void indexStories(int shards) {
        create(INDEX, shards);
        int[] versions = {4, 3, 2, 1, 1, 1, 1, 1, 1, 1};
        for (int version = 0; version < 4; version++) {
            for (int story = 0; story < versions.length; story++) {
                if (version < versions[story]) {
                    pages.add("s" + story + "-" + version);
                }
            }
        }
        BulkRequest bulk = new BulkRequest(INDEX).setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (int i = 0; i < pages.size(); i++) {
            Map<String, Object> document = TestPages.document(
                    TestPages.text(pages.get(i).charAt(1) - '0', pages.get(i).charAt(3) - '0'),
                    FingerprintParameters.BALANCED);
            document.put("name", pages.get(i));
            document.put("place", i);
            document.put("copy", Math.max(0, i - 9));
            document.put("point", List.of(i, 1));
            bulk.add(new IndexRequest().id(pages.get(i)).source(document));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
    }

    void create(String index, int shards) {
        assertAcked(prepareCreate(index)
                .setSettings(indexSettings(shards, 0)
                        // the randomized setting of an asynchronous translog would hold memory for seconds
                        .put("index.translog.durability", "request"))
                .setMapping("""
                        {"properties": {
                          "ndd": {"type": "near_dup"}, "name": {"type": "keyword"}, "place": {"type": "integer"},
                          "copy": {"type": "integer"},
                          "point": {"type": "dense_vector", "element_type": "byte", "dims": 2, "similarity": "l2_norm"}}}
                        """));
    }

    /** Scores documents in this order, the first highest. */
    QueryBuilder scored() {
        BoolQueryBuilder query = boolQuery();
        for (int i = 0; i < pages.size(); i++) {
            query.should(constantScoreQuery(termQuery("name", pages.get(i))).boost(pages.size() - i));
        }
        return query;
    }

    static NearDupRetrieverBuilder nearDup(RetrieverBuilder child, int window) {
        return TestRetrievers.of(child, "ndd", window, true, null, BALANCED, Relation.NEAR, MustAgree.NONE);
    }

    StandardRetrieverBuilder standard() {
        return new StandardRetrieverBuilder(scored());
    }

    SearchRequestBuilder search(RetrieverBuilder retriever) {
        SearchRequestBuilder search = client().prepareSearch(INDEX);
        search.request().source(new SearchSourceBuilder().retriever(retriever));
        return search.setSize(50);
    }

    static List<String> stories(Collection<String> pages) {
        return pages.stream().map(page -> page.substring(0, 2)).toList();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> field(SearchHit hit) {
        DocumentField field = hit.field("near_dup");
        return field == null ? null : (Map<String, Object>) field.getValue();
    }

    /** The ids that each hit represents, in order, by the id of the hit, in order of the hits. */
    @SuppressWarnings("unchecked")
    static Map<String, List<String>> similar(SearchResponse response) {
        Map<String, List<String>> similar = new LinkedHashMap<>();
        for (SearchHit hit : response.getHits()) {
            List<Map<String, Object>> list =
                    (List<Map<String, Object>>) field(hit).getOrDefault("similar", List.of());
            similar.put(
                    hit.getId(),
                    list.stream().map(one -> (String) one.get("_id")).toList());
            assertEquals(1 + list.size(), field(hit).get("count"));
        }
        return similar;
    }

    static Map<String, List<String>> similar(SearchRequestBuilder search) {
        Map<String, List<String>> similar = new LinkedHashMap<>();
        assertResponse(search, response -> similar.putAll(similar(response)));
        return similar;
    }

    static void assertRejected(SearchRequestBuilder search, String message) {
        Exception e = expectThrows(Exception.class, () -> Found.ids(search));
        assertThat(ExceptionsHelper.stackTrace(e), containsString(message));
        assertEquals(400, ExceptionsHelper.status(e).getStatus());
    }

    RetrieverBuilder sorted() throws IOException {
        return retriever("{\"standard\":{\"query\":{\"match_all\":{}},\"sort\":[{\"place\":\"desc\"}]}}");
    }

    /** A retriever as JSON of a request. */
    RetrieverBuilder retriever(String json) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
            return RetrieverBuilder.parseTopLevelRetrieverBuilder(
                    parser, new RetrieverParserContext(new SearchUsage(), feature -> true));
        }
    }

    @After
    public void checkMemory() throws Exception {
        for (CircuitBreakerService breakers : internalCluster().getInstances(CircuitBreakerService.class)) {
            assertSoon(() ->
                    assertEquals(0, breakers.getBreaker(CircuitBreaker.REQUEST).getUsed()));
        }
    }
}
