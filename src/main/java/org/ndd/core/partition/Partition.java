package org.ndd.core.partition;

import java.util.List;
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;

/**
 * The result of a partition.
 *
 * @param groups all groups, including those of one document, in rank order of their leaders
 */
public record Partition(List<Group> groups, Counts counts) {

    public Partition {
        groups = List.copyOf(groups);
    }

    public long groupCount() {
        return groups.stream().filter(group -> group.pages().size() > 1).count();
    }

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
     * @param partOf documents that lead and are contained in another leader, or contain it
     * @param verifications comparisons of a member with its group's canonical document
     */
    public record Counts(
            long documents,
            long exactDuplicates,
            long comparisons,
            long skippedComparisons,
            long partOf,
            long verifications) {}

    /**
     * A set of one or more documents that are near-duplicates.
     *
     * @param leader the first in rank order, after which the group is named
     * @param canonical the document to keep: one of {@code pages}. Documents that are not near it have another one, see
     *     {@link Page#canonical()}
     * @param pages documents of the group in rank order, the leader first; every document of a partition is in exactly one group
     * @param contained documents that are contained in the leader but too short to be its near-duplicates, in rank order. Each leads a
     *     separate group, and is a document of that one. Here it is listed for information, and is never canonical document or duplicate
     */
    public record Group(PartitionDocument leader, PartitionDocument canonical, List<Page> pages, List<Page> contained) {

        /**
         * A document in a group, and its verdict with its canonical document: every document is a canonical document, or near to one.
         *
         * @param canonical its canonical document: itself, or a document that it is near to; for {@link Role#PART_OF} the first of the
         *     group
         * @param verdict the verdict on it and the canonical document; {@link Verdict#EQUAL} for the canonical document itself
         * @param canonicalIn the markets that keep it, in the order of their names
         */
        public record Page(
                PartitionDocument document,
                Role role,
                PartitionDocument canonical,
                Verdict verdict,
                List<String> canonicalIn) {}

        public Group {
            pages = List.copyOf(pages);
            contained = List.copyOf(contained);
        }
    }
}
