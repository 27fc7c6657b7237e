package org.ndd.eval.baseline;

import com.carrotsearch.hppc.LongArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Keys that let no similar pair slip (prefix filtering): of a bag's features in one order for all bags, rarest first, those before the
 * point from which on the rest alone cannot make two bags similar. The first feature that two similar bags have in common is a key of both.
 */
final class PrefixKeys {

    private final DocumentFrequencies frequencies;

    PrefixKeys(List<Bag> bags) {
        this.frequencies = new DocumentFrequencies(bags);
    }

    /** Positions of a bag's features, rarest first; features on the same number of pages by their hashes. */
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
     * The keys of a page; features that are on no other page are left out, since nobody shares them.
     *
     * @param length features of a bag, in the order that it is given, without which the rest is too little
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
