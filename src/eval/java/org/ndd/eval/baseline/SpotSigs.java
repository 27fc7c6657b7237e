package org.ndd.eval.baseline;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.LongObjectHashMap;
import com.carrotsearch.hppc.cursors.IntCursor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.ndd.eval.method.PairedPages.Pair;

/**
 * Matching algorithm of SpotSigs: finds all pairs of multisets whose weighted Jaccard resemblance is at least τ. Multisets are partitioned
 * by size, each partition has inverted lists in descending size, and the features of a multiset are processed from the rarest on, in its
 * partition and the next larger one. δ1 is the weight of the processed features: a multiset that was not found yet contains none of these.
 * δ2 is the difference of sizes.
 *
 * <p>The bound δ1 + δ2 may exclude a smaller similar multiset. In this case the smaller multiset finds the pair, because its bound is exact
 * and it searches its partition and the next. Multisets without features are ignored.
 */
final class SpotSigs {

    private final List<Bag> bags;
    private final double threshold;
    private final LengthPartitions partitions;
    private final List<LongObjectHashMap<IntArrayList>> lists = new ArrayList<>();
    private final List<Pair> pairs = new ArrayList<>();
    private long comparisons;

    /** @param threshold τ */
    SpotSigs(List<Bag> bags, double threshold) {
        this.bags = bags;
        this.threshold = threshold;
        this.partitions = new LengthPartitions(
                threshold, bags.stream().mapToInt(Bag::total).max().orElse(1));
        index();
        for (int page = 0; page < bags.size(); page++) {
            if (bags.get(page).total() > 0) {
                match(page);
            }
        }
    }

    private void index() {
        for (int partition = 0; partition < partitions.count(); partition++) {
            lists.add(new LongObjectHashMap<>());
        }
        IntStream.range(0, bags.size())
                .boxed()
                .filter(page -> bags.get(page).total() > 0)
                .sorted(Comparator.comparing((Integer page) -> -bags.get(page).total()))
                .forEach(page -> {
                    LongObjectHashMap<IntArrayList> own = lists.get(partition(page));
                    for (long feature : bags.get(page).features()) {
                        if (own.containsKey(feature) == false) {
                            own.put(feature, new IntArrayList(2));
                        }
                        own.get(feature).add(page);
                    }
                });
    }

    private int partition(int page) {
        return partitions.of(bags.get(page).total());
    }

    private void match(int page) {
        IntArrayList checked = new IntArrayList();
        int own = partition(page);
        match(page, lists.get(own), checked);
        if (own + 1 < lists.size()) {
            match(page, lists.get(own + 1), checked);
        }
    }

    private void match(int page, LongObjectHashMap<IntArrayList> index, IntArrayList checked) {
        Bag bag = bags.get(page);
        int slack = bag.total();
        int passed = 0;
        for (int position : rarestFirst(bag, index)) {
            IntArrayList list = index.get(bag.features()[position]);
            if (list != null) {
                walk(page, list, passed, checked);
            }
            passed += bag.count(position);
            if (passed > (1 - threshold) * slack) {
                return;
            }
        }
    }

    private static int[] rarestFirst(Bag bag, LongObjectHashMap<IntArrayList> index) {
        long[] features = bag.features();
        return IntStream.range(0, features.length)
                .mapToLong(position -> {
                    IntArrayList list = index.get(features[position]);
                    return (long) (list == null ? 0 : list.size()) << 32 | position;
                })
                .sorted()
                .mapToInt(key -> (int) key)
                .toArray();
    }

    private void walk(int page, IntArrayList list, int passed, IntArrayList checked) {
        Bag bag = bags.get(page);
        for (IntCursor other : list) {
            if (other.value == page || checked.contains(other.value)) {
                continue;
            }
            int longer = bag.total() - bags.get(other.value).total();
            if (longer < 0
                    && passed - longer > (1 - threshold) * bags.get(other.value).total()) {
                continue;
            }
            if (longer >= 0 && passed + longer > (1 - threshold) * bag.total()) {
                return;
            }
            checked.add(other.value);
            comparisons++;
            if (bag.resembles(bags.get(other.value), threshold)) {
                pairs.add(new Pair(page, other.value));
            }
        }
    }

    /** Returns the similar pairs. A pair that was found from both sides is included twice. */
    List<Pair> pairs() {
        return pairs;
    }

    /** Returns the number of computed resemblances. */
    long comparisons() {
        return comparisons;
    }

    /** Returns the bytes of the multisets: a hash and a count per feature. */
    long bytes() {
        return bags.stream()
                        .flatMapToLong(bag -> LongStream.of(bag.features().length))
                        .sum()
                * (Long.BYTES + Integer.BYTES);
    }
}
