package org.ndd.plugin;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.cluster.node.DiscoveryNodeUtils;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.common.cache.CacheBuilder;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.config.TaskState;
import org.ndd.groups.CacheStats;
import org.ndd.job.JobRecord.State;
import org.ndd.job.update.CheckpointCounts;
import org.ndd.partition.PartitionReport.Phase;
import org.ndd.partition.RunReports.RunCounts;
import org.ndd.plugin.StatsAction.NodeStats;
import org.ndd.plugin.StatsAction.NodeStats.ActiveRun;

public class StatsTests extends ESTestCase {

    private static <T extends Writeable> T copy(T original, Writeable.Reader<T> reader) throws IOException {
        return copyWriteable(original, new NamedWriteableRegistry(List.of()), reader);
    }

    private static Map<String, Object> json(ToXContent object) {
        return XContentHelper.convertToMap(JsonXContent.jsonXContent, Strings.toString(object), true);
    }

    public void testCountsCacheEvictions() throws IOException {
        Cache<String, String> cache = CacheBuilder.<String, String>builder()
                .setMaximumWeight(10)
                .weigher((key, value) -> value.length())
                .build();
        cache.put("a", "12345678");
        cache.put("b", "12345");
        assertNull(cache.get("a"));
        assertNotNull(cache.get("b"));
        CacheStats stats = CacheStats.of(cache);
        assertEquals(new CacheStats(1, 5, 1, 1, 1), stats);
        assertEquals(stats, copy(stats, CacheStats::new));
        assertEquals(
                Map.of("entries", 1, "memory_size_in_bytes", 5, "hits", 1, "misses", 1, "evictions", 1), json(stats));
    }

    public void testCountsRunsByState() throws IOException {
        RunCounts counts = new RunCounts(Map.of(TaskState.FAILED, 2L, TaskState.COMPLETED, 3L), 1);
        assertEquals(5, counts.total());
        assertEquals(0L, (long) counts.byState().get(TaskState.RUNNING));
    }

    public void testUnreadableJobsCountAsFailed() throws IOException {
        JobCounts counts = JobCounts.of(List.of(), 2, id -> true, 1_000);
        assertEquals(2, counts.total());
        assertEquals(2L, (long) counts.byState().get(State.FAILED));
        assertEquals(0, counts.maxLagMillis());
        JobCounts jobs = new JobCounts(
                Map.of(State.STARTED, 1L),
                0,
                1,
                1,
                60_000,
                new CheckpointCounts(Map.of(
                        "changed",
                        7L,
                        "deleted",
                        1L,
                        "joined",
                        3L,
                        "regrouped",
                        4L,
                        "moved",
                        5L,
                        "unprocessed",
                        6L,
                        "outdated",
                        8L)));
        Map<String, Object> shown = json(jobs);
        assertEquals(Map.of("started", 1, "stopped", 0, "failed", 0), shown.get("by_state"));
        assertEquals(60_000, shown.get("max_lag_in_millis"));
        assertEquals(6, ((Map<?, ?>) shown.get("totals")).get("unprocessed"));
    }

    public void testNodeStatsSerialization() throws IOException {
        ActiveRun run = new ActiveRun("pages-ndd-1", new Phase("decide", 3, 40, 80), 100, 5, 7);
        CacheStats cache = new CacheStats(1, 2, 3, 4, 5);
        NodeStats stats =
                new NodeStats(DiscoveryNodeUtils.create("n"), List.of(run), 2, Map.of("comparisons", 9L), cache);
        NodeStats read = copy(stats, in -> new NodeStats(in, null));
        assertEquals(List.of(run), read.coordinated());
        assertEquals(json(stats), json(read));
        assertEquals(
                Map.of("current", 2, "coordinated", 1, "comparisons", 9),
                json(read).get("runs"));
        assertEquals("decide", json(run).get("phase"));
    }
}
