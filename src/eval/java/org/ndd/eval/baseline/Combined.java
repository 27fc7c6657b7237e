package org.ndd.eval.baseline;

import java.util.List;
import org.ndd.eval.method.Page;
import org.ndd.eval.method.Signatures;

/**
 * Henzinger's combination: B-similar pairs whose C-similarity is at least 355, optionally with her recommendation to use only Algorithm C
 * for documents of different sites. Documents without a site belong to different sites.
 */
final class Combined implements Signatures {

    static final int C_FILTER = 355;
    static final int C_SIMILAR = 372;
    static final int C_BITS = 384;

    private final List<Page> pages;
    private final SuperShingles b;
    private final SimHashSignatures c;
    private final boolean bySite;

    /** @param bySite whether to follow the recommendation */
    Combined(List<Page> pages, boolean bySite) {
        this.pages = pages;
        this.b = new SuperShingles(pages);
        this.c = new SimHashSignatures(pages, C_BITS, C_SIMILAR, true);
        this.bySite = bySite;
    }

    @Override
    public long[] keys(int page) {
        long[] supershingles = b.keys(page);
        if (bySite == false) {
            return supershingles;
        }
        long[] pieces = c.keys(page);
        long[] keys = java.util.Arrays.copyOf(supershingles, supershingles.length + pieces.length);
        System.arraycopy(pieces, 0, keys, supershingles.length, pieces.length);
        return keys;
    }

    @Override
    public boolean similar(int page, int other) {
        if (bySite && pages.get(page).sameSite(pages.get(other)) == false) {
            return c.similar(page, other);
        }
        return b.similar(page, other) && c.agreement(page, other) >= C_FILTER;
    }

    @Override
    public long bytes() {
        return b.bytes() + c.bytes();
    }
}
