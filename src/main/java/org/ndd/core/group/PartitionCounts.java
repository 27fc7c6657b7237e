package org.ndd.core.group;

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
public record PartitionCounts(
        long documents,
        long exactDuplicates,
        long comparisons,
        long skippedComparisons,
        long partOf,
        long verifications) {}
