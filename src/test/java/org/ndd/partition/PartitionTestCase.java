package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.test.transport.MockTransportService;
import org.elasticsearch.transport.TransportService;
import org.ndd.Found;
import org.ndd.StateInMemoryPlugin;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.group.Verdict;
import org.ndd.groups.GroupDocument;
import org.ndd.partition.GetPartitionAction.RunFilter;
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
                .setSettings(indexSettings(shards, replicas))
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

    static Map<String, Object> source(TestCorpus.Page page, FingerprintParameters fingerprints) {
        return Map.of("ndd", TestCorpus.fields(page, fingerprints));
    }

    static PartitionReport partition(String index, String body) {
        return TestPartitions.run(client(), index, body);
    }

    static void assertRejected(String index, String body, RestStatus status, String message) {
        PartitionRequest request = TestPartitions.request(index, body, true);
        Exception e = expectThrows(
                Exception.class,
                () -> client().execute(PartitionAction.TYPE, request).actionGet(60, TimeUnit.SECONDS));
        assertEquals(status, ExceptionsHelper.status(e));
        assertThat(ExceptionsHelper.unwrapCause(e).getMessage(), containsString(message));
    }

    static Map<String, Object> report(String id) {
        return report(client(), id);
    }

    static Map<String, Object> report(Client client, String id) {
        return reports(client, id, RunFilter.ALL).get(0);
    }

    /** The ids of the selected runs. */
    static List<String> listed(RunFilter filter) {
        return reports(client(), null, filter).stream()
                .map(run -> (String) run.get("id"))
                .toList();
    }

    private static List<Map<String, Object>> reports(Client client, String id, RunFilter filter) {
        return client.execute(GetPartitionAction.TYPE, new GetPartitionAction.Request(id, filter, true))
                .actionGet()
                .body()
                .reports();
    }

    List<String> lines(String dest) {
        List<String> lines = new ArrayList<>();
        List<Map<String, Object>> documents =
                Found.sources(client().prepareSearch(dest).setSize(10_000));
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
