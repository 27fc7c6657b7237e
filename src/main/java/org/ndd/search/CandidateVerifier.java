package org.ndd.search;

import java.io.IOException;
import java.util.List;
import java.util.function.BiFunction;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.core.compare.Comparison;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PairJudge;
import org.ndd.pair.SegmentPages;
import org.ndd.search.ComparedCandidates.BestCandidates.Candidate;

/** Compares documents of one segment with the pages for which they are candidates. Used by one thread. */
final class CandidateVerifier {

    /** Cost of reading, decompressing and masking a text, in steps: some tens of microseconds. */
    private static final float STEPS_PER_DOCUMENT = 50_000;

    /** Cost of a sketch per character, in steps: some tens of nanoseconds. If the sketch decides, no further work is necessary. */
    private static final float STEPS_PER_CHARACTER = 50;

    /** Maximum length of the pages' texts whose derived data is kept for the segment: 40 bytes per character. */
    private static final long MAX_CACHED_CHARACTERS = 1 << 18;

    private final PairJudge complete;
    private final List<ComparablePage> like;
    private final SegmentPages pages;
    private final LoadedBoilerplate boilerplate;
    private final Runnable check;
    /** Rejects pairs whose score is too low, in addition. */
    private PairJudge judge;

    /** @param comparisons documents of the segment that may be compared */
    CandidateVerifier(
            PairJudge judge,
            List<ComparablePage> like,
            int comparisons,
            SegmentPages pages,
            LoadedBoilerplate boilerplate,
            Runnable check) {
        this.complete = judge;
        this.judge = judge;
        boolean small = LikeResolver.characters(like) <= MAX_CACHED_CHARACTERS;
        this.like = small ? like.stream().map(page -> page.asPivot(comparisons)).toList() : like;
        this.pages = pages;
        this.boilerplate = boilerplate;
        this.check = check;
    }

    /**
     * Sets the score below which {@link #best} need not return a result.
     *
     * @param score score without the boost, 0 to 1
     */
    void setMinScore(double score) {
        // noise is repaired only after the part of a comparison that determines the score, and the repaired texts must
        // be near
        if (like.stream().noneMatch(page -> FingerprintParameters.isOfNoise(page.version()))) {
            judge = complete.withMinScore(score);
        }
    }

    /**
     * The comparison that determines the result for a document.
     *
     * @param comparison comparison with the document as A and the page as B
     * @param page page that the document resembles most, among those whose relation to it is close enough, if there are any
     * @param document the document with its boilerplate
     */
    record Match(Comparison comparison, ComparablePage page, ComparablePage document) {

        int sharedFingerprints() {
            Integer shared = document.sharedFingerprints(page);
            return shared == null ? 0 : shared;
        }
    }

    /**
     * Compares a document with each page to which it may be related, once. Most documents are not similar to any page.
     *
     * @param doc document number within the segment
     * @param candidate the same document
     * @return the comparison that determines the result; null if the document is not related closely enough to any page, or if the user may
     *     not see its page
     */
    Match best(int doc, Candidate candidate) throws IOException {
        return best(doc, candidate, (document, page) -> judge.compareIfRelated(document, page, check));
    }

    /**
     * Compares a document with all pages, even dissimilar ones.
     *
     * @return null if the user may not see the page of the document
     */
    Match explainBest(int doc, Candidate candidate) throws IOException {
        return best(doc, candidate, (document, page) -> judge.judge(document, page, check));
    }

    private Match best(int doc, Candidate candidate, BiFunction<ComparablePage, ComparablePage, Comparison> method)
            throws IOException {
        check.run();
        ComparablePage read = pages.pageWithLazyId(doc);
        if (read == null) {
            return null;
        }
        ComparablePage document = read.withBoilerplate(boilerplate);
        Match best = null;
        for (long remaining = candidate.probes(); remaining != 0; remaining &= remaining - 1) {
            check.run();
            ComparablePage page = like.get(Long.numberOfTrailingZeros(remaining));
            Comparison comparison = method.apply(document, page);
            if (comparison != null) {
                Match match = new Match(comparison, page, document);
                best = isBetter(match, best) ? match : best;
            }
        }
        return best;
    }

    private boolean isBetter(Match match, Match other) {
        if (other == null || judge.accepts(match.comparison()) != judge.accepts(other.comparison())) {
            return other == null || judge.accepts(match.comparison());
        }
        return score(match) > score(other);
    }

    /** Returns the score of a document without the boost, 0 to 1. */
    double score(Match match) {
        return judge.score(match.comparison());
    }

    /** Returns the approximate cost of one document in steps: reading it and comparing it with every page. */
    float cost() {
        return STEPS_PER_DOCUMENT + STEPS_PER_CHARACTER * LikeResolver.characters(like);
    }
}
