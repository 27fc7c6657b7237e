package org.ndd.groups;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.RamUsageEstimator;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.ndd.bulk.Batches;
import org.ndd.config.DocumentName;

/**
 * Writes lists of the pages that redirect to other pages, by which searches hide them. The lists are numbered after the lists of duplicates
 * that a run found by texts. Reads the written documents in order. So it needs memory for one list, which is accounted for by the circuit
 * breaker. Can be used once.
 */
public final class RedirectLists {

    private static final int BATCH_SIZE = 5_000;

    /** Value of the dependency field that marks a list. */
    private static final String LIST_MARKER = "list";

    private final Client client;
    private final CircuitBreaker breaker;
    private final String run;
    private final List<String> prefixes = new ArrayList<>();
    private final Runnable ensureNotCancelled;
    private final List<String> ids = new ArrayList<>();
    private String index;
    private long reservedBytes;

    /**
     * @param client client with the rights of the user
     * @param breaker accounts for the memory of the list
     * @param run run whose index has the redirects
     * @param markets markets of the run; each has separate lists
     */
    public RedirectLists(
            Client client,
            CircuitBreaker breaker,
            String run,
            Collection<String> markets,
            Runnable ensureNotCancelled) {
        this.client = client;
        this.breaker = breaker;
        this.run = run;
        prefixes.add(DuplicateList.ALL);
        markets.forEach(market -> prefixes.add(DuplicateList.ofMarket(market)));
        this.ensureNotCancelled = ensureNotCancelled;
    }

    /** Writes all lists. The index must be refreshed before. */
    public void write(ActionListener<Void> listener) {
        next(null, ActionListener.runBefore(listener, this::release));
    }

    private void next(DocumentName after, ActionListener<Void> listener) {
        ensureNotCancelled.run();
        GroupStore.redirectsAfter(
                client,
                run,
                after,
                BATCH_SIZE,
                listener.delegateFailureAndWrap((l, names) ->
                        addToList(names, 0, l.delegateFailureAndWrap((m, taken) -> {
                            if (names.size() == BATCH_SIZE) {
                                next(names.get(BATCH_SIZE - 1), m);
                            } else {
                                flush(m);
                            }
                        }))));
    }

    /** Adds the next names to the list. Starts another list if this one is full, or if the index changes. */
    private void addToList(List<DocumentName> names, int from, ActionListener<Void> listener) {
        for (int i = from; i < names.size(); i++) {
            String nextIndex = names.get(i).index();
            if (ids.size() == DuplicateList.MAX_IDS || ids.isEmpty() == false && nextIndex.equals(index) == false) {
                int next = i;
                flush(listener.delegateFailureAndWrap((l, flushed) -> addToList(names, next, l)));
                return;
            }
            index = nextIndex;
            String id = names.get(i).id();
            reserve(id);
            ids.add(id);
        }
        listener.onResponse(null);
    }

    /** Accounts for an id twice: in the list, and in the request. */
    private void reserve(String id) {
        long bytes = 2 * RamUsageEstimator.sizeOf(id);
        breaker.addEstimateBytesAndMaybeBreak(bytes, "ndd redirects");
        reservedBytes += bytes;
    }

    private void release() {
        breaker.addWithoutBreaking(-reservedBytes);
        reservedBytes = 0;
    }

    private void flush(ActionListener<Void> listener) {
        if (ids.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        Map<String, Object> list =
                Map.of(GroupFields.DUPLICATES, List.copyOf(ids), GroupFields.REDIRECT_VIA, LIST_MARKER);
        ids.clear();
        Batches.oneByOne(
                prefixes,
                (prefix, l) -> write(DuplicateList.name(prefix, index), list, l),
                ActionListener.runBefore(listener, this::release));
    }

    /** Writes a list with the first unused number. */
    private void write(String name, Map<String, Object> list, ActionListener<Void> listener) {
        SubscribableListener.<Integer>newForked(l -> DuplicateList.count(client, run, name, l))
                .<Void>andThen((l, number) -> client.index(
                        new IndexRequest(run).id(name + number).source(list).opType(DocWriteRequest.OpType.CREATE),
                        l.map(indexed -> null)))
                .addListener(listener);
    }
}
