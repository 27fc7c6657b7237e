package org.ndd.documents;

import java.io.IOException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.bulk.BulkAction;
import org.ndd.bulk.BulkAction.BulkTaskRequest;
import org.ndd.bulk.BulkAction.BulkTaskResponse;
import org.ndd.bulk.BulkTask;
import org.ndd.bulk.PointInTime;
import org.ndd.bulk.PrivilegeProbes;
import org.ndd.config.BodyFields;
import org.ndd.config.DocumentFields;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.core.text.ApiName;
import org.ndd.core.text.ParameterCheck;
import org.ndd.documents.BackfillPlanner.BackfillPlan;

/** Sends documents that the processor has not processed, or not in their current state, through the pipeline again. */
public final class BackfillAction extends BulkAction<BackfillAction.Request> {

    public static final ActionType<BulkTaskResponse> TYPE = new ActionType<>("indices:data/write/ndd/backfill");

    private final BackfillPlanner planner;

    @Inject
    public BackfillAction(ActionServices action, IngestService ingestService) {
        super(TYPE, action);
        this.planner = new BackfillPlanner(services, ingestService);
    }

    /** Checks the request. Also fails if the user lacks the privilege to read the documents or to refresh, or if the query is invalid. */
    @Override
    protected void check(Task task, Request request, ActionListener<Execution> listener) {
        BackfillPlan plan = planner.plan(request, services.cluster().state());
        ParentTaskAssigningClient client = services.clientOf(task);
        PrivilegeProbes probes = new PrivilegeProbes(client);
        if (plan.options().refresh()) {
            plan.indices().forEach(index -> probes.refresh(index.getName()));
        }
        probes.check(listener.delegateFailureAndWrap((l, allowed) -> PointInTime.open(
                client,
                plan.indexNames(),
                plan.query(),
                l.map(documents -> new BackfillRun(services, plan, documents)))));
    }

    /** A request to backfill indices. All options have defaults; only the names of the indices are required. */
    public static final class Request extends BulkTaskRequest {

        public final String field;
        /** The query for the documents to read; {@code null} for all. */
        public final QueryBuilder query;
        /**
         * Whether to include documents whose input changed after the processor ran. All documents are then read. Otherwise only documents
         * without fingerprints, or with fingerprints of another version than the pipeline's, are read.
         */
        public final boolean outdated;

        public final BackfillOptions options;

        private Request(String[] indices, Body body, BackfillOptions options, boolean waitForCompletion) {
            super(indices, BulkTask.Operation.BACKFILL, false, options.requestsPerSecond(), waitForCompletion);
            this.field = new DocumentFields(body.field).parent();
            this.query = body.query;
            this.outdated = body.outdated;
            this.options = options;
        }

        private static final class Body {

            private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>("backfill", Body::new);

            static {
                PARSER.declareString((body, value) -> body.field = value, new ParseField("target_field"));
                BodyFields.declareQuery(PARSER, (body, value) -> body.query = value);
                PARSER.declareBoolean((body, value) -> body.outdated = value, new ParseField("outdated"));
            }

            private String field = DocumentFields.DEFAULT_PARENT;
            private QueryBuilder query;
            private boolean outdated = true;
        }

        /** @param body body of the request; {@code null} for an empty one */
        public static Request parse(
                String[] indices, XContentParser body, BackfillOptions options, boolean waitForCompletion)
                throws IOException {
            Body parsed = body == null ? new Body() : Body.PARSER.parse(body, null);
            return new Request(indices, parsed, options, waitForCompletion);
        }

        @Override
        public String getDescription() {
            return "backfill of [" + String.join(",", indices()) + "][" + field + "]";
        }

        /**
         * Options of a backfill.
         *
         * @param pipeline through which documents are sent; {@code null} for the default pipeline of their index
         * @param onConflict handling of a document that another client wrote after it was read
         * @param slices number of parts of the index that are processed in parallel, 1 to {@value #MAX_SLICES}; 0 for one per shard
         * @param batchSize maximum number of documents per batch, 1 to {@value #MAX_BATCH_SIZE}
         * @param requestsPerSecond maximum number of documents read per second over all slices; infinite for no limit
         * @param refresh whether the index is refreshed before and after the work
         */
        public record BackfillOptions(
                String pipeline,
                Conflicts onConflict,
                int slices,
                int batchSize,
                double requestsPerSecond,
                boolean refresh) {

            static final int AUTO_SLICES = 0;
            static final int MAX_SLICES = 32;
            static final int MAX_BATCH_SIZE = 10_000;

            public static final BackfillOptions DEFAULT =
                    new BackfillOptions(null, Conflicts.PROCEED, 1, 1000, Double.POSITIVE_INFINITY, false);

            /** How to handle a document that another client wrote after it was read. It is never overwritten. */
            public enum Conflicts implements ApiName {
                /** Counts the document and continues: the other client used the pipeline, or the next backfill finds the document. */
                PROCEED,
                ABORT;

                public static Conflicts of(String value) {
                    return ParameterCheck.choice("conflicts", value, values());
                }
            }

            public BackfillOptions {
                if (slices < AUTO_SLICES || slices > MAX_SLICES) {
                    throw new IllegalArgumentException("[slices] must be [auto] or between [1] and [" + MAX_SLICES
                            + "], but was [" + slices + "]");
                }
                ParameterCheck.range("batch_size", batchSize, 1, MAX_BATCH_SIZE);
                BulkTaskRequest.checkSpeed(requestsPerSecond);
            }

            /** Parses the number of slices; {@code auto} is 0. */
            public static int slices(String value) {
                if (value.equals("auto")) {
                    return AUTO_SLICES;
                }
                try {
                    int slices = Integer.parseInt(value);
                    if (slices > AUTO_SLICES) {
                        return slices;
                    }
                } catch (NumberFormatException e) {
                    // the error is the same as for a number out of range
                }
                throw new IllegalArgumentException(
                        "[slices] must be [auto] or between [1] and [" + MAX_SLICES + "], but was [" + value + "]");
            }
        }
    }
}
