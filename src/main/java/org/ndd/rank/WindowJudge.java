package org.ndd.rank;

import java.util.function.IntFunction;
import org.ndd.core.compare.Comparison;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.RelationJudge;

/**
 * Compares the hits of a window by their pages. A hit is compared with one leader after the other, so what is derived from its text is kept
 * as long as it is the same: 40 bytes a code unit of one text. For one thread.
 */
final class WindowJudge implements HitJudge {

    private final RelationJudge judge;
    private final IntFunction<ComparablePage> pages;
    private final Runnable check;
    private int last = -1;
    private ComparablePage hub;

    /**
     * @param judge says of two pages whether one is to stand for the other
     * @param pages with their templates and fingerprints, by hit; null for a page that is not there any more, which is like no other
     * @param check called now and then; may throw, which ends the comparison
     */
    WindowJudge(RelationJudge judge, IntFunction<ComparablePage> pages, Runnable check) {
        this.judge = judge;
        this.pages = pages;
        this.check = check;
    }

    @Override
    public Likeness likeness(int leader, int hit) {
        ComparablePage above = pages.apply(leader);
        ComparablePage below = hub(hit);
        // Most hits share no more than fingerprints of a template.
        if (above == null || below == null || above.isCandidateOf(below) == false) {
            return null;
        }
        check.run();
        Comparison comparison = judge.related(above, below, check);
        return comparison == null ? null : Likeness.of(comparison);
    }

    private ComparablePage hub(int hit) {
        if (hit != last) {
            ComparablePage page = pages.apply(hit);
            hub = page == null ? null : page.hubOf(Long.MAX_VALUE);
            last = hit;
        }
        return hub;
    }
}
