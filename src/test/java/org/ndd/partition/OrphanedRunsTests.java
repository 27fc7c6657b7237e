package org.ndd.partition;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.IndexGraveyard;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.MappingMetadata;
import org.elasticsearch.cluster.node.DiscoveryNodeUtils;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata;
import org.elasticsearch.test.ESTestCase;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.compat.TestCalls;
import org.ndd.config.RunLabel;
import org.ndd.partition.OrphanedRuns.DeletedIndices;
import org.ndd.partition.plan.TaskParams;

/** Runs are deleted with the last of their source indices; runs restored from a snapshot are kept while their source is missing. */
public class OrphanedRunsTests extends ESTestCase {

    private static final String RUN = "pages-ndd-20261125-100000-0123abcd";
    private static final String BOILERPLATE = RUN + "-boilerplate";
    private static final String CHANGES = "pages-ndd-changes";
    private static final IndexMetadata PAGES = index("pages", false, Map.of());
    private static final IndexMetadata UNRELATED = index("unrelated", false, Map.of());
    private static final Map<List<IndexMetadata>, IndexGraveyard> GRAVEYARDS = new HashMap<>();

    private static IndexMetadata index(String name, boolean restored, Map<String, Object> meta) {
        Settings.Builder settings = indexSettings(IndexVersion.current(), 1, 0)
                .put(IndexMetadata.SETTING_INDEX_UUID, name + "-uuid")
                .put(IndexMetadata.SETTING_CREATION_DATE, 1_000);
        if (name.equals(RUN)) {
            settings.put(RunLabel.MARK.getKey(), true);
        }
        if (restored) {
            settings.put(IndexMetadata.SETTING_HISTORY_UUID, "of a restore");
        }
        return IndexMetadata.builder(name)
                .settings(settings)
                .putMapping(new MappingMetadata("_doc", Map.of("_meta", meta)))
                .build();
    }

    private static IndexMetadata[] run(boolean restored) {
        return new IndexMetadata[] {
            index(RUN, restored, Map.of("dest", "pages-ndd", "source", List.of("pages"), "indices", List.of("pages"))),
            index(BOILERPLATE, restored, Map.of("boilerplate", Map.of("run", RUN, "of", Map.of("pages", "pages-ndd")))),
            index(CHANGES, restored, Map.of(RunLabel.CHANGES_OF, "pages-ndd"))
        };
    }

    private static IndexMetadata[] with(IndexMetadata[] run, IndexMetadata... others) {
        return Stream.concat(Arrays.stream(run), Arrays.stream(others)).toArray(IndexMetadata[]::new);
    }

    /** @param deleted indices with a tombstone in the cluster state */
    private static ClusterState state(IndexMetadata[] indices, IndexMetadata... deleted) {
        var project = TestCalls.project();
        for (IndexMetadata index : indices) {
            project.put(index, false);
        }
        return TestCalls.state(project.indexGraveyard(graveyard(List.of(deleted))));
    }

    /** Tombstones have the same time in each state: otherwise the indices would count as deleted between two states. */
    private static IndexGraveyard graveyard(List<IndexMetadata> deleted) {
        if (deleted.isEmpty()) {
            return IndexGraveyard.builder().build(Settings.EMPTY);
        }
        IndexGraveyard known = GRAVEYARDS.get(deleted);
        if (known == null) {
            int last = deleted.size() - 1;
            known = IndexGraveyard.builder(graveyard(deleted.subList(0, last)))
                    .addTombstone(deleted.get(last).getIndex())
                    .build(Settings.EMPTY);
            GRAVEYARDS.put(deleted, known);
        }
        return known;
    }

    private static Set<String> orphans(ClusterState before, ClusterState after) {
        return OrphanedRuns.orphans(new DeletedIndices(new ClusterChangedEvent("test", after, before)));
    }

    public void testDeletesRunWithSource() {
        for (boolean restored : new boolean[] {false, true}) {
            IndexMetadata[] run = run(restored);
            assertEquals(
                    Set.of(RUN, BOILERPLATE, CHANGES),
                    orphans(state(with(run, PAGES, UNRELATED)), state(with(run, UNRELATED), PAGES)));
        }
    }

    public void testDeletesRunIfMasterMissedDeletion() {
        ClusterState after = state(with(run(false), UNRELATED), PAGES);
        assertEquals(Set.of(RUN, BOILERPLATE, CHANGES), orphans(after, after));
    }

    /** The next checkpoint of the job may find other indices in its source. */
    public void testKeepsPublishedRunOfStartedJob() {
        IndexMetadata[] run = run(false);
        run[0] = IndexMetadata.builder(run[0])
                .putAlias(AliasMetadata.builder("pages-ndd"))
                .build();
        for (String dest : List.of("pages-ndd", "other")) {
            var tasks = PersistentTasksCustomMetadata.builder()
                    .addTask(
                            TaskParams.jobTaskId(dest),
                            TaskParams.JOB,
                            new TaskParams(TaskParams.JOB, "job"),
                            PersistentTasksCustomMetadata.INITIAL_ASSIGNMENT);
            var project = TestCalls.project();
            for (IndexMetadata index : with(run, UNRELATED)) {
                project.put(index, false);
            }
            project.putCustom(PersistentTasksCustomMetadata.TYPE, tasks.build());
            ClusterState after = TestCalls.state(project.indexGraveyard(graveyard(List.of(PAGES))));
            assertEquals(
                    dest.equals("other") ? Set.of(RUN, BOILERPLATE, CHANGES) : Set.of(),
                    orphans(state(with(run, PAGES, UNRELATED)), after));
        }
    }

    public void testKeepsRestoredRunWithoutSource() {
        IndexMetadata[] run = run(true);
        assertEquals(
                "the source was deleted before the run was restored",
                Set.of(),
                orphans(state(with(run, UNRELATED), PAGES), state(run, PAGES, UNRELATED)));
        IndexMetadata renamed = index("old_pages", true, Map.of());
        assertEquals(
                Set.of(),
                orphans(state(with(run, renamed, UNRELATED), PAGES), state(with(run, renamed), PAGES, UNRELATED)));
    }

    /** An index restored under a new name, or under that of a deleted index, keeps its creation time. */
    public void testKeepsRestoredRunOfDeletedOriginal() {
        IndexMetadata[] run = run(false);
        ClusterState after = state(with(run, UNRELATED), with(run, PAGES));
        assertEquals(Set.of(), orphans(after, after));
        ClusterState left = state(new IndexMetadata[] {run[1], run[2], UNRELATED}, with(run, PAGES));
        assertEquals(Set.of(), orphans(left, left));
    }

    public void testKeepsRunOfOtherCluster() {
        IndexMetadata[] run = run(false);
        ClusterState here = state(run);
        for (String cluster : List.of(here.metadata().clusterUUID(), "another")) {
            for (int i = 0; i < 2; i++) {
                run[i] = IndexMetadata.builder(run[i])
                        .settings(Settings.builder().put(run[i].getSettings()).put(RunLabel.CLUSTER.getKey(), cluster))
                        .build();
            }
            ClusterState after = state(with(run, UNRELATED), PAGES);
            assertEquals(
                    cluster, cluster.equals("another"), orphans(after, after).isEmpty());
        }
    }

    public void testKeepsRestoredBoilerplateAndChangesWithoutRun() {
        IndexMetadata[] run = run(true);
        IndexMetadata[] rest = {run[1], run[2]};
        assertEquals(Set.of(), orphans(state(with(rest, UNRELATED)), state(rest, UNRELATED)));
        assertEquals(
                Set.of(BOILERPLATE, CHANGES),
                orphans(state(with(run, UNRELATED)), state(with(rest, UNRELATED), run[0])));
    }

    /** If a node is lost while it learns boilerplate, the boilerplate is never completed. */
    public void testDeletesBoilerplateOfLostNode() {
        Map<String, Object> meta =
                Map.of("boilerplate", Map.of("learner", "ephemeral", "of", Map.of("pages", "pages-ndd")));
        IndexMetadata learned = index("pages-ndd-20261125-110000-0123abcd-boilerplate", false, meta);
        ClusterState without = state(new IndexMetadata[] {PAGES, learned});
        ClusterState with = ClusterState.builder(without)
                .nodes(DiscoveryNodes.builder()
                        .add(DiscoveryNodeUtils.builder("node")
                                .ephemeralId("ephemeral")
                                .build()))
                .build();
        assertEquals(Set.of(), orphans(with, with));
        assertEquals(Set.of(learned.getIndex().getName()), orphans(with, without));
        IndexMetadata inUse = IndexMetadata.builder(learned)
                .putAlias(AliasMetadata.builder(BoilerplateIndex.alias("pages")))
                .build();
        ClusterState used = state(new IndexMetadata[] {PAGES, inUse});
        assertEquals("keeps boilerplate that searches use", Set.of(), orphans(used, used));
    }
}
