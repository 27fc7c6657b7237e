package org.ndd.core.group;

import java.util.List;
import org.ndd.core.compare.Relation;

/**
 * A set of near-duplicates, of one document or more.
 *
 * @param leader the first in rank order, which names the group
 * @param winner the page to keep: one of the pages. What is not near it has another winner, see {@link Page#winner()}
 * @param pages in rank order, the leader first; every document of a partition is a page of exactly one group
 * @param contained documents that are contained in the leader but too short to be called its near-duplicates, in rank order. Each leads a
 *     group of its own, and is a page of that one; here it is listed for information, and is never winner or loser
 */
public record Group(PartitionDocument leader, PartitionDocument winner, List<Page> pages, List<Page> contained) {

    /**
     * A document in a group, and how it compares with its winner: every page is a winner, or near to one.
     *
     * @param document which
     * @param role its part
     * @param winner the page that is kept for it: itself, or one that it is near to; for {@link Role#PART_OF} the first of the group
     * @param relation what it is to the winner; {@link Relation#SAME} for the winner itself
     * @param confidence how sure it is that readers call it the winner's near-duplicate, 0 to 1
     * @param resemblance to the winner
     * @param containmentInWinner share of this document that is in the winner
     * @param containmentOfWinner share of the winner that is in this document
     */
    public record Page(
            PartitionDocument document,
            Role role,
            PartitionDocument winner,
            Relation relation,
            double confidence,
            double resemblance,
            double containmentInWinner,
            double containmentOfWinner) {

        /** Whether it is its winner's near-duplicate, or that winner itself; false for {@link Role#PART_OF}. */
        public boolean verified() {
            return relation.isNear() && role != Role.PART_OF;
        }
    }

    public Group {
        pages = List.copyOf(pages);
        contained = List.copyOf(contained);
    }
}
