package org.ndd.eval.baseline;

import java.util.ArrayList;
import java.util.List;
import org.ndd.eval.method.Signatures;

/**
 * Exact search for documents whose word vectors have a cosine of at least τ, by prefix filtering. The weight of a word is (1 + ln tf) ·
 * idf.
 */
final class Cosine implements Signatures {

    private final List<Bag> bags;
    private final List<float[]> weights = new ArrayList<>();
    private final double threshold;
    private final List<long[]> keys = new ArrayList<>();

    /** @param threshold τ */
    Cosine(List<Bag> bags, double threshold) {
        this.bags = bags;
        this.threshold = threshold;
        DocumentFrequencies frequencies = new DocumentFrequencies(bags);
        bags.forEach(bag -> weights.add(unit(bag, frequencies)));
        PrefixKeys prefixes = new PrefixKeys(bags);
        for (int page = 0; page < bags.size(); page++) {
            float[] vector = weights.get(page);
            keys.add(prefixes.of(bags.get(page), order -> prefix(order, vector)));
        }
    }

    /** By the Cauchy–Schwarz inequality, a suffix shorter than τ has a product below τ with any unit vector. */
    private int prefix(int[] order, float[] vector) {
        double squares = 0;
        int rest = order.length;
        while (rest > 0) {
            squares += vector[order[rest - 1]] * vector[order[rest - 1]];
            if (squares >= threshold * threshold - 1e-6) {
                break;
            }
            rest--;
        }
        return rest;
    }

    private static float[] unit(Bag bag, DocumentFrequencies frequencies) {
        long[] words = bag.features();
        float[] vector = new float[words.length];
        double squares = 0;
        for (int i = 0; i < words.length; i++) {
            vector[i] = (float) ((1 + Math.log(bag.count(i))) * frequencies.idf(words[i]));
            squares += vector[i] * vector[i];
        }
        float norm = (float) Math.sqrt(squares);
        for (int i = 0; i < vector.length && norm > 0; i++) {
            vector[i] /= norm;
        }
        return vector;
    }

    @Override
    public long[] keys(int page) {
        return keys.get(page);
    }

    @Override
    public boolean similar(int page, int other) {
        return of(page, other) >= threshold;
    }

    /** Returns the cosine of the vectors of two documents. */
    double of(int page, int other) {
        long[] first = bags.get(page).features();
        long[] second = bags.get(other).features();
        float[] firstWeights = weights.get(page);
        float[] secondWeights = weights.get(other);
        double product = 0;
        int i = 0;
        int j = 0;
        while (i < first.length && j < second.length) {
            if (first[i] == second[j]) {
                product += firstWeights[i++] * secondWeights[j++];
            } else if (first[i] < second[j]) {
                i++;
            } else {
                j++;
            }
        }
        return product;
    }

    @Override
    public long bytes() {
        return bags.stream().mapToLong(bag -> bag.features().length).sum() * (Long.BYTES + Float.BYTES);
    }
}
