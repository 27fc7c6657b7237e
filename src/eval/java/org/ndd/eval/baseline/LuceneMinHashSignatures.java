package org.ndd.eval.baseline;

import java.util.List;
import org.ndd.eval.method.Page;
import org.ndd.eval.method.Signatures;

/** Documents that share a band of {@link LuceneMinHash} are near-duplicates, without verification. */
final class LuceneMinHashSignatures implements Signatures {

    private static final int TERM_BYTES = 16;

    private final List<long[]> bands;
    private final int rows;

    /** @param rows terms per band */
    LuceneMinHashSignatures(List<Page> pages, int rows) {
        this.rows = rows;
        this.bands = pages.stream()
                .map(page -> LuceneMinHash.bands(page.text(), rows))
                .toList();
    }

    @Override
    public long[] keys(int page) {
        return bands.get(page);
    }

    @Override
    public boolean similar(int page, int other) {
        return true;
    }

    @Override
    public long bytes() {
        return bands.stream().mapToLong(keys -> (long) keys.length * rows).sum() * TERM_BYTES;
    }
}
