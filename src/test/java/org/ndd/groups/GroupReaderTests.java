package org.ndd.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.Strings;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;
import org.ndd.groups.GroupNaming.StoredGroup;
import org.ndd.groups.GroupSizes.GroupSizeRange;
import org.ndd.groups.GroupsAction.GroupsQuery;
import org.ndd.plugin.NddPlugin;

public class GroupReaderTests extends ESSingleNodeTestCase {

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    private static ComparedDocument document(String id) {
        return new ComparedDocument("pages", null, new DocumentVersion("uuid", id, 0, 1));
    }

    private void put(GroupDocument document) {
        client().prepareIndex("dest")
                .setId(document.key())
                .setSource(document.source())
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
    }

    /** A document may be in its own group, and in another group as a part of the leader. */
    public void testReadsMainGroupOfDocument() throws IOException {
        createIndex("pages");
        XContentBuilder mapping = jsonBuilder().startObject().startObject("properties");
        GroupMapping.addRunFields(mapping);
        assertAcked(indicesAdmin()
                .prepareCreate("dest")
                .setMapping(mapping.endObject().endObject()));
        StoredGroup own = new StoredGroup("dest", "own", "page", 2);
        StoredGroup other = new StoredGroup("dest", "other", "long", 2);
        Verdict contained = new Verdict(Relation.OVERLAP, 0.1, 0.2, 1, 0.2);
        put(GroupDocument.of(other, document("page"), Role.PART_OF, document("long"), contained, List.of()));
        put(GroupDocument.of(own, document("page"), Role.LEADER, document("page"), Verdict.EQUAL, List.of()));
        put(GroupDocument.of(own, document("copy"), Role.EXACT, document("page"), Verdict.EQUAL, List.of()));
        GroupsQuery query = new GroupsQuery(
                new GroupsQuery.Selection(null, "page", null),
                List.of(),
                GroupsQuery.Sort.SIZE,
                10,
                new GroupSizeRange(2, 10),
                List.of(),
                List.of());
        BodyResponse<ToXContentObject> response = client().execute(
                        GroupsAction.TYPE, new GroupsAction.Request(new String[] {"pages"}, "dest", "ndd", query))
                .actionGet();
        assertTrue(Strings.toString(response), Strings.toString(response).startsWith("{\"group\":\"own\""));
    }
}
