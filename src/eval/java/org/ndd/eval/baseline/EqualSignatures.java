package org.ndd.eval.baseline;

import java.util.List;
import java.util.function.Function;
import org.ndd.eval.method.Signatures;

/**
 * Systems with one signature per document: documents with equal signatures are near-duplicates. A document without features has no
 * signature.
 */
final class EqualSignatures implements Signatures {

    private static final int SHA1_BYTES = 20;

    private final List<long[]> keys;

    private EqualSignatures(List<long[]> keys) {
        this.keys = keys;
    }

    /** Creates I-Match: a hash of the set of features whose idf is neither low nor high. */
    static EqualSignatures iMatch(List<Bag> filtered) {
        return new EqualSignatures(
                filtered.stream().map(bag -> key(bag.features())).toList());
    }

    /** Creates a system with another signature of texts. */
    static EqualSignatures of(List<String> texts, Function<String, long[]> features) {
        return new EqualSignatures(
                texts.stream().map(text -> key(features.apply(text))).toList());
    }

    private static long[] key(long[] features) {
        long hash = 0;
        for (long feature : features) {
            hash = Hash64.chain(hash, feature);
        }
        return features.length == 0 ? new long[0] : new long[] {hash};
    }

    @Override
    public long[] keys(int page) {
        return keys.get(page);
    }

    @Override
    public boolean similar(int page, int other) {
        return true;
    }

    @Override
    public long bytes() {
        return keys.stream().mapToLong(key -> key.length).sum() * SHA1_BYTES;
    }
}
