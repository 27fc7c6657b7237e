package org.ndd.continuous;

import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.admin.cluster.node.tasks.get.TransportGetTaskAction;
import org.elasticsearch.action.admin.cluster.node.tasks.list.ListTasksRequest;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.OriginSettingClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.ndd.partition.CancelPartitionAction;
import org.ndd.partition.RecordStore.Kept;
import org.ndd.partition.RunTasks;
import org.ndd.partition.plan.PartitionTaskParams;

/**
 * Stops a job: ends its step that is under way, also a full run, and responds when the step has ended. The published groups of its
 * destination stay as they are, and {@link StartContinuousAction} resumes the job from there.
 */
public final class StopContinuousAction extends JobAction<JobIdRequest, JobResponse> {

    public static final String NAME = "cluster:admin/ndd/continuous/stop";

    public static final ActionType<JobResponse> TYPE = new ActionType<>(NAME);

    private static final TimeValue LONGEST_END = TimeValue.timeValueSeconds(30);

    private final Client ofTasks;
    private final RunTasks runs;

    @Inject
    public StopContinuousAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            Client client,
            JobStore store) {
        super(NAME, JobIdRequest::new, transportService, filters, clusterService, client, store);
        this.ofTasks = new OriginSettingClient(client, TransportGetTaskAction.TASKS_ORIGIN);
        this.runs = new RunTasks(clusterService, transportService.getThreadPool(), client);
    }

    @Override
    void act(Task task, JobIdRequest request, ActionListener<JobResponse> listener) {
        SubscribableListener.<Kept<JobRecord>>newForked(l -> store.get(request.id(), l))
                .<Long>andThen((l, kept) -> {
                    checkStarted(kept.record());
                    tasks.remove(request.id(), l);
                })
                .<JobRecord>andThen((l, allocation) -> keep(request.id(), allocation, l))
                .<JobRecord>andThen(this::awaitEnd)
                .<JobRecord>andThen(this::cancelFullRun)
                .addListener(listener.delegateFailureAndWrap(
                        (l, job) -> reports.report(job.stopped(), l.map(JobResponse::one))));
    }

    private static void checkStarted(JobRecord job) {
        if (job.state() != JobRecord.State.STARTED) {
            throw mustBe("is started", job);
        }
    }

    /** With a version above all that the task may still write. */
    private void keep(String id, long allocation, ActionListener<JobRecord> listener) {
        store.get(id, listener.delegateFailureAndWrap((l, kept) -> {
            checkStarted(kept.record());
            long version = Math.max(JobStore.versionAfter(allocation), JobStore.nextVersion(kept.version()));
            change(kept.record().stopped(), version, l.map(stopped -> kept.record()));
        }));
    }

    /** The current step may have to end a comparison or a write first. If it takes longer than this wait, it still ends. */
    private void awaitEnd(ActionListener<JobRecord> listener, JobRecord job) {
        ListTasksRequest leading = new ListTasksRequest();
        leading.setActions(LeadContinuousAction.NAME);
        leading.setDetailed(true).setDescriptions(LeadContinuousAction.description(job.id()) + "*");
        leading.setWaitForCompletion(true).setTimeout(LONGEST_END);
        ofTasks.admin().cluster().listTasks(leading, listener.map(ended -> job));
    }

    /** The one that the job waited for, or had just begun. */
    private void cancelFullRun(ActionListener<JobRecord> listener, JobRecord job) {
        String run = job.pending() != null
                ? job.pending()
                : PartitionTaskParams.publisherTo(clusterService.state(), job.id());
        if (run == null) {
            listener.onResponse(job);
            return;
        }
        client.execute(
                CancelPartitionAction.TYPE,
                new CancelPartitionAction.Request(run),
                ActionListener.wrap(cancelled -> listener.onResponse(job), e -> {
                    Throwable cause = ExceptionsHelper.unwrapCause(e);
                    if (cause instanceof IllegalArgumentException || cause instanceof ResourceNotFoundException) {
                        // it has ended or does not exist: its task ends in a moment, and with it the claim on the
                        // destination
                        runs.awaitGone(run, LONGEST_END, e, listener.map(gone -> job));
                    } else {
                        listener.onFailure(e);
                    }
                }));
    }
}
