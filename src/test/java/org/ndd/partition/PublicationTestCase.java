package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.settings.Settings;
import org.ndd.config.RunLabel;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.partition.GetPartitionAction.RunFilter;

/** Executes runs over two equal documents, and publishes, lists and deletes them. */
abstract class PublicationTestCase extends PartitionTestCase {

    static final TestCorpus.Page ONE = page("1");
    static final TestCorpus.Page TWO = page("2");

    static TestCorpus.Page page(String id) {
        return new TestCorpus.Page(
                id,
                null,
                "The harbour of the town was closed on Monday because of the storm. Fishermen tied up their boats.");
    }

    void create(String index) throws IOException {
        assertAcked(prepareCreate(index)
                .setSettings(Settings.builder().put("index.number_of_shards", 2).put("index.number_of_replicas", 0))
                .setMapping("ndd", "type=near_dup"));
        put(index, ONE);
        put(index, TWO);
    }

    void put(String index, TestCorpus.Page page) throws IOException {
        client().index(new IndexRequest(index)
                        .id(page.id())
                        .source(source(page, FingerprintParameters.BALANCED))
                        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                .actionGet();
    }

    /** The published run of a destination. */
    String shown(String dest) {
        var index = RunLabel.publishedBy(internalCluster().clusterService().state(), dest);
        return index == null ? null : index.getIndex().getName();
    }

    List<Object> runs(RunFilter filter) {
        List<Object> ids = new ArrayList<>();
        client().execute(GetPartitionAction.TYPE, new GetPartitionAction.Request(null, filter, true))
                .actionGet()
                .body()
                .reports()
                .forEach(run -> ids.add(run.get("id")));
        return ids;
    }

    List<Object> runsTo(String dest) {
        return runs(new RunFilter(100, null, dest, null, null));
    }

    Map<String, Object> report(String id) {
        return client().execute(GetPartitionAction.TYPE, new GetPartitionAction.Request(id, RunFilter.ALL, true))
                .actionGet()
                .body()
                .reports()
                .get(0);
    }

    String publish(String id) {
        return client().execute(RunActions.Publish.TYPE, new RunActions.RunIdRequest(id))
                .actionGet()
                .body()
                .replaced();
    }

    void delete(String id, boolean force) {
        assertAcked(client().execute(RunActions.Delete.TYPE, new RunActions.Delete.Request(id, force))
                .actionGet());
    }
}
