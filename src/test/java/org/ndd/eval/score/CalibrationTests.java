package org.ndd.eval.score;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.eval.score.Calibration.Bin;
import org.ndd.eval.score.Calibration.JudgedVerdict;

public class CalibrationTests extends LuceneTestCase {

    private static final List<JudgedVerdict> VERDICTS = List.of(
            new JudgedVerdict(0.05, false),
            new JudgedVerdict(0.9, true),
            new JudgedVerdict(1, true),
            new JudgedVerdict(0.95, false),
            new JudgedVerdict(0.5, true));

    public void testBins() {
        List<Bin> bins = Calibration.of(VERDICTS).bins();
        assertEquals(10, bins.size());
        assertEquals(new Bin(0, 1, 0.05, 0), bins.get(0));
        assertEquals(new Bin(0.5, 1, 0.5, 1), bins.get(5));
        assertEquals(3, bins.get(9).count());
        assertEquals(0.95, bins.get(9).confidence(), 1e-9);
        assertEquals(2.0 / 3, bins.get(9).share(), 1e-9);
        assertEquals(0, bins.get(1).count());
    }

    public void testErrors() {
        // One pair has an error of 0.05, one of 0.5, and three of 0.95 - 2/3.
        assertEquals((0.05 + 0.5 + 3 * 0.95 - 2) / 5, Calibration.of(VERDICTS).error(), 1e-9);
        assertEquals(0, Calibration.of(List.of()).error(), 0);
        assertEquals((0.05 * 0.05 + 0.1 * 0.1 + 0.95 * 0.95 + 0.5 * 0.5) / 5, Calibration.squaredError(VERDICTS), 1e-9);
    }
}
