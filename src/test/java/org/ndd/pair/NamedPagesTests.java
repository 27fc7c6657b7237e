package org.ndd.pair;

import static org.ndd.Soon.answer;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.ndd.config.DocumentName;
import org.ndd.plugin.NddPlugin;

public class NamedPagesTests extends ESSingleNodeTestCase {

    private static final int SHARDS = 8;
    private static final int ROUTINGS = 20;

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    /** The documents of one name are more than the hits of a search, and come before the document of the other name. */
    public void testNameWithManyRoutings() {
        createIndex("a", indexSettings(SHARDS, 0).build());
        createIndex("b", indexSettings(SHARDS, 0).build());
        for (int i = 0; i < ROUTINGS; i++) {
            index("a", "many", "routing-" + i);
        }
        // equal hits are in the order of their shards
        String last;
        int next = 0;
        do {
            last = "one-" + next++;
        } while (index("b", last, null) < SHARDS - 1);
        DocumentName many = new DocumentName("a", "many");
        DocumentName one = new DocumentName("b", last);

        assertEquals(Map.of(many, "many", one, last), search(null, many, one, new DocumentName("b", "missing")));
        assertEquals(
                "[ids] must name one document each, but was [" + many + "], which is stored with two routings",
                expectThrows(IllegalArgumentException.class, () -> search("ids", many, one))
                        .getMessage());
    }

    private int index(String index, String id, String routing) {
        return client().prepareIndex(index)
                .setId(id)
                .setRouting(routing)
                .setSource(Map.of())
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get()
                .getShardId()
                .id();
    }

    private Map<DocumentName, String> search(String parameter, DocumentName... names) {
        SearchRequest pages = new SearchRequest("a", "b");
        return answer(
                l -> NamedPages.search(client(), pages, parameter, List.of(names), source -> {}, SearchHit::getId, l));
    }
}
