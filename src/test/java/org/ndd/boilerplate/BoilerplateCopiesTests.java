package org.ndd.boilerplate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.admin.indices.settings.put.UpdateSettingsRequest;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.node.DiscoveryNodeUtils;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.cluster.routing.allocation.DataTier;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.test.client.NoOpNodeClient;
import org.elasticsearch.threadpool.TestThreadPool;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.compat.Project;
import org.ndd.compat.TestCalls;

public class BoilerplateCopiesTests extends ESTestCase {

    private static final String OF_BOILERPLATE = "{\"_meta\":{\"boilerplate\":{\"of\":{\"pages\":\"pages-ndd\"}}}}";

    private static final DiscoveryNode HERE = DiscoveryNodeUtils.create("here");
    private static final DiscoveryNode THERE = DiscoveryNodeUtils.create("there");

    private ThreadPool threads;
    private final List<UpdateSettingsRequest> sent = new ArrayList<>();
    private BoilerplateCopies copies;

    @Override
    public void setUp() throws Exception {
        super.setUp();
        threads = new TestThreadPool(getTestName());
        copies = new BoilerplateCopies(new NoOpNodeClient(threads) {
            @Override
            public <Request extends ActionRequest, Response extends ActionResponse> void doExecute(
                    ActionType<Response> action, Request request, ActionListener<Response> listener) {
                sent.add((UpdateSettingsRequest) request);
            }
        });
    }

    @Override
    public void tearDown() throws Exception {
        terminate(threads);
        super.tearDown();
    }

    private static IndexMetadata index(String name, String copies, String mapping, String... aliases) {
        IndexMetadata.Builder index = IndexMetadata.builder(name)
                .settings(indexSettings(IndexVersion.current(), 1, 0)
                        .put(IndexMetadata.SETTING_AUTO_EXPAND_REPLICAS, copies)
                        .put(DataTier.TIER_PREFERENCE, "data_content"))
                .putMapping(mapping);
        for (String alias : aliases) {
            index.putAlias(AliasMetadata.builder(alias));
        }
        return index.build();
    }

    private static ClusterState state(DiscoveryNode master, IndexMetadata... indices) {
        var project = TestCalls.project();
        for (IndexMetadata index : indices) {
            project.put(index, false);
        }
        return ClusterState.builder(TestCalls.state(project))
                .nodes(DiscoveryNodes.builder()
                        .add(HERE)
                        .add(THERE)
                        .localNodeId(HERE.getId())
                        .masterNodeId(master.getId()))
                .build();
    }

    private void change(ClusterState from, ClusterState to) {
        copies.clusterChanged(new ClusterChangedEvent("test", to, from));
    }

    private static Settings with(String copies) {
        return Settings.builder()
                .put(IndexMetadata.SETTING_AUTO_EXPAND_REPLICAS, copies)
                .build();
    }

    public void testBoilerplateThatComeIntoUseAreCopiedAndThoseThatGoOutAreNot() {
        String alias = BoilerplateIndex.alias("pages");
        IndexMetadata pages = index("pages", "0-1", "{}");
        IndexMetadata unused = index("unused-boilerplate", "0-1", OF_BOILERPLATE);
        ClusterState before = state(
                HERE,
                pages,
                unused,
                index("a", "0-1", OF_BOILERPLATE),
                index("b", "0-all", OF_BOILERPLATE, alias, "more"));
        ClusterState after = state(
                HERE,
                pages,
                unused,
                index("a", "0-1", OF_BOILERPLATE, alias),
                index("b", "0-all", OF_BOILERPLATE, "more"));
        change(before, after);
        assertEquals(2, sent.size());
        assertArrayEquals(new String[] {"b"}, sent.get(0).indices());
        assertEquals(with("0-1"), sent.get(0).settings());
        assertArrayEquals(new String[] {"a"}, sent.get(1).indices());
        Settings everywhere = sent.get(1).settings();
        assertEquals("0-all", everywhere.get(IndexMetadata.SETTING_AUTO_EXPAND_REPLICAS));
        assertTrue("to nodes of all tiers", everywhere.keySet().contains(DataTier.TIER_PREFERENCE));
        assertNull(everywhere.get(DataTier.TIER_PREFERENCE));
        change(after, after);
        change(after, state(HERE, Project.of(after).indices().values().toArray(IndexMetadata[]::new)));
        assertEquals("nothing changed since, and the request is under way", 2, sent.size());
    }

    /** An earlier version of ndd made the index, and did not look after copies. */
    public void testANewMasterLooksAtAllThereIs() {
        IndexMetadata old = index("old-boilerplate", "0-1", OF_BOILERPLATE, BoilerplateIndex.alias("pages"));
        change(state(THERE, old), state(THERE, old, index("other", "0-1", "{}")));
        assertEquals("that is for the master", List.of(), sent);
        change(state(THERE, old), state(HERE, old));
        assertEquals(1, sent.size());
        assertArrayEquals(new String[] {"old-boilerplate"}, sent.get(0).indices());
        assertEquals("0-all", sent.get(0).settings().get(IndexMetadata.SETTING_AUTO_EXPAND_REPLICAS));
    }

    public void testWhatOthersMadeOrChoseIsLeftAlone() {
        String alias = BoilerplateIndex.alias("pages");
        Map<IndexMetadata, String> changes = Map.of(
                index("mine", "0-1", "{\"properties\":{\"a\":{\"type\":\"keyword\"}}}", alias), "not of ndd's",
                index("few", "0-2", OF_BOILERPLATE, alias), "chosen",
                index("none", "false", OF_BOILERPLATE, alias), "chosen",
                index("many", "0-5", OF_BOILERPLATE), "chosen",
                index("right", "0-all", OF_BOILERPLATE, alias), "right",
                index("rest", "0-1", OF_BOILERPLATE, "another"), "right");
        changes.forEach((index, why) -> assertNull(why, BoilerplateCopies.change(index)));
        change(state(THERE), state(HERE, changes.keySet().toArray(IndexMetadata[]::new)));
        assertEquals(List.of(), sent);
    }
}
