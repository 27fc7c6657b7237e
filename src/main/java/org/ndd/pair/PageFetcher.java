package org.ndd.pair;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.get.MultiGetResponse;
import org.elasticsearch.action.search.MultiSearchRequest;
import org.elasticsearch.action.search.MultiSearchResponse;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageParameters;
import org.ndd.config.DocumentFields;
import org.ndd.config.MustAgree;
import org.ndd.core.fingerprint.FingerprintParameters;

/** Makes pages from the documents that users name, with the rights of the client's user, and from pages that are given whole. */
public final class PageFetcher {

    private final Client client;
    private final Supplier<ClusterState> state;
    private final DocumentFields fields;

    /**
     * @param client fetches documents
     * @param state the cluster state
     * @param fields of the processor
     */
    public PageFetcher(Client client, Supplier<ClusterState> state, DocumentFields fields) {
        this.client = client;
        this.state = state;
        this.fields = fields;
    }

    /**
     * Fetches a document.
     *
     * @param listener gets {@link ResourceNotFoundException} (404) if it does not exist and {@link IllegalArgumentException} (400) if it
     *     lacks the fields of the processor
     */
    public void fetch(PageSource source, ActionListener<ComparablePage> listener) {
        fetchAll(List.of(source), listener.map(pages -> pages.get(0)));
    }

    /**
     * Fetches documents with one request, and one more for those whose index is an alias of several or a data stream: a get cannot name
     * these, so they are searched, and not seen before a refresh.
     *
     * @param sources at least one
     * @param listener gets the pages in the same order, or the error of the first page that cannot be fetched, see {@link #fetch};
     *     {@link IllegalArgumentException} (400) if a document is in several indices
     */
    public void fetchAll(List<PageSource> sources, ActionListener<List<ComparablePage>> listener) {
        PageSources made = new PageSources(state, fields);
        MultiGetRequest request = new MultiGetRequest();
        for (PageSource source : sources) {
            request.add(new MultiGetRequest.Item(source.index(), source.id())
                    .routing(source.routing())
                    .fetchSourceContext(FetchSourceContext.of(true, made.parts(source.index()), null)));
        }
        client.multiGet(request, listener.delegateFailureAndWrap((l, response) -> {
            List<PageSource> several = new ArrayList<>();
            for (int i = 0; i < sources.size(); i++) {
                if (mayBeSeveral(response.getResponses()[i])) {
                    several.add(sources.get(i));
                }
            }
            SubscribableListener.<Map<PageSource, ComparablePage>>newForked(m -> search(several, m))
                    .<List<ComparablePage>>andThen((m, found) -> client.threadPool()
                            .executor(ThreadPool.Names.SEARCH_COORDINATION)
                            .execute(ActionRunnable.supply(m, () -> pages(sources, response, made, found))))
                    .addListener(l);
        }));
    }

    /** Whether a get failed because the name is not that of one index; or because it does not exist, which a search reports as well. */
    private static boolean mayBeSeveral(MultiGetItemResponse item) {
        if (item.isFailed() == false) {
            return false;
        }
        Throwable failure = ExceptionsHelper.unwrapCause(item.getFailure().getFailure());
        return failure instanceof IllegalArgumentException || failure instanceof IndexNotFoundException;
    }

    private void search(List<PageSource> several, ActionListener<Map<PageSource, ComparablePage>> listener) {
        Map<PageSource, ComparablePage> found = new HashMap<>();
        if (several.isEmpty()) {
            listener.onResponse(found);
            return;
        }
        MultiSearchRequest request = new MultiSearchRequest();
        for (PageSource source : several) {
            request.add(new SearchRequest(source.index())
                    .routing(source.routing())
                    .allowPartialSearchResults(false)
                    .source(new SearchSourceBuilder()
                            .query(QueryBuilders.idsQuery().addIds(source.id()))
                            .size(2)
                            .fetchSource(false)
                            .ext(List.of(new PageRequest(fields, MustAgree.NONE, PageRequest.Part.TEXT)))));
        }
        client.multiSearch(request, listener.delegateFailureAndWrap((l, response) -> {
            int i = 0;
            for (MultiSearchResponse.Item item : response.getResponses()) {
                PageSource source = several.get(i++);
                if (item.isFailure()) {
                    throw item.getFailure();
                }
                found.put(source, page(source, item.getResponse().getHits().getHits()));
            }
            l.onResponse(found);
        }));
    }

    private ComparablePage page(PageSource source, SearchHit[] hits) {
        if (hits.length == 0) {
            throw missing(source);
        }
        if (hits.length > 1) {
            throw new IllegalArgumentException("[_id] must be that of one document of [" + source.index()
                    + "], but was [" + source.id() + "], which is in [" + hits[0].getIndex() + "] and ["
                    + hits[1].getIndex() + "]: name one of them as [_index]");
        }
        return PageRequest.page(fields, hits[0]);
    }

    /** @param found by a search */
    private static List<ComparablePage> pages(
            List<PageSource> sources,
            MultiGetResponse response,
            PageSources made,
            Map<PageSource, ComparablePage> found)
            throws Exception {
        List<ComparablePage> pages = new ArrayList<>(sources.size());
        for (int i = 0; i < sources.size(); i++) {
            MultiGetItemResponse item = response.getResponses()[i];
            PageSource source = sources.get(i);
            if (found.containsKey(source)) {
                pages.add(found.get(source));
            } else if (item.isFailed()) {
                throw item.getFailure().getFailure();
            } else {
                pages.add(page(source, item.getResponse(), made));
            }
        }
        return pages;
    }

    private static ComparablePage page(PageSource source, GetResponse response, PageSources made) {
        if (response.isExists() == false) {
            throw missing(source);
        }
        Map<String, Object> stored = response.isSourceEmpty() ? Map.of() : response.getSourceAsMap();
        return made.page(response.getIndex(), source.id(), stored);
    }

    private static ResourceNotFoundException missing(PageSource source) {
        return new ResourceNotFoundException("document [{}] of index [{}] does not exist", source.id(), source.index());
    }

    /**
     * A page that is given whole. Linear in it.
     *
     * @param source no document
     * @param index concrete index that boilerplate is looked up in, or null
     * @param fingerprints how its fingerprints are made
     */
    public static ComparablePage analyze(PageSource source, String index, FingerprintParameters fingerprints) {
        PageParameters parameters = new PageParameters(
                fingerprints, source.page().content().readFormat(), PageParameters.DEFAULT_MAX_BYTES);
        PageAnalysis page = new PageAnalyzer(parameters).analyze(source.page().input());
        return new ComparablePage(
                new IndexedSite(index, page.site()), null, page.text(), page.title(), fingerprints.version());
    }
}
