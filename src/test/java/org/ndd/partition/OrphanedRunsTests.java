package org.ndd.partition;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterName;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexGraveyard;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.MappingMetadata;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.test.ESTestCase;
import org.ndd.config.RunMark;

/** Runs go with the last of their pages, and what was restored from a snapshot stays while its pages are not there. */
public class OrphanedRunsTests extends ESTestCase {

    private static final String RUN = "pages-ndd-20261125-100000-0123abcd";
    private static final String TEMPLATES = RUN + "-templates";
    private static final String CHANGES = "pages-ndd-changes";
    private static final IndexMetadata PAGES = index("pages", false, Map.of());
    private static final IndexMetadata UNRELATED = index("unrelated", false, Map.of());

    private static IndexMetadata index(String name, boolean restored, Map<String, Object> meta) {
        Settings.Builder settings = indexSettings(IndexVersion.current(), 1, 0)
                .put(IndexMetadata.SETTING_INDEX_UUID, name + "-uuid")
                .put(IndexMetadata.SETTING_CREATION_DATE, 1_000);
        if (name.equals(RUN)) {
            settings.put(RunMark.MARK.getKey(), true);
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
            index(TEMPLATES, restored, Map.of("templates", Map.of("run", RUN, "of", Map.of("pages", "pages-ndd")))),
            index(CHANGES, restored, Map.of(RunMark.CHANGES_OF, "pages-ndd"))
        };
    }

    private static Metadata.Builder with(IndexMetadata[] run, IndexMetadata... others) {
        Metadata.Builder metadata = Metadata.builder();
        Arrays.stream(run).forEach(index -> metadata.put(index, false));
        Arrays.stream(others).forEach(index -> metadata.put(index, false));
        return metadata;
    }

    private static ClusterState state(Metadata.Builder metadata) {
        return ClusterState.builder(new ClusterName("test")).metadata(metadata).build();
    }

    /** As Elasticsearch deletes an index. */
    private static Metadata.Builder without(Metadata.Builder metadata, Index... deleted) {
        IndexGraveyard.Builder graveyard = IndexGraveyard.builder();
        Arrays.stream(deleted).forEach(graveyard::addTombstone);
        return metadata.indexGraveyard(graveyard.build(Settings.EMPTY));
    }

    private static Set<String> orphans(Metadata.Builder before, Metadata.Builder after) {
        return OrphanedRuns.orphans(new DeletedIndices(new ClusterChangedEvent("test", state(after), state(before))));
    }

    public void testARunGoesWithItsPages() {
        for (boolean restored : new boolean[] {false, true}) {
            IndexMetadata[] run = run(restored);
            assertEquals(
                    Set.of(RUN, TEMPLATES, CHANGES),
                    orphans(with(run, PAGES, UNRELATED), without(with(run, UNRELATED), PAGES.getIndex())));
        }
    }

    public void testARunGoesWithPagesThatWereDeletedWhenNoMasterLooked() {
        IndexMetadata[] run = run(false);
        Metadata.Builder after = without(with(run, UNRELATED), PAGES.getIndex());
        assertEquals(Set.of(RUN, TEMPLATES, CHANGES), orphans(after, after));
    }

    public void testARestoredRunStaysWhileItsPagesAreNotThere() {
        IndexMetadata[] run = run(true);
        assertEquals(
                "its pages were deleted before it was restored",
                Set.of(),
                orphans(with(run, UNRELATED), without(with(run), PAGES.getIndex(), UNRELATED.getIndex())));
        IndexMetadata renamed = index("old_pages", true, Map.of());
        assertEquals(
                Set.of(),
                orphans(
                        with(run, renamed, UNRELATED),
                        without(with(run, renamed), PAGES.getIndex(), UNRELATED.getIndex())));
    }

    public void testRestoredTemplatesAndChangesWaitForTheirRun() {
        IndexMetadata[] run = run(true);
        IndexMetadata[] rest = {run[1], run[2]};
        assertEquals(Set.of(), orphans(with(rest, UNRELATED), without(with(rest), UNRELATED.getIndex())));
        assertEquals(
                Set.of(TEMPLATES, CHANGES),
                orphans(with(run, UNRELATED), without(with(rest, UNRELATED), run[0].getIndex())));
    }
}
