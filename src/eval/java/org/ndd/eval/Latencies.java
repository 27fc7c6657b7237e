package org.ndd.eval;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Latencies of responses. */
final class Latencies {

    private final List<Long> nanos = new ArrayList<>();

    void add(long taken) {
        nanos.add(taken);
    }

    int count() {
        return nanos.size();
    }

    /**
     * Returns a quantile in milliseconds, or NaN without responses.
     *
     * @param share 0 to 1
     */
    double quantile(double share) {
        if (nanos.isEmpty()) {
            return Double.NaN;
        }
        List<Long> sorted = new ArrayList<>(nanos);
        Collections.sort(sorted);
        return sorted.get((int) Math.min(sorted.size() - 1, Math.floor(share * sorted.size()))) / 1e6;
    }

    /** Returns the quantile formatted for a table. */
    String millis(double share) {
        return nanos.isEmpty() ? "-" : String.format(Locale.ROOT, "%.1f", quantile(share));
    }
}
