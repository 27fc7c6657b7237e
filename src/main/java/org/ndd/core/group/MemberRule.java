package org.ndd.core.group;

import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.Rule;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.compare.SimilarityParameters.Preset;

/**
 * The second chance of a page that no leader takes: it joins a group through another of its pages. A leader may happen to be
 * abridged or enlarged, so that two copies that are near each other are not both near it.
 *
 * <p>Groups must not creep from page to page, as the pages of a template would. So it must not be another item than the leader, which it
 * must resemble a little; and a member that may be of the same site, where likeness may be the site's (Henzinger,
 * SIGIR 2006), must be a near-duplicate by the thresholds of {@code strict}. Only preset {@code balanced} has this rule; the report has none, and who asks for {@code strict} deletes. Immutable and thread-safe.
 */
public final class MemberRule {

    /** Members that a page is compared with, at most: its best predecessors. */
    public static final int MEMBERS = 4;

    /** Least resemblance to a leader whose group a page may join through another of its pages. */
    private static final double LEAST_RESEMBLANCE = 0.35;

    private final PairComparator otherSite;
    private final PairComparator sameSite;
    private final boolean applies;

    /** @param comparator what leaders are compared by */
    public MemberRule(PairComparator comparator) {
        SimilarityParameters similarity = comparator.parameters();
        this.applies =
                similarity.preset() == Preset.BALANCED && comparator.without().contains(Rule.SECOND_CHANCE) == false;
        this.otherSite = comparator;
        this.sameSite = comparator.with(similarity.atLeastStrict());
    }

    /** Whether a page that is not similar to a leader may still join its group. */
    public boolean mayJoin(Comparison withLeader) {
        return applies && withLeader.relation() != Relation.OTHER_ITEM && withLeader.resemblance() >= LEAST_RESEMBLANCE;
    }

    /** Whether a page joins the group of a member; to be asked where {@link #mayJoin}. */
    public boolean joins(PreparedPage member, PreparedPage page, Runnable cancellationCheck) {
        PairComparator comparator = member.page().isOfOtherSiteThan(page.page()) ? otherSite : sameSite;
        return comparator.compare(member, page, cancellationCheck).similar();
    }
}
