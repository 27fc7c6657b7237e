package org.ndd.pair;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESTestCase;
import org.ndd.config.MatchRule;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;

/** Memory for comparisons is reserved before it is allocated, and released in any case. */
public class BreakerMemoryTests extends ESTestCase {

    private static ComparablePage page(String id, int chars) {
        StringBuilder text = new StringBuilder(chars);
        while (text.length() < chars) {
            text.append("Line ").append(text.length()).append(" of a long page about nothing much.\n");
        }
        text.setLength(chars);
        return new ComparablePage(
                new IndexedSite("pages", null), id, text + " " + id, "", FingerprintParameters.BALANCED.version());
    }

    public void testTextsTooLargeForBreaker() {
        CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofBytes(8 << 20));
        BreakerMemory memory = new BreakerMemory(breaker);
        PairJudge judge = new PairJudge(SimilarityParameters.BALANCED, memory);
        PairJudge related = new PairJudge(SimilarityParameters.BALANCED, new MatchRule(Relation.NEAR), memory);
        ComparablePage a = page("a", 100_000);
        ComparablePage b = page("b", 100_000);
        for (Runnable comparison : new Runnable[] {
            () -> judge.judge(a, b, () -> {}),
            () -> judge.explain(a, b, () -> {}),
            () -> judge.judgeIfNear(a, b, () -> {}),
            () -> related.compareIfRelated(a, b, () -> {}),
            () -> related.judge(a.asPivot(10), b, () -> {})
        }) {
            CircuitBreakingException e = expectThrows(CircuitBreakingException.class, comparison::run);
            assertEquals(RestStatus.TOO_MANY_REQUESTS, e.status());
        }
        assertEquals(0, breaker.getUsed());
    }

    public void testReleasesMemory() {
        CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofBytes(16 << 20));
        PairJudge judge = new PairJudge(SimilarityParameters.BALANCED, new BreakerMemory(breaker));
        ComparablePage a = page("a", 50_000);
        ComparablePage b = page("b", 50_000);
        boolean[] held = new boolean[1];
        assertTrue(
                judge.judge(a, b, () -> held[0] |= breaker.getUsed() > 8 << 20).similar());
        assertTrue("reserved during the comparison", held[0]);
        assertEquals(0, breaker.getUsed());
        expectThrows(
                TaskCancelledException.class,
                () -> judge.judge(a, b, () -> {
                    throw new TaskCancelledException("cancelled");
                }));
        assertEquals(0, breaker.getUsed());
    }
}
