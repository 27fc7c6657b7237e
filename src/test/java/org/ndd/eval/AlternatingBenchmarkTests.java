package org.ndd.eval;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class AlternatingBenchmarkTests extends LuceneTestCase {

    public void testAlternatesOrderAndTakesMedian() throws Exception {
        StringBuilder order = new StringBuilder();
        Iterator<Double> first = List.of(99.0, 99.0, 3.0, 1.0, 2.0).iterator();
        Iterator<Double> second = List.of(88.0, 88.0, 30.0, 10.0, 50.0).iterator();
        AlternatingBenchmark.Seconds seconds = AlternatingBenchmark.take(
                2,
                3,
                () -> {
                    order.append('a');
                    return first.next();
                },
                () -> {
                    order.append('b');
                    return second.next();
                });
        assertEquals("the order alternates", "abbaabbaab", order.toString());
        assertEquals(2.0, seconds.first(), 0);
        assertEquals(30.0, seconds.second(), 0);
    }

    public void testMedianOfEvenCount() {
        assertEquals(2.5, AlternatingBenchmark.median(new ArrayList<>(List.of(4.0, 1.0, 3.0, 2.0))), 0);
        assertEquals(7.0, AlternatingBenchmark.median(List.of(7.0)), 0);
    }
}
