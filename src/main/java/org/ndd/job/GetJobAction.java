package org.ndd.job;

import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.transport.TransportService;

/** Returns the configuration of jobs. */
public final class GetJobAction extends JobListAction {

    public static final String NAME = "cluster:monitor/ndd/job/get";

    public static final ActionType<JobListResponse> TYPE = new ActionType<>(NAME);

    @Inject
    public GetJobAction(TransportService transportService, ActionFilters filters, Client client, JobStore store) {
        super(NAME, transportService, filters, client, store);
    }

    @Override
    void describe(JobLookup.Found job, ActionListener<Map<String, Object>> listener) {
        ActionListener.completeWith(listener, () -> {
            Map<String, Object> config = new LinkedHashMap<>();
            config.put("id", job.id());
            if (job.kept() != null) {
                config.putAll(job.kept().record().config().asMap());
            }
            return config;
        });
    }
}
