package org.ndd.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.NamedWriteableAwareStreamInput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.cache.request.RequestCacheStats;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.compat.Calls;
import org.ndd.core.compare.Relation;
import org.ndd.groups.KnownDuplicatesQueryBuilder.DuplicateSelection;
import org.ndd.plugin.NddPlugin;

public class KnownDuplicatesQueryBuilderTests extends ESSingleNodeTestCase {

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    private KnownDuplicatesQueryBuilder duplicates(String groups, Relation least, String market) {
        return duplicates(groups, least, 0, market);
    }

    private KnownDuplicatesQueryBuilder duplicates(String groups, Relation least, double confidence, String market) {
        return new KnownDuplicatesQueryBuilder(
                new DuplicateSelection(groups, least, confidence, market),
                () -> getInstanceFromNode(DuplicateSets.class));
    }

    private QueryBuilder duplicates(Relation least) {
        return QueryBuilders.boolQuery().filter(duplicates("dest", least, null));
    }

    private void createDestination(String name) {
        assertAcked(client().admin()
                .indices()
                .prepareCreate(name)
                .setMapping(
                        "group",
                        "type=keyword",
                        "doc.index",
                        "type=keyword",
                        "doc.id",
                        "type=keyword",
                        "doc.index_uuid",
                        "type=keyword",
                        "relation",
                        "type=keyword",
                        "confidence",
                        "type=float",
                        "canonical",
                        "type=boolean",
                        "verified",
                        "type=boolean",
                        "duplicates",
                        "type=keyword,doc_values=false"));
    }

    private void page(String index, String id) {
        client().prepareIndex(index)
                .setId(id)
                .setSource(Map.of("x", 1))
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
    }

    private void list(String prefix, String index, int number, String... ids) {
        list("dest", prefix, index, number, ids);
    }

    private void list(String run, String prefix, String index, int number, String... ids) {
        client().prepareIndex(run)
                .setId(prefix + resolveIndex(index).getUUID() + "-" + number)
                .setSource(Map.of("duplicates", List.of(ids)))
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
    }

    /** A missing destination has a warning, which only a request by HTTP receives in any case. The REST tests check it. */
    @Override
    protected boolean enableWarningsCheck() {
        return false;
    }

    /** The matching documents as index and id. */
    private TreeSet<String> found(QueryBuilder query, String... indices) {
        TreeSet<String> found = new TreeSet<>();
        var response =
                client().prepareSearch(indices).setQuery(query).setSize(100).get();
        try {
            for (SearchHit hit : response.getHits()) {
                found.add(hit.getIndex() + "/" + hit.getId());
            }
        } finally {
            response.decRef();
        }
        return found;
    }

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

    /** Ids are read and resolved once: the cost of further searches does not depend on the number of duplicates. */
    public void testReadsIdsOnce() {
        createIndex("one", Settings.builder().put("index.number_of_shards", 1).build());
        IntStream.range(0, 6).forEach(i -> page("one", "" + i));
        createDestination("dest");
        list("duplicates-", "one", 0, "1", "2");
        DuplicateSets sets = getInstanceFromNode(DuplicateSets.class);
        int before = sets.count();
        assertEquals(List.of("one/1", "one/2"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
        assertEquals(before + 1, sets.count());
        DuplicateSet set = sets.get(published("one"));
        assertEquals(List.of("one/1", "one/2"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
        assertSame(set, sets.get(published("one")));
        indicesAdmin().prepareForceMerge("one").setMaxNumSegments(1).get();
        indicesAdmin().prepareRefresh("one").get();
        assertEquals(List.of("one/1", "one/2"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
        assertSame(set, sets.get(published("one")));
    }

    /** The next search uses a list that a job has changed, and the groups of a later run. */
    public void testReadsChangedListsAgain() {
        createIndex("one");
        IntStream.range(0, 6).forEach(i -> page("one", "" + i));
        createDestination("first");
        createDestination("second");
        alias("first", "dest");
        list("first", "duplicates-", "one", 0, "1", "2");
        assertEquals(List.of("one/1", "one/2"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
        PublishedLists.Key key = published("one");
        list("first", "duplicates-", "one", 0, "2", "3");
        assertEquals(List.of("one/2", "one/3"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
        assertNotEquals(key, published("one"));
        list("first", "duplicates-", "one", 1, "4");
        assertEquals(List.of("one/2", "one/3", "one/4"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
        list("second", "duplicates-", "one", 0, "5");
        assertTrue(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.remove().index("first").alias("dest"))
                        .addAliasAction(AliasActions.add().index("second").alias("dest")))
                .actionGet()
                .isAcknowledged());
        assertEquals(List.of("one/5"), List.copyOf(found(duplicates(Relation.NEAR), "one")));
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

    /** If a list changes after the start of a search, the search uses it, but does not cache it under its previous version. */
    public void testDoesNotCacheConcurrentlyChangedList() {
        createIndex("one");
        createDestination("dest");
        list("duplicates-", "one", 0, "1");
        PublishedLists.Key key = published("one");
        list("duplicates-", "one", 0, "2");
        PlainActionFuture<Map<String, DuplicateSet>> loaded = new PlainActionFuture<>();
        DuplicateSets sets = getInstanceFromNode(DuplicateSets.class);
        sets.get(new PublishedLists(Map.of("uuid", key)), lists(), loaded);
        assertEquals(Set.of("uuid"), loaded.actionGet().keySet());
        assertNull(sets.get(key));
    }

    private void groupDocument(String index, String id, String relation, Double confidence) {
        Map<String, Object> doc = Map.of(
                "id", id, "index", index, "index_uuid", resolveIndex(index).getUUID());
        Map<String, Object> source = new TreeMap<>(
                Map.of("doc", doc, "group", "g", "canonical", false, "verified", true, "relation", relation));
        if (confidence != null) {
            source.put("confidence", confidence);
        }
        client().prepareIndex("dest")
                .setId("group-" + index + id)
                .setSource(source)
                .get();
    }

    private void refreshGroups() {
        indicesAdmin().prepareRefresh("dest").get();
    }

    private List<String> found(double confidence, String... indices) {
        QueryBuilder query = QueryBuilders.boolQuery().filter(duplicates("dest", Relation.NEAR, confidence, null));
        return List.copyOf(found(query, indices));
    }

    private void fourDuplicates(String index) {
        createIndex(index);
        IntStream.range(0, 6).forEach(i -> page(index, "" + i));
        list("duplicates-", index, 0, "1", "2");
        list("duplicates-", index, 1, "3", "4");
        groupDocument(index, "1", "near", 0.6);
        groupDocument(index, "2", "near", 0.9);
        groupDocument(index, "3", "same", 1.0);
        groupDocument(index, "4", "redirect", null);
        refreshGroups();
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

    public void testCachesSetPerConfidence() {
        createDestination("dest");
        fourDuplicates("one");
        DuplicateSets sets = getInstanceFromNode(DuplicateSets.class);
        assertEquals(List.of("one/2", "one/3", "one/4"), found(0.9, "one"));
        DuplicateSet set = sets.get(published("one", 0.9));
        assertNotNull(set);
        assertNull(sets.get(published("one", 0.8)));
        assertNull(sets.get(published("one")));
        assertEquals(List.of("one/2", "one/3", "one/4"), found(0.9, "one"));
        assertSame(set, sets.get(published("one", 0.9)));
        assertEquals("as without [min_confidence]", published("one"), published("one", 0));
        assertEquals(
                "relation same requires no confidence",
                0,
                found(QueryBuilders.boolQuery().filter(duplicates("dest", Relation.SAME, 0.9, null)), "one")
                        .size());
    }

    /** A user who does not see all group documents does not affect the results of others. */
    public void testDoesNotCachePartialSet() {
        createDestination("dest");
        fourDuplicates("one");
        client().prepareDelete("dest", "group-one2").get();
        refreshGroups();
        assertEquals(List.of("one/2", "one/3", "one/4"), found(0.95, "one"));
        assertNull(getInstanceFromNode(DuplicateSets.class).get(published("one", 0.95)));
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

    public void testCircuitBreakerWithMinConfidence() {
        createDestination("dest");
        fourDuplicates("one");
        CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofBytes(100));
        DuplicateSets sets = sets(breaker);
        PlainActionFuture<Map<String, DuplicateSet>> loaded = new PlainActionFuture<>();
        String uuid = resolveIndex("one").getUUID();
        sets.get(new PublishedLists(Map.of(uuid, published("one", 1))), lists(1), loaded);
        expectThrows(CircuitBreakingException.class, loaded::actionGet);
        assertEquals(0, breaker.getUsed());
    }

    private DuplicateSets sets(CircuitBreaker breaker) {
        return new DuplicateSets(
                Settings.EMPTY,
                breaker,
                () -> ClusterState.EMPTY_STATE,
                getInstanceFromNode(ThreadPool.class).getThreadContext());
    }

    /** Shards and searches that need a set at the same time read it once. If this fails, the others read it. */
    public void testSharesReadingOfSet() {
        createIndex("one");
        createDestination("dest");
        list("duplicates-", "one", 0, "1");
        PublishedLists published = new PublishedLists(Map.of("uuid", published("one")));
        List<Consumer<Exception>> reads = new ArrayList<>();
        DuplicateListReader source = new DuplicateListReader(
                new HeldReads(client(), reads), new DuplicateSelection("dest", Relation.NEAR, 0, null));

        DuplicateSets sets = sets(new NoopCircuitBreaker("test"));
        List<PlainActionFuture<Map<String, DuplicateSet>>> found = get(sets, published, source);
        assertEquals(1, reads.size());
        reads.remove(0).accept(null);
        DuplicateSet first = found.get(0).actionGet().get("uuid");
        found.forEach(one -> assertSame(first, one.actionGet().get("uuid")));
        assertEquals(0, reads.size());

        found = get(sets(new NoopCircuitBreaker("test")), published, source);
        PlainActionFuture<Map<String, DuplicateSet>> cancelled = found.remove(0);
        assertEquals(1, reads.size());
        reads.remove(0).accept(new TaskCancelledException("the first search"));
        expectThrows(TaskCancelledException.class, cancelled::actionGet);
        assertEquals(2, reads.size());
        reads.forEach(read -> read.accept(null));
        found.forEach(one -> assertTrue(one.actionGet().get("uuid").isComplete()));
    }

    private static List<PlainActionFuture<Map<String, DuplicateSet>>> get(
            DuplicateSets sets, PublishedLists published, DuplicateListReader source) {
        List<PlainActionFuture<Map<String, DuplicateSet>>> found = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            found.add(new PlainActionFuture<>());
            sets.get(published, source, found.get(i));
        }
        return found;
    }

    /** Holds reads until the test continues them, or makes them fail. */
    private static final class HeldReads extends FilterClient {

        private final List<Consumer<Exception>> reads;

        HeldReads(Client client, List<Consumer<Exception>> reads) {
            super(client);
            this.reads = reads;
        }

        @Override
        protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
                ActionType<R> action, Q request, ActionListener<R> listener) {
            reads.add(failure -> {
                if (failure == null) {
                    super.doExecute(action, request, listener);
                } else {
                    listener.onFailure(failure);
                }
            });
        }
    }

    /** Memory of a set is reserved while it is read, and released in any case. */
    public void testCircuitBreaker() {
        createIndex("one");
        createDestination("dest");
        list(
                "duplicates-",
                "one",
                0,
                IntStream.range(0, 1000).mapToObj(i -> "document " + i).toArray(String[]::new));
        CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofBytes(20_000));
        DuplicateSets sets = sets(breaker);
        PlainActionFuture<Map<String, DuplicateSet>> loaded = new PlainActionFuture<>();
        sets.get(new PublishedLists(Map.of("uuid", published("one"))), lists(), loaded);
        expectThrows(CircuitBreakingException.class, loaded::actionGet);
        assertEquals(0, breaker.getUsed());
    }

    private DuplicateListReader lists() {
        return lists(0);
    }

    private DuplicateListReader lists(double confidence) {
        return new DuplicateListReader(client(), new DuplicateSelection("dest", Relation.NEAR, confidence, null));
    }

    private PublishedLists.Key published(String index) {
        return published(index, 0);
    }

    private PublishedLists.Key published(String index, double confidence) {
        PlainActionFuture<PublishedLists> found = new PlainActionFuture<>();
        lists(confidence).find(new Index[] {resolveIndex(index)}, found);
        return found.actionGet().lists().get(resolveIndex(index).getUUID());
    }

    private void alias(String index, String alias) {
        assertTrue(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add().index(index).alias(alias)))
                .actionGet()
                .isAcknowledged());
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
        assertEquals("[dest] must be the destination of a partition run, but was []", e.getMessage());
        e = expectThrows(IllegalArgumentException.class, () -> duplicates("dest*", Relation.NEAR, null));
        assertEquals("[dest] must be the destination of a partition run, but was [dest*]", e.getMessage());
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
                "[dest] must be the destination of a partition run, but was [pages]",
                ExceptionsHelper.unwrapCause(other).getMessage());
        createDestination("dest");
        assertTrue(indicesAdmin().prepareClose("dest").get().isAcknowledged());
        page("pages", "1");
        ElasticsearchException closed =
                expectThrows(ElasticsearchException.class, () -> found(duplicates(Relation.NEAR), "pages"));
        assertThat(closed.toString(), containsString("closed"));
    }
}
