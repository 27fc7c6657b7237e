package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.test.transport.MockTransportService;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.StateInMemoryPlugin;
import org.ndd.analysis.PageAnalysis;
import org.ndd.config.TaskState;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.group.Verdict;
import org.ndd.groups.GroupDocument;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.plugin.NddPlugin;

/** Indexes generated documents into a cluster, partitions them, and reads destinations. */
abstract class PartitionTestCase extends ESIntegTestCase {

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NddPlugin.class, StateInMemoryPlugin.class);
    }

    /** The result of a run does not depend on the number of threads. */
    @Override
    protected Settings nodeSettings(int nodeOrdinal, Settings otherSettings) {
        return Settings.builder()
                .put(super.nodeSettings(nodeOrdinal, otherSettings))
                .put("thread_pool.ndd.size", randomFrom(1, 2, 4, 8))
                .build();
    }

    /** The transports of all nodes, in tests whose nodes have the plugin {@code MockTransportService.TestPlugin}. */
    static Stream<MockTransportService> transports() {
        return Stream.of(internalCluster().getNodeNames())
                .map(node -> (MockTransportService) internalCluster().getInstance(TransportService.class, node));
    }

    void index(TestCorpus corpus, String index, int shards, int replicas, FingerprintParameters fingerprints)
            throws IOException {
        assertAcked(prepareCreate(index)
                .setSettings(Settings.builder()
                        .put("index.number_of_shards", shards)
                        .put("index.number_of_replicas", replicas))
                .setMapping("ndd", "type=near_dup"));
        List<TestCorpus.Page> pages = new ArrayList<>(corpus.pages());
        Collections.shuffle(pages, random());
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (TestCorpus.Page page : pages) {
            bulk.add(new IndexRequest(index).id(page.id()).source(source(page, fingerprints)));
        }
        BulkResponse response = client().bulk(bulk).actionGet();
        assertFalse(response.buildFailureMessage(), response.hasFailures());
        ensureGreen(index);
    }

    static XContentBuilder source(TestCorpus.Page page, FingerprintParameters fingerprints) throws IOException {
        PageAnalysis analysis = TestCorpus.analyze(page, fingerprints);
        XContentBuilder source = jsonBuilder().startObject().startObject("ndd");
        source.field("text", analysis.text());
        source.field("fingerprints", analysis.fingerprintTerms());
        source.field("digest", analysis.digest());
        source.field("site", analysis.site());
        source.field("families", analysis.families());
        source.field("url", page.url());
        source.field("length", analysis.length());
        source.field("version", fingerprints.version());
        return source.endObject().endObject();
    }

    PartitionReport partition(String index, String body) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            PartitionRequest request = PartitionRequest.parse(index.split(","), parser, true);
            PartitionReport report =
                    client().execute(PartitionAction.TYPE, request).actionGet().report();
            assertEquals(report.failure(), TaskState.COMPLETED, report.state());
            return report;
        }
    }

    List<String> lines(String dest) {
        List<String> lines = new ArrayList<>();
        List<Map<String, Object>> documents = new ArrayList<>();
        var search = client().prepareSearch(dest).setSize(10_000).get();
        try {
            search.getHits().forEach(hit -> documents.add(hit.getSourceAsMap()));
        } finally {
            search.decRef();
        }
        Map<Object, Integer> sizes = new HashMap<>();
        for (Map<String, Object> source : documents) {
            assertEquals("size in " + source, "leader".equals(source.get("role")), source.containsKey("size"));
            if (source.containsKey("size")) {
                assertNull("two leaders", sizes.put(source.get("group"), (Integer) source.get("size")));
            }
        }
        for (Map<String, Object> source : documents) {
            Integer size = sizes.get(source.get("group"));
            if (size == null) {
                // a leader without a group has no document, but its contained documents have
                assertEquals("part_of", source.get("role"));
                size = 1;
            }
            Verdict verdict = new GroupDocument("any", source).verdict();
            lines.add(TestCorpus.line(
                    (String) ((Map<?, ?>) source.get("doc")).get("id"),
                    (String) source.get("leader"),
                    (String) source.get("canonical_id"),
                    (String) source.get("role"),
                    size,
                    (Boolean) source.get("verified"),
                    verdict.relation().value(),
                    verdict.confidence(),
                    verdict.resemblance()));
        }
        Collections.sort(lines);
        return lines;
    }
}
