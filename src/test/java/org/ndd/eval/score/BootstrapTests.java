package org.ndd.eval.score;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;

public class BootstrapTests extends LuceneTestCase {

    private final List<LabeledPair> pairs = new ArrayList<>();
    private final Map<String, String> groups = new HashMap<>();

    /** Adds pairs of duplicates, of which every fourth is a false negative. */
    private void duplicates(int count) {
        for (int i = 0; i < count; i++) {
            pairs.add(new LabeledPair("a" + i, "b" + i, true));
            groups.put("a" + i, "g" + i);
            groups.put("b" + i, i % 4 == 0 ? "other" : "g" + i);
        }
    }

    public void testIntervalOfIndependentPairs() {
        duplicates(400);
        Bootstrap.Interval recall = new Bootstrap(pairs, LabeledPair::first, groups).of(PairScore::recall);
        // A proportion of 0.75 of 400 has a standard deviation of 0.0217.
        assertEquals(0.75 - 1.96 * 0.0217, recall.low(), 0.01);
        assertEquals(0.75 + 1.96 * 0.0217, recall.high(), 0.01);
        assertEquals(
                "no false positives",
                new Bootstrap.Interval(1, 1),
                new Bootstrap(pairs, LabeledPair::first, groups).of(PairScore::precision));
    }

    public void testCorrelatedPairsWidenInterval() {
        duplicates(400);
        Bootstrap.Interval alone = new Bootstrap(pairs, LabeledPair::first, groups).of(PairScore::recall);
        // Four blocks, one of which contains all false negatives.
        Bootstrap.Interval together = new Bootstrap(
                        pairs,
                        pair -> Integer.toString(Integer.parseInt(pair.first().substring(1)) % 4),
                        groups)
                .of(PairScore::recall);
        assertTrue(together.high() - together.low() > 3 * (alone.high() - alone.low()));
    }

    public void testNoPairs() {
        assertEquals(
                new Bootstrap.Interval(1, 1), new Bootstrap(List.of(), LabeledPair::first, groups).of(PairScore::f1));
    }
}
