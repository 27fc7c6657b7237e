package org.ndd.job;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.ndd.bulk.PointInTime;
import org.ndd.compat.Project;
import org.ndd.config.LocalAction;
import org.ndd.config.LocalAction.LocalRequest;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.core.text.ParameterCheck;
import org.ndd.inspect.RowStream;
import org.ndd.job.update.ChangeList;

/**
 * Streams the changes of a job's groups after a checkpoint, in the order of checkpoints, from the list of changes. The last row is the
 * position from which the next request continues. Runs on the node to which the client is connected.
 */
public final class GetJobChangesAction extends LocalAction<GetJobChangesAction.Request, ActionResponse.Empty> {

    public static final ActionType<ActionResponse.Empty> TYPE = new ActionType<>("cluster:monitor/ndd/job/changes/get");

    /** Names of the parameters, and of the fields of the last row. */
    public static final String AFTER_CHECKPOINT = "after_checkpoint";

    public static final String RUN = "run";

    public static final class Request extends LocalRequest {

        private final String id;
        private final String run;
        private final long after;
        private RowStream.StreamHandler begun;

        /**
         * @param run run to whose groups the changes apply; each full run has other groups
         * @param after last checkpoint whose changes the client has
         */
        public Request(String id, String run, long after) {
            if (run == null) {
                throw new IllegalArgumentException("[" + RUN + "] must be specified, but was missing");
            }
            ParameterCheck.range(AFTER_CHECKPOINT, after, 0, Long.MAX_VALUE);
            this.id = id;
            this.run = run;
            this.after = after;
        }

        public Request to(RowStream.StreamHandler rows) {
            begun = rows;
            return this;
        }

        @Override
        public String getDescription() {
            return "changes of job[" + id + "]";
        }
    }

    private final JobLookup jobs;

    @Inject
    public GetJobChangesAction(ActionServices action, JobStore store) {
        super(TYPE, action);
        this.jobs = new JobLookup(store, services.client());
    }

    @Override
    protected void doExecute(Task task, Request request, ActionListener<ActionResponse.Empty> listener) {
        jobs.get(request.id, listener.delegateFailureAndWrap((l, kept) -> {
            JobRecord job = kept.record();
            check(job, request);
            open(
                    services.clientOf(task),
                    job,
                    request,
                    l.delegateFailureAndWrap((m, documents) -> new RowStream(
                                    documents,
                                    source -> source.sort(ChangeList.CHECKPOINT),
                                    (changes, rows) -> rows.onResponse(changes.stream()
                                            .map(change -> ChangeList.row(change.getSourceAsMap()))
                                            .toList()),
                                    List.of(position(job)),
                                    (CancellableTask) task,
                                    services.threads().getThreadContext(),
                                    m)
                            .start(request.begun)));
        }));
    }

    private static Map<String, Object> position(JobRecord job) {
        Map<String, Object> position = new LinkedHashMap<>();
        position.put(RUN, job.runs().current());
        position.put(AFTER_CHECKPOINT, job.checkpoints().number());
        return position;
    }

    private static void check(JobRecord job, Request request) {
        if (request.run.equals(job.runs().current()) == false) {
            throw changesGone("[" + RUN + "] must be the run whose groups job [" + job.id() + "] updates, which is ["
                    + job.runs().current() + "], but was [" + request.run + "]");
        }
        if (request.after > job.checkpoints().number()) {
            throw new IllegalArgumentException(
                    "[" + AFTER_CHECKPOINT + "] must be at most the number of checkpoints of job [" + job.id()
                            + "], which is [" + job.checkpoints().number() + "], but was [" + request.after + "]");
        }
    }

    private static ElasticsearchStatusException changesGone(String reason) {
        return new ElasticsearchStatusException("{}: export the groups again", RestStatus.GONE, reason);
    }

    /** @param listener gets the changes; {@code null} if no checkpoint has changed a group */
    private void open(
            ParentTaskAssigningClient own, JobRecord job, Request request, ActionListener<PointInTime> listener) {
        String list = job.dest() + ChangeList.SUFFIX;
        if (Project.of(services.cluster().state()).hasIndex(list) == false) {
            listener.onResponse(null);
            return;
        }
        PointInTime.open(
                own,
                new String[] {list},
                QueryBuilders.rangeQuery(ChangeList.CHECKPOINT)
                        .gt(request.after)
                        .lte(job.checkpoints().number()),
                listener.delegateFailureAndWrap(
                        (l, documents) -> checkRetained(documents, job, request, l.delegateResponse((m, e) -> {
                            documents.close();
                            m.onFailure(e);
                        }))));
    }

    /**
     * Checks that the list is complete after the requested checkpoint. Entries are deleted from the oldest to a checkpoint whose entries
     * remain. If that checkpoint or an earlier one is in the list, the list is complete after it.
     */
    private void checkRetained(
            PointInTime documents, JobRecord job, Request request, ActionListener<PointInTime> listener) {
        documents.search(
                documents
                        .source()
                        .query(QueryBuilders.matchAllQuery())
                        .sort(ChangeList.CHECKPOINT)
                        .size(1),
                listener.map(response -> {
                    for (SearchHit hit : response.getHits()) {
                        Map<String, Object> oldest = hit.getSourceAsMap();
                        long checkpoint = number(oldest, ChangeList.CHECKPOINT);
                        long age = services.threads().absoluteTimeInMillis() - number(oldest, ChangeList.TIMESTAMP);
                        if (checkpoint > request.after
                                && age > job.config().changesRetention().millis()) {
                            throw changesGone("[" + AFTER_CHECKPOINT + "] must be at least [" + checkpoint
                                    + "], because earlier changes may be older than [changes_retention] and deleted, but was ["
                                    + request.after + "]");
                        }
                    }
                    return documents;
                }));
    }

    private static long number(Map<String, Object> change, String field) {
        return ((Number) change.get(field)).longValue();
    }
}
