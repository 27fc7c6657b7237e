package org.ndd.core.group;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A graph of documents, identified by numbers, and decisions of people about them. Documents that decisions call duplicates, directly or
 * through others, are one unit: they are always in one group. A decision that two documents of a unit are not duplicates contradicts
 * others. Until the contradiction is resolved, no decision of that unit makes duplicates, and all decisions that two documents are not
 * duplicates stay valid. A unit contains at most one document of a reference.
 *
 * <p>Linear in documents and decisions, except {@link #contradictions}. Immutable after all decisions are added.
 */
public final class DecisionGraph {

    /** Number of documents of returned contradictions after which no other is returned: each of them may contain all documents. */
    private static final int MAX_DOCUMENTS = 10_000;

    private final List<List<Integer>> duplicates;
    private final List<List<Integer>> notDuplicates;
    /**
     * For each document a smaller document of its unit; for the smallest the document itself. The smallest is of the reference if any
     * document of the unit is.
     */
    private final int[] ofUnit;

    private final int references;

    /** @param documents number of documents, which are identified by numbers from 0 */
    public DecisionGraph(int documents) {
        this(documents, 0);
    }

    /** @param references number of documents of a reference, which are the first */
    DecisionGraph(int documents, int references) {
        this.duplicates = lists(documents);
        this.notDuplicates = lists(documents);
        this.ofUnit = IntStream.range(0, documents).toArray();
        this.references = references;
    }

    private static List<List<Integer>> lists(int size) {
        List<List<Integer>> lists = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            lists.add(new ArrayList<>(0));
        }
        return lists;
    }

    /**
     * Adds a decision about two documents; there is at most one for each pair. It has no effect if it would connect two documents of the
     * reference.
     */
    public boolean add(int a, int b, boolean areDuplicates) {
        if (areDuplicates) {
            int upper = Math.min(unit(a), unit(b));
            int lower = Math.max(unit(a), unit(b));
            if (lower != upper && lower < references) {
                return false;
            }
            ofUnit[lower] = upper;
        }
        List<List<Integer>> edges = areDuplicates ? duplicates : notDuplicates;
        edges.get(a).add(b);
        edges.get(b).add(a);
        return true;
    }

    /** Returns the smallest document to which decisions connect a document. Shortens the path to it. */
    private int unit(int document) {
        int unit = document;
        while (ofUnit[unit] != unit) {
            ofUnit[unit] = ofUnit[ofUnit[unit]];
            unit = ofUnit[unit];
        }
        return unit;
    }

    int references() {
        return references;
    }

    int size() {
        return duplicates.size();
    }

    boolean isDecided(int document) {
        return duplicates.get(document).isEmpty() == false
                || notDuplicates.get(document).isEmpty() == false;
    }

    List<Integer> notDuplicatesOf(int document) {
        return notDuplicates.get(document);
    }

    /** Returns for each document the smallest document to which decisions connect it, including contradictory decisions. */
    private int[] components() {
        return IntStream.range(0, size()).map(this::unit).toArray();
    }

    /**
     * Returns for each document the smallest one of its unit. It is the document itself if no other is in its unit, or if the unit has a
     * contradiction.
     */
    public int[] units() {
        int[] connected = components();
        int[] units = connected.clone();
        boolean[] contradicted = new boolean[units.length];
        for (int document = 0; document < units.length; document++) {
            for (int other : notDuplicates.get(document)) {
                contradicted[units[document]] |= units[other] == units[document];
            }
        }
        for (int document = 0; document < units.length; document++) {
            int unit = connected[document];
            units[document] = contradicted[unit] ? document : unit;
        }
        return units;
    }

    /**
     * Returns contradictions, in order of their documents. Each is a shortest path of documents: the decisions call neighbors in it
     * duplicates, and its ends not.
     *
     * @param most maximum number of contradictions; each costs a search in the decisions of its unit
     */
    public List<List<Integer>> contradictions(int most) {
        int[] first = components();
        List<List<Integer>> found = new ArrayList<>();
        int documents = 0;
        for (int document = 0; document < first.length; document++) {
            for (int other : notDuplicates.get(document).stream().sorted().toList()) {
                if (document < other
                        && first[document] == first[other]
                        && found.size() < most
                        && documents < MAX_DOCUMENTS) {
                    found.add(path(document, other));
                    documents += found.get(found.size() - 1).size();
                }
            }
        }
        return found;
    }

    /** Returns a shortest path of duplicates, by breadth-first search from its end. */
    private List<Integer> path(int from, int to) {
        int[] next = new int[size()];
        Arrays.fill(next, -1);
        next[to] = to;
        Deque<Integer> open = new ArrayDeque<>(List.of(to));
        while (next[from] < 0) {
            int document = open.remove();
            List<Integer> others = new ArrayList<>(duplicates.get(document));
            Collections.sort(others);
            for (int other : others) {
                if (next[other] < 0) {
                    next[other] = document;
                    open.add(other);
                }
            }
        }
        List<Integer> path = new ArrayList<>(List.of(from));
        for (int document = from; document != to; document = next[document]) {
            path.add(next[document]);
        }
        return path;
    }
}
