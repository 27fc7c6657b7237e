package org.ndd.eval.baseline;

import java.util.List;
import java.util.function.Function;
import org.ndd.eval.method.Page;
import org.ndd.eval.method.Signatures;

/** MinHash and locality-sensitive hashing: documents that share a band are candidates, and similar if enough of all values are equal. */
final class MinHashSignatures implements Signatures {

    private final int rows;
    private final int agreement;
    private final List<long[]> values;

    /**
     * @param features features of a text
     * @param bands keys per document
     * @param rows values per key
     * @param agreement minimum number of equal values, of all {@code bands * rows}; 0 if a shared key is sufficient
     */
    MinHashSignatures(List<Page> pages, Function<String, long[]> features, int bands, int rows, int agreement) {
        this.rows = rows;
        this.agreement = agreement;
        MinHash minHash = new MinHash(bands * rows);
        this.values = pages.stream()
                .map(page -> minHash.of(Bag.of(features.apply(page.text())).features()))
                .map(least -> least == null ? new long[0] : least)
                .toList();
    }

    @Override
    public long[] keys(int page) {
        return MinHash.bands(values.get(page), rows);
    }

    @Override
    public boolean similar(int page, int other) {
        return agreement == 0 || MinHash.agreement(values.get(page), values.get(other)) >= agreement;
    }

    @Override
    public long bytes() {
        return values.stream().mapToLong(value -> value.length).sum() * Long.BYTES;
    }
}
