package org.ndd.core.partition;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CandidateParameters.Mode;
import org.ndd.core.group.DecidedLeaders;
import org.ndd.core.group.DecidedPair;
import org.ndd.core.group.FrequencyRule;
import org.ndd.core.partition.LeaderClustering.Candidates;
import org.ndd.core.partition.Partition.Group;

/**
 * Partitions documents that fit in memory into groups of near-duplicates: the whole method in one place, with which any distributed run
 * must agree. Groups the documents of a checkpoint, measures quality, and gives the expected results of tests.
 *
 * <ol>
 * <li>order the documents by rank ({@link RankedDocuments});
 * <li>remove documents whose text and values are equal to those of another: the first of them in rank order, their original, represents
 * all;
 * <li>invert the fingerprints of the others, without those of their sites' boilerplate ({@link PostingLists});
 * <li>in rank order, assign each to the first candidate leader that it is similar to; else it leads ({@link LeaderClustering});
 * <li>change leaders so that groups agree with decisions of people ({@link DecidedLeaders});
 * <li>select the canonical document of each group and compare its other documents with it; again among those that are not near it
 * ({@link GroupMaker}).
 * </ol>
 *
 * <p>A document that contains a leader, or is contained in it, but has too different a length to be its near-duplicate ({@code part_of})
 * leads a separate group. So every document is in exactly one group. The group of the other leader lists it in {@link Group#contained()},
 * and it can be neither canonical document nor duplicate there.
 *
 * <p>Documents of a reference ({@link PartitionParameters#references()}) come first. Each of them leads without being compared, no two of
 * them are in one group, and each is the canonical document of its group. A group that contains only a reference document is not returned.
 *
 * <p>Documents that values keep apart ({@link PartitionDocument#mustAgreeKeys()}) are never compared, and take no place among each other's
 * candidates.
 *
 * <p>Sources: the technical report's section 4 for mode sets; docs/algorithm.md, Groups, for the order by a hash, neighbors, and
 * verification against the canonical document. Immutable and thread-safe; O(n log n) in the number of fingerprints, and comparisons.
 */
public final class InMemoryPartition {

    private final PartitionParameters parameters;
    private final ComparisonMemory memory;
    private final Progress progress;

    public enum Step {
        /** Assigns a leader to each document. */
        LEADERS,
        /** Selects the canonical document of each group, and compares the others with it. */
        GROUPS
    }

    public interface Progress {

        /**
         * Called for each document or group.
         *
         * @param documents number of documents whose step is complete
         */
        void done(Step step, int documents);
    }

    public InMemoryPartition(PartitionParameters parameters, ComparisonMemory memory) {
        this(parameters, memory, (step, documents) -> {});
    }

    /**
     * @param memory reserves the scratch space of comparisons
     * @param progress receives the progress of the work
     */
    public InMemoryPartition(PartitionParameters parameters, ComparisonMemory memory, Progress progress) {
        this.parameters = Objects.requireNonNull(parameters, "parameters");
        this.memory = memory;
        this.progress = progress;
    }

    /**
     * Partitions documents. The result does not depend on their order.
     *
     * @param unordered documents of different index and id
     * @param boilerplate returns the boilerplate of a site, {@code null} if none is known
     * @param cancellationCheck called periodically; throws to cancel
     */
    public Partition run(
            Collection<PartitionDocument> unordered,
            Function<String, SiteBoilerplate> boilerplate,
            Runnable cancellationCheck) {
        return run(unordered, boilerplate, List.of(), cancellationCheck);
    }

    /**
     * Partitions documents with decisions of people.
     *
     * @param decisions at most one for each two documents; those about other documents are ignored. Must be empty in mode sets
     */
    public Partition run(
            Collection<PartitionDocument> unordered,
            Function<String, SiteBoilerplate> boilerplate,
            Collection<DecidedPair> decisions,
            Runnable cancellationCheck) {
        CandidateParameters rules = parameters.candidates();
        RankedDocuments documents = RankedDocuments.of(unordered, parameters, boilerplate);
        int[] originals = documents.originals();
        long exact = exactDuplicates(originals);
        FrequencyRule frequencies = rules.frequencyRule(documents.size() - exact);
        PostingLists lists = new PostingLists(documents, originals, frequencies, rules.mode() == Mode.NEIGHBORS);
        Candidates candidates = rules.isOfSets()
                ? new SetCandidates(documents, lists, rules.maxLeaders())
                : new NeighborCandidates(documents, lists, rules);
        PairComparator comparator = new PairComparator(parameters.similarity()).with(memory);
        LeaderClustering clustering =
                new LeaderClustering(documents, originals, candidates, comparator, cancellationCheck);
        clustering.run(decisions, decided -> progress.done(Step.LEADERS, decided));
        GroupMaker maker = new GroupMaker(
                documents, originals, comparator, parameters.canonicals(), clustering.decided(), cancellationCheck);
        List<Group> groups = groups(documents, clustering, maker, cancellationCheck);
        return new Partition(
                groups,
                new Partition.Counts(
                        documents.size() - documents.references(),
                        exact,
                        clustering.comparisons(),
                        candidates.skipped(),
                        clustering.containedIn().size(),
                        maker.verifications()));
    }

    private static long exactDuplicates(int[] originals) {
        return IntStream.range(0, originals.length)
                .filter(document -> originals[document] != document)
                .count();
    }

    private List<Group> groups(
            RankedDocuments ranked, LeaderClustering clustering, GroupMaker maker, Runnable cancellationCheck) {
        SortedMap<Integer, List<Integer>> members = new TreeMap<>();
        int[] leaders = clustering.leaders();
        for (int document = 0; document < leaders.length; document++) {
            members.computeIfAbsent(leaders[document], leader -> new ArrayList<>())
                    .add(document);
        }
        SortedMap<Integer, List<Integer>> contained = new TreeMap<>();
        for (Map.Entry<Integer, Integer> part : clustering.containedIn().entrySet()) {
            contained
                    .computeIfAbsent(part.getValue(), leader -> new ArrayList<>())
                    .add(part.getKey());
        }
        List<Group> groups = new ArrayList<>();
        int documents = 0;
        for (Map.Entry<Integer, List<Integer>> group : members.entrySet()) {
            cancellationCheck.run();
            List<Integer> parts = contained.getOrDefault(group.getKey(), List.of());
            boolean isEmpty = group.getValue().size() == 1 && parts.isEmpty();
            if (isEmpty == false || ranked.isOfReference(group.getKey()) == false) {
                groups.add(maker.make(group.getValue(), parts));
            }
            documents += group.getValue().size();
            progress.done(Step.GROUPS, documents);
        }
        return groups;
    }
}
