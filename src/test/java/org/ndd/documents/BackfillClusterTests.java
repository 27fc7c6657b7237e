package org.ndd.documents;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.documents.BackfillAction.Request.BackfillOptions;

/**
 * Results of backfills in a cluster of several nodes: outdated documents are updated, others are unchanged, and failures and invalid
 * requests are reported.
 */
public class BackfillClusterTests extends BackfillTestCase {

    private long version(String index, int number) {
        return client().prepareGet(index, Integer.toString(number))
                .setRouting("r" + number)
                .get()
                .getVersion();
    }

    /** Compares backfilled documents with documents that were indexed through the pipeline. */
    public void testMatchesIndexingThroughPipeline() {
        int count = between(1, 300);
        createIndex("late", PIPELINE, between(1, 4));
        index("late", 0, count);
        createIndex("early", PIPELINE, 1);
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(RefreshPolicy.IMMEDIATE);
        for (int i = 0; i < count; i++) {
            bulk.add(request("early", i).source("body", page(i), "views", i));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());

        BulkTaskReport report = backfill("late", "{\"outdated\": " + randomBoolean() + "}");

        assertEquals(report.toString(), "completed", report.fields().get("state"));
        assertEquals((long) (count), report.fields().get("total"));
        assertEquals(count, count(report, "updated"));
        assertEquals(0, count(report, "noops") + count(report, "failed") + count(report, "version_conflicts"));
        assertEquals(documents("early"), documents("late"));
        for (int i = 0; i < count; i++) {
            assertEquals("routing is kept", 2, version("late", i));
        }
    }

    public void testSkipsCurrentDocuments() {
        createIndex("mixed", PIPELINE, between(1, 3));
        index("mixed", 0, 40);
        assertEquals(40, count(backfill("mixed", "{}"), "updated"));
        index("mixed", 40, 50);
        // a partial update in a bulk request: the input changes, the fields of the processor do not
        for (int i = 0; i < 5; i++) {
            Map<String, Object> source = documents("mixed").get(Integer.toString(i));
            source.put("body", page(1000 + i));
            client().index(request("mixed", i).source(source).setPipeline("_none"))
                    .actionGet();
        }
        client().index(request("mixed", 50)
                        .source("views", 1)
                        .setPipeline("_none")
                        .setRefreshPolicy(RefreshPolicy.IMMEDIATE))
                .actionGet();

        BulkTaskReport missing = backfill("mixed", "{\"outdated\": false}");
        assertEquals("documents without fingerprints", 11L, missing.fields().get("total"));
        assertEquals(10, count(missing, "updated"));
        assertEquals("documents without input are skipped", 1, count(missing, "noops"));
        BulkTaskReport outdated = backfill("mixed", "{\"outdated\": true}");
        assertEquals(51L, outdated.fields().get("total"));
        assertEquals(5, count(outdated, "updated"));
        assertEquals(46, count(outdated, "noops"));
        for (int i = 0; i < 50; i++) {
            assertEquals("document [" + i + "]", i < 5 ? 4 : 2, version("mixed", i));
        }
        assertEquals(1, version("mixed", 50));
        assertEquals(0, count(backfill("mixed", "{}"), "updated"));
    }

    public void testUpdatesChangedVersionUrlAndField() {
        createIndex("changed", PIPELINE, 1);
        client().index(request("changed", 1)
                        .source("body", page(1), "html", page(2), "url", "https://a.example/")
                        .setRefreshPolicy(RefreshPolicy.IMMEDIATE))
                .actionGet();
        assertEquals(0, count(backfill("changed", "{}"), "updated"));
        putPipeline("other", "{\"processors\":[{\"near_dup\":{\"field\":\"body\",\"url_field\":\"link\"}}]}");
        assertEquals(1, count(backfill("changed", "{}", options("other", 1, 10, 1000)), "updated"));
        assertEquals(0, count(backfill("changed", "{}", options("other", 1, 10, 1000)), "updated"));
        putPipeline("other", "{\"processors\":[{\"near_dup\":{\"field\":\"html\"}}]}");
        assertEquals(1, count(backfill("changed", "{}", options("other", 1, 10, 1000)), "updated"));
        putPipeline("other", "{\"processors\":[{\"near_dup\":{\"field\":\"html\",\"buckets\":9}}]}");
        assertEquals(1, count(backfill("changed", "{\"outdated\":false}", options("other", 1, 10, 1000)), "updated"));
        assertEquals(
                0L,
                backfill("changed", "{\"outdated\":false}", options("other", 1, 10, 1000))
                        .fields()
                        .get("total"));
        Map<?, ?> ndd = (Map<?, ?>) documents("changed").get("1").get("ndd");
        assertEquals("html", ndd.get("source_field"));
        assertThat(ndd.get("version").toString(), containsString(":9"));
    }

    /** Failed documents are reported, and the others are still updated. */
    public void testReportsDocumentFailures() {
        createIndex("broken", PIPELINE, 2);
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(RefreshPolicy.IMMEDIATE);
        for (int i = 0; i < 100; i++) {
            IndexRequest request = request("broken", i).setPipeline("_none");
            bulk.add(i % 2 == 0 ? request.source("body", page(i)) : request.source("body", Map.of("not", "text")));
        }
        assertAcked(
                client().admin().indices().preparePutMapping("broken").setSource("body", "type=object,enabled=false"));
        assertFalse(client().bulk(bulk).actionGet().hasFailures());

        BulkTaskReport report = backfill("broken", "{}");

        assertEquals("completed", report.fields().get("state"));
        assertEquals(50, count(report, "updated"));
        assertEquals(50, count(report, "failed"));
        List<?> failures = (List<?>) report.fields().get("failures");
        assertEquals("bounded", 20, failures.size());
        Set<String> ids = new HashSet<>();
        for (Object one : failures) {
            Map<?, ?> failure = (Map<?, ?>) one;
            String id = (String) failure.get("id");
            assertEquals("broken", failure.get("index"));
            assertTrue(ids.add(id));
            assertEquals(1, Integer.parseInt(id) % 2);
            assertEquals(400, failure.get("status"));
            assertThat(failure.get("cause").toString(), containsString("must be a string or a list of strings"));
        }
    }

    private void assertRejected(String index, String body, BackfillOptions options, String message) {
        for (boolean wait : List.of(true, false)) {
            Exception e = expectThrows(
                    Exception.class,
                    () -> client().execute(BackfillAction.TYPE, request(index, body, options, wait))
                            .actionGet());
            assertThat(e.getMessage(), containsString(message));
            assertEquals(400, ExceptionsHelper.status(e).getStatus());
        }
        assertEquals(List.of(), tasks());
    }

    public void testRejectsInvalidRequests() {
        createIndex("plain", null, 1);
        index("plain", 0, 1);
        BackfillOptions fast = options(null, 1, 10, 1000);
        assertRejected(
                "plain",
                "{}",
                fast,
                "[pipeline] must have a [near_dup] processor that writes [ndd], but was [_none], the default pipeline"
                        + " of index [plain]: name a pipeline in the request");
        assertRejected(
                "plain", "{}", options("nope", 1, 10, 1000), "[pipeline] must be the id of a pipeline, but was [nope]");
        putPipeline("empty", "{\"processors\":[]}");
        assertRejected("plain", "{}", options("empty", 1, 10, 1000), "that writes [ndd], but was [empty]");
        assertRejected(
                "plain",
                "{\"target_field\": \"dup\"}",
                options(PIPELINE, 1, 10, 1000),
                "[target_field] must be mapped as [near_dup] in index [plain], but was [dup]");
        assertRejected(
                "plain",
                "{\"query\": {\"term\": {\"ndd.text\": \"x\"}}}",
                options(PIPELINE, 1, 10, 1000),
                "all shards failed");
        assertAcked(prepareCreate("partial")
                .setMapping(
                        "{\"_source\":{\"excludes\":[\"secret\"]},\"properties\":{\"ndd\":{\"type\":\"near_dup\"}}}"));
        assertRejected(
                "partial",
                "{}",
                options(PIPELINE, 1, 10, 1000),
                "[index] must be an index whose [_source] holds the whole document, but was [partial]");
        putPipeline(
                "two",
                "{\"processors\":[{\"near_dup\":{\"field\":\"body\"}},{\"near_dup\":{\"field\":\"x\",\"buckets\":3}}]}");
        assertRejected("plain", "{}", options("two", 1, 10, 1000), "[pipeline] must write fingerprints of one version");
        assertFalse(documents("plain").get("0").containsKey("ndd"));
    }

    public void testSourceExcludesTargetFields() {
        putPipeline(PIPELINE, "{\"processors\":[{\"near_dup\":{\"field\":\"body\"}}]}");
        assertAcked(prepareCreate("slim")
                .setMapping("{\"_source\":{\"excludes\":[\"ndd.fingerprints\",\"ndd.text\"]},"
                        + "\"properties\":{\"ndd\":{\"type\":\"near_dup\"}}}"));
        index("slim", 0, 5);
        assertEquals(5, count(backfill("slim", "{}", options(PIPELINE, 1, 10, 1000)), "updated"));
        assertEquals(5, count(backfill("slim", "{}", options(PIPELINE, 1, 10, 1000)), "noops"));
    }

    /** Several indices, each through its own default pipeline. */
    public void testSeveralIndicesAndQuery() {
        createIndex("news-1", PIPELINE, 1);
        createIndex("news-2", PIPELINE, 2);
        index("news-1", 0, 10);
        index("news-2", 10, 30);
        BulkTaskReport report = backfill("news-*", "{\"query\": {\"range\": {\"views\": {\"gte\": 5, \"lt\": 15}}}}");
        assertEquals(10L, report.fields().get("total"));
        assertEquals(10, count(report, "updated"));
        List<String> done = new ArrayList<>();
        documents("news-*").forEach((id, source) -> {
            if (source.containsKey("ndd")) {
                done.add(id);
            }
        });
        assertEquals(10, done.size());
    }
}
