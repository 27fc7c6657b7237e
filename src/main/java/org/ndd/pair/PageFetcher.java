package org.ndd.pair;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.get.MultiGetResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageParameters;
import org.ndd.config.DocumentFields;
import org.ndd.core.fingerprint.FingerprintParameters;

/** Makes pages of what users name: documents with the rights of the client's user, and pages that are given whole. */
public final class PageFetcher {

    private final Client client;
    private final DocumentFields fields;

    /**
     * @param client fetches documents
     * @param fields what the processor wrote
     */
    public PageFetcher(Client client, DocumentFields fields) {
        this.client = client;
        this.fields = fields;
    }

    /**
     * Fetches a document.
     *
     * @param listener gets {@link ResourceNotFoundException} (404) where it does not exist and {@link
     *     IllegalArgumentException} (400) where it lacks what the processor writes
     */
    public void fetch(PageSource source, ActionListener<ComparablePage> listener) {
        fetchAll(List.of(source), listener.map(pages -> pages.get(0)));
    }

    /**
     * Fetches documents with one request.
     *
     * @param sources at least one
     * @param listener gets the pages in the same order, or what is wrong with the first that cannot be had, see {@link #fetch}
     */
    public void fetchAll(List<PageSource> sources, ActionListener<List<ComparablePage>> listener) {
        MultiGetRequest request = new MultiGetRequest();
        for (PageSource source : sources) {
            request.add(new MultiGetRequest.Item(source.index(), source.id())
                    .routing(source.routing())
                    .fetchSourceContext(FetchSourceContext.of(true, SourcePage.fields(fields), null)));
        }
        client.multiGet(
                request,
                listener.delegateFailureAndWrap((l, response) -> client.threadPool()
                        .executor(ThreadPool.Names.SEARCH_COORDINATION)
                        .execute(ActionRunnable.supply(l, () -> pages(sources, response)))));
    }

    private List<ComparablePage> pages(List<PageSource> sources, MultiGetResponse response) throws Exception {
        List<ComparablePage> pages = new ArrayList<>(sources.size());
        for (int i = 0; i < sources.size(); i++) {
            MultiGetItemResponse item = response.getResponses()[i];
            if (item.isFailed()) {
                throw item.getFailure().getFailure();
            }
            pages.add(page(sources.get(i), item.getResponse()));
        }
        return pages;
    }

    private ComparablePage page(PageSource source, GetResponse response) {
        if (response.isExists() == false) {
            throw new ResourceNotFoundException(
                    "document [{}] of index [{}] does not exist", source.id(), source.index());
        }
        Map<String, Object> stored = response.isSourceEmpty() ? Map.of() : response.getSourceAsMap();
        return SourcePage.of(fields, response.getIndex(), source.id(), stored);
    }

    /**
     * A page that is given whole. Linear in it.
     *
     * @param source no document
     * @param index concrete index that templates are looked up in, or null
     * @param fingerprints how its fingerprints are made
     */
    public static ComparablePage analyze(PageSource source, String index, FingerprintParameters fingerprints) {
        PageParameters parameters =
                new PageParameters(fingerprints, source.givenFormat(), PageParameters.DEFAULT_MAX_BYTES);
        PageAnalysis page = new PageAnalyzer(parameters).analyze(source.given());
        return new ComparablePage(
                new IndexedSite(index, page.site()), null, page.text(), page.title(), fingerprints.version());
    }
}
