package org.ndd.inspect;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.Index;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.bulk.Batches;
import org.ndd.compat.Project;
import org.ndd.config.ActionServices;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyResponse;
import org.ndd.config.DocumentName;
import org.ndd.config.MappingCheck;
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
public final class DoubtfulPairsAction extends BodyAction<DoubtfulPairsRequest, DoubtfulPairsAction.Response> {

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
    protected void respond(CancellableTask task, DoubtfulPairsRequest request, ActionListener<Response> listener) {
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
            Run run = new Run(task, request, indices.length > 1, l);
            ActionListener.run(run.listener, enforced -> run.start(names));
        });
    }

    /** One request in progress. */
    private final class Run {

        private final DoubtfulPairsRequest request;
        private final boolean multipleIndices;
        private final Client userClient;
        private final ActionListener<Response> listener;
        private final Deadline deadline;
        private final DocumentSearch documents;
        private final PairJudge judge;
        private final DoubtfulPairs pairs;

        /** @param multipleIndices whether the request has several indices, so that an id may be ambiguous */
        Run(
                CancellableTask task,
                DoubtfulPairsRequest request,
                boolean multipleIndices,
                ActionListener<Response> listener) {
            this.userClient = services.clientOf(task);
            this.request = request;
            this.multipleIndices = multipleIndices;
            this.deadline = new Deadline(task, request.timeout, "the pairs were not judged", "lower [sample]");
            this.listener = deadline.enforce(services.threads(), taskManager, listener);
            this.documents = new DocumentSearch(userClient, new BoilerplateLookup(registry, userClient), request);
            this.judge = new PairJudge(request.options.similarity(), new BreakerMemory(services.breaker()));
            this.pairs = new DoubtfulPairs(request.size);
        }

        /** @param indices concrete indices of the request */
        void start(List<String> indices) {
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
}
