package org.ndd.eval.baseline;

import com.carrotsearch.hppc.LongArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Keys for prefix filtering, which miss no similar pair: the features of a multiset in a global order, rarest first, up to the position
 * where the remaining features are not sufficient for similarity. The first common feature of two similar multisets is a key of both.
 */
final class PrefixKeys {

    private final DocumentFrequencies frequencies;

    PrefixKeys(List<Bag> bags) {
        this.frequencies = new DocumentFrequencies(bags);
    }

    /** Returns the positions of the features of a multiset, rarest first. Ties are ordered by hash. */
    int[] rarestFirst(Bag bag) {
        long[] features = bag.features();
        return IntStream.range(0, features.length)
                .boxed()
                .sorted(Comparator.comparingInt((Integer position) -> frequencies.of(features[position]))
                        .thenComparingInt(Integer::intValue))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /**
     * Returns the keys of a document without features that occur in no other document.
     *
     * @param length number of features of a multiset, in the given order, without which the remaining features are not sufficient
     */
    long[] of(Bag bag, ToIntFunction<int[]> length) {
        LongArrayList keys = new LongArrayList();
        int[] order = rarestFirst(bag);
        int prefix = length.applyAsInt(order);
        for (int i = 0; i < prefix; i++) {
            long feature = bag.features()[order[i]];
            if (frequencies.of(feature) > 1) {
                keys.add(feature);
            }
        }
        return keys.toArray();
    }
}
