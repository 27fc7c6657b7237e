package org.ndd.eval.simulate;

/**
 * The fingerprints of documents that are in groups of random sizes.
 *
 * @param sizes sizes of the groups
 * @param kept fraction of the documents of a group that share one of its fingerprints
 */
record GroupTerms(GroupSizes sizes, double kept) {

    /** Selects the fraction so that the number of distinct fingerprints equals the counted number. */
    static GroupTerms of(GroupSizes sizes, double differentShare) {
        double low = 0;
        double high = 1;
        for (int i = 0; i < 40; i++) {
            double middle = (low + high) / 2;
            if (sizes.overPages(size -> 1 / Math.max(1, size * middle)) > differentShare) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return new GroupTerms(sizes, high);
    }

    /** Returns the number of documents that have a fingerprint of a group. */
    double df(double size) {
        return Math.max(1, size * kept);
    }

    /** Returns the fraction of fingerprints of a document that occur in other documents. */
    double shared() {
        return sizes.overPages(size -> df(size) > 1 ? 1 : 0);
    }
}
