package org.ndd.search;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.lessThan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.indices.breaker.HierarchyCircuitBreakerService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.search.aggregations.bucket.terms.StringTerms;
import org.elasticsearch.search.aggregations.bucket.terms.TermsAggregationBuilder;
import org.elasticsearch.search.aggregations.metrics.TopHits;
import org.elasticsearch.search.aggregations.metrics.TopHitsAggregationBuilder;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.junit.After;
import org.junit.Before;
import org.ndd.Found;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.boilerplate.StoredBoilerplate;
import org.ndd.boilerplate.TestBoilerplate;
import org.ndd.compat.Calls;
import org.ndd.compat.TestCalls;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.text.CanonicalText;
import org.ndd.partition.TestDecisions;
import org.ndd.plugin.NddPlugin;
import org.ndd.search.InternalNearDup.NearDupBucket;

/** Tests of the aggregation through the search API. */
public class NearDupAggregationTests extends ESSingleNodeTestCase {

    private final List<Map<String, Object>> pages = new ArrayList<>();

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    /** Creates sites with boilerplate, with unique stories and stories in several versions. */
    @Before
    public void makePages() {
        String processor = "{\"processors\":[{\"near_dup\":{\"field\":\"body\",\"url_field\":\"url\"}}]}";
        TestCalls.putPipeline(client(), "pages", processor);
        for (int site = 0; site < 3; site++) {
            String boilerplate = sentences(3);
            for (int story = 0; story < 15; story++) {
                List<String> sentences = new ArrayList<>();
                for (int i = 0; i < 15; i++) {
                    sentences.add(sentences(1));
                }
                for (int versions = story < 5 ? 2 + story + 5 * site : 1; versions > 0; versions--) {
                    List<String> version = new ArrayList<>(sentences);
                    if (versions % 2 == 0) {
                        version.set(between(0, 14), sentences(1));
                    }
                    pages.add(Map.of(
                            "url", "https://site" + site + ".example/" + pages.size(),
                            "body", boilerplate + String.join("", version),
                            "story", site + "/" + story));
                }
            }
        }
    }

    @After
    public void deletePipelines() {
        clusterAdmin()
                .prepareUpdateSettings(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
                .setPersistentSettings(Settings.builder()
                        .putNull(HierarchyCircuitBreakerService.REQUEST_CIRCUIT_BREAKER_LIMIT_SETTING.getKey()))
                .get();
        TestCalls.deletePipelines(client());
    }

    private static String sentences(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count * 8; i++) {
            text.append(randomAlphaOfLength(6).toLowerCase(Locale.ROOT)).append(i % 8 == 7 ? ".\n\n" : " ");
        }
        return text.toString();
    }

    private void createIndex(String name, int shards) {
        Settings settings = indexSettings(shards, 0).build();
        indicesAdmin()
                .prepareCreate(name)
                .setSettings(settings)
                .setMapping("ndd", "type=near_dup", "story", "type=keyword", "body", "type=text")
                .get();
        for (int from = 0; from < pages.size(); from += 50) {
            BulkRequest bulk = new BulkRequest();
            for (int i = from; i < Math.min(pages.size(), from + 50); i++) {
                bulk.add(new IndexRequest(name)
                        .id(Integer.toString(i))
                        .setPipeline("pages")
                        .source(pages.get(i)));
            }
            assertFalse(client().bulk(bulk).actionGet().hasFailures());
            indicesAdmin().prepareRefresh(name).get();
        }
    }

    private NearDupAggregationBuilder dups(String name, Object... options) {
        Stream<Object> all = Stream.concat(Stream.of("size", 100), Stream.of(options));
        return TestAggregations.dups(name, () -> getInstanceFromNode(BoilerplateRegistry.class), all.toArray());
    }

    private NearDupAggregationBuilder dupsWithStories(Object... options) {
        return dups("dups", options).subAggregation(new TermsAggregationBuilder("stories").field("story"));
    }

    private record Result(InternalNearDup dups, Map<String, String> buckets) {}

    private Result result(String index, NearDupAggregationBuilder dups) {
        return result(client().prepareSearch(index).addAggregation(dups));
    }

    private Result result(SearchRequestBuilder search) {
        return Found.in(search.setSize(0), response -> {
            InternalNearDup dups = response.getAggregations().get("dups");
            Map<String, String> buckets = new LinkedHashMap<>();
            for (NearDupBucket bucket : dups.getBuckets()) {
                buckets.put(
                        bucket.getKeyAsString(),
                        bucket.getDocCount()
                                + Strings.toString(bucket.getAggregations().<InternalAggregation>get("stories")));
            }
            return new Result(dups, buckets);
        });
    }

    /** Decided duplicates are in one set, and no set has two documents that are not duplicates, on any number of shards. */
    public void testDecisions() throws IOException {
        createIndex("one", 1);
        createIndex("five", 5);
        Map<String, List<Integer>> stories = new TreeMap<>();
        for (int i = 0; i < pages.size(); i++) {
            stories.computeIfAbsent((String) pages.get(i).get("story"), story -> new ArrayList<>())
                    .add(i);
        }
        List<Integer> large = stories.get("2/4");
        List<TestDecisions.Pair> pairs = List.of(
                pair(large.get(0), large.get(1), false),
                pair(large.get(0), large.get(3), false),
                pair(large.get(1), large.get(3), true),
                pair(stories.get("0/7").get(0), stories.get("1/8").get(0), true),
                pair(stories.get("1/2").get(1), stories.get("0/3").get(0), true));
        List<Map<String, Long>> counts = new ArrayList<>();
        for (String index : List.of("one", "five")) {
            TestDecisions.put(client(), index, pairs);
            for (boolean verify : new boolean[] {false, true}) {
                NearDupAggregationBuilder dups = dupsWithStories(
                        "verify",
                        verify,
                        "max_verified",
                        100_000,
                        "decisions_index",
                        TestDecisions.COMPARISON.decisionsIndex());
                Result result = result(index, dups);
                Map<String, Long> sizes = new TreeMap<>();
                Map<String, Long> largest = new TreeMap<>();
                for (NearDupBucket bucket : result.dups().getBuckets()) {
                    StringTerms ofStories = bucket.getAggregations().get("stories");
                    String names = ofStories.getBuckets().stream()
                            .map(StringTerms.Bucket::getKeyAsString)
                            .sorted()
                            .collect(Collectors.joining("+"));
                    sizes.merge(names, bucket.getDocCount(), Long::sum);
                    largest.merge(names, bucket.getDocCount(), Math::max);
                    assertEquals(
                            bucket.getDocCount(),
                            ofStories.getBuckets().stream()
                                    .mapToLong(StringTerms.Bucket::getDocCount)
                                    .sum());
                }
                counts.add(sizes);
                assertEquals(sizes.toString(), 2L, (long) sizes.get("0/7+1/8"));
                long both = stories.get("1/2").size() + stories.get("0/3").size();
                assertEquals(sizes.toString(), both, (long) sizes.get("0/3+1/2"));
                assertThat(largest.get("2/4"), lessThan((long) large.size()));
                assertThat(largest.get("2/4"), greaterThanOrEqualTo(large.size() - 2L));
            }
        }
        assertEquals("on five shards as on one", counts.subList(0, 2), counts.subList(2, 4));
    }

    private static TestDecisions.Pair pair(int a, int b, boolean duplicates) {
        return new TestDecisions.Pair(Integer.toString(a), Integer.toString(b), duplicates);
    }

    public void testResultIsIndependentOfShardCount() {
        createIndex("one", 1);
        createIndex("five", 5);
        Result one = result("one", dupsWithStories());
        Result five = result("five", dupsWithStories());
        assertEquals(15, one.buckets().size());
        assertEquals(one.buckets(), five.buckets());
        assertEquals(0, one.dups().documentError());
        assertEquals(0, five.dups().documentError());
        assertEquals("unique stories", 30, five.dups().otherDocuments());
        one.buckets().values().forEach(bucket -> assertEquals(bucket, 1, bucket.split("\"key\"", -1).length - 1));
        SearchRequestBuilder batched = client().prepareSearch("five");
        batched.setBatchedReduceSize(2);
        assertEquals(
                one.buckets(), result(batched.addAggregation(dupsWithStories())).buckets());
    }

    /** Shards that return few sets report an error bound; no count is too high. */
    public void testDocumentErrorBound() {
        createIndex("five", 5);
        Map<String, Long> exact = new HashMap<>();
        pages.forEach(page -> exact.merge((String) page.get("story"), 1L, Long::sum));
        Result cut = result("five", dupsWithStories("size", 8, "shard_size", 8));
        assertTrue(cut.dups().documentError() > 0);
        cut.buckets().forEach((key, bucket) -> {
            String story = bucket.split("\"key\":\"")[1].split("\"")[0];
            long found = Long.parseLong(bucket.split("\\{")[0]);
            assertTrue(found + " of " + exact.get(story), found <= exact.get(story));
            assertTrue(found + cut.dups().documentError() >= exact.get(story));
        });
    }

    /** Verified sets equal those by fingerprints, on one shard and on five. */
    public void testVerified() {
        createIndex("one", 1);
        createIndex("five", 5);
        Result byFingerprints = result("one", dupsWithStories());
        Result one = result("one", dupsWithStories("verify", true));
        Result five = result("five", dupsWithStories("verify", true));
        assertEquals(byFingerprints.buckets(), one.buckets());
        assertEquals(one.buckets(), five.buckets());
        assertEquals(0, one.dups().sample().unverified());
        assertEquals(0, five.dups().sample().unverified());
        Result bounded = result("five", dupsWithStories("verify", true, "max_verified", 2));
        assertTrue(bounded.dups().sample().unverified() > 0);
        assertEquals(pages.size(), bounded.dups().sample().documents());
        Result unverified = result("one", dupsWithStories("verify", true, "max_verified", 1));
        assertTrue(unverified.dups().sample().unverified() <= pages.size());
    }

    /** The limit of comparisons is one of the shard, whatever the number of buckets of an outer aggregation. */
    public void testBucketsShareLimit() {
        createIndex("one", 1);
        // enough for each story, and less than the number of different versions of all stories
        assertTrue(unverifiedByStory(30) > 0);
        assertEquals(0, unverifiedByStory(10_000));
    }

    private long unverifiedByStory(int comparisons) {
        NearDupAggregationBuilder verified = dups("dups", "verify", true, "max_verified", comparisons);
        SearchRequestBuilder search = client().prepareSearch("one")
                .setSize(0)
                .addAggregation(new TermsAggregationBuilder("stories")
                        .field("story")
                        .size(pages.size())
                        .subAggregation(verified));
        return Found.in(
                search,
                response -> response.getAggregations().<StringTerms>get("stories").getBuckets().stream()
                        .mapToLong(story -> story.getAggregations()
                                .<InternalNearDup>get("dups")
                                .sample()
                                .unverified())
                        .sum());
    }

    /** Boilerplate that is most of each document forms a set by fingerprints; verification without it leaves three documents. */
    public void testVerificationMasksBoilerplate() throws Exception {
        pages.clear();
        String boilerplate = sentences(20);
        String same = sentences(5);
        for (int i = 0; i < 12; i++) {
            String story = i < 3 ? same + sentences(1) : sentences(4);
            pages.add(Map.of(
                    "url",
                    "https://site.example/" + i,
                    "body",
                    boilerplate + story,
                    "story",
                    i < 3 ? "same" : "s" + i));
        }
        createIndex("pages", 2);
        Result byFingerprints = result("pages", dupsWithStories());
        assertEquals(
                "dominant boilerplate forms a set", 1, byFingerprints.buckets().size());
        assertTrue(byFingerprints.buckets().values().iterator().next().startsWith("12{"));
        List<BoilerplateLine> lines = new ArrayList<>();
        for (String line : CanonicalText.of(boilerplate, 1 << 20).value().split("\n")) {
            lines.add(new BoilerplateLine(LineHash.of(line), SiteBoilerplate.Level.COMMON, 12, line));
        }
        TestBoilerplate.save(
                client(), "pages", new StoredBoilerplate(new SiteBoilerplate("site.example", lines), 12, 0));
        Result verified = result("pages", dupsWithStories("verify", true));
        assertEquals(1, verified.buckets().size());
        assertTrue(
                verified.buckets().toString(),
                verified.buckets().values().iterator().next().startsWith("3{"));
    }

    public void testDeletedDocumentsAndQueries() {
        createIndex("pages", 2);
        for (int i = 0; i < pages.size(); i++) {
            if (pages.get(i).get("story").equals("2/4")) {
                client().prepareDelete("pages", Integer.toString(i)).get();
            }
        }
        indicesAdmin().prepareRefresh("pages").get();
        Result all = result("pages", dupsWithStories());
        assertEquals(14, all.buckets().size());
        Result some = result(client().prepareSearch("pages")
                .setQuery(QueryBuilders.termsQuery("story", "0/4", "1/14"))
                .addAggregation(dupsWithStories()));
        assertEquals(1, some.buckets().size());
        assertTrue(some.buckets().values().iterator().next().startsWith("6{"));
    }

    /** Each aggregation that compares texts has its own limit of comparisons, so the number of these is limited. */
    public void testTooManyVerified() {
        createIndex("pages", 2);
        result(searchWithAggregations(40, false));
        result(searchWithAggregations(16, true));
        Exception e = expectThrows(
                Exception.class, () -> searchWithAggregations(17, true).get().decRef());
        Throwable cause = ExceptionsHelper.unwrap(e, IllegalArgumentException.class);
        assertEquals(
                "[near_dup] must be at most [16] aggregations with [verify] of a search, but was [17] or more",
                cause.getMessage());
        assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    }

    /** Half of the aggregations are below others. */
    private SearchRequestBuilder searchWithAggregations(int count, boolean verify) {
        SearchRequestBuilder search = client().prepareSearch("pages").setSize(0);
        TermsAggregationBuilder stories = new TermsAggregationBuilder("stories").field("story");
        for (int i = 1; i < count; i++) {
            NearDupAggregationBuilder dups = dups("dups" + i, "verify", verify);
            if (i % 2 == 0) {
                search.addAggregation(dups);
            } else {
                stories.subAggregation(dups);
            }
        }
        return search.addAggregation(stories).addAggregation(dupsWithStories("verify", verify));
    }

    public void testTopHits() {
        createIndex("pages", 3);
        SearchRequestBuilder search = client().prepareSearch("pages")
                .setSize(0)
                .setQuery(QueryBuilders.termQuery("story", "1/2"))
                .addAggregation(dups("dups").subAggregation(new TopHitsAggregationBuilder("hits").size(2)));
        assertResponse(search, response -> {
            InternalNearDup dups = response.getAggregations().get("dups");
            TopHits hits = dups.getBuckets().get(0).getAggregations().get("hits");
            assertEquals(9, Calls.total(hits.getHits()));
            assertEquals(2, hits.getHits().getHits().length);
            assertEquals("1/2", hits.getHits().getAt(0).getSourceAsMap().get("story"));
            assertTrue(hits.getHits().getMaxScore() > 0);
        });
    }

    public void testCircuitBreaker() {
        createIndex("pages", 1);
        clusterAdmin()
                .prepareUpdateSettings(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
                .setPersistentSettings(Settings.builder()
                        .put(HierarchyCircuitBreakerService.REQUEST_CIRCUIT_BREAKER_LIMIT_SETTING.getKey(), "48kb"))
                .get();
        Exception e = expectThrows(
                Exception.class,
                () -> client().prepareSearch("pages")
                        .addAggregation(dups("dups"))
                        .get()
                        .decRef());
        Throwable cause = ExceptionsHelper.unwrap(e, CircuitBreakingException.class);
        assertNotNull(e.toString(), cause);
        assertThat(cause.getMessage(), containsString("Data too large"));
    }
}
