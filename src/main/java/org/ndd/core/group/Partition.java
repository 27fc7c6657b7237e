package org.ndd.core.group;

import java.util.List;

/**
 * The outcome of partitioning documents.
 *
 * @param groups all sets, those of one document too, in rank order of their leaders
 * @param counts counts of the work
 */
public record Partition(List<Group> groups, PartitionCounts counts) {

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
}
