package org.ndd.pair;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.ndd.boilerplate.BoilerplateStore;
import org.ndd.core.boilerplate.BoilerplateFamilies;
import org.ndd.core.boilerplate.SiteBoilerplate;

/**
 * Finds the boilerplate of the sites of several pages, with one request per index and the rights of the store's client. For requests that
 * compare pages outside of a search of a shard, which uses {@link org.ndd.boilerplate.BoilerplateRegistry}. Missing boilerplate is not an
 * error. If the user may not read it, the look-up fails with that error (403), since results without boilerplate would differ.
 */
public final class BoilerplateLookup {

    private final BoilerplateStore store;

    /**
     * Creates a look-up.
     *
     * @param store store with the client of the request
     */
    public BoilerplateLookup(BoilerplateStore store) {
        this.store = store;
    }

    /**
     * Loads boilerplate.
     *
     * @param sites any number of sites; those without an index are ignored
     * @param listener receives the known boilerplate
     */
    public void load(Collection<IndexedSite> sites, ActionListener<Map<IndexedSite, SiteBoilerplate>> listener) {
        loadNext(new ArrayDeque<>(byIndex(sites).entrySet()), new HashMap<>(), listener.map(found -> of(sites, found)));
    }

    /** Returns the boilerplate of sites from that of their families. */
    private static Map<IndexedSite, SiteBoilerplate> of(
            Collection<IndexedSite> sites, Map<IndexedSite, SiteBoilerplate> families) {
        Map<IndexedSite, SiteBoilerplate> found = new HashMap<>();
        for (IndexedSite site : sites) {
            SiteBoilerplate boilerplate = BoilerplateFamilies.boilerplate(
                    site.site(), family -> families.get(new IndexedSite(site.index(), family)));
            if (boilerplate != null) {
                found.put(site, boilerplate);
            }
        }
        return found;
    }

    /** Returns the families of sites, by index. */
    private static Map<String, TreeSet<String>> byIndex(Collection<IndexedSite> sites) {
        Map<String, TreeSet<String>> byIndex = new TreeMap<>();
        for (IndexedSite site : sites) {
            if (site.mayHaveBoilerplate()) {
                byIndex.computeIfAbsent(site.index(), index -> new TreeSet<>())
                        .addAll(BoilerplateFamilies.of(site.site()));
            }
        }
        return byIndex;
    }

    /**
     * Adds the boilerplate of their sites to pages.
     *
     * @param listener receives the pages in the same order
     */
    public void complete(List<ComparablePage> pages, ActionListener<List<ComparablePage>> listener) {
        load(
                pages.stream().map(ComparablePage::place).toList(),
                listener.map(found -> pages.stream()
                        .map(page -> page.with(found.get(page.place())))
                        .toList()));
    }

    /**
     * Adds the boilerplate of their sites to pages.
     *
     * @param listener receives the pages by the same keys
     */
    public <K> void complete(Map<K, ComparablePage> pages, ActionListener<Map<K, ComparablePage>> listener) {
        load(pages.values().stream().map(ComparablePage::place).toList(), listener.map(found -> {
            Map<K, ComparablePage> complete = new HashMap<>();
            pages.forEach((key, page) -> complete.put(key, page.with(found.get(page.place()))));
            return complete;
        }));
    }

    private void loadNext(
            Queue<Map.Entry<String, TreeSet<String>>> indices,
            Map<IndexedSite, SiteBoilerplate> found,
            ActionListener<Map<IndexedSite, SiteBoilerplate>> listener) {
        Map.Entry<String, TreeSet<String>> next = indices.poll();
        if (next == null) {
            listener.onResponse(found);
            return;
        }
        store.load(next.getKey(), List.copyOf(next.getValue()), listener.delegateFailureAndWrap((l, bySite) -> {
            bySite.forEach((site, boilerplate) -> found.put(new IndexedSite(next.getKey(), site), boilerplate));
            loadNext(indices, found, l);
        }));
    }
}
