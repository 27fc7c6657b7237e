package org.ndd.core.group;

import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.compare.SimilarityParameters.Preset;

/**
 * Decides whether a document that is not similar to a leader joins its group through another member. It is the second chance of a document
 * without a leader, and of a leader with bridges. A leader may happen to be abridged, enlarged or in another order, so that two copies that
 * are near each other are not both near it.
 *
 * <p>Groups must not grow from document to document by similarity to the last, as documents of boilerplate would. So the document must
 * share a little with the leader, in any order, and must not clearly be another item. The boilerplate of a site may cause the similarity
 * (Henzinger, SIGIR 2006). So if the member may be of the same site, the document must be its near-duplicate by the thresholds of
 * {@code strict}. Only preset {@code balanced} has this rule: the PKU report has none, and {@code strict} is meant for deletions. Immutable
 * and thread-safe.
 */
public final class MemberRule {

    /** Maximum number of members with which a document is compared: its best predecessors. */
    public static final int MEMBERS = 4;

    /** Minimum order-free resemblance to a leader whose group a document may join through another member. */
    private static final double MIN_RESEMBLANCE = 0.35;

    /**
     * Minimum confidence that a document and the leader are near-duplicates, if the verdict is {@link Relation#OTHER_ITEM}: with less, they
     * are clearly about two objects. On generated documents, recall is 0.866 without such leaders, 0.913 with 0.3, and 0.935 with 0.1,
     * which joins products that differ.
     */
    private static final double MIN_CONFIDENCE = 0.3;

    private final PairComparator otherSite;
    private final PairComparator sameSite;
    private final boolean applies;

    public MemberRule(PairComparator comparator) {
        SimilarityParameters similarity = comparator.parameters();
        this.applies = similarity.preset() == Preset.BALANCED;
        this.otherSite = comparator;
        this.sameSite = comparator.with(similarity.atLeastStrict());
    }

    public boolean applies() {
        return applies;
    }

    /** Returns whether a document that is not similar to a leader may still join its group. */
    public boolean mayJoin(Comparison withLeader) {
        boolean isCandidate = withLeader.relation() == Relation.OVERLAP
                || withLeader.relation() == Relation.OTHER_ITEM && withLeader.confidence() >= MIN_CONFIDENCE;
        return applies && isCandidate && withLeader.sketchResemblance() >= MIN_RESEMBLANCE;
    }

    /**
     * Returns whether a document joins the group of a member; only valid if {@link #mayJoin}.
     *
     * @param above the upper of the two in rank
     * @param below the lower of the two in rank
     */
    public boolean joins(PreparedPage above, PreparedPage below, Runnable cancellationCheck) {
        PairComparator comparator = above.page().isOnOtherSite(below.page()) ? otherSite : sameSite;
        return comparator.compare(above, below, cancellationCheck).similar();
    }
}
