package org.ndd.redirect;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.ndd.Soon.answer;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.ndd.config.DocumentName;
import org.ndd.config.RedirectFields;
import org.ndd.plugin.NddPlugin;
import org.ndd.redirect.RedirectLookup.RedirectPage;

public class RedirectLookupTests extends ESSingleNodeTestCase {

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    /** A document that is not found counts as deleted. */
    public void testFindsDocumentsBesideEqualIdsOfSeveralRoutings() {
        assertAcked(indicesAdmin()
                .prepareCreate("pages")
                .setSettings(Settings.builder().put("index.number_of_shards", 3))
                .setMapping("url", "type=keyword", "moved_to", "type=keyword"));
        BulkRequest bulk = new BulkRequest("pages").setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        Set<DocumentName> names = new TreeSet<>(Set.of(new DocumentName("pages", "twice")));
        for (int i = 0; i < 30; i++) {
            bulk.add(new IndexRequest().id("twice").routing("r" + i).source(Map.of("url", "u")));
        }
        for (int i = 0; i < 30; i++) {
            bulk.add(new IndexRequest().id("page" + i).source(Map.of("url", "u" + i)));
            names.add(new DocumentName("pages", "page" + i));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        SourceAndReference source = new SourceAndReference(
                new SearchRequest("pages"), null, new RedirectFields("moved_to", "url"), Set.of(), null);
        Map<DocumentName, RedirectPage> found = answer(l -> new RedirectLookup(client(), source).findByName(names, l));
        assertEquals(names, new TreeSet<>(found.keySet()));
    }
}
