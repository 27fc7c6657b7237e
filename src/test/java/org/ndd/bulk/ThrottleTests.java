package org.ndd.bulk;

import java.util.concurrent.TimeUnit;
import org.elasticsearch.test.ESTestCase;

public class ThrottleTests extends ESTestCase {

    private long now = randomLong() / 2;

    private Throttle throttle(double perSecond) {
        return new Throttle(() -> now, perSecond, 60);
    }

    private void passMillis(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private static long waitMillis(Throttle throttle) {
        return Math.round(throttle.waitNanos() / 1e6);
    }

    public void testDebtDecreasesOverTime() {
        Throttle throttle = throttle(100);
        assertEquals(0, throttle.waitNanos());
        throttle.take(50);
        assertEquals(500, waitMillis(throttle));
        passMillis(200);
        assertEquals(300, waitMillis(throttle));
        throttle.take(10);
        assertEquals("callers share the rate", 400, waitMillis(throttle));
        passMillis(10_000);
        assertEquals(0, waitMillis(throttle));
        throttle.take(100);
        assertEquals("a pause does not allow a burst", 1000, waitMillis(throttle));
    }

    /** A caller that waits before it proceeds achieves the configured rate per second. */
    public void testRate() {
        double perSecond = randomDoubleBetween(0.5, 5000, true);
        Throttle throttle = throttle(perSecond);
        long start = now;
        long taken = 0;
        for (int i = 0; i < 200; i++) {
            now += throttle.waitNanos();
            int documents = (int) Math.max(1, Math.min(between(1, 1000), perSecond * 10));
            throttle.take(documents);
            taken += documents;
        }
        now += throttle.waitNanos();
        assertEquals(taken / perSecond, (now - start) / 1e9, 0.001 * taken / perSecond);
    }

    public void testUnlimited() {
        Throttle throttle = throttle(Double.POSITIVE_INFINITY);
        throttle.take(1_000_000);
        assertEquals(0, throttle.waitNanos());
        throttle.perSecond(10);
        throttle.take(10);
        assertEquals(1000, waitMillis(throttle));
        throttle.perSecond(Double.POSITIVE_INFINITY);
        assertEquals(0, throttle.waitNanos());
    }

    public void testNewRateAppliesImmediately() {
        Throttle throttle = throttle(1);
        throttle.take(50);
        assertEquals(50_000, waitMillis(throttle));
        throttle.perSecond(10);
        assertEquals(0, waitMillis(throttle));
        throttle.take(10);
        assertEquals(1000, waitMillis(throttle));
        assertEquals(10, throttle.perSecond(), 0);
    }

    public void testWaitIsBoundedByKeepAlive() {
        Throttle throttle = throttle(0.1);
        throttle.take(10_000);
        assertEquals(60_000, waitMillis(throttle));
    }
}
