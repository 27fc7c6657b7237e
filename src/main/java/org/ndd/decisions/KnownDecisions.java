package org.ndd.decisions;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.Client;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.core.group.DecidedBy;
import org.ndd.core.group.DecidedDocuments;
import org.ndd.decisions.PairDecision.DocumentState;

/** Holds the decisions that a request has read, and selects those that apply to the current texts. Immutable. */
public final class KnownDecisions {

    public static final KnownDecisions NONE = new KnownDecisions(List.of());

    private final List<PairDecision> all;
    private final Map<DocumentName, List<PairDecision>> byDocument = new HashMap<>();
    /**
     * For each document with decisions, itself and those that decisions connect with it as duplicates, without these if they contradict
     * others. Found once, because a document may have thousands of decisions about documents that thousands connect with others.
     */
    private final Map<DocumentName, Set<DocumentName>> units = new HashMap<>();

    /** The first documents of two units with a decision that their documents are not duplicates. */
    private final Set<Set<DocumentName>> notDuplicates = new HashSet<>();

    /** @param all all decisions, the newest first */
    public KnownDecisions(List<PairDecision> all) {
        this.all = List.copyOf(all);
        for (PairDecision decision : all) {
            for (DocumentName document : decision.names()) {
                byDocument.computeIfAbsent(document, name -> new ArrayList<>()).add(decision);
            }
        }
        for (DocumentName document : byDocument.keySet()) {
            if (units.containsKey(document) == false) {
                addUnit(connectedDocuments(List.of(document)));
            }
        }
        for (PairDecision decision : all) {
            if (decision.kind() == PairDecision.Kind.NOT_DUPLICATES) {
                notDuplicates.add(
                        firstDocuments(decision.a().name(), decision.b().name()));
            }
        }
    }

    private void addUnit(Set<DocumentName> connected) {
        boolean contradicted = connected.stream()
                .flatMap(name -> decisions(name, PairDecision.Kind.NOT_DUPLICATES))
                .anyMatch(decision -> connected.containsAll(decision.names()));
        connected.forEach(name -> units.put(name, contradicted ? Set.of(name) : connected));
    }

    /**
     * Reads the decisions about documents of some indices.
     *
     * @param client client with the rights of the user
     * @param index index of the decisions, or {@code null} for none
     * @param listener see {@link DecisionIndex#load}
     */
    public static void load(
            Client client, String index, Collection<String> indices, ActionListener<KnownDecisions> listener) {
        if (index == null) {
            listener.onResponse(NONE);
        } else {
            new DecisionIndex(client, index).load(indices, listener.map(KnownDecisions::new));
        }
    }

    /**
     * Reads the decisions about documents of some indices that apply to the current texts.
     *
     * @param client client with the rights of the user
     * @param listener see {@link DecisionIndex#load}
     */
    public static void loadValid(
            Client client,
            String index,
            Collection<String> indices,
            DocumentStates states,
            ActionListener<KnownDecisions> listener) {
        load(
                client,
                index,
                indices,
                listener.delegateFailureAndWrap((l, found) -> filter(found.all, states, PairDecision::isValid, l)));
    }

    /**
     * Reads the decisions that apply: about the given documents, and about documents that decisions connect with them as duplicates.
     *
     * @param client client with the rights of the user
     * @param names names with their indices; some thousands at most
     * @param applies whether a decision applies to the existing documents, such as {@link PairDecision#isValid}
     * @param listener see {@link DecisionIndex#load}
     */
    public static void select(
            Client client,
            String index,
            Collection<DocumentName> names,
            DocumentFields fields,
            BiPredicate<PairDecision, Map<DocumentName, DocumentState>> applies,
            ActionListener<KnownDecisions> listener) {
        new DecisionIndex(client, index).findConnected(names, listener.delegateFailureAndWrap((l, found) -> {
            Set<String> indices = new TreeSet<>();
            found.forEach(decision -> decision.names().forEach(name -> indices.add(name.index())));
            // documents of indices that no longer exist do not exist either
            SearchRequest documents = new SearchRequest(indices.toArray(String[]::new))
                    .indicesOptions(IndicesOptions.lenientExpandOpen());
            filter(found, new DocumentStates(client, documents, fields), applies, l);
        }));
    }

    /** Returns the approximate number of bytes of heap. */
    public long ramBytes() {
        return all.stream().mapToLong(PairDecision::ramBytes).sum();
    }

    /** Returns all decisions, the newest first. */
    public List<PairDecision> all() {
        return all;
    }

    /**
     * Selects the decisions that apply to the current texts: about the given documents, about documents of which they are not duplicates,
     * and about documents that decisions connect with any of these as duplicates.
     */
    public void select(Collection<DocumentName> names, DocumentStates states, ActionListener<KnownDecisions> listener) {
        Set<DocumentName> connected = connectedDocuments(names);
        List<DocumentName> others = connected.stream()
                .flatMap(name -> decisions(name, PairDecision.Kind.NOT_DUPLICATES))
                .flatMap(decision -> decision.names().stream())
                .toList();
        connected.addAll(connectedDocuments(others));
        Set<PairDecision> found = new HashSet<>();
        connected.forEach(name -> found.addAll(byDocument.getOrDefault(name, List.of())));
        filter(all.stream().filter(found::contains).toList(), states, PairDecision::isValid, listener);
    }

    private static void filter(
            List<PairDecision> decisions,
            DocumentStates states,
            BiPredicate<PairDecision, Map<DocumentName, DocumentState>> applies,
            ActionListener<KnownDecisions> listener) {
        if (decisions.isEmpty()) {
            listener.onResponse(NONE);
            return;
        }
        Set<DocumentName> names = new TreeSet<>();
        decisions.forEach(decision -> names.addAll(decision.names()));
        states.fetch(
                names,
                listener.map(current -> new KnownDecisions(decisions.stream()
                        .filter(decision -> applies.test(decision, current))
                        .toList())));
    }

    /** Returns the given documents, and the documents that decisions connect with them as duplicates. */
    public Set<DocumentName> connectedDocuments(Collection<DocumentName> names) {
        Set<DocumentName> reached = new TreeSet<>(names);
        Deque<DocumentName> pending = new ArrayDeque<>(names);
        while (pending.isEmpty() == false) {
            for (PairDecision decision : byDocument.getOrDefault(pending.remove(), List.of())) {
                for (DocumentName document : decision.names()) {
                    if (decision.kind() == PairDecision.Kind.DUPLICATES && reached.add(document)) {
                        pending.add(document);
                    }
                }
            }
        }
        return reached;
    }

    /** Returns the documents with decisions, as a new set. */
    public Set<DocumentName> documents() {
        return new TreeSet<>(byDocument.keySet());
    }

    /** Returns the documents of decisions that are in only one of two sets: these were made, replaced or deleted in the meantime. */
    public Set<DocumentName> changedSince(KnownDecisions before) {
        Set<PairDecision> changed = new HashSet<>(all);
        changed.removeAll(before.all);
        before.all.stream().filter(Predicate.not(new HashSet<>(all)::contains)).forEach(changed::add);
        return new KnownDecisions(List.copyOf(changed)).documents();
    }

    /** Returns the decisions that a document is a duplicate of another. */
    public Stream<PairDecision> duplicateDecisions(DocumentName document) {
        return decisions(document, PairDecision.Kind.DUPLICATES);
    }

    /** Returns whether two documents, or documents that decisions connect with them as duplicates, were decided not to be duplicates. */
    public boolean areNotDuplicates(DocumentName one, DocumentName other) {
        return notDuplicates.contains(firstDocuments(one, other));
    }

    private Set<DocumentName> firstDocuments(DocumentName one, DocumentName other) {
        return Set.copyOf(
                List.of(unit(one).iterator().next(), unit(other).iterator().next()));
    }

    private Stream<PairDecision> decisions(DocumentName document, PairDecision.Kind kind) {
        return byDocument.getOrDefault(document, List.of()).stream().filter(decision -> decision.kind() == kind);
    }

    /**
     * Returns the documents that decisions forbid to be in a group with this one: it, or a document that decisions connect with it as a
     * duplicate, was decided not to be a duplicate of them, or of documents that decisions connect with them.
     */
    public Set<DocumentName> notDuplicatesOf(DocumentName document) {
        Set<Set<DocumentName>> others = Collections.newSetFromMap(new IdentityHashMap<>());
        for (DocumentName name : unit(document)) {
            decisions(name, PairDecision.Kind.NOT_DUPLICATES)
                    .map(decision -> decision.a().name().equals(name) ? decision.b() : decision.a())
                    .forEach(other -> others.add(unit(other.name())));
        }
        Set<DocumentName> all = new TreeSet<>();
        others.forEach(all::addAll);
        return all;
    }

    private Set<DocumentName> unit(DocumentName document) {
        return units.getOrDefault(document, Set.of(document));
    }

    /**
     * Returns the documents that decisions connect with this one as duplicates, without itself; empty if these decisions contradict others.
     */
    public Set<DocumentName> duplicatesOf(DocumentName document) {
        Set<DocumentName> duplicates = new TreeSet<>(unit(document));
        duplicates.remove(document);
        return duplicates;
    }

    /**
     * Returns all decisions, with the numbers of documents in rank order.
     *
     * @param leaders the leader of each document by texts, by number
     * @param numbers numbers of the documents that are present. Other documents with decisions get the numbers after them, and may
     *     connect them
     */
    public DecidedDocuments numbered(int[] leaders, Map<DocumentName, Integer> numbers) {
        Map<DocumentName, Integer> known = new HashMap<>(numbers);
        int[] next = {leaders.length};
        List<DecidedDocuments.Decided> pairs = new ArrayList<>();
        TreeMap<Integer, Integer> leaderOf = new TreeMap<>();
        for (PairDecision decision : all) {
            List<Integer> pair = new ArrayList<>();
            for (DocumentName document : decision.names()) {
                int number = known.computeIfAbsent(document, name -> next[0]++);
                int leader = number < leaders.length ? leaders[number] : number;
                leaderOf.put(number, leader);
                leaderOf.put(leader, leader);
                pair.add(number);
            }
            pairs.add(new DecidedDocuments.Decided(pair.get(0), pair.get(1), decision.pair()));
        }
        List<DecidedDocuments.DocumentLeader> placed = leaderOf.entrySet().stream()
                .map(document -> new DecidedDocuments.DocumentLeader(document.getKey(), document.getValue()))
                .toList();
        return new DecidedDocuments(placed, 0, pairs);
    }

    /** Returns the newest decision that a document is a duplicate; {@code null} if there is none. */
    public DecidedBy decidedBy(DocumentName document) {
        return duplicateDecisions(document).findFirst().map(PairDecision::by).orElse(null);
    }
}
