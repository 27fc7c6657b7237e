package org.ndd.eval.simulate;

/** Distribution of items over buckets by a hash. */
final class ExpectedDistinct {

    private ExpectedDistinct() {}

    /**
     * Returns the expected number of distinct buckets of items.
     *
     * @param things number of items, at least 0, may be a mean
     * @param places number of buckets, at least 0
     */
    static double different(double things, double places) {
        if (places <= 1) {
            return Math.min(things, Math.max(0, places));
        }
        return places * -Math.expm1(things * Math.log1p(-1 / places));
    }
}
