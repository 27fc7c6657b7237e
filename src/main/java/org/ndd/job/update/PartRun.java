package org.ndd.job.update;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestStatus;
import org.ndd.partition.CancelPartitionAction;
import org.ndd.partition.DeletePartitionAction;
import org.ndd.partition.GetPartitionAction;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.PartitionRequest;
import org.ndd.partition.RunFilter;

/** Groups some pages of the source as a run does, and takes nothing of the run but its groups. */
final class PartRun implements Releasable {

    /** Of the runs' destination, which never comes to be: they publish nothing. */
    static final String SUFFIX = "-checkpoint";

    private final Client client;
    private final CircuitBreaker breaker;
    private final PartitionRequest request;
    private final String dest;
    private GroupIndex groups;

    /**
     * @param client of the user
     * @param breaker for the groups, until this is closed
     * @param request for a run over the whole source
     * @param dest that a run over the whole source would publish to
     */
    PartRun(Client client, CircuitBreaker breaker, PartitionRequest request, String dest) {
        this.client = client;
        this.breaker = breaker;
        this.request = request;
        this.dest = dest + SUFFIX;
    }

    /**
     * Groups pages. To be called once.
     *
     * @param pages how a search finds them
     * @param all how many pages the job compares, these among them
     * @param listener gets the documents of the groups
     */
    void group(QueryBuilder pages, long all, ActionListener<List<GroupDocument>> listener) {
        SubscribableListener.<Void>newForked(this::cleanUp)
                .<String>andThen((l, clean) -> client.execute(
                        PartitionAction.TYPE,
                        request.ofPart(pages, dest, all),
                        l.map(response -> ended(response.report()))))
                .<List<GroupDocument>>andThen((l, run) -> {
                    groups = new GroupIndex(client, breaker, run);
                    groups.all(l);
                })
                .<List<GroupDocument>>andThen((l, documents) -> delete(groups.name(), l.map(deleted -> documents)))
                .addListener(listener);
    }

    private static String ended(PartitionReport report) {
        if (report.state() != PartitionReport.State.COMPLETED) {
            // the next checkpoint tries it with another run
            throw new ElasticsearchStatusException(
                    "the changed pages could not be grouped: run [" + report.id() + "] is ["
                            + report.state().value() + "]: " + report.failure(),
                    RestStatus.SERVICE_UNAVAILABLE);
        }
        return report.id();
    }

    /** Ends and deletes the run that an unfinished checkpoint left. */
    void cleanUp(ActionListener<Void> listener) {
        client.execute(
                GetPartitionAction.TYPE,
                new GetPartitionAction.Request(null, new RunFilter(100, null, dest, null, null), false),
                listener.delegateFailureAndWrap((l, runs) -> {
                    List<String> ids = new ArrayList<>();
                    for (Map<String, Object> report : runs.reports()) {
                        ids.add((String) report.get("id"));
                    }
                    end(ids.iterator(), l);
                }));
    }

    private void end(Iterator<String> runs, ActionListener<Void> listener) {
        if (runs.hasNext() == false) {
            listener.onResponse(null);
            return;
        }
        String run = runs.next();
        ActionListener<Void> next = listener.delegateFailureAndWrap((l, deleted) -> end(runs, l));
        client.execute(
                CancelPartitionAction.TYPE,
                new CancelPartitionAction.Request(run),
                ActionListener.running(() -> delete(run, next)));
    }

    private void delete(String run, ActionListener<Void> listener) {
        client.execute(
                DeletePartitionAction.TYPE,
                new DeletePartitionAction.Request(run, true),
                listener.map(deleted -> null));
    }

    @Override
    public void close() {
        Releasables.close(groups);
    }
}
