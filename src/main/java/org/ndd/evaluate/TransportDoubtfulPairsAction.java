package org.ndd.evaluate;

import java.util.List;
import org.elasticsearch.ElasticsearchTimeoutException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.HandledTransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.index.Index;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.ndd.config.MappingCheck;
import org.ndd.config.NddThreadPools;
import org.ndd.pair.BreakerMemory;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PairJudge;
import org.ndd.pair.SeenFields;
import org.ndd.pair.TemplateLookup;
import org.ndd.template.TemplateStore;

/**
 * Looks at documents chosen at random, one by one: fetches those that share most with one, judges each pair, and keeps the most doubtful. A
 * run would know only pairs that it has put into one group; what is missed is as worth a label.
 */
public final class TransportDoubtfulPairsAction
        extends HandledTransportAction<DoubtfulPairsRequest, DoubtfulPairsResponse> {

    /** Documents that one is compared with: as many texts are held at a time, of a million characters at most. */
    private static final int NEIGHBOURS = 8;

    private final ThreadPool threadPool;
    private final ClusterService clusterService;
    private final IndexNameExpressionResolver resolver;
    private final IndicesService indicesService;
    private final Client client;
    private final TemplateStore templates;
    private final BreakerMemory memory;

    @Inject
    public TransportDoubtfulPairsAction(
            TransportService transportService,
            ActionFilters filters,
            ThreadPool threadPool,
            ClusterService clusterService,
            IndexNameExpressionResolver resolver,
            IndicesService indicesService,
            Client client,
            TemplateStore templates,
            BreakerMemory memory) {
        super(
                DoubtfulPairsAction.TYPE.name(),
                transportService,
                filters,
                DoubtfulPairsRequest::new,
                EsExecutors.DIRECT_EXECUTOR_SERVICE);
        this.threadPool = threadPool;
        this.clusterService = clusterService;
        this.resolver = resolver;
        this.indicesService = indicesService;
        this.client = client;
        this.templates = templates;
        this.memory = memory;
    }

    @Override
    protected void doExecute(Task task, DoubtfulPairsRequest request, ActionListener<DoubtfulPairsResponse> listener) {
        ActionListener.run(listener, l -> {
            ClusterState state = clusterService.state();
            Index[] indices = resolver.concreteIndices(state, request);
            for (Index index : indices) {
                String field = request.fields().parent();
                MappingCheck.check(state.metadata().getIndexSafe(index), field);
                SeenFields.check(
                        index.getName(), field, indicesService.getFieldFilter().apply(index.getName()));
            }
            new Run((CancellableTask) task, request, indices.length > 1, l).start();
        });
    }

    /** One request on its way. */
    private final class Run {

        private final CancellableTask task;
        private final DoubtfulPairsRequest request;
        private final boolean several;
        private final ActionListener<DoubtfulPairsResponse> listener;
        private final DocumentSearch documents;
        private final TemplateLookup lookup;
        private final PairJudge judge;
        private final DoubtfulPairs pairs;
        private final long end;

        /** @param several whether the request is over several indices, so that an id may be that of several documents */
        Run(
                CancellableTask task,
                DoubtfulPairsRequest request,
                boolean several,
                ActionListener<DoubtfulPairsResponse> listener) {
            Client own = new ParentTaskAssigningClient(client, clusterService.localNode(), task);
            this.task = task;
            this.request = request;
            this.several = several;
            this.listener = listener;
            this.documents = new DocumentSearch(own, request, request.fields());
            this.lookup = new TemplateLookup(templates.with(own));
            this.judge = new PairJudge(request.similarity(), memory);
            this.pairs = new DoubtfulPairs(request.size());
            this.end = System.nanoTime() + request.timeout().nanos();
        }

        private void ensureGoingOn() {
            task.ensureNotCancelled();
            if (System.nanoTime() - end > 0) {
                throw new ElasticsearchTimeoutException("the documents were not looked at within [" + request.timeout()
                        + "]: raise [timeout] or lower [sample]");
            }
        }

        void start() {
            documents.sample(
                    request.query(),
                    request.sample(),
                    request.seed(),
                    listener.delegateFailureAndWrap((l, names) -> next(names, 0)));
        }

        private void next(List<DocumentName> names, int at) {
            if (at == names.size()) {
                listener.onResponse(new DoubtfulPairsResponse(names.size(), pairs.judged(), pairs.best()));
                return;
            }
            ensureGoingOn();
            documents.fetch(List.of(names.get(at)), listener.delegateFailureAndWrap((l, found) -> {
                if (found.isEmpty()) {
                    goOn(names, at, null, List.of());
                } else {
                    look(names, at, found.get(names.get(at)));
                }
            }));
        }

        private void look(List<DocumentName> names, int at, ComparablePage page) {
            lookup.complete(
                    List.of(page),
                    listener.delegateFailureAndWrap((l, own) -> documents.neighbours(
                            own.get(0),
                            NEIGHBOURS,
                            l.delegateFailureAndWrap((l2, found) -> lookup.complete(
                                    found,
                                    l2.delegateFailureAndWrap((l3, others) -> goOn(names, at, own.get(0), others)))))));
        }

        private void goOn(List<DocumentName> names, int at, ComparablePage page, List<ComparablePage> others) {
            threadPool.executor(NddThreadPools.REQUEST).execute(ActionRunnable.wrap(listener, l -> {
                for (ComparablePage other : others) {
                    ensureGoingOn();
                    if (pairs.isNew(name(page), name(other))) {
                        double confidence =
                                judge.judge(page, other, this::ensureGoingOn).confidence();
                        pairs.add(name(page), name(other), confidence);
                    }
                }
                next(names, at + 1);
            }));
        }

        private DocumentName name(ComparablePage page) {
            return new DocumentName(several ? page.place().index() : null, page.id());
        }
    }
}
