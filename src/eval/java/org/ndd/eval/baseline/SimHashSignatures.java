package org.ndd.eval.baseline;

import java.util.List;
import org.ndd.eval.method.Page;
import org.ndd.eval.method.Signatures;

/**
 * Algorithm C on the words of documents: documents are similar if enough bits of their signatures are equal. A document without words is
 * similar to none.
 */
final class SimHashSignatures implements Signatures {

    private final SimHash simHash;
    private final int agreement;
    private final boolean pieces;
    private final List<long[]> signatures;

    /**
     * @param bits b
     * @param agreement t: minimum number of equal bits
     * @param pieces whether to compare only documents that share a 4-byte piece, as Henzinger does
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

    /** Returns the number of equal bits of two documents, or 0 if one has no words. */
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
