package org.ndd.partition;

import static org.ndd.Soon.assertSoon;

import java.util.Collection;
import java.util.List;
import org.elasticsearch.cluster.ClusterInfoService;
import org.elasticsearch.cluster.MockInternalClusterInfoService;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.routing.allocation.DiskThresholdSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.monitor.fs.FsInfo;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.test.transport.MockTransportService;
import org.ndd.compat.Calls;
import org.ndd.compat.Project;
import org.ndd.plugin.NddPlugin;

/** While disks exceed the flood stage, all indices are read-only: a run waits, and loses no results. */
@ESIntegTestCase.ClusterScope(
        scope = ESIntegTestCase.Scope.TEST,
        numDataNodes = 3,
        numClientNodes = 0,
        supportsDedicatedMasters = false)
public class PartitionDiskTests extends SuspendedRunTestCase {

    private static final long DISK = 1000;

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(
                NddPlugin.class,
                MockTransportService.TestPlugin.class,
                MockInternalClusterInfoService.TestPlugin.class);
    }

    @Override
    protected Settings nodeSettings(int nodeOrdinal, Settings otherSettings) {
        return Settings.builder()
                .put(super.nodeSettings(nodeOrdinal, otherSettings))
                .put(DiskThresholdSettings.CLUSTER_ROUTING_ALLOCATION_LOW_DISK_WATERMARK_SETTING.getKey(), "300b")
                .put(DiskThresholdSettings.CLUSTER_ROUTING_ALLOCATION_HIGH_DISK_WATERMARK_SETTING.getKey(), "200b")
                .put(
                        DiskThresholdSettings.CLUSTER_ROUTING_ALLOCATION_DISK_FLOOD_STAGE_WATERMARK_SETTING.getKey(),
                        "100b")
                .put(DiskThresholdSettings.CLUSTER_ROUTING_ALLOCATION_REROUTE_INTERVAL_SETTING.getKey(), "0ms")
                .build();
    }

    private static void disksHave(long free) {
        MockInternalClusterInfoService disks = (MockInternalClusterInfoService)
                internalCluster().getCurrentMasterNodeInstance(ClusterInfoService.class);
        disks.setUpdateFrequency(TimeValue.timeValueMillis(200));
        disks.setDiskUsageFunctionAndRefresh((node, path) -> new FsInfo.Path(path.getPath(), null, DISK, free, free));
    }

    private void assertReadOnly(String index, boolean readOnly) throws Exception {
        assertSoon(() -> assertEquals(
                readOnly, Calls.blocked(clusterService().state(), ClusterBlockLevel.WRITE, index) != null));
    }

    public void testGroupsWaitForDiskSpace() throws Exception {
        disksHave(DISK);
        indexCorpus();
        String id = startAndStopAt(between(20, 40), "{}");
        disksHave(50);
        assertReadOnly(id, true);
        resumeRun();
        assertWaitsIn("groups", id);
        disksHave(DISK);
        assertReadOnly(id, false);
        assertCompleted(id);
        assertEquals(expected(), lines(INDEX + "-ndd"));
    }

    /** The boilerplate index is read-only like all others, which is not a failure of the run. */
    public void testBoilerplateWaitsForDiskSpace() throws Exception {
        disksHave(DISK);
        indexCorpus();
        partition(INDEX, "{}");
        assertTrue(
                "boilerplate is stored",
                Project.of(clusterService().state()).getIndicesLookup().containsKey(INDEX + "-ndd-boilerplate"));
        String id = startAndStopAt(1, "{}");
        disksHave(50);
        assertReadOnly(id, true);
        resumeRun();
        assertSoon(() -> assertTrue(runs().anyMatch(run -> run.interruptions().restarts() > 0)));
        assertEquals("running", report(id).get("state"));
        disksHave(DISK);
        assertCompleted(id);
        assertEquals(expected(), lines(INDEX + "-ndd"));
        assertNotEquals(0, report(id).get("restarts"));
    }
}
