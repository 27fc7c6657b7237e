package org.ndd.inspect;

import org.apache.lucene.tests.util.LuceneTestCase;

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

    public void testUndefinedMeasuresAreNull() {
        Confusion apart = new Confusion(0, 0, 0, 3);
        assertNull(apart.precision());
        assertNull(apart.recall());
        assertNull(apart.f1());
        assertEquals(0, new Confusion(0, 1, 0, 0).recall(), 0);
        assertNull(new Confusion(0, 1, 0, 0).precision());
    }
}
