package org.ndd.inspect;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.indices.IndexClosedException;
import org.ndd.bulk.Batches;
import org.ndd.config.DocumentName;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.NamedPages;

/**
 * Fetches the current versions of pages that groups and searches name. Pages in the request's indices are requested with the name from the
 * request, because the user may have rights only to this name. A run may have included other indices, which are requested separately.
 *
 * @param indices concrete indices of the request
 * @param boilerplate reads boilerplate; its client has the rights of the user
 */
record SourcePages(CheckAction.Request request, Set<String> indices, BoilerplateLookup boilerplate) {

    /**
     * @param names names of the pages with their indices; few enough to hold their texts
     * @param listener receives the pages with the boilerplate of their sites; without pages that do not exist anymore, that lack the fields
     *     of the processor, or that the user may not see
     */
    void fetch(Collection<DocumentName> names, ActionListener<Map<DocumentName, ComparablePage>> listener) {
        Set<DocumentName> inRequest = new TreeSet<>();
        Map<String, Set<DocumentName>> others = new TreeMap<>();
        for (DocumentName name : names) {
            (indices.contains(name.index())
                            ? inRequest
                            : others.computeIfAbsent(name.index(), index -> new TreeSet<>()))
                    .add(name);
        }
        Map<DocumentName, ComparablePage> pages = new HashMap<>();
        SubscribableListener.<Void>newForked(l -> fetch(request, inRequest, pages, l))
                .<Void>andThen((l, own) -> Batches.oneByOne(
                        others.entrySet(),
                        (other, m) -> fetch(
                                new SearchRequest(other.getKey()), other.getValue(), pages, ignoringInaccessible(m)),
                        l))
                .<Map<DocumentName, ComparablePage>>andThen((l, all) -> boilerplate.complete(pages, l))
                .addListener(listener);
    }

    private void fetch(
            IndicesRequest from,
            Set<DocumentName> names,
            Map<DocumentName, ComparablePage> pages,
            ActionListener<Void> listener) {
        new NamedPages(boilerplate.client(), from, null, request.options.fields(), request.options.mustAgree())
                .fetch(names, listener.map(found -> {
                    found.forEach((name, document) -> {
                        if (document.page() != null) {
                            pages.put(name, document.page());
                        }
                    });
                    return null;
                }));
    }

    private static ActionListener<Void> ignoringInaccessible(ActionListener<Void> listener) {
        return listener.delegateResponse((l, e) -> {
            if (isInaccessible(ExceptionsHelper.unwrapCause(e))) {
                l.onResponse(null);
            } else {
                l.onFailure(e);
            }
        });
    }

    private static boolean isInaccessible(Throwable e) {
        return e instanceof IndexNotFoundException
                || e instanceof IndexClosedException
                || e instanceof ElasticsearchSecurityException;
    }
}
