package org.ndd.redirect;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.bulk.Batches;
import org.ndd.config.DocumentName;
import org.ndd.config.RedirectFields;
import org.ndd.groups.ComparedDocument;

/** Looks up documents that take part, by name and by address, with the rights of the user. */
record RedirectLookup(Client client, SourceAndReference source) {

    /** Number of names and addresses per request. */
    private static final int BATCH_SIZE = 1_000;

    /** Finds the existing documents among the given names. */
    void findByName(Collection<DocumentName> names, ActionListener<Map<DocumentName, RedirectPage>> listener) {
        Map<DocumentName, RedirectPage> found = new ConcurrentHashMap<>();
        Batches.forEach(
                names,
                BATCH_SIZE,
                1,
                (batch, l) -> search(DocumentName.query(batch), l.map(pages -> {
                    pages.forEach(page -> found.put(page.name(), page));
                    return null;
                })),
                listener.map(nothing -> found));
    }

    /**
     * Finds the document of each address: the document with this id, otherwise the document with this URL; of several such documents, the
     * first by index and id.
     *
     * @param listener gets the documents by address; addresses without a document are omitted
     */
    void findByAddress(Collection<String> addresses, ActionListener<Map<String, RedirectPage>> listener) {
        Map<String, RedirectPage> found = new ConcurrentHashMap<>();
        Batches.forEach(
                addresses, BATCH_SIZE, 1, (batch, l) -> findByAddress(batch, found, l), listener.map(nothing -> found));
    }

    /** Finds ids first, because they are looked up directly, whereas each URL that the processor wrote needs a search for its term. */
    private void findByAddress(List<String> batch, Map<String, RedirectPage> found, ActionListener<Void> listener) {
        SubscribableListener.<Void>newForked(l -> findFirst(
                        batch,
                        ids -> QueryBuilders.idsQuery().addIds(ids.toArray(String[]::new)),
                        page -> List.of(page.name().id()),
                        found,
                        l))
                .<Void>andThen(l -> {
                    Set<String> remaining = new TreeSet<>(batch);
                    remaining.removeAll(found.keySet());
                    String url = source.redirects().url();
                    findFirst(
                            List.copyOf(remaining),
                            urls -> QueryBuilders.termsQuery(url, urls),
                            RedirectPage::urls,
                            found,
                            l);
                })
                .addListener(listener);
    }

    /** Finds the first document of each address. If a response does not hold all documents, fewer addresses are requested at a time. */
    private void findFirst(
            List<String> addresses,
            Function<List<String>, QueryBuilder> query,
            Function<RedirectPage, List<String>> addressesOf,
            Map<String, RedirectPage> found,
            ActionListener<Void> listener) {
        if (addresses.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        search(query.apply(addresses), listener.delegateFailureAndWrap((l, pages) -> {
            // an address of this number of documents is ambiguous and ignored
            if (pages.size() < DocumentName.MAX_FOUND) {
                Map<String, RedirectPage> first = first(pages, addressesOf, Set.copyOf(addresses));
                found.putAll(first);
                l.onResponse(null);
            } else if (addresses.size() == 1) {
                l.onResponse(null);
            } else {
                int half = addresses.size() / 2;
                findFirst(
                        addresses.subList(0, half),
                        query,
                        addressesOf,
                        found,
                        l.delegateFailureAndWrap((m, done) ->
                                findFirst(addresses.subList(half, addresses.size()), query, addressesOf, found, m)));
            }
        }));
    }

    private static Map<String, RedirectPage> first(
            List<RedirectPage> pages, Function<RedirectPage, List<String>> addressesOf, Set<String> requested) {
        Map<String, RedirectPage> first = new HashMap<>();
        for (RedirectPage page : pages) {
            for (String address : addressesOf.apply(page)) {
                if (requested.contains(address)) {
                    first.merge(address, page, (a, b) -> a.name().compareTo(b.name()) <= 0 ? a : b);
                }
            }
        }
        return first;
    }

    private void search(QueryBuilder pages, ActionListener<List<RedirectPage>> listener) {
        SearchSourceBuilder search = source.withFields(
                new SearchSourceBuilder().query(source.restrict(pages)).size(DocumentName.MAX_FOUND));
        client.search(
                source.search(search),
                listener.map(response -> Arrays.stream(response.getHits().getHits())
                        .map(hit -> RedirectPage.of(hit, source))
                        .toList()));
    }

    /**
     * The current state of a document as visible to its user, whether it redirects or not.
     *
     * @param document its current version
     * @param address redirect target, the first in order if there are several; {@code null} if it does not redirect
     * @param urls its own addresses
     */
    record RedirectPage(ComparedDocument document, String address, List<String> urls) {

        RedirectPage {
            urls = List.copyOf(urls);
        }

        static RedirectPage of(SearchHit hit, SourceAndReference source) {
            RedirectFields fields = source.redirects();
            List<String> addresses = source.isOfReference(hit.getIndex()) ? List.of() : values(hit, fields.field());
            return new RedirectPage(
                    ComparedDocument.of(hit), addresses.isEmpty() ? null : addresses.get(0), values(hit, fields.url()));
        }

        /** Returns the values in ascending order, as doc values are. */
        private static List<String> values(SearchHit hit, String name) {
            DocumentField field = hit.field(name);
            return field == null
                    ? List.of()
                    : field.getValues().stream().map(String::valueOf).toList();
        }

        DocumentName name() {
            return document.name();
        }

        boolean redirects() {
            return address != null;
        }
    }
}
