package org.ndd.query;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.boilerplate.BoilerplateView;
import org.ndd.boilerplate.SearchBoilerplate;
import org.ndd.config.DocumentFields;
import org.ndd.config.MustAgree;
import org.ndd.config.NddThreadPools;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.LargeLikes;
import org.ndd.pair.MustAgreeFetcher;
import org.ndd.pair.PageFetcher;
import org.ndd.pair.PageSource;

/**
 * Makes pages of the user's input under {@code like}, once per search and with the user's rights: documents are fetched, all with one
 * request; other pages are analyzed. Checks that the user may read the boilerplate. Never waits.
 */
final class LikeResolver {

    private final Client client;
    private final PageFetcher fetcher;
    private final Supplier<BoilerplateRegistry> boilerplate;
    private final MustAgreeFetcher apart;

    LikeResolver(Client client, Supplier<BoilerplateRegistry> boilerplate, DocumentFields fields, MustAgree mustAgree) {
        this.client = client;
        this.fetcher = new PageFetcher(client, () -> boilerplate.get().clusterState(), fields);
        this.boilerplate = boilerplate;
        this.apart = new MustAgreeFetcher(client, fields, mustAgree);
    }

    /**
     * Makes the pages.
     *
     * @param compared whether they are compared; otherwise the privilege to read the boilerplate is not needed
     * @param indices those that are searched, as far as they are known
     * @param listener gets them in the same order. Pages other than documents have no index yet, and fingerprints of the default version
     */
    void resolve(List<PageSource> like, boolean compared, List<String> indices, ActionListener<ResolvedLike> listener) {
        ActionListener<List<ComparablePage>> done = compared
                ? listener.delegateFailureAndWrap((l, pages) -> addBoilerplate(pages, indices, l))
                : listener.map(pages -> new ResolvedLike(pages, SearchBoilerplate.of(BoilerplateView.NONE)));
        List<PageSource> documents =
                like.stream().filter(PageSource::isDocument).toList();
        SubscribableListener.<List<List<List<String>>>>newForked(l -> apart.fetchAll(like, l))
                .<List<ComparablePage>>andThen((l, values) -> {
                    if (documents.isEmpty()) {
                        createPages(like, List.of(), values, l);
                    } else {
                        fetcher.fetchAll(
                                documents,
                                l.delegateFailureAndWrap((l2, found) -> createPages(like, found, values, l2)));
                    }
                })
                .addListener(done);
    }

    /**
     * Makes the pages of the fetched documents and the given input: long ones when the search gets its turn, and on the plugin's threads.
     */
    private void createPages(
            List<PageSource> like,
            List<ComparablePage> documents,
            List<List<List<String>>> values,
            ActionListener<List<ComparablePage>> listener) {
        ThreadPool threads = client.threadPool();
        boolean large = LargeLikes.isLarge(
                like.stream().mapToLong(PageSource::givenLength).sum() + characters(documents));
        String pool = large ? NddThreadPools.SEARCH : ThreadPool.Names.SEARCH_COORDINATION;
        SubscribableListener.<Void>newForked(l -> {
                    if (large) {
                        LargeLikes.await(threads.getThreadContext(), l);
                    } else {
                        l.onResponse(null);
                    }
                })
                .<List<ComparablePage>>andThen((l, ignored) ->
                        threads.executor(pool).execute(ActionRunnable.supply(l, () -> pages(like, documents, values))))
                .addListener(listener);
    }

    /** Characters of the texts of pages. */
    static long characters(List<ComparablePage> pages) {
        return pages.stream().mapToLong(page -> page.text().length()).sum();
    }

    /** Checks the boilerplate of the indices that are searched and of those of the documents. */
    void addBoilerplate(List<ComparablePage> pages, List<String> indices, ActionListener<ResolvedLike> listener) {
        Set<String> all = new TreeSet<>(indices);
        pages.stream()
                .map(page -> page.place().index())
                .filter(Objects::nonNull)
                .forEach(all::add);
        boilerplate.get().view(client, all, listener.map(view -> new ResolvedLike(pages, SearchBoilerplate.of(view))));
    }

    /** @param documents those of the pages that are documents */
    private static List<ComparablePage> pages(
            List<PageSource> like, List<ComparablePage> documents, List<List<List<String>>> values) {
        Iterator<ComparablePage> found = documents.iterator();
        List<ComparablePage> pages = new ArrayList<>(like.size());
        for (int i = 0; i < like.size(); i++) {
            PageSource page = like.get(i);
            ComparablePage made =
                    page.isDocument() ? found.next() : PageFetcher.analyze(page, null, FingerprintParameters.BALANCED);
            pages.add(made.withApart(MustAgreeKeys.of(values.get(i))).derived());
        }
        return pages;
    }
}
