package org.ndd.core.group;

import java.util.List;

/**
 * A set of near-duplicates, of one document or more.
 *
 * @param leader the highest in rank, which names the group
 * @param winner the page to keep: one of the pages
 * @param pages in rank order, the leader first; every document of a partition is a page of exactly one group
 * @param contained documents that are contained in the leader but too short to be called its near-duplicates, in rank order. Each leads a
 *     group of its own, and is a page of that one; here it is told of for information, and is never winner or loser
 */
public record Group(PartitionDocument leader, PartitionDocument winner, List<Page> pages, List<Page> contained) {

    /** What a document is in a group. */
    public enum Role {
        /** The highest in rank, that the others were compared with. */
        LEADER,
        /** Similar to the leader. */
        MEMBER,
        /** Of the same text as another page of the group that is above it. */
        EXACT,
        /** Contained in the leader, see {@link Group#contained()}. */
        PART_OF
    }

    /**
     * A document in a group, and how it compares with the winner.
     *
     * @param document which
     * @param role its part
     * @param verified whether it is similar to the winner: those that are not stay in the group but are no losers. True for the winner itself,
     *     false for {@link Role#PART_OF}
     * @param resemblance to the winner
     * @param containmentInWinner share of this document that is in the winner
     * @param containmentOfWinner share of the winner that is in this document
     */
    public record Page(
            PartitionDocument document,
            Role role,
            boolean verified,
            double resemblance,
            double containmentInWinner,
            double containmentOfWinner) {}

    public Group {
        pages = List.copyOf(pages);
        contained = List.copyOf(contained);
    }
}
