package org.ndd.eval.baseline;

import java.util.List;
import org.ndd.eval.method.Page;
import org.ndd.eval.method.Signatures;

/**
 * Algorithm C on the words of a page: similar are those whose signatures agree in a number of bits. A page without words is similar to
 * none.
 */
final class SimHashSignatures implements Signatures {

    private final SimHash simHash;
    private final int agreement;
    private final boolean pieces;
    private final List<long[]> signatures;

    /**
     * @param bits b
     * @param agreement t: least number of bits that agree
     * @param pieces whether only pages are compared that share a 4-byte piece, as Henzinger does; otherwise all are
     */
    SimHashSignatures(List<Page> pages, int bits, int agreement, boolean pieces) {
        this.simHash = new SimHash(bits);
        this.agreement = agreement;
        this.pieces = pieces;
        this.signatures = pages.stream()
                .map(page -> {
                    long[] words = Words.of(page.text());
                    return words.length == 0 ? new long[0] : simHash.of(words);
                })
                .toList();
    }

    @Override
    public long[] keys(int page) {
        return pieces ? SimHash.pieces(signatures.get(page)) : NO_KEYS;
    }

    @Override
    public boolean similar(int page, int other) {
        return agreement(page, other) >= agreement;
    }

    /** Bits in which two pages agree; 0 where one has no words. */
    int agreement(int page, int other) {
        long[] first = signatures.get(page);
        long[] second = signatures.get(other);
        return first.length == 0 || second.length == 0 ? 0 : SimHash.agreement(first, second);
    }

    @Override
    public long bytes() {
        return (long) signatures.size() * simHash.bits() / 8;
    }
}
