package org.ndd.rank;

import org.ndd.config.MatchRule;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.decisions.DecisionIndex;
import org.ndd.groups.Market;

/**
 * Determines which hits are hidden because a better hit represents them.
 *
 * @param dest destination of a run whose groups are used; null to compare texts
 * @param market market for which canonical documents are shown, with groups; null for none
 * @param minRelation the loosest relation to a better hit that hides a hit; with groups, {@link Relation#OVERLAP} is not allowed
 * @param mustAgree fields whose values must agree for a hit to be hidden, without groups
 * @param similarity thresholds and rule for near-duplicates, without groups
 * @param decisionsIndex index of decisions; null for none; not allowed with groups, because the run of the groups already respects
 *     decisions
 */
record CollapseRule(
        String dest,
        String market,
        Relation minRelation,
        MustAgree mustAgree,
        SimilarityParameters similarity,
        String decisionsIndex) {

    /** @throws IllegalArgumentException if a value is out of its range */
    CollapseRule {
        if (dest != null && dest.isEmpty()) {
            throw new IllegalArgumentException(
                    "[dest] must be the destination of a partition run, but was [" + dest + "]");
        }
        if (dest != null && mustAgree.isEmpty() == false) {
            throw new IllegalArgumentException(
                    "[must_agree] must be omitted if [dest] is specified, as its run determines it, but was "
                            + mustAgree.fields());
        }
        if (dest != null && minRelation.isNear() == false) {
            throw new IllegalArgumentException("[" + MatchRule.MIN_RELATION.getPreferredName()
                    + "] must be [same] or [near] if [dest] is specified, as groups hold no others, but was ["
                    + minRelation.value() + "]");
        }
        if (dest == null && market != null) {
            throw new IllegalArgumentException("[" + Market.PARAMETER.getPreferredName()
                    + "] must be omitted without [dest], as the run determines the documents of a market, but was ["
                    + market + "]");
        }
        Market.check(market, minRelation);
        DecisionIndex.check(decisionsIndex);
        if (dest != null && decisionsIndex != null) {
            throw new IllegalArgumentException("[" + DecisionIndex.PARAMETER.getPreferredName()
                    + "] must be omitted if [dest] is specified, as its run determines it, but was [" + decisionsIndex
                    + "]");
        }
    }

    /** Returns the same rule with similarity parameters, which are parsed after the other values. */
    CollapseRule with(SimilarityParameters parsed, String decisions) {
        return new CollapseRule(dest, market, minRelation, mustAgree, parsed, decisions);
    }
}
