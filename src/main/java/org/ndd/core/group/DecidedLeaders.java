package org.ndd.core.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Changes the leaders that were assigned by texts so that they agree with decisions of people. Groups merge if a unit of duplicates (see
 * {@link DecisionGraph}) is in several of them. A unit leaves a group with a document that is not a duplicate of one of the unit.
 * Afterwards each unit is in one group, and no group has two documents that were decided not to be duplicates. Documents without a decision
 * stay with their leader. A document of a reference stays the leader of its group.
 *
 * <p>The result depends only on the documents with decisions, their leaders, and the order of these. Used for the documents of all shards.
 * Linear in documents and decisions, except if units leave groups repeatedly. Used once.
 */
public final class DecidedLeaders {

    private final DecisionGraph graph;
    private final int[] leaders;
    private final Cluster[] clusters;
    private final List<Cluster> splitOff = new ArrayList<>();

    /** Groups that are merged, or documents that left their groups together. */
    private static final class Cluster {

        /** The cluster that this one was merged into, or null. */
        private Cluster into;
        /** For a cluster that was split off: the cluster that its first unit left; else null. */
        private Cluster origin;

        private int first = Integer.MAX_VALUE;
        private final List<Integer> decided = new ArrayList<>();

        Cluster root() {
            Cluster root = this;
            while (root.into != null) {
                root = root.into;
            }
            if (this != root) {
                into = root;
            }
            return root;
        }
    }

    /**
     * @param leaders for each document, in rank order, the leader that it follows: itself if it leads. All leaders are among the documents
     */
    private DecidedLeaders(int[] leaders, DecisionGraph graph) {
        this.graph = graph;
        this.leaders = leaders;
        this.clusters = new Cluster[leaders.length];
    }

    /**
     * Returns the leaders after the decisions.
     *
     * @param leaders for each document, in rank order, the leader that it follows: itself if it leads. Contains all documents with
     *     decisions and their leaders, which may have no decision
     * @return the leader of each of the documents, which is the first in rank order of its group. All other documents get the new leader of
     *     their given leader
     */
    public static int[] of(int[] leaders, DecisionGraph graph) {
        return new DecidedLeaders(leaders, graph).decide();
    }

    private int[] decide() {
        for (int document = 0; document < leaders.length; document++) {
            if (leaders[document] == document) {
                clusters[document] = new Cluster();
                clusters[document].first = document;
            }
        }
        Collection<List<Integer>> units = units();
        units.forEach(this::mergeLed);
        units.forEach(this::place);
        int[] decided = new int[leaders.length];
        Arrays.setAll(decided, document -> {
            Cluster own = clusters[document];
            return (own == null ? clusters[leaders[document]] : own).root().first;
        });
        return decided;
    }

    /** Returns the documents of each unit, in rank order, in the order of their first documents. */
    private Collection<List<Integer>> units() {
        int[] unitOf = graph.units();
        Map<Integer, List<Integer>> units = new TreeMap<>();
        for (int document = 0; document < leaders.length; document++) {
            if (graph.isDecided(document)) {
                units.computeIfAbsent(unitOf[document], unit -> new ArrayList<>())
                        .add(document);
            }
        }
        return units.values();
    }

    /** Merges the groups that a unit leads: a leader cannot leave its group. */
    private void mergeLed(List<Integer> unit) {
        Cluster target = null;
        for (int document : unit) {
            if (leaders[document] == document) {
                target = target == null ? clusters[document].root() : merge(target, clusters[document].root());
            }
        }
        if (target != null) {
            add(unit, target);
        }
    }

    private void place(List<Integer> unit) {
        Cluster placed = clusters[unit.get(0)];
        Cluster target = placed == null ? null : placed.root();
        List<Cluster> own = unit.stream()
                .map(document -> clusters[leaders[document]].root())
                .distinct()
                .sorted(Comparator.comparing(cluster -> cluster.first))
                .toList();
        for (Cluster candidate : own) {
            if (target == null) {
                if (agree(unit, candidate)) {
                    target = add(unit, candidate);
                }
            } else if (target.root() != candidate.root()
                    && mayMerge(target.root(), candidate.root())
                    && agree(candidate.root().decided, target.root())) {
                target = merge(target.root(), candidate.root());
            }
        }
        if (target == null) {
            splitOff(unit, own);
        }
    }

    /** Returns whether two groups may merge. Groups of two documents of a reference do not merge: the unit leaves one of them. */
    private boolean mayMerge(Cluster a, Cluster b) {
        return Math.max(a.first, b.first) >= graph.references();
    }

    /** Moves a unit out of its groups: to another unit that left one of these, if the decisions allow that, else to a new cluster. */
    private void splitOff(List<Integer> unit, List<Cluster> own) {
        for (Cluster other : splitOff) {
            if (own.contains(other.origin.root()) && agree(unit, other.root())) {
                add(unit, other.root());
                return;
            }
        }
        Cluster cluster = new Cluster();
        cluster.origin = own.get(0);
        splitOff.add(cluster);
        add(unit, cluster);
    }

    private Cluster add(List<Integer> unit, Cluster cluster) {
        for (int document : unit) {
            clusters[document] = cluster;
            cluster.decided.add(document);
            cluster.first = Math.min(cluster.first, document);
        }
        return cluster;
    }

    private static Cluster merge(Cluster target, Cluster other) {
        if (target == other) {
            return target;
        }
        other.into = target;
        target.decided.addAll(other.decided);
        target.first = Math.min(target.first, other.first);
        return target;
    }

    /** Returns whether none of the documents was decided not to be a duplicate of a document in a cluster. */
    private boolean agree(List<Integer> documents, Cluster cluster) {
        return documents.stream()
                .flatMap(document -> graph.notDuplicatesOf(document).stream())
                .noneMatch(other -> isDecidedIn(other, cluster));
    }

    /**
     * Returns whether a document has a decision and is in a cluster. A document that leads is in the cluster that it leads; any other
     * document is in none until its unit has one.
     */
    private boolean isDecidedIn(int document, Cluster cluster) {
        return clusters[document] != null && clusters[document].root() == cluster;
    }
}
