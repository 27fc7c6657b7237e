package org.ndd.eval.baseline;

import java.util.List;
import org.ndd.eval.method.Page;
import org.ndd.eval.method.Signatures;

/**
 * Broder's Algorithm B with Henzinger's parameters: shingles of 8 words, 84 minimum values in 6 supershingles of 14. The B-similarity is
 * the number of equal supershingles; documents are B-similar if it is at least 2.
 */
final class SuperShingles implements Signatures {

    static final int SHINGLE = 8;
    static final int MIN_VALUES = 84;
    static final int VALUES_PER_SUPERSHINGLE = 14;
    static final int B_SIMILAR = 2;

    private final List<long[]> supershingles;

    SuperShingles(List<Page> pages) {
        MinHash minHash = new MinHash(MIN_VALUES);
        this.supershingles = pages.stream()
                .map(page -> Shingles.of(Words.of(page.text()), SHINGLE))
                .map(shingles -> MinHash.bands(minHash.of(shingles), VALUES_PER_SUPERSHINGLE))
                .toList();
    }

    @Override
    public long[] keys(int page) {
        return supershingles.get(page);
    }

    @Override
    public boolean similar(int page, int other) {
        return similarity(page, other) >= B_SIMILAR;
    }

    /** Returns the number of equal supershingles of two documents, 0 to 6. */
    int similarity(int page, int other) {
        long[] first = supershingles.get(page);
        long[] second = supershingles.get(other);
        return first.length == 0 || second.length == 0 ? 0 : MinHash.agreement(first, second);
    }

    @Override
    public long bytes() {
        return supershingles.stream().mapToLong(keys -> keys.length).sum() * Long.BYTES;
    }
}
