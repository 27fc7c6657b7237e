package org.ndd.eval;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class LatenciesTests extends LuceneTestCase {

    public void testQuantiles() {
        List<Long> millis = new ArrayList<>();
        for (long i = 1; i <= 100; i++) {
            millis.add(i);
        }
        Collections.shuffle(millis, random());
        Latencies latencies = new Latencies();
        assertEquals("-", latencies.millis(0.5));
        millis.forEach(ms -> latencies.add(ms * 1_000_000));
        assertEquals(100, latencies.count());
        assertEquals("51.0", latencies.millis(0.5));
        assertEquals("100.0", latencies.millis(0.99));
        assertEquals("100.0", latencies.millis(1));
    }
}
