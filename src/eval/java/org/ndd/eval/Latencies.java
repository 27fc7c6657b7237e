package org.ndd.eval;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** How long answers took. */
final class Latencies {

    private final List<Long> nanos = new ArrayList<>();

    void add(long taken) {
        nanos.add(taken);
    }

    int count() {
        return nanos.size();
    }

    /**
     * Milliseconds within which a share of the answers came.
     *
     * @param share 0 to 1
     */
    String millis(double share) {
        List<Long> sorted = new ArrayList<>(nanos);
        Collections.sort(sorted);
        if (sorted.isEmpty()) {
            return "-";
        }
        long at = sorted.get((int) Math.min(sorted.size() - 1, Math.floor(share * sorted.size())));
        return String.format(Locale.ROOT, "%.1f", at / 1e6);
    }
}
