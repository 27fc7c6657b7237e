package org.ndd.pair;

import static org.ndd.Soon.answer;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.ndd.config.DocumentFields;
import org.ndd.config.MustAgree;
import org.ndd.plugin.NddPlugin;

public class PageFetcherTests extends ESSingleNodeTestCase {

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    /** The text is that of the document without a routing, which a get finds, so the values must be of the same document. */
    public void testValuesOfDocumentWithoutRouting() {
        client().admin()
                .indices()
                .prepareCreate("pages")
                .setSettings(Settings.builder().put("index.number_of_shards", 8))
                .setMapping("ndd", "type=near_dup", "lang", "type=keyword")
                .get();
        for (int i = 0; i < 30; i++) {
            index("r" + i, "en");
        }
        // replaces the document of its shard
        index(null, "de");
        DocumentFields fields = new DocumentFields("ndd");
        PageFetcher fetcher = new PageFetcher(
                client(), getInstanceFromNode(ClusterService.class)::state, fields, new MustAgree(List.of("lang")));
        List<PageSource> pages = List.of(PageSource.document("pages", "a", null));
        List<List<List<String>>> values = answer(l -> fetcher.fetchValues(pages, l));
        assertEquals(List.of(List.of(List.of("de"))), values);
    }

    private void index(String routing, String language) {
        client().index(new IndexRequest("pages")
                        .id("a")
                        .routing(routing)
                        .source(Map.of("lang", language))
                        .setRefreshPolicy(RefreshPolicy.IMMEDIATE))
                .actionGet();
    }
}
