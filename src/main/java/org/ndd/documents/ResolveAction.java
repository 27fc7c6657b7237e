package org.ndd.documents;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.bulk.BulkAction;
import org.ndd.bulk.BulkAction.BulkTaskRequest;
import org.ndd.bulk.BulkAction.BulkTaskResponse;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.IndexClaims;
import org.ndd.bulk.PrivilegeProbes;
import org.ndd.config.DocumentFields;
import org.ndd.config.MatchRule;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.Relation;
import org.ndd.core.text.ParameterCheck;
import org.ndd.documents.ResolvePlanner.ResolvePlan;
import org.ndd.groups.Destination;
import org.ndd.groups.GroupQueries;

/**
 * Deletes or marks duplicates, and undoes both. Requires {@code read} and {@code write} on the pages, and {@code read} on the destination.
 * A task that writes claims its indices first.
 */
public final class ResolveAction extends BulkAction<ResolveAction.Request> {

    public static final ActionType<BulkTaskResponse> TYPE = new ActionType<>("indices:data/write/ndd/resolve");

    private final ResolvePlanner planner;
    private final IndexClaims claims;

    @Inject
    public ResolveAction(ActionServices action, IngestService ingestService) {
        super(TYPE, action);
        this.planner = new ResolvePlanner(services, ingestService);
        this.claims = new IndexClaims(services.cluster(), services.client());
    }

    @Override
    protected void check(Task task, Request request, ActionListener<Execution> listener) {
        ClusterState state = services.cluster().state();
        SubscribableListener.<Void>newForked(l -> checkNames(planner.additionalNames(request, state), l))
                .<Execution>andThen(
                        services.threads().generic(), services.threads().getThreadContext(), (l, known) -> {
                            ResolvePlan plan =
                                    planner.plan(request, services.cluster().state());
                            RunDecisions decisions = new RunDecisions(services.cluster(), plan);
                            plan.checkAccess(
                                    services.client(),
                                    l.delegateFailureAndWrap((m, allowed) -> decisions.check(
                                            services.client(),
                                            m.map(read -> new ResolveExecution(plan, decisions, services, claims)))));
                        })
                .addListener(listener);
    }

    /** @param listener fails with 403 if the user lacks the privilege to read one of these names, which may not exist */
    private void checkNames(List<String> names, ActionListener<Void> listener) {
        PrivilegeProbes probes = new PrivilegeProbes(services.client());
        names.forEach(probes::readName);
        probes.check(listener);
    }

    /** A request to delete or mark duplicates, or to undo this. */
    public static final class Request extends BulkTaskRequest {

        /** Default minimum share of a page that its canonical document must contain before the page is deleted, 0 to 1. */
        static final double DELETE_CONTAINMENT = 0.9;

        /** The target field of the processor; {@code null} for the field of the run or, without a run, for the default. */
        public final String field;
        /** The destination; {@code null} for the default destination of a single index. */
        public final String dest;
        /** The index of deleted documents; {@code null} for a new index with a generated name. */
        public final String backup;
        /** Whether documents may be restored into an index that was created again under the name of their deleted index. */
        public final boolean allowRecreatedIndex;

        public final DuplicateRule rule;

        private Request(
                String[] indices,
                Operation operation,
                Body body,
                boolean dryRun,
                double requestsPerSecond,
                boolean waitForCompletion) {
            super(indices, operation, dryRun, typedSpeed(requestsPerSecond), waitForCompletion);
            this.field = body.field == null ? null : new DocumentFields(body.field).parent();
            this.dest = body.dest;
            this.backup = body.backup;
            this.allowRecreatedIndex = body.allowRecreatedIndex;
            boolean deletes = operation == Operation.DELETE;
            Relation farthest = deletes ? Relation.SAME : MatchRule.DEFAULT_RELATION;
            double containment = deletes ? DELETE_CONTAINMENT : 0;
            this.rule = new DuplicateRule(
                    body.relation == null ? farthest : Relation.parseMinimum(body.relation),
                    body.confidence,
                    body.containment == null ? containment : body.containment);
        }

        private static final class Body {

            private static final List<String> URL_PARAMETERS =
                    List.of("dry_run", "requests_per_second", "wait_for_completion");

            private static final Map<Operation, ObjectParser<Body, Void>> PARSERS = Map.of(
                    Operation.DELETE, parser(Operation.DELETE),
                    Operation.RESTORE, parser(Operation.RESTORE),
                    Operation.MARK, parser(Operation.MARK),
                    Operation.UNMARK, parser(Operation.UNMARK));

            private String field;
            private String dest;
            private String backup;
            private boolean allowRecreatedIndex;
            private String relation;
            private double confidence;
            private Double containment;

            /** Creates a parser for the keys of an operation. It rejects the keys of other operations. */
            private static ObjectParser<Body, Void> parser(Operation operation) {
                ObjectParser<Body, Void> parser = new ObjectParser<>(
                        operation == Operation.RESTORE
                                ? "undo"
                                : operation.name().toLowerCase(Locale.ROOT),
                        Body::new);
                if (operation == Operation.DELETE || operation == Operation.MARK) {
                    Destination.declare(parser, (body, value) -> body.dest = value);
                    parser.declareString((body, value) -> body.relation = value, MatchRule.MIN_RELATION);
                    parser.declareDouble((body, value) -> body.confidence = value, SimilarityOptions.MIN_CONFIDENCE);
                    parser.declareDouble((body, value) -> body.containment = value, DuplicateRule.CONTAINMENT);
                }
                if (operation == Operation.DELETE || operation == Operation.RESTORE) {
                    parser.declareString((body, value) -> body.backup = value, new ParseField("backup"));
                }
                if (operation == Operation.RESTORE) {
                    parser.declareBoolean(
                            (body, value) -> body.allowRecreatedIndex = value, new ParseField("allow_recreated_index"));
                } else {
                    parser.declareString((body, value) -> body.field = value, new ParseField("target_field"));
                }
                for (String parameter : URL_PARAMETERS) {
                    parser.declareField(
                            (body, value) -> {
                                throw new IllegalArgumentException("[" + parameter
                                        + "] must be a parameter of the URL, but was [" + value + "] in the body");
                            },
                            (p, nothing) -> p.text(),
                            new ParseField(parameter),
                            ObjectParser.ValueType.VALUE);
                }
                return parser;
            }
        }

        /**
         * @param body body of the request; {@code null} for an empty one
         * @param dryRun whether to write no document, and only count the documents to write
         * @param requestsPerSecond maximum number of documents of the destination per second; −1 for no limit
         */
        public static Request parse(
                Operation operation,
                String[] indices,
                @Nullable XContentParser body,
                boolean dryRun,
                double requestsPerSecond,
                boolean waitForCompletion)
                throws IOException {
            Body parsed =
                    body == null ? new Body() : Body.PARSERS.get(operation).parse(body, null);
            if (operation == Operation.RESTORE && parsed.backup == null) {
                throw new IllegalArgumentException(
                        "[backup] must be the name of the index of deleted documents, but was missing");
            }
            return new Request(indices, operation, parsed, dryRun, requestsPerSecond, waitForCompletion);
        }

        @Override
        public String getDescription() {
            return operation.name().toLowerCase(Locale.ROOT) + " of duplicates in [" + String.join(",", indices())
                    + "]";
        }

        /**
         * Selects the duplicates of a run for an operation.
         *
         * @param relation farthest relation to the canonical document: {@code same} or {@code near}
         * @param confidence minimum confidence of that relation, 0 to 1
         * @param containment minimum share of the page that its canonical document contains, 0 to 1
         */
        public record DuplicateRule(Relation relation, double confidence, double containment) {

            static final ParseField CONTAINMENT = new ParseField("containment");

            public DuplicateRule {
                MatchRule.requireDuplicates(relation);
                ParameterCheck.share(SimilarityOptions.MIN_CONFIDENCE.getPreferredName(), confidence);
                ParameterCheck.share(CONTAINMENT.getPreferredName(), containment);
            }

            BoolQueryBuilder query(List<String> indices) {
                return GroupQueries.duplicates(relation, confidence, containment)
                        .filter(GroupQueries.ofIndices(indices));
            }
        }
    }
}
