package org.ndd.pair;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.bulk.CompleteSearch;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.config.MustAgree;
import org.ndd.groups.DocumentVersion;

/**
 * Fetches documents by their names with one search: with any routing, from indices, aliases and data streams, and with the rights of the
 * client's user. Does not find documents that were indexed after the last refresh.
 *
 * @param request request with the indices, and the options for resolving their names
 * @param parameter parameter that contains the names, for messages; {@code null} for names of found documents
 * @param mustAgree fields whose values are read, too
 */
public record NamedPages(
        Client client, IndicesRequest request, String parameter, DocumentFields fields, MustAgree mustAgree) {

    /**
     * An existing document.
     *
     * @param name name of the document, with its index
     * @param page without the boilerplate of its site; {@code null} if the document lacks the fields of the processor
     * @param unprocessed error message for missing fields of the processor; {@code null} if the document has them
     */
    public record FoundPage(
            DocumentName name, ComparablePage page, IllegalArgumentException unprocessed, DocumentVersion version) {

        /** @throws IllegalArgumentException if the document lacks the fields of the processor */
        public ComparablePage processed() {
            if (page == null) {
                throw unprocessed;
            }
            return page;
        }
    }

    /**
     * Fetches pages, as {@link #search} finds them.
     *
     * @param names distinct names; few enough to hold the texts
     */
    public void fetch(Collection<DocumentName> names, ActionListener<Map<DocumentName, FoundPage>> listener) {
        search(
                client,
                request,
                parameter,
                names,
                source -> source.seqNoAndPrimaryTerm(true)
                        .ext(List.of(new PageRequest(fields, mustAgree, PageRequest.Part.TEXT))),
                this::found,
                listener);
    }

    /**
     * Searches documents by their names, with one request.
     *
     * @param request request with the indices, and the options for resolving their names
     * @param parameter parameter that contains the names, for messages; {@code null} for names of found documents
     * @param names distinct names, at most half of the maximum size of a search
     * @param fields adds the fields to read to the search, which reads no source
     * @param listener receives the existing documents, by the requested names. If several documents have the same name, it gets {@link
     *     IllegalArgumentException} (400) for names of a parameter, and the first of them for names of found documents
     */
    public static <T> void search(
            Client client,
            IndicesRequest request,
            String parameter,
            Collection<DocumentName> names,
            Consumer<SearchSourceBuilder> fields,
            Function<SearchHit, T> read,
            ActionListener<Map<DocumentName, T>> listener) {
        if (names.isEmpty()) {
            listener.onResponse(Map.of());
            return;
        }
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(DocumentName.query(names))
                // if there are more hits than names, two hits have the same name, and are among the first
                .size(2 * names.size())
                .trackTotalHits(false)
                .fetchSource(false);
        fields.accept(source);
        client.search(CompleteSearch.of(source, request), listener.delegateFailureAndWrap((l, response) -> {
            Map<DocumentName, DocumentName> fullNames = new HashMap<>();
            Map<DocumentName, T> documents = new HashMap<>();
            SearchHit[] hits = response.getHits().getHits();
            for (SearchHit hit : hits) {
                DocumentName fullName = new DocumentName(hit.getIndex(), hit.getId());
                T document = read.apply(hit);
                for (DocumentName name : List.of(fullName, new DocumentName(null, hit.getId()))) {
                    if (names.contains(name)) {
                        DocumentName other = fullNames.put(name, fullName);
                        if (other != null && parameter != null) {
                            throw ambiguous(parameter, name, fullName, other);
                        }
                        documents.putIfAbsent(name, document);
                    }
                }
            }
            List<DocumentName> missing = names.stream()
                    .filter(name -> documents.containsKey(name) == false)
                    .toList();
            if (hits.length < 2 * names.size() || missing.isEmpty()) {
                l.onResponse(documents);
                return;
            }
            // documents with many routings took all hits; each round finds a name, so there are few
            search(client, request, parameter, missing, fields, read, l.map(others -> {
                documents.putAll(others);
                return documents;
            }));
        }));
    }

    private FoundPage found(SearchHit hit) {
        DocumentName name = new DocumentName(hit.getIndex(), hit.getId());
        try {
            return new FoundPage(name, PageRequest.page(fields, hit), null, DocumentVersion.of(hit));
        } catch (IllegalArgumentException e) {
            return new FoundPage(name, null, e, DocumentVersion.of(hit));
        }
    }

    private static IllegalArgumentException ambiguous(
            String parameter, DocumentName name, DocumentName one, DocumentName other) {
        return new IllegalArgumentException("[" + parameter + "] must name one document each, but was [" + name
                + "], which is "
                + (one.index().equals(other.index())
                        ? "stored with two routings"
                        : "in two indices: name one as {\"_index\": \"" + one.index() + "\", \"_id\": \"" + name.id()
                                + "\"}"));
    }
}
