package org.ndd.rank;

import org.ndd.config.MinRelation;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.decisions.DecisionIndex;
import org.ndd.groups.Market;

/**
 * Which hits a better hit hides.
 *
 * @param dest destination of a partition run whose groups are used; null to compare
 * @param market for whom pages are shown, with groups; null for none
 * @param minRelation the farthest relation to a better hit that hides; not {@link Relation#OVERLAP} with groups
 * @param mustAgree fields whose values keep pages apart, without groups
 * @param similarity thresholds and rule for near-duplicates, without groups
 * @param decisionsIndex index of decisions of people, or null for none; not with groups, whose run respects decisions
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
            throw new IllegalArgumentException("[" + MinRelation.PARAMETER.getPreferredName()
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

    /** The same with thresholds, which are parsed after the other values. */
    CollapseRule with(SimilarityParameters parsed, String decisions) {
        return new CollapseRule(dest, market, minRelation, mustAgree, parsed, decisions);
    }
}
