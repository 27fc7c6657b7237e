package org.ndd.job;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.ndd.Soon.answer;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.seqno.RetentionLease;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.Found;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.compat.Calls;
import org.ndd.config.TaskState;
import org.ndd.documents.ResolveAction;
import org.ndd.job.Checkpoint.Result;
import org.ndd.job.JobTaskAction.JobTask;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.RecordStore;
import org.ndd.partition.RunStore;
import org.ndd.partition.RunStore.RunRecord;
import org.ndd.partition.TestCorpus;
import org.ndd.partition.TestPartitions;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.plugin.NddPlugin;

/** Checkpoints of a job over the indices behind an alias, on one node. */
abstract class GroupCheckpointTestCase extends ESSingleNodeTestCase {

    static final String ALIAS = "pages";
    static final String DEST = "live";

    static final String HARBOUR = """
            The old harbour of the town was closed on Monday because of the storm that came in from the west.
            Fishermen tied up their boats with double ropes and carried the nets into the sheds behind the quay.
            The council expects that ferries to the islands will sail again when the wind has dropped on Thursday.
            """;
    static final String MOUNTAIN = """
            Climbers have found a new route to the summit from the north that nobody had tried in winter before.
            They spent three nights in a tent below the ridge and melted snow because their water had frozen.
            A guide from the valley says that the rock is firm but that stones fall in the afternoon sun.
            """;

    /** Source of the request. */
    String source = ALIAS;

    /** Options of the request, as JSON fields that follow {@code dest}. */
    String options = "";

    JobRecord job;

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    /** Returns the leases of jobs on a shard. */
    Set<String> leases(ShardId shard) {
        return getInstanceFromNode(IndicesService.class)
                .indexServiceSafe(shard.getIndex())
                .getShard(shard.id())
                .getRetentionLeases()
                .leases()
                .stream()
                .map(RetentionLease::id)
                .filter(id -> id.startsWith("ndd/"))
                .collect(Collectors.toSet());
    }

    /** Releases the leases of the job, as its deletion does. */
    void release() {
        CancellableTask task = new CancellableTask(1, "test", "test", "", TaskId.EMPTY_TASK_ID, Map.of());
        answer((ActionListener<Void> l) -> getInstanceFromNode(Checkpoint.class).release(job, task, client(), l));
    }

    void create(String index) {
        assertAcked(indicesAdmin().prepareCreate(index).setMapping("ndd", "type=near_dup"));
        assertAcked(indicesAdmin()
                .aliases(Calls.aliases()
                        .addAliasAction(AliasActions.add().index(index).alias(ALIAS))));
    }

    void put(String index, String id, String text) {
        put(index, id, null, text);
    }

    /** @param url URL with the site; may be {@code null} */
    void put(String index, String id, String url, String text) {
        client().index(new IndexRequest(index).id(id).source(Map.of("ndd", TestCorpus.fields(id, url, text))))
                .actionGet();
    }

    PartitionRequest request() {
        return TestPartitions.request(source, "{\"dest\":{\"index\":\"" + DEST + "\"}" + options + "}", true);
    }

    /** Executes a run whose groups are then updated. */
    void begin() throws Exception {
        PartitionReport report =
                client().execute(PartitionAction.TYPE, request()).actionGet().report();
        assertEquals(report.failure(), TaskState.COMPLETED, report.state());
        RunStore store = new RunStore(getInstanceFromNode(RecordStore.class));
        RecordStore.Versioned<RunRecord> run = answer(l -> store.get(report.id(), l));
        job = JobRecord.create(
                        TestJobs.ID,
                        new JobConfig(request().to(DEST), TimeValue.timeValueMinutes(1), TestJobs.CHANGES_RETENTION))
                .startedBy(TestJobs.user("alice"))
                .trackRun(report.id(), run.record().pins());
    }

    /** The task of a node that leads the job. */
    static JobTask leading(FakeCluster cluster) {
        cluster.store.record = TestJobs.job();
        JobTask task = new JobTask(1, "test", "test", TestJobs.ID, "", TaskId.EMPTY_TASK_ID, Map.of());
        task.setLoop(cluster.new Coordinator(1).loop);
        return task;
    }

    Result checkpoint() {
        return checkpoint(getInstanceFromNode(Checkpoint.class));
    }

    Result checkpoint(Checkpoint checkpoint) {
        return checkpoint(checkpoint, leading(new FakeCluster()));
    }

    Result checkpoint(Checkpoint checkpoint, JobTask task) {
        return checkpoint(checkpoint, task, client());
    }

    Result checkpoint(Checkpoint checkpoint, JobTask task, Client client) {
        Result result = answer(l -> checkpoint.run(job, task, client, l));
        job = job.withCheckpoint(result, 0, 0);
        return result;
    }

    /** The documents of each group, by index and id. */
    Set<Set<String>> groups() {
        return groups(job.runs().current());
    }

    Set<Set<String>> groups(String run) {
        Map<Object, Set<String>> groups = new TreeMap<>();
        for (Map<String, Object> source :
                Found.sources(client().prepareSearch(run).setSize(1000))) {
            if (source.get("group") != null) {
                Map<?, ?> doc = (Map<?, ?>) source.get("doc");
                groups.computeIfAbsent(source.get("group"), name -> new TreeSet<>())
                        .add(doc.get("index") + "/" + doc.get("id"));
            }
        }
        return Set.copyOf(groups.values());
    }

    /** Marks duplicates of the groups in {@code pages-1}, and returns the number of marked documents. */
    long mark() throws Exception {
        indicesAdmin().prepareRefresh().get();
        try (XContentParser body = createParser(JsonXContent.jsonXContent, "{\"dest\":{\"index\":\"" + DEST + "\"}}")) {
            ResolveAction.Request request =
                    ResolveAction.Request.parse(Operation.MARK, new String[] {"pages-1"}, body, false, -1, true);
            return (Long) client().execute(ResolveAction.TYPE, request)
                    .actionGet()
                    .report
                    .fields()
                    .get("marked");
        }
    }

    /** Returns the document about a duplicate. */
    Map<String, Object> groupDocument() {
        return Found.sources(client().prepareSearch(DEST).setQuery(QueryBuilders.termQuery("canonical", false)))
                .get(0);
    }
}
