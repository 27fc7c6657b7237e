package org.ndd.rank;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.retriever.StandardRetrieverBuilder;
import org.elasticsearch.test.AbstractMultiClustersTestCase;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.plugin.NddPlugin;

/** The retriever in a search of two clusters. */
public class NearDupRetrieverRemoteTests extends AbstractMultiClustersTestCase {

    private static final String REMOTE = "east";

    @Override
    protected List<String> remoteClusterAlias() {
        return List.of(REMOTE);
    }

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins(String clusterAlias) {
        return List.of(NddPlugin.class);
    }

    /** The indices of both clusters have the same name, and their documents the same id. */
    public void testSimilarHitsHaveTheNamesOfHits() {
        index(client(LOCAL_CLUSTER));
        index(client(REMOTE));
        SearchSourceBuilder source = new SearchSourceBuilder()
                .retriever(StoriesTestCase.nearDup(new StandardRetrieverBuilder(QueryBuilders.matchAllQuery()), 10));
        assertResponse(client().prepareSearch("pages", REMOTE + ":pages").setSource(source), response -> {
            assertEquals(1, response.getHits().getHits().length);
            Map<String, Object> group = StoriesTestCase.field(response.getHits().getAt(0));
            Map<?, ?> similar = (Map<?, ?>) ((List<?>) group.get("similar")).get(0);
            String hit = response.getHits().getAt(0).getClusterAlias() == null ? "pages" : REMOTE + ":pages";
            assertEquals(2, group.get("count"));
            assertEquals(Set.of("pages", REMOTE + ":pages"), Set.of(hit, similar.get("_index")));
        });
    }

    private static void index(Client client) {
        assertAcked(client.admin()
                .indices()
                .prepareCreate("pages")
                .setMapping("{\"properties\": {\"ndd\": {\"type\": \"near_dup\"}}}"));
        client.prepareIndex("pages")
                .setId("a")
                .setSource(TestPages.document(TestPages.text(0, 0), FingerprintParameters.BALANCED))
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
    }
}
