package org.ndd.continuous.update;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.ndd.config.GroupFields;

/**
 * Keeps the lists of losers of a run's index up to date, which searches look up to hide them. Reads the lists of the indices that changed,
 * 30 bytes a loser or so, and writes those that are not as they were.
 */
final class LoserLists {

    /** Ids of a list at most: what a terms query takes by default. */
    private static final int LIST = 1 << 16;

    private final Client client;
    private final String run;
    private final Collection<String> markets;

    /** Ids that come and go, by the name of their lists without its number. */
    private final Map<String, Ids> lists = new TreeMap<>();

    private static final class Ids {
        private final Set<String> coming = new TreeSet<>();
        private final Set<String> going = new HashSet<>();
    }

    /** @param markets of the run, which have lists of their own */
    LoserLists(Client client, String run, Collection<String> markets) {
        this.client = client;
        this.run = run;
        this.markets = markets;
    }

    /** Takes over what changes. */
    void add(Collection<DocumentChanges.Change> changes) {
        for (DocumentChanges.Change change : changes) {
            add(GroupFields.LOSER_LIST, change, GroupDocument::isLoser);
            add(GroupFields.SAME_LIST, change, GroupDocument::isSame);
            for (String market : markets) {
                add(GroupFields.marketList(market), change, document -> document.isHiddenIn(market));
            }
        }
    }

    private void add(String prefix, DocumentChanges.Change change, Predicate<GroupDocument> listed) {
        String before = list(prefix, change.before(), listed);
        String after = list(prefix, change.after(), listed);
        String id = change.page().id();
        if (Objects.equals(before, after) == false) {
            if (before != null) {
                ids(before).going.add(id);
            }
            if (after != null) {
                ids(after).coming.add(id);
            }
        }
    }

    /** The name of the list that a page is in, without the list's number; {@code null} if it is in none. */
    private static String list(String prefix, GroupDocument document, Predicate<GroupDocument> listed) {
        return document != null && listed.test(document) ? prefix + document.indexUuid() + "-" : null;
    }

    private Ids ids(String list) {
        return lists.computeIfAbsent(list, name -> new Ids());
    }

    /** Writes the lists that are not as they were. */
    void write(ActionListener<Void> listener) {
        SubscribableListener<Void> written = SubscribableListener.newSucceeded(null);
        for (Map.Entry<String, Ids> one : lists.entrySet()) {
            written = written.andThen(l -> write(one.getKey(), one.getValue(), 0, l));
        }
        written.addListener(listener);
    }

    private void write(String name, Ids ids, int number, ActionListener<Void> listener) {
        client.get(new GetRequest(run, name + number), listener.delegateFailureAndWrap((l, list) -> {
            Set<String> losers = new LinkedHashSet<>();
            if (list.isExists() && list.getSourceAsMap().get(GroupFields.LOSERS) instanceof Collection<?> known) {
                known.forEach(id -> losers.add(String.valueOf(id)));
            }
            Set<String> before = Set.copyOf(losers);
            losers.removeAll(ids.going);
            ids.coming.removeAll(losers);
            for (String id : List.copyOf(ids.coming)) {
                if (losers.size() < LIST) {
                    losers.add(id);
                    ids.coming.remove(id);
                }
            }
            boolean last = list.isExists() == false && ids.coming.isEmpty();
            ActionListener<Void> next = l.delegateFailureAndWrap((m, nothing) -> {
                if (last) {
                    m.onResponse(null);
                } else {
                    write(name, ids, number + 1, m);
                }
            });
            if (losers.equals(before)) {
                next.onResponse(null);
            } else {
                client.index(
                        new IndexRequest(run).id(name + number).source(Map.of(GroupFields.LOSERS, List.copyOf(losers))),
                        next.map(indexed -> null));
            }
        }));
    }
}
