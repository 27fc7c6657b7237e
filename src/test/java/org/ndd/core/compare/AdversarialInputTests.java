package org.ndd.core.compare;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.align.TestTexts;
import org.ndd.core.align.TextDiff;
import org.ndd.core.align.TrustedRegions;

/**
 * Adversarial texts of one megabyte. The time limit is generous: it detects hangs, not slow code.
 */
public class AdversarialInputTests extends LuceneTestCase {
    private static final int MEGABYTE = 1 << 20;
    private static final long BOUND_MILLIS = 120_000;

    private static final SimilarityParameters NO_MINIMUM = new SimilarityParameters(
            SimilarityParameters.Preset.PKU2007, 0.0, 0.28, 0.0, 16, new TrustedRegions.Limits(0.10, 4), false);

    private static Comparison compareBothWays(String a, String b) {
        long start = System.nanoTime();
        Comparison balanced = explain(SimilarityParameters.BALANCED, a, b);
        // Thresholds of 0 disable every early exit.
        explain(NO_MINIMUM, a, b);
        TextDiff.of(a, b, () -> {});
        long millis = (System.nanoTime() - start) / 1_000_000;
        assertTrue("took " + millis + " ms", millis < BOUND_MILLIS);
        return balanced;
    }

    private static Comparison explain(SimilarityParameters parameters, String a, String b) {
        return new PairComparator(parameters).explain(PageText.of(a), PageText.of(b), () -> {});
    }

    public void testRepeatedCharacter() {
        Comparison comparison = compareBothWays("x".repeat(MEGABYTE), "x".repeat(MEGABYTE - 1000));
        assertTrue(comparison.similar());
        assertEquals(MEGABYTE - 1000, comparison.shared().lcs());
    }

    public void testShiftedPeriodicTexts() {
        Comparison comparison = compareBothWays("ab".repeat(MEGABYTE / 2), "ba".repeat(MEGABYTE / 2));
        assertTrue("the sketch matches shifted texts", comparison.shared().resemblance() > 0.99);
        assertTrue(comparison.shared().approximate());
    }

    /** Each text is one number that repeats itself. */
    public void testLongNumbers() {
        compareBothWays("1,".repeat(MEGABYTE / 2) + "1", "1,".repeat(MEGABYTE / 2 - 9999) + "2");
    }

    /** The alignment of all tokens of both titles would take 40 GB. */
    public void testLongTitles() {
        PageText a = new PageText(TestTexts.prose(new Random(7), 100), words("a", 100_000), null, null);
        PageText b = new PageText(a.text() + " more", words("b", 100_000), null, null);
        assertNotNull(new PairComparator(SimilarityParameters.BALANCED).explain(a, b, () -> {}));
    }

    private static String words(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).collect(Collectors.joining(" "));
    }

    public void testShuffledSentences() {
        Random random = new Random(7);
        List<String> sentences = new java.util.ArrayList<>(
                List.of(TestTexts.prose(random, 16_000).split("(?<=\\.) ")));
        String a = String.join(" ", sentences);
        java.util.Collections.shuffle(sentences, random);
        Comparison comparison = compareBothWays(a, String.join(" ", sentences));
        assertTrue("the sketch contains all sentences", comparison.shared().resemblance() > 0.95);
        assertTrue(comparison.shared().approximate());
    }

    public void testUnrelatedLongTexts() {
        Random random = new Random(8);
        Comparison comparison = compareBothWays(TestTexts.prose(random, 16_000), TestTexts.prose(random, 16_000));
        assertEquals(Reason.SKETCH_BOUND, comparison.reason());
    }

    public void testRandomBinaryTexts() {
        Comparison comparison = compareBothWays(binary(new Random(9)), binary(new Random(10)));
        assertTrue(comparison.shared().approximate());
    }

    public void testShortSentencesOnly() {
        Random random = new Random(11);
        Comparison comparison = compareBothWays(shortSentences(random), shortSentences(random));
        assertTrue(comparison.shared().approximate());
    }

    private static String shortSentences(Random random) {
        StringBuilder text = new StringBuilder(MEGABYTE);
        for (int i = 0; i < MEGABYTE / 3; i++) {
            text.append((char) ('a' + random.nextInt(2))).append(".\n");
        }
        return text.toString();
    }

    private static String binary(Random random) {
        StringBuilder text = new StringBuilder(MEGABYTE);
        for (int i = 0; i < MEGABYTE; i++) {
            text.append((char) ('a' + random.nextInt(2)));
        }
        return text.toString();
    }
}
