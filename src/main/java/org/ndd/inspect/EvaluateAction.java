package org.ndd.inspect;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.bulk.Batches;
import org.ndd.config.ActionServices;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyResponse;
import org.ndd.config.DocumentName;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.pair.BreakerMemory;
import org.ndd.pair.Deadline;

/**
 * Judges labeled pairs in small batches, so that few texts are in memory at the same time. Fetches the documents of a batch and the
 * boilerplate of their sites with the rights of the user, and compares them on the threads of the plugin.
 *
 * <p>{@code POST /{index}/_ndd/evaluate}. Requires {@code read} on the index and on its index of boilerplate, if it has one.
 */
public final class EvaluateAction extends BodyAction<EvaluateRequest, EvaluateResponse> {

    public static final ActionType<BodyResponse<EvaluateResponse>> TYPE =
            new ActionType<>("indices:data/read/ndd/evaluate");

    /** Number of pairs per batch. Each pair has two documents, each with a maximum of a million characters. */
    private static final int BATCH_SIZE = 8;

    private final BoilerplateRegistry registry;

    @Inject
    public EvaluateAction(ActionServices action, BoilerplateRegistry registry) {
        super(TYPE, action);
        this.registry = registry;
    }

    @Override
    protected void respond(CancellableTask task, EvaluateRequest request, ActionListener<EvaluateResponse> listener) {
        Run run = new Run(task, request, listener);
        ActionListener.run(run.listener, l -> run.start());
    }

    /** One evaluation in progress. */
    private final class Run {

        private final EvaluateRequest request;
        private final ActionListener<EvaluateResponse> listener;
        private final Deadline deadline;
        private final DocumentSearch documents;
        private final PairEvaluator evaluator;
        private final Client userClient;

        Run(CancellableTask task, EvaluateRequest request, ActionListener<EvaluateResponse> listener) {
            this.userClient = services.clientOf(task);
            this.request = request;
            this.deadline = new Deadline(task, request.timeout, "the pairs were not judged", "send fewer");
            this.listener = deadline.enforce(services.threads(), taskManager, listener);
            this.documents = new DocumentSearch(userClient, new BoilerplateLookup(registry, userClient), request);
            this.evaluator = new PairEvaluator(
                    request.options.similarity(), request.size, new BreakerMemory(services.breaker()), deadline::check);
        }

        /** Starts the evaluation. Adds the decisions of people that apply to the current texts to the labels. */
        void start() {
            List<String> indices = List.of(
                    services.resolver().concreteIndexNames(services.cluster().state(), request));
            documents.loadDecisions(
                    indices,
                    listener.delegateFailureAndWrap((l, valid) -> Batches.forEach(
                            Stream.concat(
                                            request.pairs.stream(),
                                            valid.all().stream().map(LabeledPair::of))
                                    .toList(),
                            BATCH_SIZE,
                            1,
                            this::judge,
                            l.map(judged -> evaluator.response(request.unlabeled)))));
        }

        private void judge(List<LabeledPair> pairs, ActionListener<Void> batchListener) {
            TreeSet<DocumentName> names = new TreeSet<>();
            for (LabeledPair pair : pairs) {
                names.add(pair.a());
                names.add(pair.b());
            }
            documents.fetch(
                    names,
                    batchListener.delegateFailureAndWrap((l, pages) -> services.fork(l, l2 -> {
                        for (LabeledPair pair : pairs) {
                            deadline.check();
                            evaluator.add(pair, pages);
                        }
                        l2.onResponse(null);
                    })));
        }
    }
}
