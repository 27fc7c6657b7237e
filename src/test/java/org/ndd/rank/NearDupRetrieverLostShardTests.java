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
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.After;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.PartitionRequest;

/** A shard fails between finding its hits and reading them, in the first look at a window or in a later one. */
public class NearDupRetrieverLostShardTests extends StoriesTestCase {

    private static final int WINDOW = 200;
    private static final int SHARDS = 3;

    /** The searches that read hits, in their order: a shard is asked again where it fails, so its requests do not count them. */
    private static final List<TaskId> READS = new ArrayList<>();

    private static boolean failsToCount;
    private static int failing = -1;
    private static IntPredicate fails = read -> false;
    private static int failures;

    /** Lets reads of a shard fail, or counting on it; not the searches that find hits and show them. */
    public static final class FailingPlugin extends Plugin {

        @Override
        public void onIndexModule(IndexModule module) {
            module.addSearchOperationListener(new SearchOperationListener() {
                @Override
                public void validateReaderContext(ReaderContext context, TransportRequest request) {
                    if (request instanceof ShardSearchRequest search && isRead(search.source())) {
                        read(search.shardId().id(), search.getParentTask());
                    } else if (request instanceof ShardSearchRequest search && isCount(search.source())) {
                        count(search.shardId().id());
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

        private static void count(int shard) {
            synchronized (READS) {
                if (shard == failing && failsToCount) {
                    failures++;
                    throw new IllegalStateException("the shard fails");
                }
            }
        }

        private static boolean isCount(SearchSourceBuilder source) {
            return source != null && source.size() == 0;
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
    public void failNoMore() {
        fail(-1, read -> false);
    }

    /** @param which of the searches that read hits fail on the shard, the first being 0 */
    private static void fail(int shard, IntPredicate which) {
        synchronized (READS) {
            READS.clear();
            failures = 0;
            fails = which;
            failing = shard;
            failsToCount = false;
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

    /** So many copies of one story that no page is filled by a first look, and other stories behind them. */
    private void indexPages() {
        create(INDEX, SHARDS);
        BulkRequest bulk = new BulkRequest(INDEX).setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (int i = 0; i < 150; i++) {
            String text = i < 60 ? TestPages.text(200, i % 16) : TestPages.text(i % 40, 0);
            if (i % 3 == 0) {
                text = (text + " ").repeat(1 + PagePhase.SHORT_TEXT / text.length()) + text;
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
    private static List<String> standsFor(SearchHit hit) {
        List<String> all = new ArrayList<>(List.of(hit.getId()));
        ((List<Map<String, Object>>) field(hit).getOrDefault("similar", List.of()))
                .forEach(other -> all.add((String) other.get("_id")));
        return all;
    }

    /** Each hit that was looked at is shown, or stands behind one that is; those that could not be read are shown, and say so. */
    private static void assertNothingIsLost(Answer answer) {
        Set<String> seen = new HashSet<>();
        int last = 0;
        for (List<String> all : answer.standFor()) {
            assertTrue(all.toString(), all.size() == 1 || answer.unread().contains(all.get(0)) == false);
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

    /** A shard that has none of the hits that a search reads may not be asked, and is not missed where it fails. */
    private void assertShardsMayFail(String more) throws Exception {
        for (int round = 0; round < 10; round++) {
            int size = between(1, 12);
            String options = more + (randomBoolean() ? ",\"track_similar\":true" : "");
            failNoMore();
            List<String> whole = ids(search(options, size));
            int shard = between(0, SHARDS - 1);
            int first = round == 0 ? 0 : between(0, reads() - 1);
            IntPredicate which = round == 0 || randomBoolean() ? read -> read >= first : read -> read == first;
            fail(shard, which);
            int unread = unread(search(options, size), whole);
            assertTrue("the first look misses a shard", round > 0 || size < 3 || unread > 0);
            assertShardsMustNotFail(search(options, size), whole, shard, which);
            assertEquals("as before", whole, ids(search(options, size)));
        }
    }

    /**
     * @param standFor for each hit that is shown the hits that it stands for, itself first
     * @param unread those that are shown and could not be read
     */
    private record Answer(List<List<String>> standFor, List<String> unread, List<String> warnings) {}

    private static Answer answer(SearchRequestBuilder search) {
        Client client = internalCluster().client();
        PlainActionFuture<Answer> answer = new PlainActionFuture<>();
        ThreadContext context = client.threadPool().getThreadContext();
        client.search(search.request(), answer.map(response -> {
            List<List<String>> standFor = new ArrayList<>();
            List<String> unread = new ArrayList<>();
            for (SearchHit hit : response.getHits()) {
                standFor.add(standsFor(hit));
                if (isCompared(hit) == false) {
                    unread.add(hit.getId());
                }
            }
            List<String> warnings = context.getResponseHeaders().getOrDefault("Warning", List.of()).stream()
                    .filter(warning -> warning.contains("[near_dup]"))
                    .toList();
            return new Answer(standFor, unread, warnings);
        }));
        return answer.actionGet();
    }

    /** Of hits that are shown and could not be read the answer has to warn. */
    private static int unread(SearchRequestBuilder search, List<String> whole) {
        Answer answer = answer(search);
        assertEquals(whole.size(), answer.standFor().size());
        assertNothingIsLost(answer);
        if (answer.unread().isEmpty() == false) {
            assertThat(answer.warnings().toString(), containsString("hits, as their shards failed or took too long"));
        }
        if (failures() == 0) {
            assertEquals(List.of(), answer.warnings());
            assertEquals(
                    whole, answer.standFor().stream().map(all -> all.get(0)).toList());
        }
        return answer.unread().size();
    }

    /** Without partial results a search fails, or finds all. */
    private void assertShardsMustNotFail(SearchRequestBuilder search, List<String> whole, int shard, IntPredicate which)
            throws Exception {
        fail(shard, which);
        try {
            // a shard that fails is asked again where it can be
            assertEquals(whole, ids(search.setAllowPartialSearchResults(false)));
        } catch (SearchPhaseExecutionException e) {
            assertThat(ExceptionsHelper.stackTrace(e), containsString("the shard fails"));
        }
        failNoMore();
        awaitNoSearch();
    }

    /** A search that has failed may still be asking other shards. */
    private static void awaitNoSearch() throws Exception {
        assertSoon(() -> assertEquals(
                List.of(),
                clusterAdmin()
                        .prepareListTasks()
                        .setActions(TransportSearchAction.NAME + "*")
                        .get()
                        .getTasks()));
    }

    public void testHitsThatCannotBeReadStandForThemselves() throws Exception {
        indexPages();
        assertShardsMayFail("");
    }

    /** Hits are counted beside being found: where a shard fails in that alone, Elasticsearch counts, and the total is right. */
    public void testTheTotalWhereAShardFailsToCount() throws Exception {
        indexPages();
        for (int round = 0; round < 5; round++) {
            int size = between(1, 12);
            List<String> whole = ids(search("", size));
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
            assertTrue("the shard was not asked to count", failures() > 0);
            failNoMore();
            awaitNoSearch();
        }
    }

    public void testByGroups() throws Exception {
        indexPages();
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, "{}")) {
            PartitionReport report = client().execute(
                            PartitionAction.TYPE, PartitionRequest.parse(new String[] {INDEX}, parser, true))
                    .actionGet()
                    .report();
            assertEquals(PartitionReport.State.COMPLETED, report.state());
        }
        assertShardsMayFail(",\"dest\":{\"index\":\"" + INDEX + "-ndd\"}");
    }
}
