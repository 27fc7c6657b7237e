package org.ndd.core.group;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Decisions of people as a graph of documents, which are named by numbers. Documents that decisions call duplicates, directly or through
 * others, are one unit: they are always in one group. A decision that two documents of a unit are not duplicates contradicts others. Then
 * no decision of that unit makes duplicates until the contradiction is resolved, and all that two are not duplicates stay valid. A unit
 * contains at most one document of a reference.
 *
 * <p>Linear in documents and decisions, except {@link #contradictions}. Immutable after all decisions are added.
 */
public final class DecisionGraph {

    private final List<List<Integer>> duplicates;
    private final List<List<Integer>> notDuplicates;
    /** For each document another one of its unit, up to the smallest, which is of the reference if one of them is. */
    private final int[] ofUnit;

    private final int references;

    /** @param documents number of documents, which are numbers from 0 */
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
     * Adds a decision about two documents; there is one at most for each pair. It has no effect if two documents of the reference were in
     * one unit by it.
     *
     * @return whether it has an effect
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

    /** The smallest document that decisions connect a document with. Shortens the way to it. */
    private int unit(int document) {
        int unit = document;
        while (ofUnit[unit] != unit) {
            ofUnit[unit] = ofUnit[ofUnit[unit]];
            unit = ofUnit[unit];
        }
        return unit;
    }

    /** Number of documents of a reference, which are the first. */
    int references() {
        return references;
    }

    /** Number of documents. */
    int size() {
        return duplicates.size();
    }

    /** Whether there is a decision about a document. */
    boolean isDecided(int document) {
        return duplicates.get(document).isEmpty() == false
                || notDuplicates.get(document).isEmpty() == false;
    }

    /** Documents that are not duplicates of one. */
    List<Integer> notDuplicatesOf(int document) {
        return notDuplicates.get(document);
    }

    /** For each document the smallest one that decisions connect it with, whether they contradict others or not. */
    private int[] connected() {
        return IntStream.range(0, size()).map(this::unit).toArray();
    }

    /** For each document the smallest one of its unit: itself if it is alone in it, as is each document of a contradiction's unit. */
    public int[] units() {
        int[] connected = connected();
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
     * The contradictions, in order of their documents. Each is a path: the decisions call neighbors in it duplicates, and its ends not. It
     * is one of the shortest such paths.
     *
     * @param most maximum number of contradictions; each costs a search in the decisions of its unit
     */
    public List<List<Integer>> contradictions(int most) {
        int[] first = connected();
        List<List<Integer>> found = new ArrayList<>();
        for (int document = 0; document < first.length; document++) {
            for (int other : notDuplicates.get(document).stream().sorted().toList()) {
                if (document < other && first[document] == first[other] && found.size() < most) {
                    found.add(path(document, other));
                }
            }
        }
        return found;
    }

    /** A shortest path of duplicates, by breadth-first search from its end. */
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
