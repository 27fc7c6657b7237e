package org.ndd.eval.simulate;

import java.util.ArrayList;
import java.util.List;

/**
 * How chains of predecessors grow with the number of documents: generated at sizes that can be held, and a line over the logarithm of the
 * size beyond. Where documents are decided in windows, those of earlier windows are waited for no more: how much less that is, is generated
 * at one size and taken to be the same at others.
 *
 * @param generated the sizes and what was seen at each
 * @param longest documents in the longest chain
 * @param passes how often a document is looked at
 * @param mostPasses the same of the last one
 * @param asked how often a predecessor is asked for
 * @param inWindows what is left of waiting in 1, 2, 4 and more windows, as a share of that in one
 */
public record ChainGrowth(
        List<Seen> generated,
        LogarithmicFit longest,
        LogarithmicFit passes,
        LogarithmicFit mostPasses,
        LogarithmicFit asked,
        List<Double> inWindows) {

    /** Documents that share a fingerprint with a document of another group, too: assumed. */
    private static final double STRAY = 0.2;

    private static final int WINDOWED = 300_000;
    private static final int MOST_DOUBLINGS = 7;

    /** What was generated. */
    public record Seen(int documents, int longest, double passes, int mostPasses, double asked) {}

    /** Every document is decided when it is looked at first. */
    static ChainGrowth none() {
        LogarithmicFit once = new LogarithmicFit(1, 0);
        return new ChainGrowth(List.of(), once, once, once, once, List.of(1.0));
    }

    /**
     * Generates chains.
     *
     * @param meanSize of groups
     * @param documents two sizes or more
     */
    public static ChainGrowth generate(double meanSize, long seed, int... documents) {
        List<Seen> all = new ArrayList<>();
        for (int size : documents) {
            Chains chains = chains(meanSize, size, 1, seed);
            all.add(new Seen(size, chains.longest(), chains.passes(), chains.mostPasses(), chains.asked()));
        }
        List<Double> inWindows = new ArrayList<>(List.of(1.0));
        double one = chains(meanSize, WINDOWED, 1, seed).passes() - 1;
        for (int doubling = 1; doubling <= MOST_DOUBLINGS; doubling++) {
            inWindows.add((chains(meanSize, WINDOWED, 1 << doubling, seed).passes() - 1) / one);
        }
        double[] sizes = all.stream().mapToDouble(Seen::documents).toArray();
        return new ChainGrowth(
                all,
                LogarithmicFit.fit(
                        sizes, all.stream().mapToDouble(Seen::longest).toArray()),
                LogarithmicFit.fit(sizes, all.stream().mapToDouble(Seen::passes).toArray()),
                LogarithmicFit.fit(
                        sizes, all.stream().mapToDouble(Seen::mostPasses).toArray()),
                LogarithmicFit.fit(sizes, all.stream().mapToDouble(Seen::asked).toArray()),
                inWindows);
    }

    private static Chains chains(double meanSize, int documents, int windows, long seed) {
        GroupSizes sizes = GroupSizes.ofMean(meanSize, GroupSizes.largestOf(documents));
        return Chains.generate(documents, sizes, STRAY, windows, seed);
    }

    /** How often a document is looked at. */
    public double passes(double documents, int windows) {
        return 1 + Math.max(0, passes.at(documents) - 1) * left(windows);
    }

    /** How often a predecessor is asked for: once, and again where it is waited for. */
    double asked(double documents, int windows) {
        return 1 + Math.max(0, asked.at(documents) - 1) * left(windows);
    }

    private double left(int windows) {
        int doublings = (int) Math.round(Math.log(windows) / Math.log(2));
        return inWindows.get(Math.min(doublings, inWindows.size() - 1));
    }
}
