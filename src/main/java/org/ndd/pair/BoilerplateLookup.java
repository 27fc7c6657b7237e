package org.ndd.pair;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.elasticsearch.ElasticsearchTimeoutException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.action.support.TransportActions;
import org.elasticsearch.core.TimeValue;
import org.ndd.boilerplate.BoilerplateStore;
import org.ndd.boilerplate.BoilerplateWaits;
import org.ndd.core.boilerplate.BoilerplateFamilies;
import org.ndd.core.boilerplate.SiteBoilerplate;

/**
 * Finds the boilerplate of many pages' sites with one request per index, with the rights of the store's client. Finding no boilerplate in an
 * index is not an error. If the user may not read them, the lookup fails with that error (403): results without boilerplate would differ.
 */
public final class BoilerplateLookup {

    private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(30);

    /** After this long, a wait is one of a few that a node may have. */
    private static final TimeValue SOON = TimeValue.timeValueSeconds(1);

    /** How long a search waits before it looks again whether it was cancelled. */
    private static final long CHECK_EVERY_MILLIS = 100;

    private final BoilerplateStore store;

    /** @param store with the client of the request */
    public BoilerplateLookup(BoilerplateStore store) {
        this.store = store;
    }

    /**
     * Finds boilerplate.
     *
     * @param sites any number; those without an index are ignored
     * @param listener gets the boilerplate that is known
     */
    public void load(Collection<IndexedSite> sites, ActionListener<Map<IndexedSite, SiteBoilerplate>> listener) {
        loadNext(new ArrayDeque<>(byIndex(sites).entrySet()), new HashMap<>(), listener.map(found -> of(sites, found)));
    }

    /** The boilerplate of sites, of that of their families. */
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

    /** The families of sites. */
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
     * Gives pages the boilerplate of their sites.
     *
     * @param listener gets the pages in the same order
     */
    public void complete(List<ComparablePage> pages, ActionListener<List<ComparablePage>> listener) {
        load(
                pages.stream().map(ComparablePage::place).toList(),
                listener.map(found -> pages.stream()
                        .map(page -> page.with(found.get(page.place())))
                        .toList()));
    }

    /**
     * Gives pages the boilerplate of their sites.
     *
     * @param listener gets the pages by the same keys
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

    /**
     * Finds boilerplate, for threads that search a shard: only the shard knows the sites of its candidates, and only the thread of the search
     * can continue it. Read from this node's own copy, which each node that holds data has of the boilerplate in use, without waiting for
     * anything. Without a copy, for example while it is being built, it queries another node, which is counted: it waits at most 30
     * seconds, and longer than one second only if not too many threads of the node do ({@link BoilerplateWaits}). Callers that must not wait
     * use {@link #load}. Nothing is read if no site can have boilerplate.
     *
     * @param check called before each fifty sites, and periodically while it waits; may throw, which ends it
     */
    public Map<IndexedSite, SiteBoilerplate> loadAndWait(Collection<IndexedSite> sites, Runnable check) {
        Map<IndexedSite, SiteBoilerplate> found = new HashMap<>();
        byIndex(sites)
                .forEach((index, wanted) -> loadAndWait(index, List.copyOf(wanted), check)
                        .forEach((site, boilerplate) -> found.put(new IndexedSite(index, site), boilerplate)));
        return of(sites, found);
    }

    private Map<String, SiteBoilerplate> loadAndWait(String index, List<String> sites, Runnable check) {
        try {
            return readHere(index, sites, check);
        } catch (RuntimeException e) {
            if (TransportActions.isShardNotAvailableException(e) == false) {
                throw e;
            }
        }
        store.waits().count();
        return awaitFewForLong(answer -> store.load(index, sites, answer), check);
    }

    /** In small batches, so that the check is called often enough, and immediate responses do not make a deep stack. */
    private Map<String, SiteBoilerplate> readHere(String index, List<String> sites, Runnable check) {
        BoilerplateStore local = store.local();
        Map<String, SiteBoilerplate> found = new HashMap<>();
        for (int from = 0; from < sites.size(); from += BoilerplateStore.FETCH) {
            List<String> some = sites.subList(from, Math.min(sites.size(), from + BoilerplateStore.FETCH));
            found.putAll(awaitFewForLong(answer -> local.load(index, some, answer), check));
        }
        return found;
    }

    private Map<String, SiteBoilerplate> awaitFewForLong(
            Consumer<ActionListener<Map<String, SiteBoilerplate>>> request, Runnable check) {
        PlainActionFuture<Map<String, SiteBoilerplate>> future = new PlainActionFuture<>();
        check.run();
        request.accept(future);
        try {
            return await(future, SOON, check);
        } catch (ElasticsearchTimeoutException e) {
            if (future.isDone()) {
                return await(future, SOON, check);
            }
        }
        store.waits().beginLong();
        try {
            return await(future, TIMEOUT, check);
        } finally {
            store.waits().endLong();
        }
    }

    private static <T> T await(PlainActionFuture<T> future, TimeValue timeout, Runnable check) {
        long end = System.nanoTime() + timeout.nanos();
        while (true) {
            check.run();
            try {
                return future.get(CHECK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (System.nanoTime() - end > 0) {
                    throw new ElasticsearchTimeoutException("boilerplate did not come within [" + timeout + "]", e);
                }
            } catch (ExecutionException e) {
                throw ExceptionsHelper.convertToRuntime((Exception) e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("the search was interrupted", e);
            }
        }
    }
}
