package org.ndd.pair;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.boilerplate.LoadedBoilerplate;

/**
 * Adds boilerplate to pages that are compared outside of the search of a shard. Missing boilerplate is not an error. If the user may not
 * read it, the look-up fails with that error (403), since results without boilerplate would differ.
 *
 * @param registry boilerplate of this node
 * @param client client with the rights of the user
 */
public record BoilerplateLookup(BoilerplateRegistry registry, Client client) {

    /**
     * Adds the boilerplate of their sites to pages.
     *
     * @param listener receives the pages in the same order
     */
    public void complete(List<ComparablePage> pages, ActionListener<List<ComparablePage>> listener) {
        load(
                indices(pages),
                listener.map(found ->
                        pages.stream().map(page -> page.withBoilerplate(found)).toList()));
    }

    /**
     * Adds the boilerplate of their sites to pages.
     *
     * @param listener receives the pages by the same keys
     */
    public <K> void complete(Map<K, ComparablePage> pages, ActionListener<Map<K, ComparablePage>> listener) {
        load(indices(pages.values()), listener.map(found -> {
            Map<K, ComparablePage> complete = new HashMap<>();
            pages.forEach((key, page) -> complete.put(key, page.withBoilerplate(found)));
            return complete;
        }));
    }

    /** @param indices concrete indices */
    public void load(Collection<String> indices, ActionListener<LoadedBoilerplate> listener) {
        registry.find(client, indices, listener);
    }

    private static Set<String> indices(Collection<ComparablePage> pages) {
        return pages.stream()
                .map(page -> page.place().index())
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }
}
