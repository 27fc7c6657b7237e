package org.ndd.core.group;

import java.util.List;

/**
 * The outcome of partitioning documents.
 *
 * @param groups all sets, those of one document too, in rank order of their leaders
 * @param counts numbers of documents and comparisons
 */
public record Partition(List<Group> groups, PartitionCounts counts) {

    public Partition {
        groups = List.copyOf(groups);
    }
}
