package org.ndd.groups;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.bulk.Batches;
import org.ndd.bulk.CompleteSearch;
import org.ndd.config.DocumentName;

/**
 * Updates the lists of duplicates in the index of a run, by which searches hide duplicates. Reads and writes only lists with an id that
 * changes, and the last list if those are full. One list is in memory at a time, and is accounted for by the circuit breaker.
 */
public final class DuplicateListUpdates {

    /**
     * Bytes of memory per byte of the source of a list. An id of 20 characters takes 23 bytes in the source, and 176 in memory: 46 for the
     * old and the new source, and 130 for the string in a list and in a set.
     */
    private static final long MEMORY_FACTOR = 8;

    /** Maximum number of lists per search, more than there are: the default maximum size of a search. */
    private static final int MAX_LISTS = 10_000;

    private static final int BATCH_SIZE = 5_000;

    private final Client client;
    private final CircuitBreaker breaker;
    private final String run;
    private final List<DuplicateList.Kind> kinds;

    /** Ids to add and to remove, by the name of their lists without the number. */
    private final Map<String, Ids> lists = new TreeMap<>();

    private static final class Ids {
        private final TreeSet<String> added = new TreeSet<>();
        private final Set<String> removed = new HashSet<>();
    }

    public DuplicateListUpdates(Client client, CircuitBreaker breaker, String run, Collection<String> markets) {
        this.client = client;
        this.breaker = breaker;
        this.run = run;
        this.kinds = DuplicateList.Kind.all(markets);
    }

    public void add(Collection<GroupChange> changes) {
        for (GroupChange change : changes) {
            kinds.forEach(kind -> add(kind, change));
        }
    }

    private void add(DuplicateList.Kind kind, GroupChange change) {
        String before = list(kind, change.before());
        String after = list(kind, change.after());
        String id = change.page().id();
        if (Objects.equals(before, after) == false) {
            if (before != null) {
                ids(before).removed.add(id);
            }
            if (after != null) {
                ids(after).added.add(id);
            }
        }
    }

    /**
     * Adds pages to the lists that must contain them, and removes them from the others, with any content of the lists.
     *
     * @param documents all documents of these pages
     * @param uuids returns the UUID of an index; {@code null} if it does not exist, and its lists do not matter
     */
    public void correct(
            Collection<DocumentName> pages, Collection<GroupDocument> documents, UnaryOperator<String> uuids) {
        for (DuplicateList.Kind kind : kinds) {
            Set<DocumentName> contained = documents.stream()
                    .filter(kind.contains())
                    .map(GroupDocument::page)
                    .collect(Collectors.toSet());
            for (DocumentName page : pages) {
                String uuid = uuids.apply(page.index());
                if (uuid != null) {
                    Ids ids = ids(DuplicateList.name(kind.prefix(), uuid));
                    (contained.contains(page) ? ids.added : ids.removed).add(page.id());
                }
            }
        }
    }

    /** Returns the name of the list that contains a page, without the number of the list; {@code null} if there is none. */
    private static String list(DuplicateList.Kind kind, GroupDocument document) {
        return document != null && kind.contains().test(document)
                ? DuplicateList.name(kind.prefix(), document.indexUuid())
                : null;
    }

    private Ids ids(String list) {
        return lists.computeIfAbsent(list, name -> new Ids());
    }

    public void write(ActionListener<Void> listener) {
        Batches.oneByOne(lists.entrySet(), (entry, l) -> write(entry.getKey(), entry.getValue(), l), listener);
    }

    private void write(String name, Ids ids, ActionListener<Void> listener) {
        SubscribableListener.<Collection<String>>newForked(l -> findLists(name, ids, l))
                .<Void>andThen((l, listIds) -> Batches.oneByOne(listIds, (id, m) -> change(id, ids, m), l))
                .<Void>andThen(l -> append(name, ids, l))
                .addListener(listener);
    }

    /** Finds the lists that contain ids to add or to remove, as of the last refresh. */
    private void findLists(String name, Ids ids, ActionListener<Collection<String>> listener) {
        Set<String> all = new TreeSet<>(ids.added);
        all.addAll(ids.removed);
        Set<String> listIds = new TreeSet<>();
        Batches.forEach(
                all,
                BATCH_SIZE,
                1,
                (batch, l) -> client.search(
                        CompleteSearch.of(
                                new SearchSourceBuilder()
                                        .query(QueryBuilders.termsQuery(GroupFields.DUPLICATES, batch))
                                        .size(MAX_LISTS)
                                        .fetchSource(false),
                                run),
                        l.map(response -> {
                            for (SearchHit hit : response.getHits()) {
                                if (hit.getId().startsWith(name)) {
                                    listIds.add(hit.getId());
                                }
                            }
                            return null;
                        })),
                listener.map(nothing -> listIds));
    }

    /** Adds ids that do not fit into other lists to the last list, and to new lists after it. */
    private void append(String name, Ids ids, ActionListener<Void> listener) {
        if (ids.added.isEmpty()) {
            listener.onResponse(null);
        } else {
            DuplicateList.count(
                    client,
                    run,
                    name,
                    0,
                    listener.delegateFailureAndWrap((l, count) -> append(name, Math.max(0, count - 1), ids, l)));
        }
    }

    private void append(String name, int number, Ids ids, ActionListener<Void> listener) {
        if (ids.added.isEmpty()) {
            listener.onResponse(null);
        } else {
            change(
                    name + number,
                    ids,
                    listener.delegateFailureAndWrap((l, nothing) -> append(name, number + 1, ids, l)));
        }
    }

    /** Removes ids from a list, and adds as many new ids as fit. */
    private void change(String id, Ids ids, ActionListener<Void> listener) {
        client.get(new GetRequest(run, id), listener.delegateFailureAndWrap((l, list) -> {
            long bytes =
                    list.isExists() ? MEMORY_FACTOR * list.getSourceAsBytesRef().length() : 0;
            breaker.addEstimateBytesAndMaybeBreak(bytes, "ndd checkpoint");
            ActionListener.run(
                    ActionListener.runBefore(l, () -> breaker.addWithoutBreaking(-bytes)), m -> change(list, ids, m));
        }));
    }

    private void change(GetResponse list, Ids ids, ActionListener<Void> listener) {
        Set<String> duplicates = new LinkedHashSet<>(DuplicateList.ids(list));
        boolean changed = duplicates.removeAll(ids.removed);
        ids.added.removeAll(duplicates);
        while (duplicates.size() < DuplicateList.MAX_IDS && ids.added.isEmpty() == false) {
            changed |= duplicates.add(ids.added.pollFirst());
        }
        if (changed) {
            client.index(
                    new IndexRequest(run).id(list.getId()).source(DuplicateList.of(duplicates)),
                    listener.map(indexed -> null));
        } else {
            listener.onResponse(null);
        }
    }
}
