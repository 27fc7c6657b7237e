package org.ndd.continuous;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.HandledTransportAction;
import org.elasticsearch.action.support.RefCountingListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;

/** How a job stands, or all jobs. Needs {@code read} on the destination. */
public final class GetContinuousAction extends HandledTransportAction<JobIdRequest, JobResponse> {

    public static final String NAME = "cluster:monitor/ndd/continuous/get";

    public static final ActionType<JobResponse> TYPE = new ActionType<>(NAME);

    private final JobStore store;
    private final JobReports reports;

    @Inject
    public GetContinuousAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            Client client,
            JobStore store) {
        super(
                NAME,
                transportService,
                filters,
                JobIdRequest::new,
                transportService.getThreadPool().generic());
        this.store = store;
        this.reports = new JobReports(client, clusterService);
    }

    @Override
    protected void doExecute(Task task, JobIdRequest request, ActionListener<JobResponse> listener) {
        if (request.id() != null) {
            get(request.id(), listener.map(JobResponse::one));
        } else {
            store.ids(listener.delegateFailureAndWrap((l, ids) -> list(ids, l)));
        }
    }

    private void get(String id, ActionListener<Map<String, Object>> listener) {
        reports.checkMayRead(
                id,
                listener.delegateFailureAndWrap((l, allowed) ->
                        store.get(id, l.delegateFailureAndWrap((m, kept) -> reports.report(kept.record(), m)))));
    }

    /** Leaves out jobs that the user may not see, and jobs that were deleted meanwhile. */
    private void list(List<String> ids, ActionListener<JobResponse> listener) {
        Map<String, Map<String, Object>> all = new TreeMap<>();
        try (RefCountingListener each =
                new RefCountingListener(listener.map(done -> JobResponse.list(List.copyOf(all.values()))))) {
            for (String id : ids) {
                get(
                        id,
                        each.<Map<String, Object>>acquire(report -> put(all, id, report))
                                .delegateResponse((l, e) -> {
                                    RestStatus status = ExceptionsHelper.status(e);
                                    boolean unseen = status == RestStatus.FORBIDDEN || status == RestStatus.NOT_FOUND;
                                    l.onResponse(unseen ? null : JobReports.unreadable(id, e));
                                }));
            }
        }
    }

    private static void put(Map<String, Map<String, Object>> all, String id, Map<String, Object> report) {
        if (report != null) {
            synchronized (all) {
                all.put(id, report);
            }
        }
    }
}
