package org.ndd.eval.baseline;

import java.util.List;
import org.ndd.eval.method.Signatures;

/**
 * LSH-S: locality-sensitive hashing of spot signatures (k = 6 minimum values per key, l = 32 keys) with exact verification of candidates.
 */
final class SpotLsh implements Signatures {

    private static final int VALUES_PER_KEY = 6;
    private static final int KEYS = 32;

    private final List<Bag> bags;
    private final List<long[]> keys;
    private final double threshold;

    /** @param threshold τ of the weighted Jaccard resemblance */
    SpotLsh(List<Bag> bags, double threshold) {
        this.bags = bags;
        this.threshold = threshold;
        MinHash minHash = new MinHash(KEYS * VALUES_PER_KEY);
        this.keys = bags.stream()
                .map(bag -> MinHash.bands(minHash.of(bag.features()), VALUES_PER_KEY))
                .toList();
    }

    @Override
    public long[] keys(int page) {
        return keys.get(page);
    }

    @Override
    public boolean similar(int page, int other) {
        return bags.get(page).resembles(bags.get(other), threshold);
    }

    @Override
    public long bytes() {
        return keys.stream().mapToLong(key -> key.length).sum() * Long.BYTES;
    }
}
