package org.ndd.inspect;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.bulk.Batches;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.BodyFields;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentName;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Relation;
import org.ndd.inspect.PairEvaluator.Calibration;
import org.ndd.inspect.PairEvaluator.LabeledPair;
import org.ndd.inspect.PairEvaluator.RelationCounts;
import org.ndd.inspect.Sweep.Curve;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.pair.BreakerMemory;
import org.ndd.pair.ContributionFormat;
import org.ndd.pair.Deadline;

/**
 * Judges labeled pairs in small batches, so that few texts are in memory at the same time. Fetches the documents of a batch and the
 * boilerplate of their sites with the rights of the user, and compares them on the threads of the plugin.
 *
 * <p>{@code POST /{index}/_ndd/evaluate}. Requires {@code read} on the index and on its index of boilerplate, if it has one.
 */
public final class EvaluateAction extends BodyAction<EvaluateAction.Request, EvaluateAction.Response> {

    public static final ActionType<BodyResponse<Response>> TYPE = new ActionType<>("indices:data/read/ndd/evaluate");

    /** Number of pairs per batch. Each pair has two documents, each with a maximum of a million characters. */
    private static final int BATCH_SIZE = 8;

    private final BoilerplateRegistry registry;

    @Inject
    public EvaluateAction(ActionServices action, BoilerplateRegistry registry) {
        super(TYPE, action);
        this.registry = registry;
    }

    @Override
    protected void respond(CancellableTask task, Request request, ActionListener<Response> listener) {
        Deadline deadline = new Deadline(task, request.timeout, "the pairs were not judged", "send fewer");
        DocumentSearch documents =
                new DocumentSearch(new BoilerplateLookup(registry, services.clientOf(task)), request);
        PairEvaluator evaluator = new PairEvaluator(
                request.options.similarity(), request.size, new BreakerMemory(services.breaker()), deadline::check);
        ActionListener.run(deadline.enforce(services.threads(), taskManager, listener), enforced -> {
            List<String> indices = List.of(
                    services.resolver().concreteIndexNames(services.cluster().state(), request));
            documents.loadDecisions(indices, enforced.delegateFailureAndWrap((l, valid) -> {
                List<LabeledPair> labels = new ArrayList<>(request.pairs);
                // decisions of people that apply to the current texts are labels, too
                valid.all().forEach(decision -> labels.add(LabeledPair.of(decision)));
                Batches.forEach(
                        labels,
                        BATCH_SIZE,
                        1,
                        (batch, m) -> judge(batch, documents, evaluator, m),
                        l.map(judged -> evaluator.response(request.unlabeled)));
            }));
        });
    }

    private void judge(
            List<LabeledPair> pairs, DocumentSearch documents, PairEvaluator evaluator, ActionListener<Void> listener) {
        TreeSet<DocumentName> names = new TreeSet<>();
        for (LabeledPair pair : pairs) {
            names.add(pair.a());
            names.add(pair.b());
        }
        documents.fetch(
                names,
                listener.delegateFailureAndWrap((l, pages) -> services.fork(l, m -> {
                    pairs.forEach(pair -> evaluator.add(pair, pages));
                    m.onResponse(null);
                })));
    }

    /**
     * A request to evaluate the verdicts on labeled pairs of documents, with the parameters of the comparison. The curve also contains
     * their threshold.
     */
    public static final class Request extends PairsRequest {

        static final int MAX_PAIRS = 10_000;

        private static final ObjectParser<EvaluateBody, Void> PARSER =
                new ObjectParser<>("evaluate", EvaluateBody::new);

        static {
            BodyFields.declareObjects(
                    PARSER, (b, value) -> b.pairs = value, LabeledPair::fromXContent, new ParseField("pairs"));
            Body.declareFields(PARSER);
        }

        final List<LabeledPair> pairs;
        final int unlabeled;

        /**
         * @param pairs 1 to 10,000
         * @param unlabeled number of additional pairs without a label
         * @param size maximum number of returned pairs whose verdict differs from their label, 0 to 1,000
         */
        Request(
                String index,
                List<LabeledPair> pairs,
                int unlabeled,
                ComparisonOptions options,
                int size,
                TimeValue timeout) {
            super(index, options, size, 0, timeout);
            if (pairs.isEmpty() && options.decisionsIndex() == null || pairs.size() > MAX_PAIRS) {
                throw new IllegalArgumentException("[pairs] must be between [1] and [" + MAX_PAIRS
                        + "] labeled pairs, but was [" + pairs.size() + "]");
            }
            pairs.forEach(LabeledPair::check);
            this.pairs = List.copyOf(pairs);
            this.unlabeled = unlabeled;
        }

        /**
         * @param timeout maximum duration; after it the request fails
         * @throws IllegalArgumentException for an unknown key or a value out of its range
         */
        public static Request fromXContent(String index, TimeValue timeout, XContentParser parser) {
            EvaluateBody body = PARSER.apply(parser, null);
            List<LabeledPair> labeled =
                    body.pairs.stream().filter(Objects::nonNull).toList();
            int unlabeled = body.pairs.size() - labeled.size();
            return new Request(index, labeled, unlabeled, body.options.build(), body.size, timeout);
        }

        @Override
        public String getDescription() {
            return pairs.size() + " pairs";
        }

        private static final class EvaluateBody extends Body {

            private List<LabeledPair> pairs = List.of();

            EvaluateBody() {
                super(100);
            }
        }
    }

    /**
     * Reports the agreement of verdicts and labels, for the requested parameters and for other thresholds.
     *
     * @param relations counts of pairs by relation, with the requested parameters
     * @param calibration calibration of the confidences with these parameters
     * @param ignored pairs that were not judged
     * @param notCandidates labeled duplicates that share no fingerprint, so neither is a candidate of the other
     * @param curve agreement at other thresholds
     * @param wrong pairs whose verdict differs from their label, in the given order, up to the requested number
     */
    public record Response(
            RelationCounts relations,
            Calibration calibration,
            IgnoredPairs ignored,
            int notCandidates,
            Curve curve,
            List<WrongPair> wrong)
            implements ToXContentObject {

        public Response {
            wrong = List.copyOf(wrong);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject();
            builder.field("pairs", confusion().pairs());
            builder.field("skipped", ignored.skipped());
            builder.field("unlabeled", ignored.unlabeled());
            builder.field("unreachable", notCandidates);
            builder.xContentList("missing", ignored.missing());
            confusion().toXContent(builder);
            relations.toXContent(builder);
            calibration.toXContent(builder);
            curve.toXContent(builder);
            builder.xContentList("errors", wrong);
            return builder.endObject();
        }

        /** Returns the counts for the requested parameters. Near-duplicates count as judged duplicates. */
        Confusion confusion() {
            return relations.atLeast(Relation.NEAR);
        }

        /**
         * Pairs that were not judged.
         *
         * @param skipped number of pairs with a document that is missing, or that the user has no right to see
         * @param missing names of several of these documents
         * @param unlabeled number of pairs without a label
         */
        record IgnoredPairs(int skipped, List<DocumentName> missing, int unlabeled) {

            IgnoredPairs {
                missing = List.copyOf(missing);
            }
        }

        /**
         * A pair whose verdict differs from its label.
         *
         * @param comparison comparison of the two documents, whose result contradicts the label
         */
        record WrongPair(LabeledPair pair, Comparison comparison) implements ToXContentObject {

            @Override
            public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
                builder.startObject();
                builder.field("a", pair.a());
                builder.field("b", pair.b());
                builder.field("duplicate", pair.duplicate());
                builder.field("similar", comparison.similar());
                ContributionFormat.verdict(comparison, builder);
                ContributionFormat.overlap(comparison, builder);
                return builder.endObject();
            }
        }
    }
}
