package org.ndd.compare;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.HandledTransportAction;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.core.CheckedSupplier;
import org.elasticsearch.index.Index;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageParameters;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.config.FingerprintOptions;
import org.ndd.config.NddThreadPools;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.Reason;
import org.ndd.core.compare.TextDiff;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.template.SiteTemplate;
import org.ndd.template.TemplateStore;

/**
 * Compares two sides: fetches those that are documents, analyses the others with the parameters of the document beside
 * them, looks up the templates of their sites, and compares on the plugin's own threads.
 */
public final class TransportCompareAction extends HandledTransportAction<CompareRequest, CompareResponse> {

    private final ThreadPool threadPool;
    private final ClusterService clusterService;
    private final IndexNameExpressionResolver resolver;
    private final Client client;
    private final TemplateStore templates;

    @Inject
    public TransportCompareAction(
            TransportService transportService,
            ActionFilters filters,
            ThreadPool threadPool,
            ClusterService clusterService,
            IndexNameExpressionResolver resolver,
            Client client,
            TemplateStore templates) {
        super(
                CompareAction.TYPE.name(),
                transportService,
                filters,
                CompareRequest::new,
                EsExecutors.DIRECT_EXECUTOR_SERVICE);
        this.threadPool = threadPool;
        this.clusterService = clusterService;
        this.resolver = resolver;
        this.client = client;
        this.templates = templates;
    }

    @Override
    protected void doExecute(Task task, CompareRequest request, ActionListener<CompareResponse> listener) {
        new Run((CancellableTask) task, request).start(listener);
    }

    /** One comparison on its way; each step sets what the next needs. */
    private final class Run {

        private final CancellableTask task;
        private final CompareRequest request;
        private final DocumentFetcher documents;
        private final TemplateStore store;
        private ComparedPage a;
        private ComparedPage b;
        private SiteTemplate templateOfA;
        private SiteTemplate templateOfB;

        Run(CancellableTask task, CompareRequest request) {
            Client own = new ParentTaskAssigningClient(client, clusterService.localNode(), task);
            this.task = task;
            this.request = request;
            this.documents = new DocumentFetcher(own, request.fields());
            this.store = templates.with(own);
        }

        void start(ActionListener<CompareResponse> listener) {
            SubscribableListener.<ComparedPage>newForked(l -> fetch(request.a(), l))
                    .<ComparedPage>andThen((l, page) -> {
                        a = page;
                        fetch(request.b(), l);
                    })
                    .<Void>andThen((l, page) -> {
                        b = page;
                        onOwnThread(l, this::analyzeRest);
                    })
                    .<Map<String, SiteTemplate>>andThen((l, ignored) -> load(a, l))
                    .<Map<String, SiteTemplate>>andThen((l, found) -> {
                        templateOfA = a.site() == null ? null : found.get(a.site());
                        load(b, l);
                    })
                    .<CompareResponse>andThen((l, found) -> {
                        templateOfB = b.site() == null ? null : found.get(b.site());
                        onOwnThread(l, this::compare);
                    })
                    .addListener(listener);
        }

        private <T> void onOwnThread(ActionListener<T> listener, CheckedSupplier<T, Exception> work) {
            threadPool.executor(NddThreadPools.WORK).execute(ActionRunnable.supply(listener, () -> {
                task.ensureNotCancelled();
                return work.get();
            }));
        }

        /** A side that is a document; null for one that is to be analysed. */
        private void fetch(CompareSide side, ActionListener<ComparedPage> listener) {
            if (side.isDocument()) {
                documents.fetch(side, listener);
            } else {
                listener.onResponse(null);
            }
        }

        private Void analyzeRest() {
            a = a == null ? analyze(request.a(), likeThoseOf(b)) : a;
            b = b == null ? analyze(request.b(), likeThoseOf(a)) : b;
            return null;
        }

        private FingerprintParameters likeThoseOf(ComparedPage other) {
            return other == null ? FingerprintParameters.BALANCED : FingerprintOptions.fromVersion(other.version());
        }

        private ComparedPage analyze(CompareSide side, FingerprintParameters fingerprints) {
            Format format = side.html() == null ? Format.TEXT : Format.HTML;
            PageAnalyzer analyzer =
                    new PageAnalyzer(new PageParameters(fingerprints, format, PageParameters.DEFAULT_MAX_BYTES));
            PageAnalysis page = analyzer.analyze(side.html() == null ? side.text() : side.html(), side.url());
            return new ComparedPage(
                    concreteIndex(),
                    null,
                    page.text(),
                    page.site(),
                    fingerprints.version(),
                    new LinkedHashSet<>(page.fingerprintTerms()));
        }

        /** The index of the path, where templates of pages that are given whole are looked up. */
        private String concreteIndex() {
            if (request.index() == null) {
                return null;
            }
            Index[] indices = resolver.concreteIndices(
                    clusterService.state(), IndicesOptions.strictSingleIndexNoExpandForbidClosed(), request.index());
            return indices[0].getName();
        }

        private void load(ComparedPage page, ActionListener<Map<String, SiteTemplate>> listener) {
            if (page.index() == null || page.site() == null) {
                listener.onResponse(Map.of());
            } else {
                store.load(page.index(), List.of(page.site()), listener);
            }
        }

        private CompareResponse compare() {
            PageText pageA = new PageText(a.text(), a.site(), templateOfA);
            PageText pageB = new PageText(b.text(), b.site(), templateOfB);
            PairComparator comparator = new PairComparator(request.similarity());
            Comparison comparison = a.isAbove(b)
                    ? comparator.explain(pageA, pageB, task::ensureNotCancelled)
                    : ComparisonWire.swapped(comparator.explain(pageB, pageA, task::ensureNotCancelled));
            FingerprintCounts fingerprints = FingerprintCounts.of(a, b);
            boolean neverCandidates =
                    Objects.equals(fingerprints.shared(), 0) && comparison.reason() != Reason.IDENTICAL;
            return new CompareResponse(
                    comparison.similar() && neverCandidates
                            ? comparison.rejected(Reason.NO_SHARED_FINGERPRINT)
                            : comparison,
                    fingerprints,
                    request.diff() ? TextDiff.of(a.text(), b.text(), task::ensureNotCancelled) : null);
        }
    }
}
