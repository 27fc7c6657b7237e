package org.ndd.core.group;

import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.compare.SimilarityParameters.Preset;

/**
 * The second chance of a page without a leader, and of a leader that a page of another group resembles: it joins a group through another of
 * its pages. A leader may happen to be abridged, enlarged or in another order, so that two copies that are near each other are not both
 * near it.
 *
 * <p>Groups must not grow from page to page by similarity to the last, as pages of boilerplate would. So the page must share a little with
 * the leader, in any order, and must not clearly be another item than it. If the member may be of the same site, whose boilerplate may
 * cause the similarity (Henzinger, SIGIR 2006), the page must be its near-duplicate by the thresholds of {@code strict}. Only preset {@code
 * balanced} has this rule: the PKU report has none, and {@code strict} is meant for deletions. Immutable and thread-safe.
 */
public final class MemberRule {

    /** Maximum number of members with which a page is compared: its best predecessors. */
    public static final int MEMBERS = 4;

    /** Minimum number of documents that lead from one group to another before the two leaders are compared. */
    public static final int BRIDGES = 2;

    /** Minimum order-free resemblance to a leader whose group a page may join through another of its pages. */
    private static final double LEAST_RESEMBLANCE = 0.35;

    /**
     * Minimum confidence that a page and the leader are near-duplicates, if the verdict is {@link Relation#OTHER_ITEM}: below, they clearly
     * are two things. Of generated pages, recall is 0.866 without such leaders, 0.913 with 0.3, and 0.935 with 0.1, which joins products
     * that differ.
     */
    private static final double LEAST_CONFIDENCE = 0.3;

    private final PairComparator otherSite;
    private final PairComparator sameSite;
    private final boolean applies;

    /** @param comparator comparator of leaders */
    public MemberRule(PairComparator comparator) {
        SimilarityParameters similarity = comparator.parameters();
        this.applies = similarity.preset() == Preset.BALANCED;
        this.otherSite = comparator;
        this.sameSite = comparator.with(similarity.atLeastStrict());
    }

    /** Whether the preset has this rule. */
    public boolean applies() {
        return applies;
    }

    /** Whether a page that is not similar to a leader may still join its group. */
    public boolean mayJoin(Comparison withLeader) {
        boolean mayBeOne = withLeader.relation() == Relation.OVERLAP
                || withLeader.relation() == Relation.OTHER_ITEM && withLeader.confidence() >= LEAST_CONFIDENCE;
        return applies && mayBeOne && withLeader.sketchResemblance() >= LEAST_RESEMBLANCE;
    }

    /**
     * Whether a page joins the group of a member; only valid if {@link #mayJoin}.
     *
     * @param above the one of the two that is above in rank
     * @param below the other
     */
    public boolean joins(PreparedPage above, PreparedPage below, Runnable cancellationCheck) {
        PairComparator comparator = above.page().isOfOtherSiteThan(below.page()) ? otherSite : sameSite;
        return comparator.compare(above, below, cancellationCheck).similar();
    }
}
