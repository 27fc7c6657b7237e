package org.ndd.bulk;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.support.RefCountingListener;
import org.elasticsearch.common.util.concurrent.ThrottledIterator;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/** Processes many items in batches. */
public final class Batches {

    private Batches() {}

    public static <T> List<List<T>> of(Collection<T> items, int size) {
        List<T> all = List.copyOf(items);
        List<List<T>> batches = new ArrayList<>();
        for (int from = 0; from < all.size(); from += size) {
            batches.add(all.subList(from, Math.min(all.size(), from + size)));
        }
        return batches;
    }

    /** Processes items one after the other. After a failure, no further item is processed. */
    public static <T> void oneByOne(
            Collection<T> items, BiConsumer<T, ActionListener<Void>> work, ActionListener<Void> listener) {
        each(items, 1, work, listener);
    }

    /** Processes items, several at the same time. After a failure, no further item is processed. */
    public static <T> void each(
            Collection<T> items,
            int concurrency,
            BiConsumer<T, ActionListener<Void>> work,
            ActionListener<Void> listener) {
        forEach(items, 1, concurrency, (batch, l) -> work.accept(batch.get(0), l), listener);
    }

    /** Processes the batches, {@code concurrency} at the same time. After a failure, no further batch starts. */
    public static <T> void forEach(
            Collection<T> items,
            int size,
            int concurrency,
            BiConsumer<List<T>, ActionListener<Void>> work,
            ActionListener<Void> listener) {
        RefCountingListener all = new RefCountingListener(listener);
        ThrottledIterator.run(
                of(items, size).iterator(),
                (done, batch) -> {
                    if (all.isFailing()) {
                        done.close();
                    } else {
                        ActionListener.run(
                                ActionListener.releaseAfter(all.acquire(), done), l -> work.accept(batch, l));
                    }
                },
                concurrency,
                all::close);
    }

    /**
     * Reads all hits of a search, one page after the other.
     *
     * @param source creates a sorted search of all hits, with the maximum number of hits of the next page
     * @param work processes the hits of a page, at least one, which are valid until it returns; its listener continues with the next page
     */
    public static void forEachPage(
            BiConsumer<SearchSourceBuilder, ActionListener<SearchResponse>> search,
            Supplier<SearchSourceBuilder> source,
            BiConsumer<SearchHit[], ActionListener<Void>> work,
            ActionListener<Void> listener) {
        pagesAfter(null, search, source, work, listener);
    }

    private static void pagesAfter(
            @Nullable Object[] after,
            BiConsumer<SearchSourceBuilder, ActionListener<SearchResponse>> search,
            Supplier<SearchSourceBuilder> source,
            BiConsumer<SearchHit[], ActionListener<Void>> work,
            ActionListener<Void> listener) {
        SearchSourceBuilder page = source.get();
        if (after != null) {
            page.searchAfter(after);
        }
        search.accept(page, listener.delegateFailureAndWrap((l, response) -> {
            SearchHit[] hits = response.getHits().getHits();
            if (hits.length == 0) {
                l.onResponse(null);
                return;
            }
            Object[] last = hits.length < page.size() ? null : hits[hits.length - 1].getSortValues();
            work.accept(
                    hits,
                    last == null
                            ? l
                            : l.delegateFailureAndWrap((m, done) -> pagesAfter(last, search, source, work, m)));
        }));
    }
}
