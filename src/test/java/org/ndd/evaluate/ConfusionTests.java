package org.ndd.evaluate;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.compare.SimilarityParameters;

public class ConfusionTests extends LuceneTestCase {

    public void testCountsAndMeasures() {
        Confusion confusion = Confusion.NONE
                .with(true, true)
                .with(true, true)
                .with(true, false)
                .with(false, true)
                .with(false, false);
        assertEquals(new Confusion(2, 1, 1, 1), confusion);
        assertEquals(5, confusion.pairs());
        assertEquals(2.0 / 3, confusion.precision(), 1e-12);
        assertEquals(2.0 / 3, confusion.recall(), 1e-12);
        assertEquals(2.0 / 3, confusion.f1(), 1e-12);
    }

    public void testWhatCannotBeToldIsNull() {
        Confusion apart = new Confusion(0, 0, 0, 3);
        assertNull(apart.precision());
        assertNull(apart.recall());
        assertNull(apart.f1());
        assertEquals(0, new Confusion(0, 1, 0, 0).recall(), 0);
        assertNull(new Confusion(0, 1, 0, 0).precision());
    }

    public void testTheBestPointIsTheHighestOfEqualOnes() {
        List<CurvePoint> curve = List.of(
                new CurvePoint(SimilarityParameters.REPORT, new Confusion(5, 0, 3, 0)),
                new CurvePoint(SimilarityParameters.BALANCED, new Confusion(4, 1, 0, 3)),
                new CurvePoint(SimilarityParameters.STRICT, new Confusion(4, 1, 0, 3)));
        assertSame(curve.get(2), CurvePoint.best(curve));
        assertNull(CurvePoint.best(List.of(new CurvePoint(SimilarityParameters.STRICT, new Confusion(0, 0, 0, 9)))));
    }
}
