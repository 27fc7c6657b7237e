package org.ndd.rank;

import java.util.function.IntFunction;
import org.ndd.core.compare.Comparison;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.RelationJudge;

/**
 * Compares the hits of a window by their pages. A hit is compared with one leader after another. So data derived from its text is kept
 * until the next hit: 40 bytes per code unit of one text. Used by one thread.
 */
final class WindowJudge implements WindowComparison.HitJudge {

    private final RelationJudge judge;
    private final IntFunction<ComparablePage> pages;
    private final Runnable check;
    private int lastHit = -1;
    private ComparablePage pivot;

    /**
     * @param judge decides whether one of two pages represents the other
     * @param pages returns the page of a hit with boilerplate and fingerprints; null for a page that does not exist anymore, which is
     *     similar to no other page
     * @param check called periodically; may throw, which ends the comparison
     */
    WindowJudge(RelationJudge judge, IntFunction<ComparablePage> pages, Runnable check) {
        this.judge = judge;
        this.pages = pages;
        this.check = check;
    }

    @Override
    public Similarity similarity(int leader, int hit) {
        ComparablePage leaderPage = pages.apply(leader);
        ComparablePage hitPage = pivot(hit);
        // Most hits share only fingerprints of boilerplate.
        if (leaderPage == null || hitPage == null || leaderPage.isCandidateOf(hitPage) == false) {
            return null;
        }
        check.run();
        Comparison comparison = judge.compareIfRelated(leaderPage, hitPage, check);
        return comparison == null ? null : Similarity.of(comparison);
    }

    private ComparablePage pivot(int hit) {
        if (hit != lastHit) {
            ComparablePage page = pages.apply(hit);
            pivot = page == null ? null : page.asPivot(Long.MAX_VALUE);
            lastHit = hit;
        }
        return pivot;
    }
}
