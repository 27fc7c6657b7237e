package org.ndd.core.group;

import java.util.Collection;
import java.util.Comparator;

/**
 * Decides which fingerprints are too common to compare all documents that have them (PKU report, section 4.2). Such fingerprints come from
 * boilerplate, or from a very large set of near-identical documents. Document frequencies count each text once: exact duplicates are
 * removed first.
 *
 * @param cap fingerprints of more documents than this are too common
 * @param siteDf fingerprints of more documents than this are too common if few sites have most of these documents; {@link Long#MAX_VALUE}
 *     disables this rule
 * @param siteMax maximum number of sites that count as few
 */
public record FrequencyRule(long cap, long siteDf, int siteMax) {

    private static final long MIN_CAP = 1000;

    /** Minimum share of the documents of a fingerprint on few sites for which it is a fingerprint of these sites. */
    private static final double MIN_SITE_SHARE = 0.9;

    private static final int WEIGHT_BITS = 30;

    /** Returns a cap that grows with the number of documents: 1 % of them, at least 1,000. */
    public static long relativeCap(long documents) {
        return Math.max(MIN_CAP, documents / 100);
    }

    public static FrequencyRule capped(long cap) {
        return new FrequencyRule(cap, Long.MAX_VALUE, 1);
    }

    /**
     * Returns the weight of one shared fingerprint: floor(2^30 / df²), at least 1. A list of df documents contributes about df²/2 pairs,
     * which share its weight. So an article on three documents outweighs the menus that they share with hundreds.
     *
     * @param df document frequency, 1 or more
     */
    public static int weight(long df) {
        return df > Short.MAX_VALUE ? 1 : (int) ((1L << WEIGHT_BITS) / (df * df));
    }

    /** Returns whether {@link #keep(long, Collection)} must be called. */
    public boolean needsSites(long df) {
        return df > siteDf && df <= cap;
    }

    /** Returns whether a fingerprint is not too common, regardless of its sites. */
    public boolean keep(long df) {
        return df <= cap;
    }

    /**
     * Returns whether a fingerprint is not too common.
     *
     * @param df number of documents that have it
     * @param sites number of these documents per site
     */
    public boolean keep(long df, Collection<Long> sites) {
        if (needsSites(df) == false) {
            return keep(df);
        }
        long concentrated = sites.stream()
                .sorted(Comparator.reverseOrder())
                .limit(siteMax)
                .mapToLong(Long::longValue)
                .sum();
        return concentrated < MIN_SITE_SHARE * df;
    }
}
