package org.ndd.core.group;

import org.ndd.core.text.ApiName;
import org.ndd.core.text.ParameterCheck;

/**
 * Parameters of the selection of candidates: the documents with which a document is compared.
 *
 * @param mode neighbors or sets
 * @param maxDf fingerprints of more documents than this are too common, see {@link #listHead(boolean)}; {@link #RELATIVE} for a cap that
 *     grows with the number of documents
 * @param siteDf fingerprints of more documents than this are too common if at least 90 % of these are on few sites; {@link Long#MAX_VALUE}
 *     disables this rule
 * @param siteMax maximum number of sites that count as few; 1 or more
 * @param maxLeaders maximum number of leaders with which a document is compared; 1 or more
 */
public record CandidateParameters(Mode mode, long maxDf, long siteDf, int siteMax, int maxLeaders) {

    /** Value of {@code maxDf} for a cap of document frequencies of 1 % of the documents, at least 1,000. */
    public static final long RELATIVE = 0;

    /**
     * Minimum number of documents of a posting list that are examined in mode neighbors, the first in rank order: see {@link #listHead}.
     */
    public static final int LIST_HEAD = 64;

    /**
     * Maximum number of documents of a posting list that are examined for the head, the first in rank order, if some must not be grouped
     * together. As long as the usual cap of document frequencies for 100,000 documents: up to there, a document that is kept apart never
     * takes the place of another.
     */
    public static final int LIST_SCAN = 1024;

    /** Maximum number of sets of values by which documents of one digest are distinguished, the first in rank order. */
    public static final int DIGEST_KEYS = 1024;

    /**
     * Number of documents of a too common posting list that are examined in mode neighbors, the first in rank order: see
     * {@link #listHead(boolean)}. One would suffice for a large set of copies whose first document is near all others. Half of the leaders
     * of {@link #NEIGHBORS} leaves places for several such sets that share a fingerprint but not their topic.
     */
    public static final int COMMON_HEAD = 4;

    /** Minimum number of predecessors of a document that are kept in mode neighbors: see {@link #predecessors}. */
    public static final int PREDECESSORS = 16;

    /** Maximum number of predecessors that are kept, which bounds the memory per document. */
    private static final int MAX_PREDECESSORS = 256;

    /** Maximum number of fingerprints of a document. */
    private static final int MAX_LISTS = 112;

    /** The default (docs/algorithm.md, Candidates). */
    public static final CandidateParameters NEIGHBORS =
            new CandidateParameters(Mode.NEIGHBORS, RELATIVE, Long.MAX_VALUE, 5, 8);

    /** Section 4.2 of the PKU report: its limits of document frequencies, and a bound of the work, which the report does not have. */
    public static final CandidateParameters SETS = new CandidateParameters(Mode.SETS, 10_000, 400, 5, 100);

    public enum Mode implements ApiName {
        /** Candidates are the leaders of the documents above that share most fingerprints, weighted by 1/df². */
        NEIGHBORS,
        /** Candidates are the leaders of disjoint sets of possibly similar documents. */
        SETS
    }

    public CandidateParameters {
        ParameterCheck.range("max_df", maxDf, RELATIVE, Long.MAX_VALUE);
        ParameterCheck.range("site_df", siteDf, 1, Long.MAX_VALUE);
        ParameterCheck.range("site_max", siteMax, 1, Long.MAX_VALUE);
        ParameterCheck.range("max_leaders", maxLeaders, 1, Long.MAX_VALUE);
    }

    /**
     * Returns whether candidates are found as in the PKU report. Then only the next document above a document in each posting list counts
     * as its predecessor. This suffices because labels increase along a list in rank order, so the highest label above a document is that
     * of its next neighbor.
     */
    public boolean isOfSets() {
        return mode == Mode.SETS;
    }

    /**
     * Returns the number of predecessors of a document that are kept: in mode neighbors, twice the maximum number of compared leaders,
     * since several may follow one leader. It is between {@value #PREDECESSORS} and {@value #MAX_PREDECESSORS}. In mode sets, one for
     * each list.
     */
    public int predecessors() {
        if (isOfSets()) {
            return MAX_LISTS;
        }
        return Math.max(PREDECESSORS, 2 * Math.min(maxLeaders, MAX_PREDECESSORS / 2));
    }

    /**
     * Returns the number of documents of a posting list that are examined: the first in rank order that are not kept apart from the given
     * document. In mode neighbors, it is eight times the maximum number of compared leaders, between {@value #LIST_HEAD} and
     * {@value #LIST_SCAN}, or {@value #COMMON_HEAD} for a list that is too common. So near-duplicates in a large set of copies find its
     * first document, which leads it. Text common to all documents costs each of them a few comparisons at most. In mode sets all
     * documents of a list are examined, unless it is too common.
     *
     * @param common whether the list is too common, see {@link FrequencyRule#keep(long)}
     */
    public int listHead(boolean common) {
        if (isOfSets()) {
            return common ? 0 : (int) SETS.maxDf;
        }
        if (common) {
            return COMMON_HEAD;
        }
        return Math.max(LIST_HEAD, 8 * Math.min(maxLeaders, LIST_SCAN / 8));
    }

    /**
     * Returns parameters for a subset of the documents, because a fingerprint that is rare in all documents may be frequent in the subset.
     *
     * @param documents number of all documents
     */
    public CandidateParameters forSubset(long documents) {
        return maxDf == RELATIVE
                ? new CandidateParameters(mode, FrequencyRule.relativeCap(documents), siteDf, siteMax, maxLeaders)
                : this;
    }

    /**
     * Returns the rule for fingerprints that are too common.
     *
     * @param documents number of documents of different text that take part
     */
    public FrequencyRule frequencyRule(long documents) {
        return new FrequencyRule(maxDf == RELATIVE ? FrequencyRule.relativeCap(documents) : maxDf, siteDf, siteMax);
    }
}
