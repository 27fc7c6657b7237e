package org.ndd.documents;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.mapper.MockFieldFilterPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.MockSearchService;
import org.elasticsearch.tasks.TaskInfo;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.StateInMemoryPlugin;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.compat.TestCalls;
import org.ndd.documents.BackfillAction.Request.BackfillOptions;
import org.ndd.documents.BackfillAction.Request.BackfillOptions.Conflicts;
import org.ndd.plugin.NddPlugin;

/** Indexes documents without fingerprints into a cluster of several nodes, and backfills them. */
@ESIntegTestCase.ClusterScope(numDataNodes = 2, numClientNodes = 0, supportsDedicatedMasters = false)
abstract class BackfillTestCase extends ESIntegTestCase {

    static final String PIPELINE = "pages";

    /**
     * Removes the field filter of the test framework, which would be detected as field-level security. Adds the check that points in time
     * are closed.
     */
    @Override
    protected Collection<Class<? extends Plugin>> getMockPlugins() {
        Collection<Class<? extends Plugin>> plugins = new ArrayList<>(super.getMockPlugins());
        plugins.remove(MockFieldFilterPlugin.class);
        if (plugins.contains(MockSearchService.TestPlugin.class) == false) {
            plugins.add(MockSearchService.TestPlugin.class);
        }
        return plugins;
    }

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NddPlugin.class, StateInMemoryPlugin.class);
    }

    static String page(int number) {
        return "Page " + number + ". The harbour of town number " + number
                + " was closed on Monday because of the storm. All of the " + number
                + " boats were tied up with double ropes.";
    }

    static void putPipeline(String id, String json) {
        TestCalls.putPipeline(client(), id, json);
    }

    void createIndex(String index, String defaultPipeline, int shards) {
        putPipeline(
                PIPELINE,
                "{\"processors\":[{\"near_dup\":{\"field\":\"body\",\"url_field\":\"url\",\"ignore_missing\":true}}]}");
        Settings.Builder settings =
                Settings.builder().put("index.number_of_shards", shards).put("index.number_of_replicas", between(0, 1));
        if (defaultPipeline != null) {
            settings.put("index.default_pipeline", defaultPipeline);
        }
        assertAcked(prepareCreate(index).setSettings(settings).setMapping("ndd", "type=near_dup"));
        ensureGreen(index);
    }

    /** Indexes documents without a pipeline, each with its own routing. */
    void index(String index, int from, int to) {
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(RefreshPolicy.IMMEDIATE);
        for (int i = from; i < to; i++) {
            bulk.add(request(index, i).source("body", page(i), "views", i).setPipeline("_none"));
        }
        BulkResponse response = client().bulk(bulk).actionGet();
        assertFalse(response.buildFailureMessage(), response.hasFailures());
    }

    static IndexRequest request(String index, int number) {
        return new IndexRequest(index).id(Integer.toString(number)).routing("r" + number);
    }

    BackfillAction.Request request(String index, String body, BackfillOptions options, boolean wait) {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            return BackfillAction.Request.parse(new String[] {index}, parser, options, wait);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static BackfillOptions options(String pipeline, int slices, int batchSize, double perSecond) {
        return new BackfillOptions(pipeline, Conflicts.PROCEED, slices, batchSize, perSecond, true);
    }

    BulkTaskReport backfill(String index, String body, BackfillOptions options) {
        return client().execute(BackfillAction.TYPE, request(index, body, options, true))
                .actionGet()
                .report;
    }

    BulkTaskReport backfill(String index, String body) {
        int slices = randomFrom(BackfillOptions.AUTO_SLICES, 1, between(2, 5));
        return backfill(index, body, options(null, slices, between(1, 50), Double.POSITIVE_INFINITY));
    }

    Map<String, Map<String, Object>> documents(String index) {
        Map<String, Map<String, Object>> documents = new HashMap<>();
        assertResponse(
                client().prepareSearch(index).setSize(10_000),
                search -> search.getHits().forEach(hit -> documents.put(hit.getId(), hit.getSourceAsMap())));
        return documents;
    }

    List<TaskInfo> tasks() {
        return client().admin()
                .cluster()
                .prepareListTasks()
                .setActions(BackfillAction.TYPE.name())
                .setDetailed(true)
                .get()
                .getTasks();
    }

    static long count(BulkTaskReport report, String name) {
        return (Long) report.fields().get(name);
    }
}
