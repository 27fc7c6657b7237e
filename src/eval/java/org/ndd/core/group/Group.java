package org.ndd.core.group;

import java.util.List;
import org.ndd.core.compare.Relation;

/**
 * A set of near-duplicates, of one document or more.
 *
 * @param leader the first in rank order, which names the group
 * @param canonical the page to keep: one of the pages. What is not near it has another canonical document, see {@link Page#canonical()}
 * @param pages in rank order, the leader first; every document of a partition is a page of exactly one group
 * @param contained documents that are contained in the leader but too short to be called its near-duplicates, in rank order. Each leads a
 *     group of its own, and is a page of that one; here it is listed for information, and is never canonical document or duplicate
 */
public record Group(PartitionDocument leader, PartitionDocument canonical, List<Page> pages, List<Page> contained) {

    /**
     * A document in a group, and how it compares with its canonical document: every page is a canonical document, or near to one.
     *
     * @param document which
     * @param role its part
     * @param canonical the page that is kept for it: itself, or one that it is near to; for {@link Role#PART_OF} the first of the group
     * @param relation what it is to the canonical document; {@link Relation#SAME} for the canonical document itself
     * @param confidence how sure it is that readers call it the canonical document's near-duplicate, 0 to 1
     * @param resemblance to the canonical document
     * @param containmentInCanonical share of this document that is in the canonical document
     * @param containmentOfCanonical share of the canonical document that is in this document
     */
    public record Page(
            PartitionDocument document,
            Role role,
            PartitionDocument canonical,
            Relation relation,
            double confidence,
            double resemblance,
            double containmentInCanonical,
            double containmentOfCanonical) {

        /** Whether it is its canonical document's near-duplicate, or that canonical document itself; false for {@link Role#PART_OF}. */
        public boolean verified() {
            return relation.isNear() && role != Role.PART_OF;
        }
    }

    public Group {
        pages = List.copyOf(pages);
        contained = List.copyOf(contained);
    }
}
