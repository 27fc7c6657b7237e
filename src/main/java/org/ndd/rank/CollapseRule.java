package org.ndd.rank;

import org.elasticsearch.common.Strings;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.MatchRule;
import org.ndd.config.MustAgree;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.groups.Destination;
import org.ndd.groups.Market;

/**
 * Determines which hits are hidden because a better hit represents them.
 *
 * @param dest destination of a run whose groups are used; null to compare texts
 * @param market market for which canonical documents are shown, with groups; null for none
 * @param comparison options of the comparison; a hit that matches a better hit is hidden. With groups, only the relation and the minimum
 *     confidence may be specified, because the run of the groups determines the rest
 */
record CollapseRule(String dest, String market, ComparisonOptions comparison) {

    /** @throws IllegalArgumentException if a value is out of its range */
    CollapseRule {
        if (dest != null) {
            Destination.checkName(dest);
            requireOptionsOfRun(comparison);
        } else if (market != null) {
            throw new IllegalArgumentException("[" + Market.PARAMETER.getPreferredName()
                    + "] must be omitted without [dest], as the run determines the documents of a market, but was ["
                    + market + "]");
        }
        Market.check(market, comparison.match().minRelation());
    }

    /** Rejects options that the run of the groups determines. */
    private static void requireOptionsOfRun(ComparisonOptions comparison) {
        MatchRule.requireDuplicates(comparison.match().minRelation());
        MustAgree mustAgree = comparison.mustAgree();
        if (mustAgree.isEmpty() == false) {
            throw new IllegalArgumentException(
                    "[must_agree] must be omitted if [dest] is specified, as its run determines it, but was "
                            + mustAgree.fields());
        }
        SimilarityParameters similarity = comparison.similarity();
        SimilarityParameters unspecified = SimilarityParameters.BALANCED.withMinConfidence(similarity.minConfidence());
        if (similarity.equals(unspecified) == false) {
            throw new IllegalArgumentException(
                    "similarity parameters other than [" + SimilarityOptions.MIN_CONFIDENCE.getPreferredName()
                            + "] must be omitted if [dest] is specified, as its run determines them, but were "
                            + Strings.toString((builder, params) -> {
                                SimilarityOptions.toXContent(similarity, builder);
                                return builder;
                            }));
        }
        if (comparison.decisionsIndex() != null) {
            throw new IllegalArgumentException("[" + ComparisonOptions.DECISIONS_INDEX.getPreferredName()
                    + "] must be omitted if [dest] is specified, as its run determines it, but was ["
                    + comparison.decisionsIndex() + "]");
        }
    }

    /** Returns the same rule with the options of the comparison. Without a minimum confidence, groups hide all duplicates. */
    CollapseRule with(ComparisonOptions.Builder typed) {
        ComparisonOptions built = typed.build();
        if (dest != null && typed.minConfidence() == null) {
            built = built.with(built.similarity().withMinConfidence(0));
        }
        return new CollapseRule(dest, market, built);
    }
}
