package org.ndd.eval.score;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Intervals of scores over labeled pairs, by resampling. Pairs of one labeled set are correlated, so blocks of pairs are resampled instead
 * of pairs, whose interval would be too narrow. Deterministic.
 */
public final class Bootstrap {

    private static final int RESAMPLES = 1000;
    private static final double OUTSIDE = 0.025;
    private static final long SEED = 20071220;

    private final List<PairScore> samples = new ArrayList<>();

    /**
     * The interval of 95 % of resampled scores.
     *
     * @param low 2.5th percentile
     * @param high 97.5th percentile
     */
    public record Interval(double low, double high) {}

    /**
     * @param blockOf returns the block of a pair, which is resampled as a whole
     * @param groups name of the group of each document by id
     */
    public Bootstrap(List<LabeledPair> pairs, Function<LabeledPair, String> blockOf, Map<String, String> groups) {
        this(blocks(pairs, blockOf).values().stream()
                .map(block -> PairScore.of(block, groups))
                .toList());
    }

    /** @param blocks the score of each block, which is resampled as a whole */
    public Bootstrap(List<PairScore> blocks) {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int sample = 0; sample < RESAMPLES; sample++) {
            long found = 0;
            long missed = 0;
            long wrong = 0;
            for (int i = 0; i < blocks.size(); i++) {
                PairScore drawn = blocks.get(random.nextInt(blocks.size()));
                found += drawn.truePositives();
                missed += drawn.falseNegatives();
                wrong += drawn.falsePositives();
            }
            samples.add(new PairScore(found, missed, wrong));
        }
    }

    /** Groups pairs by their blocks in a fixed order. */
    public static <P> Map<String, List<P>> blocks(List<P> pairs, Function<P, String> blockOf) {
        Map<String, List<P>> byBlock = new TreeMap<>();
        for (P pair : pairs) {
            byBlock.computeIfAbsent(blockOf.apply(pair), block -> new ArrayList<>())
                    .add(pair);
        }
        return byBlock;
    }

    /** Returns the interval of a value such as {@link PairScore#f1}. */
    public Interval of(ToDoubleFunction<PairScore> figure) {
        double[] values = samples.stream().mapToDouble(figure).toArray();
        Arrays.sort(values);
        int outside = (int) (OUTSIDE * values.length);
        return new Interval(values[outside], values[values.length - 1 - outside]);
    }
}
