package org.ndd.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterName;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.node.DiscoveryNodeRole;
import org.elasticsearch.cluster.node.DiscoveryNodeUtils;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.health.Diagnosis;
import org.elasticsearch.health.HealthIndicatorDetails;
import org.elasticsearch.health.HealthIndicatorResult;
import org.elasticsearch.health.HealthStatus;
import org.elasticsearch.health.SimpleHealthIndicatorDetails;
import org.elasticsearch.health.node.HealthInfo;
import org.elasticsearch.test.ESTestCase;
import org.ndd.compat.NddVersion;
import org.ndd.job.JobRecord.State;
import org.ndd.job.update.CheckpointCounts;

public class NddHealthIndicatorTests extends ESTestCase {

    private final AtomicLong now = new AtomicLong(1_000_000);
    private final List<ActionListener<JobCounts>> reads = new ArrayList<>();
    private ClusterState state = cluster(NddVersion.CURRENT);
    private final List<Runnable> scheduled = new ArrayList<>();
    private final NddHealthIndicator indicator =
            new NddHealthIndicator(() -> state, now::get, scheduled::add, reads::add);

    private static ClusterState cluster(String... versions) {
        DiscoveryNodes.Builder nodes = DiscoveryNodes.builder();
        for (int i = 0; i < versions.length; i++) {
            DiscoveryNode node = DiscoveryNodeUtils.builder("node" + i)
                    .attributes(versions[i] == null ? Map.of() : Map.of("ndd_version", versions[i]))
                    .roles(Set.of(DiscoveryNodeRole.DATA_ROLE))
                    .build();
            nodes.add(node);
        }
        return ClusterState.builder(new ClusterName("test")).nodes(nodes).build();
    }

    private static JobCounts jobs(long failed, long retrying) {
        return new JobCounts(Map.of(State.STARTED, 3L, State.FAILED, failed), 0, 0, retrying, 0, CheckpointCounts.NONE);
    }

    private HealthIndicatorResult report() {
        return indicator.calculate(true, 1, HealthInfo.EMPTY_HEALTH_INFO);
    }

    /** Completes the pending read. */
    private void read(JobCounts jobs) {
        assertEquals("only one read at a time", 1, reads.size());
        reads.remove(0).onResponse(jobs);
    }

    private static List<String> diagnoses(HealthIndicatorResult result) {
        return result.diagnosisList().stream().map(d -> d.definition().id()).toList();
    }

    public void testUnknownBeforeFirstRead() {
        assertEquals(HealthStatus.UNKNOWN, report().status());
        assertEquals(HealthStatus.UNKNOWN, report().status());
        read(jobs(0, 0));
        HealthIndicatorResult result = report();
        assertEquals(HealthStatus.GREEN, result.status());
        assertEquals(List.of(), result.impacts());
        assertEquals("Jobs work, and all data nodes have the same version of ndd.", result.symptom());
        assertEquals(
                Map.of(
                        "jobs",
                        Map.of("started", 3L, "stopped", 0L, "failed", 0L, "retrying", 0L, "lost", 0L),
                        "age_in_millis",
                        0L),
                ((SimpleHealthIndicatorDetails) result.details()).details());
    }

    public void testReadsOnNodeStart() {
        indicator.clusterChanged(new ClusterChangedEvent("test", state, state));
        read(jobs(0, 0));
        indicator.clusterChanged(new ClusterChangedEvent("test", state, state));
        assertEquals(HealthStatus.GREEN, report().status());
        assertEquals(List.of(), reads);
    }

    public void testFailedAndRetryingJobs() {
        report();
        read(jobs(1, 2));
        HealthIndicatorResult result = report();
        assertEquals(HealthStatus.YELLOW, result.status());
        assertEquals("ndd has 1 failed job, 2 jobs that repeat a failed step.", result.symptom());
        assertEquals(List.of("failed_jobs", "retrying_jobs"), diagnoses(result));
        assertEquals(1, result.impacts().size());
        HealthIndicatorResult brief = indicator.calculate(false, 1, HealthInfo.EMPTY_HEALTH_INFO);
        assertEquals(HealthStatus.YELLOW, brief.status());
        assertSame(HealthIndicatorDetails.EMPTY, brief.details());
        assertEquals(List.of(), brief.diagnosisList());
    }

    public void testReadsExpiredRecordsAgain() {
        report();
        read(jobs(1, 0));
        now.addAndGet(NddHealthIndicator.FRESH_MILLIS - 1);
        report();
        assertEquals(List.of(), reads);
        now.addAndGet(1);
        assertEquals(HealthStatus.YELLOW, report().status());
        reads.remove(0).onFailure(new IllegalStateException("no shard"));
        assertEquals("the last known state", HealthStatus.YELLOW, report().status());
        read(jobs(0, 0));
        assertEquals(HealthStatus.GREEN, report().status());
    }

    /** Otherwise a report that is requested once an hour would show the state of an hour ago. */
    public void testReadsRegularlyForDayAfterReport() {
        indicator.clusterChanged(new ClusterChangedEvent("test", state, state));
        read(jobs(0, 0));
        assertEquals("no report yet", List.of(), scheduled);
        report();
        report();
        for (int minute = 0; minute < 24 * 60; minute++) {
            assertEquals(1, scheduled.size());
            now.addAndGet(NddHealthIndicator.INTERVAL.millis());
            scheduled.remove(0).run();
            if (minute < 24 * 60 - 1) {
                read(jobs(minute % 2, 0));
            }
        }
        assertEquals("a day later", List.of(), reads);
        assertEquals(List.of(), scheduled);
        report();
        assertEquals(1, scheduled.size());
    }

    public void testUnknownIfStateIsOutdated() {
        report();
        read(jobs(0, 0));
        now.addAndGet(NddHealthIndicator.UNKNOWN_MILLIS - 1);
        assertEquals(HealthStatus.GREEN, report().status());
        now.addAndGet(1);
        HealthIndicatorResult result = report();
        assertEquals(HealthStatus.UNKNOWN, result.status());
        assertEquals("The state of the jobs is outdated, and is being read again.", result.symptom());
        assertEquals(
                NddHealthIndicator.UNKNOWN_MILLIS,
                ((SimpleHealthIndicatorDetails) result.details()).details().get("age_in_millis"));
        read(jobs(0, 0));
        assertEquals(HealthStatus.GREEN, report().status());
        now.addAndGet(NddHealthIndicator.UNKNOWN_MILLIS);
        report();
        read(jobs(1, 0));
        now.addAndGet(NddHealthIndicator.UNKNOWN_MILLIS);
        assertEquals("a problem stays reported", HealthStatus.YELLOW, report().status());
    }

    public void testOtherVersions() {
        state = cluster(NddVersion.CURRENT, "0.0.9", null);
        HealthIndicatorResult result = report();
        assertEquals(HealthStatus.YELLOW, result.status());
        assertEquals("ndd has 2 data nodes without this version.", result.symptom());
        assertEquals(List.of("other_versions"), diagnoses(result));
        List<Diagnosis.Resource> resources = result.diagnosisList().get(0).affectedResources();
        assertEquals(
                "at most as many as requested", 1, resources.get(0).getNodes().size());
    }
}
