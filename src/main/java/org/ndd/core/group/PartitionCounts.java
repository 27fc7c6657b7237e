package org.ndd.core.group;

/**
 * The counts of a partition.
 *
 * @param documents that took part
 * @param withoutFingerprints of these, so that only an equal text can be found
 * @param exactDuplicates documents whose text equals that of one above them
 * @param commonFingerprints fingerprints on too many documents, which lead to the first few of these only, or in mode sets to none
 * @param candidates predecessors kept, over all documents (mode neighbours); pairs of a document and its label (mode sets)
 * @param comparisons of a document with a leader
 * @param skippedComparisons leaders that a document was not compared with, because it had too many
 * @param partOf documents that lead and are contained in another leader
 * @param verifications of a member with its group's canonical document
 * @param groups sets of two documents or more
 * @param duplicates documents of these that are near-duplicates of the canonical document
 */
public record PartitionCounts(
        long documents,
        long withoutFingerprints,
        long exactDuplicates,
        long commonFingerprints,
        long candidates,
        long comparisons,
        long skippedComparisons,
        long partOf,
        long verifications,
        long groups,
        long duplicates) {}
