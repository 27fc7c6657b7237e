package org.ndd.core.group;

import java.util.List;

/**
 * The result of a partition.
 *
 * @param groups all groups, including those of one document, in rank order of their leaders
 * @param counts counts of the work
 */
public record Partition(List<Group> groups, Counts counts) {

    public Partition {
        groups = List.copyOf(groups);
    }

    /** Returns the number of groups of two documents or more. */
    public long groupCount() {
        return groups.stream().filter(group -> group.pages().size() > 1).count();
    }

    /** Returns the number of documents whose canonical document is another one. */
    public long duplicateCount() {
        return groups.stream()
                .flatMap(group -> group.pages().stream())
                .filter(page -> page.canonical() != page.document())
                .count();
    }

    /**
     * Counts of a partition.
     *
     * @param documents documents that took part
     * @param exactDuplicates documents whose text equals that of a document above them
     * @param comparisons comparisons of a document with a leader
     * @param skippedComparisons leaders that a document was not compared with, because it had too many
     * @param partOf documents that lead and are contained in another leader
     * @param verifications comparisons of a member with its group's canonical document
     */
    public record Counts(
            long documents,
            long exactDuplicates,
            long comparisons,
            long skippedComparisons,
            long partOf,
            long verifications) {}
}
