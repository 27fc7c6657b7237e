package org.ndd.core.group;

import java.util.List;

/**
 * A set of near-duplicates, of one document or more.
 *
 * @param leader the first in rank order, which names the group
 * @param canonical one of the pages. A page that is not near it has another canonical document, see {@link Page#canonical()}
 * @param pages in rank order, the leader first; every document of a partition is a page of exactly one group
 * @param contained documents that are contained in the leader but too short to be called its near-duplicates, in rank order. Each leads a
 *     separate group, and is a page of that one; here it is listed for information, and is never canonical document or duplicate
 */
public record Group(PartitionDocument leader, PartitionDocument canonical, List<Page> pages, List<Page> contained) {

    /**
     * A document in a group, and how it compares with its canonical document: every page is a canonical document, or near to one.
     *
     * @param document which
     * @param role its part
     * @param canonical the page that is kept for it: itself, or one that it is near to; for {@link Role#PART_OF} the first of the group
     * @param verdict how it compares with the canonical document; {@link Verdict#EQUAL} for the canonical document itself
     * @param canonicalIn the markets that keep it, in the order of their names
     */
    public record Page(
            PartitionDocument document,
            Role role,
            PartitionDocument canonical,
            Verdict verdict,
            List<String> canonicalIn) {

        /** Whether it is its canonical document's near-duplicate, or that canonical document itself; false for {@link Role#PART_OF}. */
        public boolean verified() {
            return verdict.verifies(role);
        }
    }

    public Group {
        pages = List.copyOf(pages);
        contained = List.copyOf(contained);
    }
}
