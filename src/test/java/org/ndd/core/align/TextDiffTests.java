package org.ndd.core.align;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.align.TextDiff.Kind;
import org.ndd.core.align.TextDiff.Run;

public class TextDiffTests extends LuceneTestCase {

    private static List<Run> diff(String a, String b) {
        return diff(a, b, BitVectorLcs.BUDGET);
    }

    private static List<Run> diff(String a, String b, long budget) {
        List<Run> runs = TextDiff.of(a, b, () -> {}, budget);
        assertEquals(a, join(runs, Kind.ONLY_B));
        assertEquals(b, join(runs, Kind.ONLY_A));
        for (int i = 0; i < runs.size(); i++) {
            assertFalse(runs.get(i).text().isEmpty());
            assertTrue(i == 0 || runs.get(i).kind() != runs.get(i - 1).kind());
            assertTrue(i == 0
                    || runs.get(i).kind() != Kind.ONLY_A
                    || runs.get(i - 1).kind() == Kind.EQUAL);
        }
        return runs;
    }

    private static String join(List<Run> runs, Kind without) {
        return runs.stream().filter(run -> run.kind() != without).map(Run::text).collect(Collectors.joining());
    }

    public void testKnownDiff() {
        assertEquals(
                List.of(
                        new Run(Kind.EQUAL, "the quick "),
                        new Run(Kind.ONLY_A, "brown"),
                        new Run(Kind.ONLY_B, "red"),
                        new Run(Kind.EQUAL, " fox jumps"),
                        new Run(Kind.ONLY_B, " high")),
                diff("the quick brown fox jumps", "the quick red fox jumps high"));
        assertEquals(
                List.of(new Run(Kind.EQUAL, "北京"), new Run(Kind.ONLY_A, "大"), new Run(Kind.EQUAL, "学")),
                diff("北京大学", "北京学"));
    }

    public void testEqualAndEmptyTexts() {
        assertEquals(List.of(), diff("", ""));
        assertEquals(List.of(new Run(Kind.EQUAL, "same")), diff("same", "same"));
        assertEquals(List.of(new Run(Kind.ONLY_A, "a text")), diff("a text", ""));
        assertEquals(List.of(new Run(Kind.ONLY_B, "a text")), diff("", "a text"));
    }

    public void testDoesNotSplitSurrogatePairs() {
        assertEquals(
                List.of(new Run(Kind.ONLY_A, "\ud83d\ude00"), new Run(Kind.ONLY_B, "\ud83d\ude01")),
                diff("\ud83d\ude00", "\ud83d\ude01"));
    }

    public void testRunsReconstructTextsAtAnyBudget() {
        for (int round = 0; round < 300; round++) {
            String a = random().nextBoolean()
                    ? TestTexts.units(random(), random().nextInt(200))
                    : TestTexts.prose(random(), 1 + random().nextInt(20));
            String b = TestTexts.mutate(random(), a, random().nextInt(30));
            diff(a, b, random().nextBoolean() ? BitVectorLcs.BUDGET : random().nextInt(40));
        }
    }

    public void testComparesSentencesOverBudget() {
        String shared = TestTexts.prose(random(), 10);
        List<Run> runs = diff("First of A. " + shared + " Last of A.", "First of B. " + shared + " Last of B.", 100);
        assertTrue(runs.stream()
                .anyMatch(run -> run.kind() == Kind.EQUAL && run.text().length() > shared.length() / 2));
    }

    public void testKindValues() {
        assertEquals("only_a", Kind.ONLY_A.value());
    }
}
