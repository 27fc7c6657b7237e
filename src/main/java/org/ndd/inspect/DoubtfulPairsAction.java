package org.ndd.inspect;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.bulk.Batches;
import org.ndd.compat.Project;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.BodyFields;
import org.ndd.config.DocumentName;
import org.ndd.config.MappingCheck;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.core.text.ParameterCheck;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.pair.BreakerMemory;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.Deadline;
import org.ndd.pair.FieldVisibilityCheck;
import org.ndd.pair.PairJudge;

/**
 * Searches from randomly chosen documents, one by one: fetches the documents that share the most fingerprints, judges each pair, and keeps
 * the most doubtful pairs. The groups of a run would not suffice, because they do not contain pairs that the run missed.
 *
 * <p>{@code GET /{index}/_ndd/evaluate/pairs}. Requires {@code read} on the index and on its index of boilerplate, if it has one.
 */
public final class DoubtfulPairsAction extends BodyAction<DoubtfulPairsAction.Request, DoubtfulPairsAction.Response> {

    public static final ActionType<BodyResponse<Response>> TYPE =
            new ActionType<>("indices:data/read/ndd/evaluate/pairs");

    /**
     * Maximum number of documents with which one document is compared. It limits the number of texts in memory, each with a maximum of a
     * million characters.
     */
    private static final int MAX_NEIGHBORS = 8;

    private final BoilerplateRegistry registry;

    @Inject
    public DoubtfulPairsAction(ActionServices action, BoilerplateRegistry registry) {
        super(TYPE, action);
        this.registry = registry;
    }

    @Override
    protected void respond(CancellableTask task, Request request, ActionListener<Response> listener) {
        ActionListener.run(listener, l -> {
            ClusterState state = services.cluster().state();
            Index[] indices = services.resolver().concreteIndices(state, request);
            for (Index index : indices) {
                String field = request.options.fields().parent();
                IndexMetadata metadata = Project.of(state).getIndexSafe(index);
                MappingCheck.check(metadata, field);
                FieldVisibilityCheck.check(
                        metadata, field, services.indices().getFieldFilter().apply(index.getName()));
            }
            List<String> names = Arrays.stream(indices).map(Index::getName).toList();
            Run run = new Run(task, request, indices.length > 1);
            ActionListener.run(
                    run.deadline.enforce(services.threads(), taskManager, l), enforced -> run.start(names, enforced));
        });
    }

    private final class Run {

        private final Request request;
        private final boolean multipleIndices;
        private final Deadline deadline;
        private final DocumentSearch documents;
        private final PairJudge judge;
        private final DoubtfulPairs pairs;

        /** @param multipleIndices whether the request has several indices, so that an id may be ambiguous */
        Run(CancellableTask task, Request request, boolean multipleIndices) {
            this.request = request;
            this.multipleIndices = multipleIndices;
            this.deadline = new Deadline(task, request.timeout, "the pairs were not judged", "lower [sample]");
            this.documents = new DocumentSearch(new BoilerplateLookup(registry, services.clientOf(task)), request);
            this.judge = new PairJudge(request.options.similarity(), new BreakerMemory(services.breaker()));
            this.pairs = new DoubtfulPairs(request.size);
        }

        /** @param indices concrete indices of the request */
        void start(List<String> indices, ActionListener<Response> listener) {
            documents.loadDecisions(indices, listener.delegateFailureAndWrap((l, valid) -> {
                valid.all()
                        .forEach(decision -> pairs.exclude(
                                name(decision.a().name()), name(decision.b().name())));
                documents.sample(
                        request.query,
                        request.sample,
                        request.seed,
                        l.delegateFailureAndWrap((l2, names) -> Batches.oneByOne(
                                names,
                                this::judgeNeighbors,
                                l2.map(done -> new Response(names.size(), pairs.judged(), pairs.best())))));
            }));
        }

        private DocumentName name(DocumentName document) {
            return multipleIndices ? document : new DocumentName(null, document.id());
        }

        private void judgeNeighbors(DocumentName name, ActionListener<Void> one) {
            deadline.check();
            documents.fetch(List.of(name), one.delegateFailureAndWrap((l, found) -> {
                ComparablePage page = found.get(name);
                if (page == null) {
                    l.onResponse(null);
                } else {
                    documents.neighbors(
                            page,
                            MAX_NEIGHBORS,
                            l.delegateFailureAndWrap((l2, others) -> services.fork(l2, l3 -> {
                                others.forEach(other -> judge(page, other));
                                l3.onResponse(null);
                            })));
                }
            }));
        }

        private void judge(ComparablePage page, ComparablePage other) {
            deadline.check();
            if (pairs.isNew(name(page), name(other))) {
                double confidence = judge.judge(page, other, deadline::check).confidence();
                pairs.add(name(page), name(other), confidence);
            }
        }

        private DocumentName name(ComparablePage page) {
            return new DocumentName(multipleIndices ? page.place().index() : null, page.id());
        }
    }

    /**
     * The response: pairs to label, in the format of the evaluate API. It omits the verdicts, so that they do not influence the labels.
     *
     * @param sampled number of documents from which a search started
     * @param compared number of judged pairs
     * @param pairs pairs to label, the most doubtful first
     */
    public record Response(int sampled, int compared, List<DoubtfulPairs.Pair> pairs) implements ToXContentObject {

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject();
            builder.field("sampled", sampled);
            builder.field("compared", compared);
            builder.startArray("pairs");
            for (DoubtfulPairs.Pair pair : pairs) {
                builder.startObject()
                        .field("a", pair.a())
                        .field("b", pair.b())
                        .nullField("duplicate")
                        .endObject();
            }
            return builder.endArray().endObject();
        }
    }

    /** A request for pairs of documents to label: the pairs with the least certain verdicts. */
    public static final class Request extends PairsRequest {

        /** Maximum number of documents from which a search starts. */
        static final int MAX_SAMPLE = 2000;

        private static final ObjectParser<SampleBody, Void> PARSER = new ObjectParser<>("pairs", SampleBody::new);

        static {
            BodyFields.declareInt(PARSER, (b, value) -> b.sample = value, new ParseField("sample"));
            BodyFields.declareInt(PARSER, (b, value) -> b.seed = value, new ParseField("seed"));
            BodyFields.declareQuery(PARSER, (b, value) -> b.query = value);
            Body.declareFields(PARSER);
        }

        /** The query for the documents from which searches start; null for all documents. */
        final QueryBuilder query;

        final int sample;
        final int seed;

        private Request(String index, SampleBody body, TimeValue timeout) {
            super(index, body.options.build(), body.size, 1, timeout);
            ParameterCheck.range("sample", body.sample, 1, MAX_SAMPLE);
            this.query = body.query;
            this.sample = body.sample;
            this.seed = body.seed;
        }

        /**
         * @param timeout maximum duration; after it the request fails
         * @param body null for an empty body
         * @throws IllegalArgumentException for an unknown key or a value out of its range
         */
        public static Request fromXContent(String index, TimeValue timeout, XContentParser body) {
            return new Request(index, body == null ? new SampleBody() : PARSER.apply(body, null), timeout);
        }

        @Override
        public String getDescription() {
            return sample + " documents";
        }

        private static final class SampleBody extends Body {

            private QueryBuilder query;
            private int sample = 200;
            private int seed;

            SampleBody() {
                super(50);
            }
        }
    }

    /** Keeps the most doubtful of many pairs: the pairs whose confidence is nearest to 0.5. Used by one thread at a time. */
    static final class DoubtfulPairs {

        /**
         * Two documents, the one with the lower id first, independently of the direction of the search.
         *
         * @param confidence confidence of the verdict that they are near-duplicates
         */
        record Pair(DocumentName a, DocumentName b, double confidence) {

            static final Comparator<Pair> MOST_DOUBTFUL = Comparator.comparingDouble(
                            (Pair pair) -> Math.abs(pair.confidence - 0.5))
                    .thenComparing(Pair::a)
                    .thenComparing(Pair::b);
        }

        private final int size;
        private final Set<Set<DocumentName>> known = new HashSet<>();
        private int judged;
        private final TreeSet<Pair> best = new TreeSet<>(Pair.MOST_DOUBTFUL);

        /** @param size maximum number of pairs */
        DoubtfulPairs(int size) {
            this.size = size;
        }

        /** Excludes a pair, which is then neither judged nor kept. */
        void exclude(DocumentName one, DocumentName other) {
            known.add(Set.of(one, other));
        }

        /** Marks a pair as judged. Returns whether the pair was neither judged nor excluded before. */
        boolean isNew(DocumentName one, DocumentName other) {
            boolean isNew = known.add(Set.of(one, other));
            judged += isNew ? 1 : 0;
            return isNew;
        }

        void add(DocumentName one, DocumentName other, double confidence) {
            boolean inOrder = one.compareTo(other) < 0;
            best.add(new Pair(inOrder ? one : other, inOrder ? other : one, confidence));
            if (best.size() > size) {
                best.pollLast();
            }
        }

        int judged() {
            return judged;
        }

        /** Returns the kept pairs, the most doubtful first. */
        List<Pair> best() {
            return List.copyOf(best);
        }
    }
}
