package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.util.List;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
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

    void create(String index) {
        assertAcked(prepareCreate(index).setSettings(indexSettings(2, 0)).setMapping("ndd", "type=near_dup"));
        put(index, ONE);
        put(index, TWO);
    }

    void put(String index, TestCorpus.Page page) {
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

    static List<String> runsTo(String dest) {
        return listed(new RunFilter(100, null, dest, null, null));
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
