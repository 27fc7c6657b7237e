package org.ndd.groups;

import static org.ndd.Soon.assertSoon;

import java.util.Collection;
import java.util.List;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.action.support.ActiveShardCount;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.ndd.groups.GroupSizes.GroupSizeRange;
import org.ndd.groups.GroupsAction.GroupsQuery;
import org.ndd.groups.GroupsAction.GroupsQuery.Selection;
import org.ndd.plugin.NddPlugin;

/** A lost shard may have any of the requested documents, so groups without them are not returned. */
public class LostShardsTests extends ESSingleNodeTestCase {

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    /** Creates an index with the fields of groups, of which one shard is available. */
    private void create(String index, int shards) throws Exception {
        XContentBuilder mapping = XContentFactory.jsonBuilder().startObject().startObject("properties");
        GroupMapping.addRunFields(mapping);
        Settings settings = Settings.builder()
                .put("index.number_of_shards", shards)
                .put("index.routing.allocation.total_shards_per_node", 1)
                .build();
        indicesAdmin()
                .prepareCreate(index)
                .setSettings(settings)
                .setMapping(mapping.endObject().endObject())
                .setWaitForActiveShards(ActiveShardCount.NONE)
                .get();
        assertSoon(
                () -> assertEquals(1, indicesAdmin().prepareStats(index).get().getSuccessfulShards()));
    }

    private void assertUnavailable(String index, Selection selection) {
        GroupsAction.Request request = new GroupsAction.Request(
                new String[] {index},
                "dest",
                "ndd",
                new GroupsQuery(
                        selection,
                        List.of(),
                        GroupsQuery.Sort.SIZE,
                        10,
                        new GroupSizeRange(2, 9),
                        List.of(),
                        List.of()));
        SearchPhaseExecutionException e = expectThrows(
                SearchPhaseExecutionException.class,
                () -> client().execute(GroupsAction.TYPE, request).actionGet());
        assertEquals(RestStatus.SERVICE_UNAVAILABLE, e.status());
    }

    public void testLostShardOfGroups() throws Exception {
        createIndex("pages");
        create("dest", 2);
        assertUnavailable("pages", new Selection("1", null, null));
        assertUnavailable("pages", new Selection(null, "1", null));
        assertUnavailable("pages", new Selection(null, null, null));
    }

    public void testLostShardOfMatchingDocuments() throws Exception {
        create("dest", 1);
        create("pages", 2);
        assertUnavailable("pages", new Selection(null, null, QueryBuilders.matchAllQuery()));
    }
}
