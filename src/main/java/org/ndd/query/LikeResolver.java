package org.ndd.query;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.boilerplate.BoilerplateStore;
import org.ndd.config.DocumentFields;
import org.ndd.config.MustAgree;
import org.ndd.config.NddThreadPools;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.pair.LargeLikes;
import org.ndd.pair.MustAgreeFetcher;
import org.ndd.pair.PageFetcher;
import org.ndd.pair.PageSource;

/**
 * Makes pages of the user's input under {@code like}, once per search and with the user's rights: documents are fetched, all with one
 * request, with the boilerplate of their sites; other pages are analyzed. Never waits.
 */
final class LikeResolver {

    private final Client client;
    private final PageFetcher fetcher;
    private final BoilerplateLookup boilerplate;
    private final MustAgreeFetcher apart;

    LikeResolver(Client client, BoilerplateStore store, DocumentFields fields, MustAgree mustAgree) {
        this.client = client;
        this.fetcher = new PageFetcher(client, fields);
        this.boilerplate = new BoilerplateLookup(store.with(client));
        this.apart = new MustAgreeFetcher(client, mustAgree);
    }

    /**
     * Makes the pages.
     *
     * @param withBoilerplate whether they are to be compared; otherwise boilerplate is not read, and the right to read it is not needed
     * @param indices those that are searched, as far as they are known
     * @param listener gets them in the same order. Pages other than documents have neither index nor boilerplate yet, and fingerprints of the
     *     default version
     */
    void resolve(
            List<PageSource> like,
            boolean withBoilerplate,
            List<String> indices,
            ActionListener<ResolvedLike> listener) {
        ActionListener<List<ComparablePage>> done = withBoilerplate
                ? listener.delegateFailureAndWrap((l, pages) -> addBoilerplate(pages, indices, l))
                : listener.map(pages -> new ResolvedLike(pages, Set.of(), Map.of()));
        List<PageSource> documents =
                like.stream().filter(PageSource::isDocument).toList();
        SubscribableListener.<List<List<List<String>>>>newForked(l -> apart.fetchAll(like, l))
                .<List<ComparablePage>>andThen((l, values) -> {
                    if (documents.isEmpty()) {
                        make(like, List.of(), values, l);
                    } else {
                        fetcher.fetchAll(
                                documents, l.delegateFailureAndWrap((l2, found) -> make(like, found, values, l2)));
                    }
                })
                .addListener(done);
    }

    /**
     * Makes the pages of the fetched documents and the given input: long ones when the search gets its turn, and on the plugin's threads.
     */
    private void make(
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

    /** Of documents, those that their index has of their sites; of other pages, those that each index has that is searched. */
    void addBoilerplate(List<ComparablePage> pages, List<String> indices, ActionListener<ResolvedLike> listener) {
        Set<IndexedSite> asked = pages.stream()
                .filter(page -> page.id() == null)
                .flatMap(page -> indices.stream()
                        .map(index -> new IndexedSite(index, page.place().site())))
                .distinct()
                .limit(ResolvedLike.MOST_ASKED)
                .collect(Collectors.toSet());
        Set<IndexedSite> all = new HashSet<>(asked);
        pages.forEach(page -> all.add(page.place()));
        boilerplate.load(all, listener.map(found -> {
            List<ComparablePage> complete = pages.stream()
                    .map(page -> page.with(found.get(page.place())))
                    .toList();
            found.keySet().retainAll(asked);
            return new ResolvedLike(complete, asked, found);
        }));
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
