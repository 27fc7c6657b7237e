package org.ndd.core.compare;

import java.io.IOException;
import java.io.InputStream;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;

public class VerdictWeightsTests extends LuceneTestCase {

    public void testFileListsExactlyAllSignals() throws IOException {
        Properties file = new Properties();
        try (InputStream in = VerdictWeights.class.getResourceAsStream("verdict-weights.properties")) {
            file.load(in);
        }
        Set<String> expected = new HashSet<>(Set.of("version", "base"));
        for (Signal signal : Signal.values()) {
            expected.add(signal.value());
            assertEquals(Double.parseDouble(file.getProperty(signal.value())), VerdictWeights.DEFAULT.of(signal), 0);
        }
        assertEquals(expected, file.stringPropertyNames());
        assertEquals(Integer.parseInt(file.getProperty("version")), VerdictWeights.DEFAULT.version());
        assertTrue(VerdictWeights.DEFAULT.version() >= 1);
        assertEquals(Double.parseDouble(file.getProperty("base")), VerdictWeights.DEFAULT.base(), 0);
    }

    private static final Set<Signal> FOR =
            EnumSet.of(Signal.SHARED_TEXT, Signal.EDITS, Signal.TITLED, Signal.EQUAL_TITLES);

    public void testSigns() {
        for (Signal signal : Signal.values()) {
            assertTrue(signal.value(), VerdictWeights.DEFAULT.of(signal) * signal.sign() >= 0);
            assertEquals(signal.value(), FOR.contains(signal) ? 1 : -1, signal.sign());
            Map<Signal, Double> weights = new EnumMap<>(VerdictWeights.DEFAULT.weights());
            weights.put(signal, -signal.sign() * 0.5);
            assertEquals(
                    "[" + signal.value() + "] must be a weight " + (signal.sign() > 0 ? "of at least" : "of at most")
                            + " [0], but was [" + -signal.sign() * 0.5 + "]",
                    expectThrows(IllegalArgumentException.class, () -> new VerdictWeights(1, 0, weights))
                            .getMessage());
            weights.remove(signal);
            expectThrows(IllegalArgumentException.class, () -> new VerdictWeights(1, 0, weights));
        }
    }

    /** Without other signals, documents that share enough text are near-duplicates, and documents without shared text are not. */
    public void testSharedTextAloneDecides() {
        assertTrue(VerdictWeights.DEFAULT.atMost(0, 1) < 0);
        assertTrue(VerdictWeights.DEFAULT.atMost(1, 1) > 0);
        assertTrue(
                "the minimum confidence of strict is reachable",
                VerdictWeights.DEFAULT.atMost(1, 1)
                        > VerdictWeights.logOdds(SimilarityParameters.STRICT.minConfidence()));
        assertEquals(VerdictWeights.DEFAULT.atMost(Signal.SUFFICIENT_SHARE, 1), VerdictWeights.DEFAULT.atMost(1, 1), 0);
    }

    public void testSharedTextOnly() {
        assertTrue(VerdictWeights.DEFAULT.separatesItems());
        assertFalse(VerdictWeights.SHARED_TEXT_ONLY.separatesItems());
        assertEquals(
                VerdictWeights.DEFAULT.logOdds(Signal.SHARED_TEXT, 0.4),
                VerdictWeights.SHARED_TEXT_ONLY.atMost(0.4, 0.4),
                0);
    }

    public void testProbabilities() {
        assertEquals(0.5, VerdictWeights.probability(0), 0);
        assertEquals(Double.POSITIVE_INFINITY, VerdictWeights.logOdds(1), 0);
        assertEquals(Double.NEGATIVE_INFINITY, VerdictWeights.logOdds(0), 0);
        for (int round = 0; round < 100; round++) {
            double probability = random().nextDouble();
            assertEquals(probability, VerdictWeights.probability(VerdictWeights.logOdds(probability)), 1e-12);
        }
    }
}
