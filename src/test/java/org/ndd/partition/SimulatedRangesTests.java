package org.ndd.partition;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.common.settings.Settings;
import org.ndd.core.fingerprint.FingerprintParameters.Scheme;
import org.ndd.core.fingerprint.FingerprintTerms;
import org.ndd.eval.simulate.TermShares;
import org.ndd.partition.node.TermRanges;

/** The simulation divides terms into ranges as runs do: each range has the same share of the terms as in a run. */
public class SimulatedRangesTests extends LuceneTestCase {

    private static final int PAGES = 4000;

    private static int rangeOf(String term, Map<String, Integer> ranges) {
        return IntStream.range(0, term.length())
                .mapToObj(length -> ranges.get(term.substring(0, length)))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    private static long[] smallest(int passages, Random rng) {
        long[] all = new long[passages];
        Arrays.setAll(all, i -> FingerprintTerms.fingerprint(rng.nextLong()));
        Arrays.sort(all);
        return Arrays.copyOf(all, Math.min(32, passages));
    }

    public void testSharesEqualRealRanges() {
        assertShares(1_000_000, 0.12);
    }

    /** Each of thousands of ranges has few terms of the sample, so random differences are larger. */
    public void testSharesEqualNarrowRanges() {
        assertShares(100_000_000, 0.2);
    }

    private static void assertShares(long documents, double most) {
        List<String> ranges = new TermRanges(Settings.EMPTY).fingerprints(documents, Scheme.PASSAGES.format());
        Map<String, Integer> numbers = new HashMap<>();
        ranges.forEach(range -> numbers.put(range, numbers.size()));
        Random rng = new Random(5);
        for (int passages : new int[] {20, 32, 90, 400}) {
            double[] expected = TermShares.ofFingerprints(documents, passages);
            assertEquals(ranges.size(), expected.length);
            assertEquals(1, Arrays.stream(expected).sum(), 1e-9);
            double[] found = new double[ranges.size()];
            double all = 0;
            for (int page = 0; page < PAGES; page++) {
                for (long fingerprint : smallest(passages, rng)) {
                    String term = FingerprintTerms.encode(Scheme.PASSAGES.format(), fingerprint);
                    found[rangeOf(term, numbers)]++;
                    all++;
                }
            }
            double apart = 0;
            for (int range = 0; range < found.length; range++) {
                apart += Math.abs(found[range] / all - expected[range]) / 2;
            }
            // beyond the mean of the 32nd hash the model has no terms, whereas some documents have a few
            assertTrue(passages + ": " + apart, apart < most);
        }
    }

    public void testEstimatesPassagesFromLowestHashes() {
        Random rng = new Random(6);
        for (int passages : new int[] {32, 90, 300}) {
            List<long[]> pages =
                    Stream.generate(() -> smallest(passages, rng)).limit(2000).toList();
            assertEquals(passages, TermShares.passages(pages), 0.05 * passages);
        }
        assertEquals(
                "fewer passages are all kept, and distributed evenly",
                32,
                TermShares.passages(List.of(new long[0])),
                0);
    }
}
