package org.ndd.rank;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.ndd.core.compare.SimilarityParameters.BALANCED;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder.RetrieverSource;
import org.elasticsearch.search.retriever.StandardRetrieverBuilder;
import org.elasticsearch.test.AbstractMultiClustersTestCase;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentFields;
import org.ndd.config.MatchRule;
import org.ndd.config.MustAgree;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.partition.TestDecisions;
import org.ndd.plugin.NddPlugin;
import org.ndd.rank.NearDupRetrieverBuilder.CollapseRule;

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

    /** Decisions are about documents of this cluster. */
    public void testIgnoresDecisionsForHitsOfAnotherCluster() throws IOException {
        for (String cluster : List.of(LOCAL_CLUSTER, REMOTE)) {
            index(client(cluster));
            put(client(cluster), "b");
        }
        TestDecisions.put(client(), "pages", List.of(new TestDecisions.Pair("a", "b", false)));
        assertEquals(2, stories("pages"));
        assertEquals(1, stories(REMOTE + ":pages"));
    }

    /** Returns the number of hits of a search that applies decisions. */
    private long stories(String index) {
        ComparisonOptions options = new ComparisonOptions(
                new DocumentFields("ndd"), BALANCED, MatchRule.DEFAULT, MustAgree.NONE, TestDecisions.INDEX);
        NearDupRetrieverBuilder retriever = new NearDupRetrieverBuilder(
                RetrieverSource.from(new StandardRetrieverBuilder(QueryBuilders.matchAllQuery())),
                10,
                true,
                new CollapseRule(null, null, options),
                false);
        AtomicLong hits = new AtomicLong();
        assertResponse(
                client().prepareSearch(index).setSource(new SearchSourceBuilder().retriever(retriever)),
                response -> hits.set(response.getHits().getHits().length));
        return hits.get();
    }

    private static void index(Client client) {
        assertAcked(client.admin()
                .indices()
                .prepareCreate("pages")
                .setMapping("{\"properties\": {\"ndd\": {\"type\": \"near_dup\"}}}"));
        put(client, "a");
    }

    private static void put(Client client, String id) {
        client.prepareIndex("pages")
                .setId(id)
                .setSource(TestPages.document(TestPages.text(0, 0), FingerprintParameters.BALANCED))
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
    }
}
