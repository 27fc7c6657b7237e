package org.ndd.pair;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
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
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters;
import org.ndd.bulk.CompleteSearch;
import org.ndd.compat.Project;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.config.MappingCheck;
import org.ndd.config.MustAgree;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.ingest.TargetOptions;

/** Creates pages from documents that users name, with the rights of the client's user, and from content of requests. */
public record PageFetcher(Client client, Supplier<ClusterState> state, DocumentFields fields, MustAgree mustAgree) {

    /**
     * Fetches documents with one get request. Some documents are searched, and not found before a refresh: those of aliases with several
     * indices and of data streams, which a get does not support, and those whose source lacks the text.
     *
     * @param listener receives the pages in the same order, {@code null} for content of a request. Fails with the error of the first
     *     document that cannot be fetched: {@link ResourceNotFoundException} (404) if it does not exist; {@link IllegalArgumentException}
     *     (400) if it lacks the fields of the processor or is in several indices
     */
    public void fetchAll(List<PageSource> sources, ActionListener<List<ComparablePage>> listener) {
        List<PageSource> documents =
                sources.stream().filter(PageSource::isDocument).toList();
        if (documents.isEmpty()) {
            listener.onResponse(Collections.nCopies(sources.size(), null));
            return;
        }
        PageSources made = new PageSources(state, fields);
        MultiGetRequest request = new MultiGetRequest();
        for (PageSource source : documents) {
            request.add(new MultiGetRequest.Item(source.index(), source.id())
                    .routing(source.routing())
                    .fetchSourceContext(FetchSourceContext.of(true, made.parts(source.index()), null)));
        }
        client.multiGet(
                request,
                listener.delegateFailureAndWrap((l, response) -> client.threadPool()
                        .executor(ThreadPool.Names.SEARCH_COORDINATION)
                        .execute(ActionRunnable.wrap(l, m -> {
                            Map<PageSource, IllegalArgumentException> unprocessed = new HashMap<>();
                            Map<PageSource, ComparablePage> pages = pages(documents, response, made, unprocessed);
                            List<PageSource> missing = documents.stream()
                                    .filter(source -> pages.containsKey(source) == false)
                                    .toList();
                            search(
                                    missing,
                                    PageRequest.Part.TEXT,
                                    2,
                                    (source, hits) -> page(source, hits, unprocessed),
                                    m.map(found -> {
                                        for (int i = 0; i < missing.size(); i++) {
                                            pages.put(missing.get(i), found.get(i));
                                        }
                                        return sources.stream().map(pages::get).toList();
                                    }));
                        }))));
    }

    /**
     * Finds the values of {@code must_agree}. Those of documents are read with one search, as they are indexed; content of a request
     * contains its values. Sends no request without {@code must_agree}.
     *
     * @param listener receives for each page, in the same order, one list per field; {@link ResourceNotFoundException} (404) if a search
     *     does not find a document
     */
    public void fetchValues(List<PageSource> sources, ActionListener<List<List<List<String>>>> listener) {
        List<PageSource> documents = mustAgree.isEmpty()
                ? List.of()
                : sources.stream().filter(PageSource::isDocument).toList();
        search(documents, PageRequest.Part.VALUES, 1, PageFetcher::values, listener.map(found -> {
            Iterator<List<List<String>>> ofDocuments = found.iterator();
            return sources.stream()
                    .map(page ->
                            page.isDocument() && ofDocuments.hasNext() ? ofDocuments.next() : page.values(mustAgree))
                    .toList();
        }));
    }

    /**
     * Returns whether a get failed because the name is not that of one index. Also true if the index does not exist, which a search reports
     * as well.
     */
    private static boolean mayBeSeveral(MultiGetItemResponse item) {
        if (item.isFailed() == false) {
            return false;
        }
        Throwable failure = ExceptionsHelper.unwrapCause(item.getFailure().getFailure());
        return failure instanceof IllegalArgumentException || failure instanceof IndexNotFoundException;
    }

    /** Searches documents with one request; sends none without documents. */
    private <T> void search(
            List<PageSource> documents,
            PageRequest.Part part,
            int size,
            BiFunction<PageSource, SearchHit[], T> read,
            ActionListener<List<T>> listener) {
        if (documents.isEmpty()) {
            listener.onResponse(List.of());
            return;
        }
        MultiSearchRequest request = new MultiSearchRequest();
        for (PageSource document : documents) {
            SearchSourceBuilder source = new SearchSourceBuilder()
                    .query(DocumentName.byId(document.id()))
                    .size(size)
                    .trackTotalHits(false)
                    .fetchSource(false)
                    .ext(List.of(new PageRequest(
                            fields, part == PageRequest.Part.VALUES ? mustAgree : MustAgree.NONE, part)));
            request.add(CompleteSearch.of(source, document.index()).routing(document.routing()));
        }
        Iterator<PageSource> searched = documents.iterator();
        CompleteSearch.all(client, request, hits -> read.apply(searched.next(), hits), listener);
    }

    private static List<List<String>> values(PageSource page, SearchHit[] hits) {
        if (hits.length == 0) {
            throw new ResourceNotFoundException(
                    "document [{}] of index [{}] is not visible to searches yet, as [must_agree] requires: refresh the index",
                    page.id(),
                    page.index());
        }
        return PageRequest.values(hits[0]);
    }

    private ComparablePage page(
            PageSource source, SearchHit[] hits, Map<PageSource, IllegalArgumentException> unprocessed) {
        if (hits.length == 0) {
            throw unprocessed.containsKey(source) ? unprocessed.get(source) : missing(source);
        }
        boolean isFirst = unprocessed.containsKey(source)
                && source.routing() == null
                && CompleteSearch.value(hits[0], RoutingFieldMapper.NAME) == null;
        // a get without a routing has found the document, and the search prefers a document without one
        if (hits.length > 1 && isFirst == false) {
            String one = hits[0].getIndex();
            String other = hits[1].getIndex();
            throw new IllegalArgumentException("[_id] must be that of one document of [" + source.index()
                    + "], but was [" + source.id() + "], which is "
                    + (one.equals(other)
                            ? "stored with two routings: specify its [routing]"
                            : "in [" + one + "] and [" + other + "]: name one of them as [_index]"));
        }
        return PageRequest.page(fields, hits[0]);
    }

    /**
     * Returns the pages of documents, except those that have to be searched.
     *
     * @param unprocessed receives the errors of documents whose source lacks the text
     */
    private static Map<PageSource, ComparablePage> pages(
            List<PageSource> documents,
            MultiGetResponse response,
            PageSources made,
            Map<PageSource, IllegalArgumentException> unprocessed)
            throws Exception {
        Map<PageSource, ComparablePage> pages = new HashMap<>();
        Iterator<MultiGetItemResponse> items = response.iterator();
        for (PageSource source : documents) {
            MultiGetItemResponse item = items.next();
            if (mayBeSeveral(item)) {
                continue;
            }
            if (item.isFailed()) {
                throw item.getFailure().getFailure();
            }
            try {
                pages.put(source, page(source, item.getResponse(), made));
            } catch (IllegalArgumentException e) {
                unprocessed.put(source, e);
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
     * Analyzes content of a request. Linear in the length of the content.
     *
     * @param source content, which is not a document
     * @param index concrete index whose boilerplate applies, or null
     */
    public static ComparablePage analyze(PageSource source, String index, FingerprintParameters fingerprints) {
        PageParameters parameters = new PageParameters(fingerprints, source.format(), PageParameters.DEFAULT_MAX_BYTES);
        PageAnalysis page = new PageAnalyzer(parameters).analyze(source.input());
        return new ComparablePage(
                new IndexedSite(index, page.site()), null, page.text(), page.title(), fingerprints.version());
    }

    /**
     * Creates pages from the sources of documents. Uses the page that the processor wrote, or computes the page if the index computes it
     * from the source (metadata field {@code _ndd}). Used for one request.
     */
    static final class PageSources {

        private final Supplier<ClusterState> state;
        private final DocumentFields fields;
        private final Map<String, Optional<TargetOptions>> options = new HashMap<>();

        /** @param state the cluster state, which has the mappings */
        PageSources(Supplier<ClusterState> state, DocumentFields fields) {
            this.state = state;
            this.fields = fields;
        }

        /**
         * Returns the parts of sources from which pages are created.
         *
         * @param name name of an index or an alias
         */
        synchronized String[] parts(String name) {
            List<String> parts =
                    new ArrayList<>(List.of(fields.text(), fields.title(), fields.site(), fields.version()));
            IndexAbstraction named = Project.of(state.get()).getIndicesLookup().get(name);
            for (Index index : named == null ? List.<Index>of() : named.getIndices()) {
                options(index.getName())
                        .ifPresent(found -> parts.addAll(found.fields().all()));
            }
            return parts.toArray(String[]::new);
        }

        /** Returns the options with which an index computes pages; empty if the processor writes them. */
        private Optional<TargetOptions> options(String index) {
            return options.computeIfAbsent(index, name -> {
                IndexMetadata metadata = Project.of(state.get()).index(name);
                return metadata == null
                        ? Optional.empty()
                        : TargetOptions.ofMapping(MappingCheck.mapping(metadata), fields.parent());
            });
        }

        /**
         * Returns the page of a document. Linear in its length.
         *
         * @param index concrete index of the document
         * @param id id of the document
         * @param source source of the document, at least the {@link #parts}
         * @throws IllegalArgumentException if the document lacks the fields of the processor, or those that the processor would read
         */
        synchronized ComparablePage page(String index, String id, Map<String, Object> source) {
            return options(index)
                    .map(found -> computed(found, index, id, source))
                    .orElseGet(() -> written(index, id, source));
        }

        private ComparablePage computed(TargetOptions options, String index, String id, Map<String, Object> source) {
            PageInput input;
            try {
                input = options.fields().read(path -> XContentMapValues.extractValue(path, source));
            } catch (IllegalArgumentException missing) {
                throw unprocessed(fields, index, id);
            }
            PageAnalysis page = new PageAnalyzer(options.parameters()).analyze(input);
            return new ComparablePage(
                    new IndexedSite(index, page.site()), id, page.text(), page.title(), options.version());
        }

        private ComparablePage written(String index, String id, Map<String, Object> source) {
            if (XContentMapValues.extractValue(fields.text(), source) instanceof String text
                    && XContentMapValues.extractValue(fields.version(), source) instanceof String version) {
                String site =
                        XContentMapValues.extractValue(fields.site(), source) instanceof String value ? value : null;
                String title =
                        XContentMapValues.extractValue(fields.title(), source) instanceof String value ? value : "";
                return new ComparablePage(new IndexedSite(index, site), id, text, title, version);
            }
            throw unprocessed(fields, index, id);
        }

        /** Returns the error for a document without a page. */
        static IllegalArgumentException unprocessed(DocumentFields fields, String index, String id) {
            return new IllegalArgumentException(
                    "document [" + id + "] of index [" + index + "] has no [" + fields.text()
                            + "] and [" + fields.version()
                            + "]: index it through a pipeline with processor [near_dup], or run [POST /" + index
                            + "/_ndd/backfill]");
        }
    }
}
