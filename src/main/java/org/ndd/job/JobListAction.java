package org.ndd.job;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.RefCountingListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.ndd.config.GenericPoolAction;

/** Lists jobs whose destination the user may read. */
abstract class JobListAction extends GenericPoolAction<JobListRequest, JobListResponse> {

    private final JobLookup jobs;

    JobListAction(
            String name, TransportService transportService, ActionFilters filters, Client client, JobStore store) {
        super(name, transportService, filters);
        this.jobs = new JobLookup(store, client);
    }

    /** The entry of a job in the list. */
    abstract void describe(JobLookup.Found job, ActionListener<Map<String, Object>> listener);

    @Override
    protected void doExecute(Task task, JobListRequest request, ActionListener<JobListResponse> listener) {
        jobs.all(request.pattern(), listener.delegateFailureAndWrap((l, found) -> {
            int from = Math.min(request.from(), found.size());
            int to = (int) Math.min((long) from + request.size(), found.size());
            describe(found.subList(from, to), l.map(described -> new JobListResponse(found.size(), described)));
        }));
    }

    private void describe(List<JobLookup.Found> found, ActionListener<List<Map<String, Object>>> listener) {
        Map<String, Map<String, Object>> all = new TreeMap<>();
        try (RefCountingListener each = new RefCountingListener(listener.map(done -> List.copyOf(all.values())))) {
            for (JobLookup.Found job : found) {
                describe(job, each.acquire(described -> {
                    synchronized (all) {
                        all.put(job.id(), described);
                    }
                }));
            }
        }
    }
}
