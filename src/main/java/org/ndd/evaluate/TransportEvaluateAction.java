package org.ndd.evaluate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.elasticsearch.ElasticsearchTimeoutException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.HandledTransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.ndd.config.NddThreadPools;
import org.ndd.pair.BreakerMemory;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.TemplateLookup;
import org.ndd.template.TemplateStore;

/**
 * Judges labelled pairs in small batches, so that few texts are held at a time: fetches the documents of a batch and the templates of their
 * sites with the user's rights, and compares on the plugin's own threads.
 */
public final class TransportEvaluateAction extends HandledTransportAction<EvaluateRequest, EvaluateResponse> {

    /** Two documents each, of a million characters at most. */
    private static final int BATCH = 8;

    private final ThreadPool threadPool;
    private final ClusterService clusterService;
    private final Client client;
    private final TemplateStore templates;
    private final BreakerMemory memory;

    @Inject
    public TransportEvaluateAction(
            TransportService transportService,
            ActionFilters filters,
            ThreadPool threadPool,
            ClusterService clusterService,
            Client client,
            TemplateStore templates,
            BreakerMemory memory) {
        super(
                EvaluateAction.TYPE.name(),
                transportService,
                filters,
                EvaluateRequest::new,
                EsExecutors.DIRECT_EXECUTOR_SERVICE);
        this.threadPool = threadPool;
        this.clusterService = clusterService;
        this.client = client;
        this.templates = templates;
        this.memory = memory;
    }

    @Override
    protected void doExecute(Task task, EvaluateRequest request, ActionListener<EvaluateResponse> listener) {
        new Run((CancellableTask) task, request, listener).batch(0);
    }

    /** One evaluation on its way. */
    private final class Run {

        private final CancellableTask task;
        private final EvaluateRequest request;
        private final ActionListener<EvaluateResponse> listener;
        private final DocumentSearch documents;
        private final TemplateLookup lookup;
        private final Tally tally;
        private final long end;

        Run(CancellableTask task, EvaluateRequest request, ActionListener<EvaluateResponse> listener) {
            Client own = new ParentTaskAssigningClient(client, clusterService.localNode(), task);
            this.task = task;
            this.request = request;
            this.listener = listener;
            this.documents = new DocumentSearch(own, request, request.fields());
            this.lookup = new TemplateLookup(templates.with(own));
            this.tally = new Tally(request.similarity(), request.size(), memory, this::ensureGoingOn);
            this.end = System.nanoTime() + request.timeout().nanos();
        }

        private void ensureGoingOn() {
            task.ensureNotCancelled();
            if (System.nanoTime() - end > 0) {
                throw new ElasticsearchTimeoutException(
                        "the pairs were not judged within [" + request.timeout() + "]: raise [timeout] or send fewer");
            }
        }

        void batch(int start) {
            List<LabelledPair> pairs = request.pairs()
                    .subList(start, Math.min(start + BATCH, request.pairs().size()));
            TreeSet<DocumentName> names = new TreeSet<>();
            for (LabelledPair pair : pairs) {
                names.add(pair.a());
                names.add(pair.b());
            }
            documents.fetch(names, listener.delegateFailureAndWrap((l, found) -> {
                List<DocumentName> known = List.copyOf(found.keySet());
                lookup.complete(
                        known.stream().map(found::get).toList(),
                        l.delegateFailureAndWrap((l2, pages) -> threadPool
                                .executor(NddThreadPools.REQUEST)
                                .execute(ActionRunnable.wrap(l2, l3 -> {
                                    judge(pairs, known, pages);
                                    next(start + pairs.size());
                                }))));
            }));
        }

        /** @param pages in the order of their names */
        private void judge(List<LabelledPair> pairs, List<DocumentName> names, List<ComparablePage> pages) {
            Map<DocumentName, ComparablePage> ready = new HashMap<>();
            for (int i = 0; i < pages.size(); i++) {
                ready.put(names.get(i), pages.get(i));
            }
            for (LabelledPair pair : pairs) {
                ensureGoingOn();
                tally.add(pair, ready);
            }
        }

        private void next(int start) {
            if (start == request.pairs().size()) {
                listener.onResponse(tally.response(request.unlabelled()));
            } else {
                batch(start);
            }
        }
    }
}
