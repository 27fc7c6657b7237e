package org.ndd.partition.shard;

import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Role;

/**
 * How a document compares with the winner of its group.
 *
 * @param relation the relation of the two
 * @param confidence estimated probability that readers call them near-duplicates, 0 to 1
 * @param resemblance to the winner
 * @param containmentInWinner share of the document that is in the winner
 * @param containmentOfWinner share of the winner that is in the document
 */
public record Verdict(
        Relation relation,
        double confidence,
        double resemblance,
        double containmentInWinner,
        double containmentOfWinner) {

    /** Of two equal texts, and of the winner itself. */
    public static final Verdict EQUAL = new Verdict(Relation.SAME, 1, 1, 1, 1);

    /** Of two documents that their values keep apart: never compared. */
    static final Verdict APART = new Verdict(Relation.OTHER_ITEM, 0, 0, 0, 0);

    /** Of a document A and a winner B. */
    public static Verdict of(Comparison comparison) {
        return new Verdict(
                comparison.relation(),
                comparison.confidence(),
                comparison.resemblance(),
                comparison.containmentAInB(),
                comparison.containmentBInA());
    }

    /** Whether a document of a role is verified to be the winner's near-duplicate: one that is only contained in the leader never is. */
    public boolean verifies(Role role) {
        return relation.isNear() && role != Role.PART_OF;
    }
}
