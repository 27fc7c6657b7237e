package org.ndd.partition;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.RefCountingRunnable;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.Index;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.compat.Project;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.config.ReadableReport;
import org.ndd.config.RunLabel;
import org.ndd.config.TaskState;
import org.ndd.core.text.ParameterCheck;
import org.ndd.partition.RunReports.BriefReport;
import org.ndd.partition.RunStore.RunRecord;
import org.ndd.partition.node.SourceOperations;
import org.ndd.partition.plan.RunSpec.RunSource;

/** Returns the report of a run, during the run and after it, or the reports of all runs. Needs {@code read} on the destination. */
public final class GetPartitionAction extends BodyAction<GetPartitionAction.Request, GetPartitionAction.Reports> {

    public static final ActionType<BodyResponse<Reports>> TYPE = new ActionType<>("cluster:monitor/ndd/partition/get");

    public static final class Request extends RunActions.RunIdRequest {

        private final RunFilter filter;
        private final boolean verbose;

        /** Selects a run, or the runs of a filter if the id is {@code null}; verbose reports are complete, others brief. */
        public Request(String id, RunFilter filter, boolean verbose) {
            super(id);
            this.filter = filter;
            this.verbose = verbose;
        }

        public RunFilter filter() {
            return filter;
        }
    }

    public record Reports(boolean one, List<Map<String, Object>> reports) implements ToXContentObject {

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            if (one) {
                return ReadableReport.write(builder, reports.get(0));
            }
            builder.startObject().startArray("runs");
            for (Map<String, Object> report : reports) {
                ReadableReport.write(builder, report);
            }
            return builder.endArray().endObject();
        }
    }

    private static final Logger logger = LogManager.getLogger(GetPartitionAction.class);
    private static final String ID = "id";

    private final RunReports reports;
    private final RunStore store;
    private final SourceOperations sourceOperations;

    @Inject
    public GetPartitionAction(ActionServices action, RunStore store) {
        super(TYPE, action);
        this.reports = new RunReports(services.client(), services.cluster());
        this.store = store;
        this.sourceOperations = new SourceOperations(action);
    }

    @Override
    protected void respond(CancellableTask task, Request request, ActionListener<Reports> listener) {
        if (request.id() == null) {
            reports.list(request.filter(), shown(request, listener));
        } else {
            reports.get(request.id(), store, shown(request, listener).map(List::of));
        }
    }

    private ActionListener<List<Map<String, Object>>> shown(Request request, ActionListener<Reports> listener) {
        return listener.delegateFailureAndWrap((l, runs) -> addAge(
                runs,
                l.map(added -> new Reports(
                        request.id() != null,
                        request.verbose
                                ? runs
                                : runs.stream().map(BriefReport::of).toList()))));
    }

    /**
     * Adds the age of the groups to the reports of published runs: the time since the start of the run, and the number of later operations
     * on the source. The operations are requested with the rights of the reader.
     *
     * @param listener never fails; values that the reader has no privilege to read are omitted
     */
    private void addAge(List<Map<String, Object>> reports, ActionListener<Void> listener) {
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
        ClusterState state = services.cluster().state();
        List<Index> source = RunSource.indices(record.spec().source().concrete());
        report.put(
                "lost_indices",
                source.stream()
                        .filter(index -> Project.of(state).hasIndex(index) == false)
                        .map(Index::getName)
                        .toList());
        sourceOperations.since(record.spec().runId(), source, record.pins(), listener.map(operations -> {
            if (operations != null) {
                report.put("operations_since", operations);
            }
            return null;
        }));
    }

    /**
     * Selects the runs to list. Criteria that are {@code null} are ignored.
     *
     * @param size maximum number of runs, the newest first; at most {@value #MAX_SIZE} in a request of a user
     * @param source an index of the run's source, or an expression of the run's request
     * @param live whether the destination publishes the run
     */
    public record RunFilter(int size, String source, String dest, String state, Boolean live) {

        public static final int MAX_SIZE = 1000;
        public static final int DEFAULT_SIZE = 100;
        public static final RunFilter ALL = new RunFilter(Integer.MAX_VALUE, null, null, null, null);

        public RunFilter {
            if (state != null) {
                ParameterCheck.choice("state", state, TaskState.values());
            }
        }

        /** Whether a run may match, according to its label, without its report. */
        boolean mayMatch(RunLabel label, IndexMetadata index) {
            if (label == null) {
                return source == null && dest == null && live == null;
            }
            return (source == null
                            || label.source().contains(source)
                            || label.indices().contains(source))
                    && (dest == null || dest.equals(label.dest()))
                    && (live == null || live == label.isLive(index));
        }
    }
}
