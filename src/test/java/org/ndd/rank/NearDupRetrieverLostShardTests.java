package org.ndd.rank;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.containsString;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.apache.lucene.search.TotalHits;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.util.CollectionUtils;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.IndexModule;
import org.elasticsearch.index.query.RankDocsQueryBuilder;
import org.elasticsearch.index.shard.SearchOperationListener;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.internal.ReaderContext;
import org.elasticsearch.search.internal.ShardSearchRequest;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.transport.TransportRequest;
import org.junit.After;
import org.ndd.Found;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.pair.PageRequest;
import org.ndd.partition.TestPartitions;

/** A shard fails between the search and reading its hits, for the first part of a window or a later one. */
public class NearDupRetrieverLostShardTests extends StoriesTestCase {

    private static final int WINDOW = 200;
    private static final int SHARDS = 3;

    /** The requests that read hits, in order: failed requests to a shard are retried, so requests of one shard do not count them. */
    private static final List<TaskId> READS = new ArrayList<>();

    private static boolean failsToCount;
    private static boolean failsToSearch;
    private static int failing = -1;
    private static IntPredicate fails = read -> false;
    private static int failures;

    /** Makes a shard fail to read hits, or to count; searches that find hits and fetch them succeed. */
    public static final class FailingPlugin extends Plugin {

        @Override
        public void onIndexModule(IndexModule module) {
            module.addSearchOperationListener(new SearchOperationListener() {
                @Override
                public void validateReaderContext(ReaderContext context, TransportRequest request) {
                    if (request instanceof ShardSearchRequest search && isRead(search.source())) {
                        read(search.shardId().id(), search.getParentTask());
                    } else if (request instanceof ShardSearchRequest search && isCount(search.source())) {
                        fail(search.shardId().id(), failsToCount);
                    } else if (request instanceof ShardSearchRequest search && isSearch(search.source())) {
                        fail(search.shardId().id(), failsToSearch);
                    }
                }
            });
        }

        private static void read(int shard, TaskId search) {
            synchronized (READS) {
                if (READS.contains(search) == false) {
                    READS.add(search);
                }
                if (shard == failing && fails.test(READS.indexOf(search))) {
                    failures++;
                    throw new IllegalStateException("the shard fails");
                }
            }
        }

        private static void fail(int shard, boolean fails) {
            synchronized (READS) {
                if (shard == failing && fails) {
                    failures++;
                    throw new IllegalStateException("the shard fails");
                }
            }
        }

        private static boolean isCount(SearchSourceBuilder source) {
            return source != null && source.size() == 0;
        }

        private static boolean isSearch(SearchSourceBuilder source) {
            return source != null && source.query() == null;
        }

        private static boolean isRead(SearchSourceBuilder source) {
            return source != null
                    && source.query() instanceof RankDocsQueryBuilder
                    && source.fetchSource() != null
                    && source.fetchSource().fetchSource() == false;
        }
    }

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return CollectionUtils.appendToCopy(super.nodePlugins(), FailingPlugin.class);
    }

    @After
    public void stopFailing() {
        fail(-1, read -> false);
    }

    /** @param which reads of hits that fail on the shard, from 0 */
    private static void fail(int shard, IntPredicate which) {
        synchronized (READS) {
            READS.clear();
            failures = 0;
            fails = which;
            failing = shard;
            failsToCount = false;
            failsToSearch = false;
        }
    }

    private static int reads() {
        synchronized (READS) {
            return READS.size();
        }
    }

    private static int failures() {
        synchronized (READS) {
            return failures;
        }
    }

    /** Puts so many copies of one story that the first part of the window never fills a page, and other stories after them. */
    private void indexPages() {
        create(INDEX, SHARDS);
        BulkRequest bulk = new BulkRequest(INDEX).setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (int i = 0; i < 150; i++) {
            String text = i < 60 ? TestPages.text(200, i % 16) : TestPages.text(i % 40, 0);
            if (i % 3 == 0) {
                text = (text + " ").repeat(1 + PageRequest.MAX_SHORT_TEXT / text.length()) + text;
            }
            Map<String, Object> document = TestPages.document(text, FingerprintParameters.BALANCED);
            document.put("place", i);
            bulk.add(new IndexRequest().id("p" + i).source(document));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
    }

    private SearchRequestBuilder search(String more, int size) throws IOException {
        String json = "{\"near_dup\":{\"rank_window_size\":" + WINDOW + more
                + ",\"retriever\":{\"standard\":{\"sort\":[{\"place\":\"asc\"}]}}}}";
        return search(retriever(json)).setSize(size).setTrackTotalHits(true).setAllowPartialSearchResults(true);
    }

    private static boolean isCompared(SearchHit hit) {
        return Boolean.FALSE.equals(field(hit).get("compared")) == false;
    }

    @SuppressWarnings("unchecked")
    private static List<String> represents(SearchHit hit) {
        List<String> all = new ArrayList<>(List.of(hit.getId()));
        ((List<Map<String, Object>>) field(hit).getOrDefault("similar", List.of()))
                .forEach(other -> all.add((String) other.get("_id")));
        return all;
    }

    /** Each hit in the window is returned or represented by a returned hit; unreadable hits are returned with a warning. */
    private static void assertAllHitsRepresented(Result result) {
        Set<String> seen = new HashSet<>();
        int last = 0;
        for (List<String> all : result.represented()) {
            assertTrue(all.toString(), all.size() == 1 || result.unread().contains(all.get(0)) == false);
            all.forEach(id -> assertTrue("twice: " + id, seen.add(id)));
            last = Math.max(last, place(all.get(0)));
        }
        for (int place = 0; place <= last; place++) {
            assertTrue("lost: p" + place, seen.contains("p" + place));
        }
    }

    private static int place(String id) {
        return Integer.parseInt(id.substring(1));
    }

    /** A shard without hits in the window is not requested, so its failure has no effect. */
    private void assertShardsMayFail(String more) throws Exception {
        for (int round = 0; round < 10; round++) {
            int size = between(1, 12);
            String options = more + (randomBoolean() ? ",\"track_similar\":true" : "");
            stopFailing();
            List<String> whole = Found.ids(search(options, size));
            int shard = between(0, SHARDS - 1);
            int first = round == 0 ? 0 : between(0, reads() - 1);
            IntPredicate which = round == 0 || randomBoolean() ? read -> read >= first : read -> read == first;
            fail(shard, which);
            int unread = unread(search(options, size), whole);
            assertTrue("the first read must fail on a shard", round > 0 || size < 3 || unread > 0);
            assertShardsMustNotFail(search(options, size), whole, shard, which);
            assertEquals("as before", whole, Found.ids(search(options, size)));
        }
    }

    /**
     * @param represented for each returned hit the hits that it represents, starting with itself
     * @param unread returned hits that could not be read
     */
    private record Result(List<List<String>> represented, List<String> unread, List<String> warnings) {}

    private static Result result(SearchRequestBuilder search) {
        Client client = internalCluster().client();
        PlainActionFuture<Result> result = new PlainActionFuture<>();
        ThreadContext context = client.threadPool().getThreadContext();
        client.search(search.request(), result.map(response -> {
            List<List<String>> represented = new ArrayList<>();
            List<String> unread = new ArrayList<>();
            for (SearchHit hit : response.getHits()) {
                represented.add(represents(hit));
                if (isCompared(hit) == false) {
                    unread.add(hit.getId());
                }
            }
            List<String> warnings = context.getResponseHeaders().getOrDefault("Warning", List.of()).stream()
                    .filter(warning -> warning.contains("[near_dup]"))
                    .toList();
            return new Result(represented, unread, warnings);
        }));
        return result.actionGet();
    }

    /** The response must warn about unreadable hits. */
    private static int unread(SearchRequestBuilder search, List<String> whole) {
        Result result = result(search);
        assertEquals(whole.size(), result.represented().size());
        assertAllHitsRepresented(result);
        if (result.unread().isEmpty() == false) {
            assertThat(result.warnings().toString(), containsString("hits, as their shards failed or took too long"));
        }
        if (failures() == 0) {
            assertEquals(List.of(), result.warnings());
            assertEquals(
                    whole, result.represented().stream().map(all -> all.get(0)).toList());
        }
        return result.unread().size();
    }

    /** Without partial results, a search fails or is complete. */
    private void assertShardsMustNotFail(SearchRequestBuilder search, List<String> whole, int shard, IntPredicate which)
            throws Exception {
        fail(shard, which);
        try {
            // a failed shard is retried if possible
            assertEquals(whole, Found.ids(search.setAllowPartialSearchResults(false)));
        } catch (SearchPhaseExecutionException e) {
            assertThat(ExceptionsHelper.stackTrace(e), containsString("the shard fails"));
        }
        stopFailing();
        awaitNoSearch();
    }

    /** A failed search may still send requests to other shards. */
    private static void awaitNoSearch() throws Exception {
        assertSoon(() -> assertEquals(
                List.of(),
                clusterAdmin()
                        .prepareListTasks()
                        .setActions(TransportSearchAction.NAME + "*")
                        .get()
                        .getTasks()));
    }

    public void testUnreadableHitsRepresentThemselves() throws Exception {
        indexPages();
        assertShardsMayFail("");
    }

    /** Hits are counted separately: if a shard fails to count, Elasticsearch counts, and the total is right. */
    public void testTotalIfShardFailsToCount() throws Exception {
        indexPages();
        for (int round = 0; round < 5; round++) {
            int size = between(1, 12);
            List<String> whole = Found.ids(search("", size));
            fail(between(0, SHARDS - 1), read -> false);
            synchronized (READS) {
                failsToCount = true;
            }
            SearchRequestBuilder search = search("", size).setAllowPartialSearchResults(randomBoolean());
            assertResponse(search, response -> {
                assertEquals(
                        new TotalHits(150, TotalHits.Relation.EQUAL_TO),
                        response.getHits().getTotalHits());
                assertEquals(0, response.getFailedShards());
                assertEquals(
                        whole,
                        Arrays.stream(response.getHits().getHits())
                                .map(SearchHit::getId)
                                .toList());
            });
            assertTrue("the shard must be requested to count", failures() > 0);
            stopFailing();
            awaitNoSearch();
        }
    }

    public void testByGroups() throws Exception {
        indexPages();
        TestPartitions.run(client(), INDEX, "{}");
        assertShardsMayFail(",\"dest\":{\"index\":\"" + INDEX + "-ndd\"}");
    }

    /** The last search, which only fetches the remaining hits, succeeds on all shards. */
    public void testWarnsIfShardFailsToSearch() throws Exception {
        indexPages();
        synchronized (READS) {
            failing = between(0, SHARDS - 1);
            failsToSearch = true;
        }
        assertThat(
                result(search("", 5)).warnings().toString(),
                containsString("[near_dup] did not find all hits, as shards failed or took too long"));
    }
}
