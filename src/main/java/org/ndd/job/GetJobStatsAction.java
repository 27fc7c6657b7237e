package org.ndd.job;

import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.transport.TransportService;
import org.ndd.pair.PairServices;

/** Returns the state of jobs and counts of their work. */
public final class GetJobStatsAction extends GetJobAction {

    public static final ActionType<Response> TYPE = new ActionType<>("cluster:monitor/ndd/job/stats/get");

    private final JobStats stats;

    @Inject
    public GetJobStatsAction(
            TransportService transportService, ActionFilters filters, PairServices services, JobStore store) {
        super(TYPE, transportService, filters, services.client(), store);
        this.stats = new JobStats(services.client(), services.cluster());
    }

    @Override
    void describe(JobLookup.LookupResult job, ActionListener<Map<String, Object>> listener) {
        if (job.stored() == null) {
            listener.onResponse(JobStats.unreadable(job.id(), job.unreadable()));
        } else {
            stats.collect(job.stored().record(), listener);
        }
    }
}
