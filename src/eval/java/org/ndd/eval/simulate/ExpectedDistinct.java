package org.ndd.eval.simulate;

/** How things fall into places by a hash. */
final class ExpectedDistinct {

    private ExpectedDistinct() {}

    /**
     * How many different places some things fall into, on average.
     *
     * @param things 0 or more, perhaps a mean
     * @param places 0 or more
     */
    static double different(double things, double places) {
        if (places <= 1) {
            return Math.min(things, Math.max(0, places));
        }
        return places * -Math.expm1(things * Math.log1p(-1 / places));
    }
}
