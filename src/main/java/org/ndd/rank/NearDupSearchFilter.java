package org.ndd.rank;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.config.NodeServices;
import org.ndd.pair.SearchPermits;

/**
 * Connects the retrievers {@code near_dup} of a search, and its permit to compare long texts, with the search. Only here can a plugin
 * access the task, which is cancelled with the search, the request before its retrievers are rewritten, and the response.
 *
 * @param likes limits the number of concurrent searches with long texts
 */
public record NearDupSearchFilter(NodeServices services, BoilerplateRegistry registry, SearchPermits likes)
        implements MappedActionFilter {

    @Override
    public String actionName() {
        return TransportSearchAction.NAME;
    }

    @Override
    public <Request extends ActionRequest, Response extends ActionResponse> void apply(
            Task task,
            String action,
            Request request,
            ActionListener<Response> listener,
            ActionFilterChain<Request, Response> chain) {
        likes.search(
                services,
                (CancellableTask) task,
                request instanceof SearchRequest search && search.source() != null
                        ? search.source().timeout()
                        : null,
                listener,
                l -> start(task, action, request, l, chain));
    }

    private <Request extends ActionRequest, Response extends ActionResponse> void start(
            Task task,
            String action,
            Request request,
            ActionListener<Response> listener,
            ActionFilterChain<Request, Response> chain) {
        if (request instanceof SearchRequest search && search.source() != null) {
            List<NearDupRetrieverBuilder> retrievers = new ArrayList<>();
            find(search.source().retriever(), retrievers);
            if (retrievers.isEmpty() == false) {
                chain.proceed(
                        task, action, request, start((CancellableTask) task, search.source(), retrievers, listener));
                return;
            }
        }
        chain.proceed(task, action, request, listener);
    }

    private static void find(RetrieverBuilder retriever, List<NearDupRetrieverBuilder> found) {
        if (retriever instanceof NearDupRetrieverBuilder nearDup) {
            found.add(nearDup);
        }
        if (retriever instanceof CompoundRetrieverBuilder<?> compound) {
            compound.innerRetrievers().forEach(child -> find(child.retriever(), found));
        }
    }

    private <Response extends ActionResponse> ActionListener<Response> start(
            CancellableTask task,
            SearchSourceBuilder source,
            List<NearDupRetrieverBuilder> retrievers,
            ActionListener<Response> listener) {
        RetrieverSearch search = new RetrieverSearch(services, registry, task, source.timeout());
        retrievers.forEach(retriever -> retriever.bind(search));
        List<SearchExtBuilder> ext = new ArrayList<>(source.ext());
        ext.add(search.similarHits());
        source.ext(ext);
        OutermostSearch outermostSearch = null;
        if (source.retriever() instanceof NearDupRetrieverBuilder outermost) {
            if (source.size() < 0) {
                // otherwise compound retrievers return the whole window
                source.size(Math.min(SearchService.DEFAULT_SIZE, outermost.rankWindowSize()));
            }
            outermostSearch = new OutermostSearch(source, outermost);
            outermost.bind(outermostSearch);
        }
        return finish(search, outermostSearch, source.size(), listener);
    }

    /** Adds the warnings of a search to its response, and the total if the outermost retriever has counted it; the total may be null. */
    @SuppressWarnings("unchecked")
    private static <Response extends ActionResponse> ActionListener<Response> finish(
            RetrieverSearch search, OutermostSearch outermost, int size, ActionListener<Response> listener) {
        return listener.delegateFailureAndWrap((l, response) -> {
            if (response instanceof SearchResponse found) {
                search.warnings(size - found.getHits().getHits().length).forEach(HeaderWarning::addWarning);
                if (outermost != null && outermost.hasTotal()) {
                    ActionListener.respondAndRelease(l, (Response) outermost.withTotal(found));
                    return;
                }
            }
            l.onResponse(response);
        });
    }
}
