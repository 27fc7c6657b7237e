package org.ndd.core.group;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The decisions of people about documents of a partition, and their effect on the leaders that were assigned by texts
 * ({@link DecidedLeaders}). Documents are identified by numbers whose order has no meaning, such as positions in memory or references of a
 * run.
 */
public final class DecidedDocuments {

    public static final DecidedDocuments NONE = new DecidedDocuments(List.of(), 0, List.of());

    private final Map<Long, Integer> placeOf = new HashMap<>();
    private final List<DocumentLeader> placed;
    private final Map<Long, DecidedBy> by = new HashMap<>();
    private final DecisionGraph graph;
    private final int[] leaders;
    private final int[] units;

    /**
     * A document that has decisions, or that leads such a document.
     *
     * @param leader number of the document that it follows; its own if it leads
     */
    public record DocumentLeader(long document, long leader) {}

    /** A decision about two documents, identified by their numbers. */
    public record Decided(long a, long b, DecidedPair pair) {}

    /**
     * @param placed the documents with decisions and the leaders of these, in rank order, each once
     * @param references number of documents of a reference, which are the first of these
     * @param decisions at most one for each two of these documents. Of decisions that would make documents of the reference duplicates of
     *     each other, directly or through others, only the newer ones count
     */
    public DecidedDocuments(List<DocumentLeader> placed, int references, Collection<Decided> decisions) {
        this.placed = List.copyOf(placed);
        for (DocumentLeader one : placed) {
            placeOf.put(one.document(), placeOf.size());
        }
        graph = new DecisionGraph(placed.size(), references);
        decisions.stream()
                .sorted((a, b) -> DecidedPair.NEWEST_FIRST.compare(a.pair(), b.pair()))
                .forEach(decided -> {
                    boolean counts = graph.add(
                            placeOf.get(decided.a()),
                            placeOf.get(decided.b()),
                            decided.pair().duplicates());
                    if (counts && decided.pair().duplicates()) {
                        by.putIfAbsent(decided.a(), decided.pair().by());
                        by.putIfAbsent(decided.b(), decided.pair().by());
                    }
                });
        units = graph.units();
        leaders = DecidedLeaders.of(
                placed.stream().mapToInt(one -> placeOf.get(one.leader())).toArray(), graph);
    }

    public boolean isEmpty() {
        return placed.isEmpty();
    }

    public boolean isDecided(long document) {
        Integer place = placeOf.get(document);
        return place != null && graph.isDecided(place);
    }

    /**
     * Returns the leader of a document after the decisions.
     *
     * @return the document itself if there is no decision about it and it did not lead such a document
     */
    public long leader(long document) {
        Integer place = placeOf.get(document);
        return place == null ? document : placed.get(leaders[place]).document();
    }

    /** Returns a number that is the same for all documents of a unit of duplicates; {@code null} if the document is in none. */
    public Long unit(long document) {
        Integer place = placeOf.get(document);
        return place == null || by.containsKey(document) == false
                ? null
                : Long.valueOf(placed.get(units[place]).document());
    }

    /** Returns the newest decision by which a document is a duplicate; {@code null} if there is none. */
    public DecidedBy by(long document) {
        return by.get(document);
    }

    /** Returns whether a document was decided not to be a duplicate of {@code leader}, or of a document that follows {@code leader} now. */
    public boolean disagree(long document, long leader) {
        Integer place = placeOf.get(document);
        return place != null
                && graph.notDuplicatesOf(place).stream()
                        .anyMatch(other -> placed.get(other).document() == leader
                                || placed.get(leaders[other]).document() == leader);
    }

    /**
     * Returns the documents of a group that have a canonical document because of decisions: they are not near it, but in one unit with a
     * document that is near. Fields of {@code must_agree} exclude a document also in this case, unless it is in the unit of the canonical
     * document.
     *
     * @param near documents of the group that are near the canonical document, including it
     * @param others the other documents of the group
     * @param excluded those of {@code others} that values keep apart from the canonical document
     */
    public Set<Long> joinedByDecision(
            long canonical, Collection<Long> near, Collection<Long> others, Set<Long> excluded) {
        if (isEmpty()) {
            return Set.of();
        }
        Set<Long> nearUnits = new HashSet<>();
        near.stream().map(this::unit).filter(Objects::nonNull).forEach(nearUnits::add);
        Set<Long> joined = new HashSet<>();
        for (long other : others) {
            Long unit = unit(other);
            if (unit != null
                    && nearUnits.contains(unit)
                    && (excluded.contains(other) == false || unit.equals(unit(canonical)))) {
                joined.add(other);
            }
        }
        return joined;
    }
}
