package org.ndd.core.group;

import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Relation;

/**
 * The verdict on a document and the canonical document of its group.
 *
 * @param confidence estimated probability that readers call them near-duplicates, 0 to 1
 * @param resemblance resemblance of the two, 0 to 1
 * @param containmentInCanonical share of the document that is in the canonical document, 0 to 1
 * @param containmentOfCanonical share of the canonical document that is in the document, 0 to 1
 * @param decided the decision by which the document has the canonical document although their texts are not near; {@code null} if there is
 *     none
 */
public record Verdict(
        Relation relation,
        double confidence,
        double resemblance,
        double containmentInCanonical,
        double containmentOfCanonical,
        DecidedBy decided) {

    /** The verdict on two equal texts, and on the canonical document itself. */
    public static final Verdict EQUAL = new Verdict(Relation.SAME, 1, 1, 1, 1);

    /** The verdict on two documents that their values keep apart: never compared. */
    public static final Verdict APART = new Verdict(Relation.OTHER_ITEM, 0, 0, 0, 0);

    public Verdict(
            Relation relation,
            double confidence,
            double resemblance,
            double containmentInCanonical,
            double containmentOfCanonical) {
        this(relation, confidence, resemblance, containmentInCanonical, containmentOfCanonical, null);
    }

    /** Returns the same measures for a document that has the canonical document by decision. */
    public Verdict decided(DecidedBy by) {
        return new Verdict(relation, confidence, resemblance, containmentInCanonical, containmentOfCanonical, by);
    }

    /** Returns the verdict on a document A and a canonical document B. */
    public static Verdict of(Comparison comparison) {
        return new Verdict(
                comparison.relation(),
                comparison.confidence(),
                comparison.shared().resemblance(),
                comparison.a().containment(),
                comparison.b().containment());
    }

    /**
     * Returns whether a document with this role is verified to be the canonical document's near-duplicate, by texts or by decision. A
     * document that is only contained in the leader never is.
     */
    public boolean verifies(Role role) {
        return (relation.isNear() || decided != null) && role != Role.PART_OF;
    }
}
