package org.ndd.pair;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.config.MatchRule;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;

public class PairJudgeMatchRuleTests extends LuceneTestCase {

    private static final int SENTENCES = 40;

    public void testMinRelationAgreesWithJudge() {
        PairJudge judge = new PairJudge(SimilarityParameters.BALANCED, ComparisonMemory.UNLIMITED);
        Set<Relation> seen = EnumSet.noneOf(Relation.class);
        for (int shared = 0; shared <= SENTENCES; shared++) {
            ComparablePage a = page("a", 0);
            ComparablePage b = page("b", SENTENCES - shared);
            Comparison comparison = judge.judge(a, b, () -> {});
            seen.add(comparison.relation());
            for (Relation minimum : List.of(Relation.SAME, Relation.NEAR, Relation.OVERLAP)) {
                PairJudge related = new PairJudge(
                        SimilarityParameters.BALANCED, new MatchRule(minimum), ComparisonMemory.UNLIMITED);
                boolean enough = comparison.relation().isAtLeast(minimum);
                assertEquals(enough, related.accepts(comparison));
                assertEquals(enough ? comparison : null, related.compareIfRelated(a, b, () -> {}));
                assertEquals(comparison, related.judge(a, b, () -> {}));
                assertEquals("relation [" + minimum.value() + "] or closer", related.requirement());
            }
        }
        assertEquals(EnumSet.of(Relation.SAME, Relation.NEAR, Relation.OVERLAP, Relation.DIFFERENT), seen);
    }

    public void testMinContainmentIsIndependentOfRelation() {
        PairJudge judge = new PairJudge(SimilarityParameters.BALANCED, ComparisonMemory.UNLIMITED);
        ComparablePage story = page("a", 0);
        Set<Relation> seen = EnumSet.noneOf(Relation.class);
        for (int sentences = 1; sentences <= SENTENCES; sentences++) {
            ComparablePage part = page("b", SENTENCES - sentences, sentences, 2);
            Comparison comparison = judge.judge(story, part, () -> {});
            assertEquals((double) sentences / (sentences + 2), comparison.b().containment(), 0.05);
            for (double minimum : new double[] {0.1, 0.5, 0.9}) {
                PairJudge related = new PairJudge(
                        SimilarityParameters.BALANCED,
                        new MatchRule(Relation.NEAR, minimum),
                        ComparisonMemory.UNLIMITED);
                boolean enough = comparison.b().containment() >= minimum;
                assertEquals(enough, related.accepts(comparison));
                assertEquals(enough ? comparison : null, related.compareIfRelated(story, part, () -> {}));
                assertEquals(comparison.b().containment(), related.score(comparison), 0);
                assertFalse(related.isFarFromAll(part, 1));
                if (enough) {
                    seen.add(comparison.relation());
                }
            }
        }
        assertTrue(seen.toString(), seen.containsAll(Set.of(Relation.NEAR, Relation.DIFFERENT)));
    }

    public void testFullComparisonOnlyForOverlap() {
        ComparablePage a = page("a", 0);
        ComparablePage far = page("b", SENTENCES);
        List<Integer> checks = new ArrayList<>();
        for (Relation minimum : List.of(Relation.NEAR, Relation.OVERLAP)) {
            int[] cancellationChecks = {0};
            PairJudge judge =
                    new PairJudge(SimilarityParameters.BALANCED, new MatchRule(minimum), ComparisonMemory.UNLIMITED);
            assertNull(judge.compareIfRelated(a, far, () -> cancellationChecks[0]++));
            checks.add(cancellationChecks[0]);
        }
        assertTrue(checks.toString(), checks.get(0) <= checks.get(1));
    }

    /** Consecutive sentences of one story. Two documents with different first sentences overlap at their ends. */
    private static ComparablePage page(String id, int first) {
        return page(id, first, SENTENCES, 0);
    }

    /** @param others sentences that are in no other document, at the end */
    private static ComparablePage page(String id, int first, int sentences, int others) {
        String text = IntStream.concat(
                        IntStream.range(first, first + sentences),
                        IntStream.range(10 * SENTENCES, 10 * SENTENCES + others))
                .mapToObj(PairJudgeMatchRuleTests::sentence)
                .collect(Collectors.joining(" "));
        return new ComparablePage(
                new IndexedSite("pages", null), id, text, "", FingerprintParameters.BALANCED.version());
    }

    /** Words that occur in no other sentence. */
    private static String sentence(int number) {
        String letters = "" + (char) ('a' + number % 26) + (char) ('a' + number / 26);
        return List.of("harb", "stor", "ship", "kee", "nigh", "tow", "wav", "lam").stream()
                        .map(stem -> stem + letters)
                        .collect(Collectors.joining(" "))
                + ".";
    }
}
