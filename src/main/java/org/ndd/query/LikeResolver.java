package org.ndd.query;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.config.ApartBy;
import org.ndd.config.DocumentFields;
import org.ndd.core.compare.ApartKeys;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.pair.ApartFetcher;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.pair.PageFetcher;
import org.ndd.pair.PageSource;
import org.ndd.pair.TemplateLookup;
import org.ndd.template.TemplateStore;

/**
 * Makes pages of what the user wrote under {@code like}, once a search and with the user's rights: documents are
 * fetched with the templates of their sites, other pages are analysed. Never waits.
 */
final class LikeResolver {

    private final Client client;
    private final PageFetcher fetcher;
    private final TemplateLookup templates;
    private final ApartFetcher apart;

    LikeResolver(Client client, TemplateStore store, DocumentFields fields, ApartBy apartBy) {
        this.client = client;
        this.fetcher = new PageFetcher(client, fields);
        this.templates = new TemplateLookup(store.with(client));
        this.apart = new ApartFetcher(client, apartBy);
    }

    /**
     * Makes the pages.
     *
     * @param withTemplates whether they are to be compared; else nothing of the templates is read, nor the right to it needed
     * @param listener gets them in the same order. Those that are no documents have neither index nor template yet, and
     *     fingerprints of the default version
     */
    void resolve(List<PageSource> like, boolean withTemplates, ActionListener<List<ComparablePage>> listener) {
        resolveFrom(
                like,
                new ArrayList<>(like.size()),
                withTemplates ? listener.delegateFailureAndWrap(this::addTemplates) : listener);
    }

    private void resolveFrom(
            List<PageSource> like, List<ComparablePage> found, ActionListener<List<ComparablePage>> listener) {
        if (found.size() == like.size()) {
            listener.onResponse(found);
            return;
        }
        PageSource next = like.get(found.size());
        ActionListener<ComparablePage> added = listener.delegateFailureAndWrap((l, page) ->
                apart.fetch(next, l.delegateFailureAndWrap((rest, values) -> {
                    found.add(page.withApart(ApartKeys.of(values)));
                    resolveFrom(like, found, rest);
                })));
        if (next.isDocument()) {
            fetcher.fetch(next, added);
        } else {
            client.threadPool()
                    .executor(ThreadPool.Names.SEARCH_COORDINATION)
                    .execute(ActionRunnable.supply(
                            added, () -> PageFetcher.analyze(next, null, FingerprintParameters.BALANCED)));
        }
    }

    private void addTemplates(ActionListener<List<ComparablePage>> listener, List<ComparablePage> pages) {
        Set<IndexedSite> places = new HashSet<>();
        pages.forEach(page -> places.add(page.place()));
        templates.load(
                places,
                listener.map(known -> pages.stream()
                        .map(page -> page.with(known.get(page.place())))
                        .toList()));
    }
}
