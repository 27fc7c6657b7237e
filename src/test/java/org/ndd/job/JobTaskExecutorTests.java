package org.ndd.job;

import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.replication.ClusterStateCreationUtils;
import org.elasticsearch.cluster.node.DiscoveryNodeUtils;
import org.elasticsearch.cluster.routing.ShardRoutingState;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.Index;
import org.elasticsearch.persistent.AllocatedPersistentTask;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.test.client.NoOpClient;
import org.junit.Before;
import org.ndd.partition.RecordStore.Versioned;
import org.ndd.partition.RecordWriter;
import org.ndd.partition.node.FakeNodes;
import org.ndd.partition.plan.TaskParams;

/** A job that cannot continue stores the reason in its record, if the record exists, and ends its task. */
public class JobTaskExecutorTests extends ESTestCase {

    private static final long ALLOCATION = 3;
    private static final Index RECORDS = new Index(".ndd-runs", "uuid-of-records");
    private static final ElasticsearchSecurityException REJECTED = new ElasticsearchSecurityException("no rights");

    private final FakeNodes nodes = new FakeNodes(List.of("node-0"));
    private final FakeCluster.Store store = new FakeCluster.Store();
    private final List<Exception> ends = new ArrayList<>();

    private final AllocatedPersistentTask task =
            new AllocatedPersistentTask(7, "persistent", TaskParams.JOB, "a job", TaskId.EMPTY_TASK_ID, Map.of()) {
                @Override
                public long getAllocationId() {
                    return ALLOCATION;
                }

                @Override
                public void markAsFailed(Exception e) {
                    ends.add(e);
                }
            };

    @Before
    public void stubLocalNode() {
        when(nodes.clusterService().localNode()).thenReturn(DiscoveryNodeUtils.create("node-0"));
        when(nodes.clusterService().getClusterSettings()).thenReturn(new ClusterSettings(Settings.EMPTY, Set.of()));
    }

    /** Leads a job whose user is not authorized. */
    private void startRejected() {
        start(REJECTED);
    }

    private void start(Exception rejection) {
        var client = new NoOpClient(nodes.threadPool()) {
            @Override
            protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
                    ActionType<R> action, Q request, ActionListener<R> listener) {
                listener.onFailure(rejection);
            }
        };
        new JobTaskAction.Executor(nodes.clusterService(), client, store)
                .coordinate(task, new TaskParams(TaskParams.JOB, TestJobs.ID), new Versioned<>(TestJobs.job(), 1));
        nodes.work();
    }

    private void assertStored() {
        assertEquals(List.of(REJECTED), ends);
        assertEquals(JobRecord.State.FAILED, store.record.state());
        assertEquals(
                "ElasticsearchSecurityException: no rights",
                store.record.status().failure());
        assertEquals(RecordWriter.versionAfter(ALLOCATION), store.version);
    }

    public void testStoresReason() {
        nodes.with(RECORDS);
        store.record = TestJobs.job();
        startRejected();
        assertStored();
    }

    public void testEndsImmediatelyIfRecordIsGone() {
        nodes.with(RECORDS);
        startRejected();
        assertEquals("no retries", List.of(REJECTED), ends);
        assertNull(store.record);
    }

    public void testEndsImmediatelyIfAnotherNodeLeads() {
        nodes.with(RECORDS);
        JobRecord stored = store.record = TestJobs.job();
        long version = store.version = RecordWriter.version(ALLOCATION + 1, 1);
        startRejected();
        assertEquals("no retries", List.of(REJECTED), ends);
        assertSame(stored, store.record);
        assertEquals(version, store.version);
    }

    /** While a cluster starts, the cluster state may not have the index of the records yet. */
    public void testAwaitsIndexOfRecords() {
        startRejected();
        assertEquals(List.of(), ends);
        nodes.advanceTime();
        assertEquals(List.of(), ends);
        store.record = TestJobs.job();
        nodes.advanceTime();
        assertStored();
    }

    public void testEndsAfterAMinuteWithoutIndexOfRecords() {
        long start = nodes.now();
        startRejected();
        while (ends.isEmpty() && nodes.advanceTime()) {}
        assertEquals(List.of(REJECTED), ends);
        assertThat(nodes.now() - start, allOf(greaterThan(55_000L), lessThan(65_000L)));
    }

    /** Security returns 403 if it cannot read the roles of a user, as if the user had none. */
    public void testContinuesWhenRecordsOfUsersCanBeReadAgain() {
        Exception forbidden = new ElasticsearchSecurityException("no rights", RestStatus.FORBIDDEN);
        store.record = TestJobs.job();
        when(nodes.clusterService().state())
                .thenReturn(ClusterStateCreationUtils.state(".security", true, ShardRoutingState.UNASSIGNED));
        start(forbidden);
        assertEquals(List.of(), ends);
        nodes.advanceTime();
        assertEquals("the records cannot be read yet", List.of(), ends);
        assertEquals(JobRecord.State.STARTED, store.record.state());
        when(nodes.clusterService().state())
                .thenReturn(ClusterStateCreationUtils.state(".security", true, ShardRoutingState.STARTED));
        while (ends.isEmpty() && nodes.advanceTime()) {}
        assertEquals("the user has no rights in fact", List.of(forbidden), ends);
        assertEquals(JobRecord.State.FAILED, store.record.state());
    }
}
