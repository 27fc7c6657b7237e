package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;
import static org.ndd.Soon.answer;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.common.util.CollectionUtils;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.persistent.StartPersistentTaskAction;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.tasks.TaskInfo;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.After;
import org.ndd.Found;
import org.ndd.RequestFilterPlugin;
import org.ndd.compat.Calls;
import org.ndd.compat.Project;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.NodeServices;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.config.RunLabel;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.job.DeleteJobAction;
import org.ndd.job.JobChangeAction.JobAcknowledgement;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.job.JobPattern;
import org.ndd.job.PutJobAction;
import org.ndd.job.PutJobAction.NewJob;
import org.ndd.job.StartJobAction;
import org.ndd.job.StopJobAction;
import org.ndd.partition.PartitionAction.PartitionResponse;
import org.ndd.partition.RunStore.RunRecord;
import org.ndd.partition.plan.AliasFilters;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.TaskParams;

/** A run that fails or is cancelled before a node coordinates it leaves no index, task or record. */
public class RunStarterTests extends PartitionTestCase {

    private static final String INDEX = "pages";
    private static final String DEST = "pages-ndd";
    private static final String ALIAS = "sites";
    private static final String JOB = "pages-live";
    private static final TimeValue WAIT = TimeValue.timeValueSeconds(30);

    private static final Predicate<ActionRequest> RUN_INDEX =
            request -> request instanceof CreateIndexRequest create && RunLabel.isNameOfRun(create.index(), DEST);
    private static final Predicate<ActionRequest> BOILERPLATE = request -> request instanceof CreateIndexRequest create
            && create.index().endsWith("-boilerplate")
            // ignores requests that only check privileges
            && create.settings().hasValue(RunLabel.CLUSTER.getKey());
    private static final Predicate<ActionRequest> REPORT =
            request -> request instanceof IndexRequest write && write.index().startsWith(DEST);
    private static final Predicate<ActionRequest> RECORD = request -> request instanceof IndexRequest write
            && write.index().equals(RecordStore.INDEX)
            && write.id().startsWith(DEST);
    private static final Predicate<ActionRequest> TASK =
            request -> request instanceof StartPersistentTaskAction.Request;

    /** Makes one request of a starting run fail or wait. */
    public static final class HookPlugin extends RequestFilterPlugin {

        private static final Predicate<ActionRequest> NONE = request -> false;
        private static volatile Predicate<ActionRequest> hooked = NONE;
        private static final AtomicBoolean HOLDS = new AtomicBoolean();
        private static volatile boolean fails;
        private static final BlockingQueue<Runnable> HELD = new LinkedBlockingQueue<>();

        @Override
        protected <Q extends ActionRequest, R extends ActionResponse> void filter(
                Task task, String action, Q request, ActionListener<R> listener, ActionFilterChain<Q, R> chain) {
            if (hooked.test(request) == false) {
                chain.proceed(task, action, request, listener);
                return;
            }
            if (fails) {
                listener.onFailure(new ElasticsearchStatusException("on purpose", RestStatus.INSUFFICIENT_STORAGE));
            } else {
                chain.proceed(task, action, request, listener.delegateFailure((l, response) -> {
                    // a node that forwards the request to the master holds the response there first
                    if (HOLDS.compareAndSet(true, false)) {
                        HELD.add(() -> l.onResponse(response));
                    } else {
                        l.onResponse(response);
                    }
                }));
            }
        }

        static void fail(Predicate<ActionRequest> request) {
            fails = true;
            hooked = request;
        }

        /** The response of the held request. */
        static void hold(Predicate<ActionRequest> request) {
            fails = false;
            HOLDS.set(true);
            hooked = request;
        }

        static Runnable awaitHeld() throws InterruptedException {
            Runnable response = HELD.poll(60, TimeUnit.SECONDS);
            hooked = NONE;
            assertNotNull(response);
            return response;
        }
    }

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return CollectionUtils.appendToCopy(super.nodePlugins(), HookPlugin.class);
    }

    @After
    public void removeHook() {
        HookPlugin.hooked = HookPlugin.NONE;
    }

    private void indexPages() throws IOException {
        index(new TestCorpus(random(), 20), INDEX, 1, 0, FingerprintParameters.BALANCED);
    }

    private ActionFuture<PartitionResponse> start() throws IOException {
        return client().execute(PartitionAction.TYPE, PartitionRequest.parse(new String[] {INDEX}, null, false));
    }

    private List<String> indices() {
        return Project.of(clusterService().state()).indices().keySet().stream()
                .filter(index -> index.startsWith(DEST))
                .toList();
    }

    /** Neither an index nor a task nor a record exists. */
    private void assertNoRun() throws Exception {
        assertEquals(List.of(), indices());
        assertNull(TaskParams.publisherTo(clusterService().state(), DEST));
        client().admin()
                .indices()
                .prepareRefresh(RecordStore.INDEX)
                .setIndicesOptions(IndicesOptions.lenientExpandOpen())
                .get();
        var records = client().prepareSearch(RecordStore.INDEX).setIndicesOptions(IndicesOptions.lenientExpandOpen());
        assertThat(Found.ids(records), everyItem(not(startsWith(DEST))));
    }

    public void testFailureAtEachStep() throws Exception {
        indexPages();
        for (Predicate<ActionRequest> step : List.of(RUN_INDEX, BOILERPLATE, REPORT, RECORD, TASK)) {
            HookPlugin.fail(step);
            Exception e = expectThrows(Exception.class, () -> start().actionGet(WAIT));
            assertThat(e.toString(), containsString("on purpose"));
            assertEquals(RestStatus.INSUFFICIENT_STORAGE, ExceptionsHelper.status(e));
            assertNoRun();
        }
    }

    /** The record of a run without a task keeps no user, so that it can be resumed again. */
    public void testFailureOfResumedTask() throws Exception {
        indexPages();
        PartitionRequest request = PartitionRequest.parse(new String[] {INDEX}, null, true);
        String run =
                client().execute(PartitionAction.TYPE, request).actionGet(WAIT).id();
        RunStore store = internalCluster().getInstance(RunStore.class);
        HookPlugin.fail(TASK);
        RunStarter starter = new RunStarter(internalCluster().getInstance(NodeServices.class), store);
        Exception e = expectThrows(
                Exception.class, () -> answer((ActionListener<Void> l) -> starter.resume(record(store, run), l)));
        assertEquals(RestStatus.INSUFFICIENT_STORAGE, ExceptionsHelper.status(e));
        assertTrue(record(store, run).record().hasEnded());
    }

    /** The run reads by the filter of its plan, so a job that reads by the new filter needs another run. */
    public void testAliasFilterChangedBeforeIndexIsCreated() throws Exception {
        indexPages();
        filter("de");
        NodeServices services = internalCluster().getInstance(NodeServices.class);
        ActionServices action =
                new ActionServices(internalCluster().getInstance(TransportService.class), null, services);
        RunStore store = internalCluster().getInstance(RunStore.class);
        CancellableTask task = new CancellableTask(1, "test", "test", "", TaskId.EMPTY_TASK_ID, Map.of());
        PartitionRequest request = TestPartitions.request(ALIAS, "{\"dest\": {\"index\": \"" + DEST + "\"}}", true);
        RunSpec spec = answer(l -> new PartitionPlanner(action, store).plan(request, task, l));
        filter("fr");
        answer((ActionListener<Void> l) -> new RunStarter(services, store).start(spec, task, l));
        assertEquals(INDEX, withOtherFilter(spec.runId()));
        filter("de");
        assertNull(withOtherFilter(spec.runId()));
        assertSoon(() -> assertNull(TaskParams.publisherTo(clusterService().state(), DEST)));
    }

    private static void filter(String site) {
        assertAcked(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add()
                                .index(INDEX)
                                .alias(ALIAS)
                                .filter(QueryBuilders.termQuery("site", site)))));
    }

    private String withOtherFilter(String run) {
        ClusterState state = clusterService().state();
        IndexNameExpressionResolver resolver = internalCluster().getInstance(IndexNameExpressionResolver.class);
        Map<String, String> filters = AliasFilters.of(
                resolver,
                state,
                Calls.resolve(resolver, state, ALIAS),
                List.of(Project.of(state).index(INDEX).getIndex()));
        return RunIndex.withOtherFilter(state, run, List.of(INDEX), filters);
    }

    private static RecordStore.Versioned<RunRecord> record(RunStore store, String run) {
        return answer(l -> store.get(run, l));
    }

    public void testCancellationAtEachStep() throws Exception {
        indexPages();
        for (Predicate<ActionRequest> step : List.of(RUN_INDEX, BOILERPLATE, REPORT, RECORD)) {
            HookPlugin.hold(step);
            ActionFuture<PartitionResponse> started = start();
            Runnable response = HookPlugin.awaitHeld();
            client().admin()
                    .cluster()
                    .prepareCancelTasks()
                    .setActions(PartitionAction.TYPE.name())
                    .waitForCompletion(false)
                    .get();
            response.run();
            Exception e = expectThrows(Exception.class, () -> started.actionGet(WAIT));
            assertThat(ExceptionsHelper.unwrapCause(e), instanceOf(TaskCancelledException.class));
            assertNoRun();
        }
    }

    public void testJobDeletedWhileFullRunStarts() throws Exception {
        indexPages();
        for (Predicate<ActionRequest> step : List.of(RUN_INDEX, BOILERPLATE, REPORT, RECORD)) {
            HookPlugin.hold(step);
            try (XContentParser parser =
                    createParser(JsonXContent.jsonXContent, "{\"source\": {\"index\": \"" + INDEX + "\"}}")) {
                assertDone(
                        client().execute(PutJobAction.TYPE, new PutJobAction.Request(JOB, NewJob.parse(parser), WAIT)));
            }
            assertDone(client().execute(StartJobAction.TYPE, new JobIdRequest(JOB, WAIT)));
            Runnable response = HookPlugin.awaitHeld();
            JobPattern job = JobPattern.of(JOB, false);
            assertDone(client().execute(StopJobAction.TYPE, new StopJobAction.Request(job, false, WAIT)));
            assertSoon(() -> assertTrue(starting().allMatch(TaskInfo::cancelled)));
            assertDone(client().execute(DeleteJobAction.TYPE, new DeleteJobAction.Request(JOB, false, WAIT)));
            response.run();
            assertSoon(() -> assertEquals(0, starting().count()));
            assertNoRun();
        }
    }

    private static void assertDone(ActionFuture<BodyResponse<JobAcknowledgement>> acknowledged) {
        assertFalse(acknowledged.actionGet(WAIT).body().timedOut());
    }

    private static Stream<TaskInfo> starting() {
        return client()
                .admin()
                .cluster()
                .prepareListTasks()
                .setActions(PartitionAction.TYPE.name())
                .get()
                .getTasks()
                .stream();
    }
}
