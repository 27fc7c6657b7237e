package org.ndd.core.group;

import java.util.List;

/**
 * The outcome of partitioning documents.
 *
 * @param groups all sets, those of one document too, in rank order of their leaders
 * @param counts counts of the work
 */
public record Partition(List<Group> groups, Counts counts) {

    public Partition {
        groups = List.copyOf(groups);
    }

    /** Number of sets of two documents or more. */
    public long groupCount() {
        return groups.stream().filter(group -> group.pages().size() > 1).count();
    }

    /** Number of documents that have another canonical document than themselves. */
    public long duplicateCount() {
        return groups.stream()
                .flatMap(group -> group.pages().stream())
                .filter(page -> page.canonical() != page.document())
                .count();
    }

    /**
     * Counts of a partition.
     *
     * @param documents that took part
     * @param exactDuplicates documents whose text equals that of one above them
     * @param comparisons of a document with a leader
     * @param skippedComparisons leaders that a document was not compared with, because it had too many
     * @param partOf documents that lead and are contained in another leader
     * @param verifications of a member with its group's canonical document
     */
    public record Counts(
            long documents,
            long exactDuplicates,
            long comparisons,
            long skippedComparisons,
            long partOf,
            long verifications) {}
}
