package org.ndd.partition;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.RefCountingRunnable;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.ndd.compat.Project;
import org.ndd.partition.plan.RunSource;
import org.ndd.partition.plan.RunSpec;

/**
 * Determines the age of the groups that a destination publishes: the time since the run saw its source, and the number of operations on the
 * source after that, which is requested with the rights of the reader. Only for published runs.
 */
final class RunAge {

    private static final Logger logger = LogManager.getLogger(RunAge.class);

    private static final String ID = "id";

    private final Client client;
    private final ClusterService clusterService;
    private final RunStore store;

    RunAge(Client client, ClusterService clusterService, RunStore store) {
        this.client = client;
        this.clusterService = clusterService;
        this.store = store;
    }

    /**
     * Adds their age to the reports of runs that are live.
     *
     * @param listener never fails: values that the reader may not know are left out
     */
    void add(List<Map<String, Object>> reports, ActionListener<Void> listener) {
        try (RefCountingRunnable all = new RefCountingRunnable(() -> listener.onResponse(null))) {
            for (Map<String, Object> report : reports) {
                if (Boolean.TRUE.equals(report.get(RunReports.LIVE))) {
                    long startedAt = ((Number) report.get(RunReports.STARTED_AT)).longValue();
                    report.put("age_in_millis", Math.max(0, System.currentTimeMillis() - startedAt));
                    String run = (String) report.get(ID);
                    ActionListener<Void> done = ActionListener.releaseAfter(
                            ActionListener.wrap(
                                    added -> {}, e -> logger.debug(() -> "age of run [" + run + "] is not known", e)),
                            all.acquire());
                    store.get(run, done.delegateFailureAndWrap((l, kept) -> addOperations(report, kept.record(), l)));
                }
            }
        }
    }

    private void addOperations(Map<String, Object> report, RunRecord record, ActionListener<Void> listener) {
        RunSpec spec = record.spec();
        String[] there = spec.source().concrete().stream()
                .map(RunSource.SourceIndex::index)
                .filter(index -> Project.of(clusterService.state()).hasIndex(index))
                .map(index -> index.getName())
                .toArray(String[]::new);
        report.put(
                "lost_indices",
                spec.source().concrete().stream()
                        .map(source -> source.index().getName())
                        .filter(name -> Arrays.asList(there).contains(name) == false)
                        .toList());
        if (there.length == 0) {
            listener.onResponse(null);
            return;
        }
        client.execute(SourceOperationsAction.TYPE, new SourceOperationsAction.Request(there), listener.map(now -> {
            if (now.getFailedShards() == 0) {
                report.put("operations_since", now.since(record.pins()));
            }
            return null;
        }));
    }
}
