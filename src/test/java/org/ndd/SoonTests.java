package org.ndd;

import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.tests.util.LuceneTestCase;

public class SoonTests extends LuceneTestCase {

    public void testRepeatsUntilExpectationHolds() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        assertSoon(() -> assertEquals(5, looks.incrementAndGet()));
        assertEquals(5, looks.get());
    }

    public void testFailsWithLastError() {
        AtomicInteger looks = new AtomicInteger();
        AssertionError e = expectThrows(
                AssertionError.class,
                () -> assertSoon(() -> fail("look " + looks.incrementAndGet()), 20, TimeUnit.MILLISECONDS));
        assertEquals("look " + looks.get(), e.getMessage());
        assertTrue(looks.get() + " looks", looks.get() > 1);
    }

    /** For example, a node returns an error. */
    public void testThrowsOtherExceptionsImmediately() {
        AtomicInteger looks = new AtomicInteger();
        expectThrows(
                IOException.class,
                () -> assertSoon(() -> {
                    looks.incrementAndGet();
                    throw new IOException("broken");
                }));
        assertEquals(1, looks.get());
    }
}
