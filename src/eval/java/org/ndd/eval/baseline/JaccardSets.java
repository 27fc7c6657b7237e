package org.ndd.eval.baseline;

import java.util.ArrayList;
import java.util.List;
import org.ndd.eval.method.Signatures;

/** Exact search for documents whose feature sets have a Jaccard resemblance of at least τ, by prefix filtering. */
final class JaccardSets implements Signatures {

    private final List<Bag> sets;
    private final double threshold;
    private final List<long[]> keys = new ArrayList<>();

    /** @param threshold τ */
    JaccardSets(List<Bag> bags, double threshold) {
        this.sets = bags.stream().map(Bag::set).toList();
        this.threshold = threshold;
        PrefixKeys prefixes = new PrefixKeys(sets);
        // |A ∩ B| >= τ |A ∪ B| >= τ |A|: a suffix of fewer than τ |A| features is not sufficient.
        for (Bag set : sets) {
            int enough = (int) Math.ceil(threshold * set.total() - 1e-9);
            keys.add(prefixes.of(set, order -> Math.min(order.length, order.length - enough + 1)));
        }
    }

    @Override
    public long[] keys(int page) {
        return keys.get(page);
    }

    @Override
    public boolean similar(int page, int other) {
        return sets.get(page).resembles(sets.get(other), threshold);
    }

    @Override
    public long bytes() {
        return sets.stream().mapToLong(Bag::total).sum() * Long.BYTES;
    }
}
