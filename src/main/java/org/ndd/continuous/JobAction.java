package org.ndd.continuous;

import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.HandledTransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.engine.VersionConflictEngineException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;

/** Performs an action on one job, for users that may read its destination. */
abstract class JobAction<Request extends JobIdRequest, Response extends ActionResponse>
        extends HandledTransportAction<Request, Response> {

    final TransportService transportService;
    final ClusterService clusterService;
    final Client client;
    final JobStore store;
    final JobTasks tasks;
    final JobReports reports;

    JobAction(
            String name,
            Writeable.Reader<Request> reader,
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            Client client,
            JobStore store) {
        super(
                name,
                transportService,
                filters,
                reader,
                transportService.getThreadPool().generic());
        this.transportService = transportService;
        this.clusterService = clusterService;
        this.client = client;
        this.store = store;
        this.tasks = new JobTasks(clusterService, transportService.getThreadPool(), client);
        this.reports = new JobReports(client, clusterService);
    }

    /** Does it, with the rights of the thread's user. */
    abstract void act(Task task, Request request, ActionListener<Response> listener);

    @Override
    protected void doExecute(Task task, Request request, ActionListener<Response> listener) {
        reports.checkMayRead(request.id(), listener.delegateFailureAndWrap((l, allowed) -> act(task, request, l)));
    }

    /** Writes a record that no write of a task may replace; fails with 409 if another request just did the same. */
    void change(JobRecord job, long version, ActionListener<Void> listener) {
        store.put(job, version, listener.delegateResponse((l, e) -> {
            boolean conflict = ExceptionsHelper.unwrapCause(e) instanceof VersionConflictEngineException;
            l.onFailure(
                    conflict
                            ? new ElasticsearchStatusException(
                                    "continuous job [" + job.id() + "] was just changed by another request: try again",
                                    RestStatus.CONFLICT,
                                    e)
                            : e);
        }));
    }

    /** A job in another state than it must be. */
    static IllegalArgumentException mustBe(String rule, JobRecord job) {
        return new IllegalArgumentException("[id] must be a job that " + rule + ", but was [" + job.id()
                + "], which is [" + job.state().value() + "]");
    }
}
