package org.ndd.continuous;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.admin.cluster.node.tasks.get.TransportGetTaskAction;
import org.elasticsearch.action.admin.cluster.node.tasks.list.ListTasksRequest;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.OriginSettingClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.tasks.TaskInfo;
import org.ndd.compat.Project;
import org.ndd.config.GroupFields;
import org.ndd.partition.SourceOperationsAction;
import org.ndd.partition.plan.ContinuousTaskParams;

/** Reports of the state of jobs, for users that may read their destination. The keys are API. */
final class JobReports {

    private static final Logger logger = LogManager.getLogger(JobReports.class);

    private final Client client;
    private final ClusterService clusterService;
    private final Client ofTasks;

    /** @param client sends requests in the name of the user that requests the report */
    JobReports(Client client, ClusterService clusterService) {
        this.client = client;
        this.clusterService = clusterService;
        this.ofTasks = new OriginSettingClient(client, TransportGetTaskAction.TASKS_ORIGIN);
    }

    /**
     * Checks whether the user in the thread's context may read a destination, whether it exists or not.
     *
     * @param listener fails with the refusal
     */
    void checkMayRead(String id, ActionListener<Void> listener) {
        client.get(
                new GetRequest(id, GroupFields.REPORT_ID),
                ActionListener.wrap(answer -> listener.onResponse(null), e -> {
                    Throwable cause = ExceptionsHelper.unwrapCause(e);
                    if (cause instanceof IndexNotFoundException || cause instanceof NoShardAvailableActionException) {
                        // it was allowed, before it was found out that nothing is there to read
                        listener.onResponse(null);
                    } else {
                        listener.onFailure(e);
                    }
                }));
    }

    /** Whether a job is led, or about to be, as far as this node knows. */
    boolean isLed(String id) {
        return ContinuousTaskParams.find(clusterService.state(), id) != null;
    }

    /** The report of a job whose stored record cannot be read. */
    static Map<String, Object> unreadable(String id, Exception e) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("id", id);
        report.put("state", JobRecord.State.FAILED.value());
        report.put("failure", e.getMessage());
        return report;
    }

    /** The report of a job as it is kept. */
    void report(JobRecord job, ActionListener<Map<String, Object>> listener) {
        boolean lost = job.state() == JobRecord.State.STARTED && isLed(job.id()) == false;
        report(job, lost, listener);
    }

    /** The report of a job that was just started. Ignores that this node may not know its task yet, or any more. */
    void reportStarted(JobRecord job, ActionListener<Map<String, Object>> listener) {
        report(job, false, listener);
    }

    /**
     * The report of a job.
     *
     * @param lost whether it has lost its task
     * @param listener fails only if the listener itself throws; details of the source that the user may not read are left out
     */
    private void report(JobRecord job, boolean lost, ActionListener<Map<String, Object>> listener) {
        Map<String, Object> report = report(job, lost);
        addCheckpoint(job, report, ActionListener.running(() -> addBehind(job, report, listener)));
    }

    /** How far the checkpoint is that is under way, which only the node that leads the job knows. */
    private void addCheckpoint(JobRecord job, Map<String, Object> report, ActionListener<Void> listener) {
        PersistentTask<?> task = ContinuousTaskParams.find(clusterService.state(), job.id());
        if (job.state() != JobRecord.State.STARTED || task == null || task.getExecutorNode() == null) {
            listener.onResponse(null);
            return;
        }
        ListTasksRequest leading = new ListTasksRequest();
        leading.setActions(LeadContinuousAction.NAME).setNodes(task.getExecutorNode());
        leading.setDetailed(true).setDescriptions(LeadContinuousAction.description(job.id()) + "*");
        ofTasks.admin().cluster().listTasks(leading, listener.map(tasks -> {
            for (TaskInfo info : tasks.getTasks()) {
                if (info.status() instanceof CheckpointProgress progress) {
                    report.put("current_checkpoint", progress.fields());
                }
            }
            return null;
        }));
    }

    private void addBehind(JobRecord job, Map<String, Object> report, ActionListener<Map<String, Object>> listener) {
        String[] source = job.positions().keySet().stream()
                .map(ShardId::getIndex)
                .filter(index -> Project.of(clusterService.state()).hasIndex(index))
                .map(index -> index.getName())
                .distinct()
                .toArray(String[]::new);
        if (source.length == 0) {
            listener.onResponse(report);
            return;
        }
        Map<ShardId, Long> known = new HashMap<>();
        job.positions().forEach((shard, position) -> known.put(shard, position.seqNo()));
        client.execute(
                SourceOperationsAction.TYPE,
                new SourceOperationsAction.Request(source),
                ActionListener.wrap(
                        now -> {
                            if (now.getFailedShards() == 0) {
                                report.put("operations_behind", now.since(known));
                            }
                            listener.onResponse(report);
                        },
                        e -> {
                            logger.debug(() -> "operations since of job [" + job.id() + "] are not known", e);
                            listener.onResponse(report);
                        }));
    }

    private static Map<String, Object> report(JobRecord job, boolean lost) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("id", job.id());
        report.put("state", (lost ? JobRecord.State.FAILED : job.state()).value());
        report.put("source", List.of(job.request().indices()));
        report.put("dest", job.id());
        report.put("frequency", job.frequency().getStringRep());
        report.put("keep_changes", job.keepChanges().getStringRep());
        if (job.run() != null) {
            report.put("run", job.run());
        }
        if (job.pending() != null) {
            report.put("full_run", fields("id", job.pending(), "why", job.why()));
        }
        report.put("checkpoint", job.checkpoint());
        JobRecord.Last last = job.last();
        if (last != null) {
            Map<String, Object> shown = fields(
                    "at_millis",
                    last.at(),
                    "at",
                    Instant.ofEpochMilli(last.at()).toString());
            shown.put("took", last.tookMillis());
            shown.putAll(last.counts().fields());
            report.put("last_checkpoint", shown);
        }
        report.put("totals", job.totals().fields());
        report.put("retries", job.retries());
        String failure = lost ? "the job has lost its task, and can be started" : job.failure();
        if (failure != null) {
            report.put("failure", failure);
        }
        return report;
    }

    private static Map<String, Object> fields(String first, Object value, String second, Object other) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(first, value);
        fields.put(second, other);
        return fields;
    }
}
