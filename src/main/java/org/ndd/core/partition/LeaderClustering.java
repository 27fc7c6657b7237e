package org.ndd.core.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.DecidedDocuments;
import org.ndd.core.group.DecidedLeaders;
import org.ndd.core.group.DecidedPair;
import org.ndd.core.group.JoinRule;

/**
 * Decides the leader of each document, in rank order, by {@link JoinRule}. Then {@link LeaderMerging} merges groups, and decisions of
 * people change leaders ({@link DecidedLeaders}). Sequential; a distributed run may decide in any order in which a document's predecessors
 * come before the document.
 */
final class LeaderClustering {

    private final RankedDocuments documents;
    private final int[] originals;
    private final Candidates candidates;
    private final Runnable cancellationCheck;
    private final JoinRule rule;
    private final Neighbors neighbors = new Neighbors();
    private final LeaderMerging merging;
    private final int[] leaders;
    private final SortedMap<Integer, Integer> containedIn = new TreeMap<>();
    private DecidedDocuments decided = DecidedDocuments.NONE;
    private long comparisons;

    LeaderClustering(
            RankedDocuments documents,
            int[] originals,
            Candidates candidates,
            PairComparator comparator,
            Runnable cancellationCheck) {
        this.documents = documents;
        this.originals = originals;
        this.candidates = candidates;
        this.cancellationCheck = cancellationCheck;
        this.rule = new JoinRule(comparator);
        this.merging = new LeaderMerging(documents, comparator, rule.memberRule(), cancellationCheck);
        this.leaders = new int[documents.size()];
    }

    /** Decides all documents. Must be called once. */
    void run() {
        run(List.of(), decided -> {});
    }

    /**
     * Decides all documents, then applies decisions of people. Must be called once.
     *
     * @param progress receives the number of documents that are decided
     */
    void run(Collection<DecidedPair> pairs, IntConsumer progress) {
        for (int document = 0; document < leaders.length; document++) {
            cancellationCheck.run();
            if (originals[document] == document) {
                leaders[document] = decide(document);
                candidates.decided(document, leaders[document]);
            } else {
                leaders[document] = leaders[originals[document]];
            }
            progress.accept(document + 1);
        }
        merging.merge(leaders);
        apply(known(pairs));
        containedIn.keySet().removeIf(document -> leaders[document] != document);
        containedIn.replaceAll((document, leader) -> leaders[leader]);
        containedIn
                .entrySet()
                .removeIf(part -> documents.disagree(part.getKey(), part.getValue())
                        || decided.disagree(part.getKey(), part.getValue()));
    }

    /** Returns those of the decisions that are about documents of this partition, all of which have their leaders. */
    private DecidedDocuments known(Collection<DecidedPair> pairs) {
        if (pairs.isEmpty()) {
            return DecidedDocuments.NONE;
        }
        Map<List<String>, Integer> places = new HashMap<>();
        for (int place = 0; place < documents.size(); place++) {
            PartitionDocument document = documents.document(place);
            places.put(List.of(document.index(), document.id()), place);
        }
        Set<Integer> placed = new TreeSet<>();
        List<DecidedDocuments.Decided> decisions = new ArrayList<>();
        for (DecidedPair pair : pairs) {
            Integer a = places.get(List.of(pair.indexA(), pair.idA()));
            Integer b = places.get(List.of(pair.indexB(), pair.idB()));
            if (a != null && b != null) {
                decisions.add(new DecidedDocuments.Decided(a, b, pair));
                placed.addAll(List.of(a, b, leaders[a], leaders[b]));
            }
        }
        return new DecidedDocuments(
                placed.stream()
                        .map(place -> new DecidedDocuments.DocumentLeader(place, leaders[place]))
                        .toList(),
                (int) placed.stream().filter(documents::isOfReference).count(),
                decisions);
    }

    /**
     * Applies decisions. A document of equal text follows its original, unless a decision gives it another leader: then it is its own
     * original.
     */
    private void apply(DecidedDocuments decisions) {
        decided = decisions;
        if (decisions.isEmpty()) {
            return;
        }
        for (int document = 0; document < leaders.length; document++) {
            int original = originals[document];
            int leader = original == document || decisions.isDecided(document)
                    ? (int) decisions.leader(decisions.isDecided(document) ? document : leaders[document])
                    : leaders[original];
            if (original != document && leader != leaders[original]) {
                originals[document] = document;
            }
            leaders[document] = leader;
        }
    }

    DecidedDocuments decided() {
        return decided;
    }

    private int decide(int document) {
        if (documents.isOfReference(document)) {
            return document;
        }
        int[] candidateLeaders = candidates.leaders(document);
        JoinRule.Outcome outcome = rule.decide(
                documents.page(document),
                Arrays.stream(candidateLeaders).asLongStream().toArray(),
                neighbors,
                cancellationCheck);
        comparisons += outcome.comparisons();
        switch (outcome.kind()) {
            case LEADS -> {
                return document;
            }
            case PART_OF -> {
                containedIn.put(document, (int) outcome.leader());
                return document;
            }
            case FOLLOWS -> {
                // sets have no predecessors, and all leaders of a set are already candidates
                if (candidates.predecessors().length > 0) {
                    merging.addFollower(document, (int) outcome.leader(), candidateLeaders);
                }
            }
        }
        return (int) outcome.leader();
    }

    private final class Neighbors implements JoinRule.Neighbors<RuntimeException> {

        @Override
        public PreparedPage page(long document) {
            return documents.page((int) document);
        }

        @Override
        public long[] predecessors() {
            return Arrays.stream(candidates.predecessors()).asLongStream().toArray();
        }

        @Override
        public long leaderOf(int place) {
            return leaders[candidates.predecessors()[place]];
        }
    }

    /** Returns the leader of each document: itself if it leads. */
    int[] leaders() {
        return leaders;
    }

    /**
     * Returns the documents that lead although they are part of another leader, with the current leader of the candidate that contains
     * them.
     */
    Map<Integer, Integer> containedIn() {
        return containedIn;
    }

    long comparisons() {
        return comparisons + merging.comparisons();
    }

    /**
     * Selects the leaders with which a document is compared. Called for documents in rank order; each decision must be recorded before the
     * next document.
     */
    interface Candidates {

        /**
         * Returns the leaders with which a document is compared, in this order.
         *
         * @param document next in rank order
         * @return at most as many as the parameters allow
         */
        int[] leaders(int document);

        /** Returns the documents from which the last returned leaders were taken, best first; empty in mode sets. */
        int[] predecessors();

        /** Records the leader of a document: the document itself if it leads. */
        void decided(int document, int leader);

        /** Returns the number of leaders left out so far because there were more than allowed. */
        long skipped();
    }
}
