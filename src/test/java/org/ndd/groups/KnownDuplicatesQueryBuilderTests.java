package org.ndd.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.NamedWriteableAwareStreamInput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.cache.request.RequestCacheStats;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.compat.Calls;
import org.ndd.core.compare.Relation;

/** The documents that query {@code known_duplicates} matches, its parameters, and the indices and requests that it rejects. */
public class KnownDuplicatesQueryBuilderTests extends KnownDuplicatesTestCase {

    public void testMatchesByIndexAndId() {
        for (String index : List.of("one", "two", "three")) {
            createIndex(index);
            IntStream.range(0, 6).forEach(i -> page(index, "" + i));
        }
        assertEquals(
                "no run is published yet",
                List.of(),
                List.copyOf(found(duplicates(Relation.NEAR), "one", "two", "three")));
        createDestination("dest");
        assertEquals("a run without duplicates", List.of(), List.copyOf(found(duplicates(Relation.NEAR), "one")));
        list("duplicates-", "one", 0, "1", "2");
        list("duplicates-", "one", 1, "3", "gone");
        list("duplicates-", "one", 3, "5");
        list("duplicates-", "two", 0, "2", "4");
        list("same-", "two", 0, "4");
        assertEquals(
                List.of("one/1", "one/2", "one/3", "two/2", "two/4"),
                List.copyOf(found(duplicates(Relation.NEAR), "one", "two", "three")));
        assertEquals(List.of("two/2", "two/4"), List.copyOf(found(duplicates(Relation.NEAR), "two")));
        assertEquals(List.of("two/4"), List.copyOf(found(duplicates(Relation.SAME), "one", "two", "three")));
        BoolQueryBuilder canonicals = QueryBuilders.boolQuery().mustNot(duplicates("dest", Relation.NEAR, null));
        assertEquals(
                List.of("one/0", "one/4", "one/5", "two/0", "two/1", "two/3", "two/5"),
                List.copyOf(found(canonicals, "one", "two")));
        assertTrue(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add().indices("one", "two").alias("both")))
                .actionGet()
                .isAcknowledged());
        assertEquals(7, found(canonicals, "both").size());
    }

    /** Elasticsearch allows only searches to fetch data during the rewrite on data nodes. */
    public void testOtherRequestsRequirePriorSearch() {
        createIndex("one");
        page("one", "1");
        createDestination("dest");
        list("duplicates-", "one", 0, "1");
        Exception e = expectThrows(Exception.class, () -> explains("one", "1"));
        assertThat(
                ExceptionsHelper.unwrapCause(e).getMessage(),
                containsString("search with [known_duplicates] first, and repeat the request"));
        assertEquals(503, ExceptionsHelper.status(e).getStatus());
        assertTrue(client().admin()
                .indices()
                .prepareValidateQuery("one")
                .setQuery(duplicates(Relation.NEAR))
                .get()
                .isValid());
        assertEquals(List.of("one/1"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
        assertTrue(explains("one", "1"));
    }

    private boolean explains(String index, String id) {
        return client().prepareExplain(index, id)
                .setQuery(duplicates(Relation.NEAR))
                .get()
                .isMatch();
    }

    /** A job writes several lists before it refreshes them together. Until then, a document could be in no list, or in two. */
    public void testReadsListsOfLastRefresh() {
        createIndex("one");
        IntStream.range(0, 3).forEach(i -> page("one", "" + i));
        createDestination("dest");
        indicesAdmin()
                .prepareUpdateSettings("dest")
                .setSettings(Settings.builder().put("index.refresh_interval", "-1"))
                .get();
        list("duplicates-", "one", 0, "1");
        String id = "duplicates-" + resolveIndex("one").getUUID() + "-0";
        client().prepareIndex("dest")
                .setId(id)
                .setSource(Map.of("duplicates", List.of("2")))
                .get();
        assertEquals(List.of("one/1"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
        refreshGroups();
        assertEquals(List.of("one/2"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
    }

    public void testMinConfidence() {
        createDestination("dest");
        fourDuplicates("one");
        fourDuplicates("two");
        assertEquals(List.of("one/1", "one/2", "one/3", "one/4"), found(0.6, "one"));
        assertEquals(List.of("one/2", "one/3", "one/4", "two/2", "two/3", "two/4"), found(0.61, "one", "two"));
        assertEquals(
                "compares with the precision of the stored value",
                List.of("one/2", "one/3", "one/4"),
                found(0.9, "one"));
        assertEquals(List.of("two/3", "two/4"), found(1, "two"));
        assertEquals(8, found(0, "one", "two").size());
        groupDocument("one", "1", "near", 0.95);
        assertEquals("as of the last refresh", List.of("one/2", "one/3", "one/4"), found(0.9, "one"));
        refreshGroups();
        assertEquals("lists are unchanged", List.of("one/1", "one/2", "one/3", "one/4"), found(0.9, "one"));
        list("duplicates-", "one", 1, "3");
        client().prepareDelete("dest", "group-one4").get();
        refreshGroups();
        assertEquals(List.of("one/1", "one/2", "one/3"), found(0.9, "one"));
        assertEquals(
                List.of("one/3"),
                List.copyOf(
                        found(QueryBuilders.boolQuery().filter(duplicates("dest", Relation.NEAR, 1, null)), "one")));
    }

    /** The request cache does not distinguish users by what they see of the destination. */
    public void testResultsOfPartialSetAreNotCached() {
        createDestination("dest");
        fourDuplicates("one");
        long before = lookUpsOfSearch(0.9);
        assertEquals(before + 1, lookUpsOfSearch(0.9));
        client().prepareDelete("dest", "group-one2").get();
        refreshGroups();
        assertEquals(before + 1, lookUpsOfSearch(0.95));
    }

    /** Searches, and returns the number of searches that used the request cache. */
    private long lookUpsOfSearch(double confidence) {
        client().prepareSearch("one")
                .setSize(0)
                .setRequestCache(true)
                .setQuery(QueryBuilders.boolQuery().filter(duplicates("dest", Relation.NEAR, confidence, null)))
                .get()
                .decRef();
        RequestCacheStats cache = indicesAdmin()
                .prepareStats("one")
                .setRequestCache(true)
                .get()
                .getTotal()
                .getRequestCache();
        return cache.getMissCount() + cache.getHitCount();
    }

    public void testIgnoresListsOfRecreatedIndex() {
        createIndex("one");
        page("one", "1");
        createDestination("dest");
        list("duplicates-", "one", 0, "1");
        assertEquals(List.of("one/1"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
        assertTrue(indicesAdmin().prepareDelete("one").get().isAcknowledged());
        createIndex("one");
        page("one", "1");
        assertEquals(List.of(), List.copyOf(found(duplicates(Relation.NEAR), "one")));
    }

    /** The lists of another cluster are not read, so its duplicates would not be hidden. */
    public void testRejectsSearchOfOtherCluster() {
        createIndex("one");
        createDestination("dest");
        String address = getInstanceFromNode(TransportService.class)
                .boundAddress()
                .publishAddress()
                .toString();
        remoteCluster(address);
        try {
            Exception e = expectThrows(
                    IllegalArgumentException.class,
                    () -> found(duplicates("dest", Relation.NEAR, null), "one", "other:one"));
            assertThat(e.getMessage(), containsString("must be in a search of the local cluster only, but was"));
        } finally {
            remoteCluster(null);
        }
    }

    private void remoteCluster(String address) {
        assertAcked(clusterAdmin()
                .prepareUpdateSettings(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
                .setPersistentSettings(Settings.builder().put("cluster.remote.other.seeds", address)));
    }

    public void testMarket() {
        createIndex("one");
        IntStream.range(0, 6).forEach(i -> page("one", "" + i));
        QueryBuilder german = duplicates("dest", Relation.NEAR, "de");
        assertEquals("no run is published yet", List.of(), List.copyOf(found(german, "one")));
        createDestination("dest");
        Exception e = expectThrows(Exception.class, () -> found(german, "one"));
        assertEquals(
                "[market] must be one of those of [dest], which are [], but was [de]",
                ExceptionsHelper.unwrapCause(e).getMessage());
        client().prepareIndex("dest")
                .setId("report")
                .setSource(Map.of("report", Map.of("parameters", Map.of("markets", Map.of("de", List.of())))))
                .get();
        assertEquals("a market without duplicates", List.of(), List.copyOf(found(german, "one")));
        list("duplicates-", "one", 0, "1", "2");
        list("duplicates:de:", "one", 0, "2", "3");
        list("duplicates:de:", "one", 1, "4");
        list("duplicates:d:", "one", 0, "5");
        assertEquals(List.of("one/2", "one/3", "one/4"), List.copyOf(found(german, "one")));
        e = expectThrows(Exception.class, () -> found(duplicates("dest", Relation.NEAR, "us"), "one"));
        assertEquals(
                "[market] must be one of those of [dest], which are [de], but was [us]",
                ExceptionsHelper.unwrapCause(e).getMessage());
        assertEquals(
                "[min_relation] must be [near] if [market] is specified, but was [same]",
                expectThrows(IllegalArgumentException.class, () -> duplicates("dest", Relation.SAME, "de"))
                        .getMessage());
    }

    public void testSerializationAndParsing() throws IOException {
        KnownDuplicatesQueryBuilder query = randomBoolean()
                ? duplicates("dest", randomFrom(Relation.NEAR, Relation.SAME), randomFrom(0.0, 0.8), null)
                : duplicates("dest", Relation.NEAR, "de");
        query.boost(2).queryName("name");
        assertEquals(query, parse(query.toString()));
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            out.writeNamedWriteable(query);
            try (StreamInput in = new NamedWriteableAwareStreamInput(out.bytes().streamInput(), writableRegistry())) {
                assertEquals(query, in.readNamedWriteable(QueryBuilder.class));
            }
        }
        assertNotEquals(query, duplicates("other", Relation.NEAR, null));
        assertNotEquals(duplicates("dest", Relation.NEAR, null), duplicates("dest", Relation.NEAR, 0.5, null));
        assertEquals(
                duplicates("dest", Relation.NEAR, null),
                parse("{\"known_duplicates\": {\"dest\": {\"index\": \"dest\"}}}"));
    }

    private QueryBuilder parse(String json) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
            return AbstractQueryBuilder.parseTopLevelQuery(parser);
        }
    }

    @Override
    protected org.elasticsearch.xcontent.NamedXContentRegistry xContentRegistry() {
        return getInstanceFromNode(org.elasticsearch.xcontent.NamedXContentRegistry.class);
    }

    @Override
    protected org.elasticsearch.common.io.stream.NamedWriteableRegistry writableRegistry() {
        return getInstanceFromNode(org.elasticsearch.common.io.stream.NamedWriteableRegistry.class);
    }

    public void testBadInput() {
        Exception e = expectThrows(IllegalArgumentException.class, () -> duplicates("", Relation.NEAR, null));
        assertEquals("[dest] must be the destination of a run, but was []", e.getMessage());
        e = expectThrows(IllegalArgumentException.class, () -> duplicates("dest*", Relation.NEAR, null));
        assertEquals("[dest] must be the destination of a run, but was [dest*]", e.getMessage());
        e = expectThrows(IllegalArgumentException.class, () -> duplicates("dest", Relation.OVERLAP, null));
        assertEquals(
                "[min_relation] must be one of [same, near], as only these are duplicates, but was [overlap]",
                e.getMessage());
        for (double confidence : List.of(-0.1, 1.5, Double.NaN)) {
            e = expectThrows(IllegalArgumentException.class, () -> duplicates("dest", Relation.NEAR, confidence, null));
            assertEquals("[min_confidence] must be between [0] and [1], but was [" + confidence + "]", e.getMessage());
        }
        e = expectThrows(IllegalArgumentException.class, () -> duplicates("dest", Relation.NEAR, 0.5, "de"));
        assertEquals("[min_confidence] must be [0] if [market] is specified, but was [0.5]", e.getMessage());
        createIndex("pages");
        Exception other = expectThrows(
                Exception.class,
                () -> found(QueryBuilders.boolQuery().filter(duplicates("pages", Relation.NEAR, null)), "pages"));
        assertEquals(
                "[dest] must be the destination of a run, but was [pages]",
                ExceptionsHelper.unwrapCause(other).getMessage());
        createDestination("dest");
        assertTrue(indicesAdmin().prepareClose("dest").get().isAcknowledged());
        page("pages", "1");
        ElasticsearchException closed =
                expectThrows(ElasticsearchException.class, () -> found(duplicates(Relation.NEAR), "pages"));
        assertThat(closed.toString(), containsString("closed"));
    }
}
