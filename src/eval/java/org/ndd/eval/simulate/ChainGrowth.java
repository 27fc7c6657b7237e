package org.ndd.eval.simulate;

import java.util.ArrayList;
import java.util.List;

/**
 * Growth of chains of predecessors with the number of documents: generated for feasible sizes, and extrapolated by a line over the
 * logarithm of the size. If documents are decided in windows, documents of earlier windows are already decided. This reduction is generated
 * for one size and assumed to be equal for other sizes.
 *
 * @param generated generated values by size
 * @param longest number of documents in the longest chain
 * @param passes mean number of passes per document
 * @param mostPasses number of passes until all documents are decided
 * @param requested mean number of requests for a predecessor
 * @param inWindows remaining waiting time in 1, 2, 4 and more windows, relative to one window
 */
public record ChainGrowth(
        List<Measured> generated,
        LogarithmicFit longest,
        LogarithmicFit passes,
        LogarithmicFit mostPasses,
        LogarithmicFit requested,
        List<Double> inWindows) {

    /** Assumed fraction of documents that share a fingerprint with a document of another group. */
    private static final double STRAY = 0.2;

    private static final int WINDOWED = 300_000;
    private static final int MAX_DOUBLINGS = 7;

    /** The generated values. */
    public record Measured(int documents, int longest, double passes, int mostPasses, double requested) {}

    /** All documents are decided in the first pass. */
    static ChainGrowth none() {
        LogarithmicFit once = new LogarithmicFit(1, 0);
        return new ChainGrowth(List.of(), once, once, once, once, List.of(1.0));
    }

    /**
     * Generates chains.
     *
     * @param meanSize mean group size
     * @param documents two sizes or more
     */
    public static ChainGrowth generate(double meanSize, long seed, int... documents) {
        List<Measured> all = new ArrayList<>();
        for (int size : documents) {
            Chains chains = chains(meanSize, size, 1, seed);
            all.add(new Measured(size, chains.longest(), chains.passes(), chains.mostPasses(), chains.requested()));
        }
        List<Double> inWindows = new ArrayList<>(List.of(1.0));
        double one = chains(meanSize, WINDOWED, 1, seed).passes() - 1;
        for (int doubling = 1; doubling <= MAX_DOUBLINGS; doubling++) {
            inWindows.add((chains(meanSize, WINDOWED, 1 << doubling, seed).passes() - 1) / one);
        }
        double[] sizes = all.stream().mapToDouble(Measured::documents).toArray();
        return new ChainGrowth(
                all,
                LogarithmicFit.fit(
                        sizes, all.stream().mapToDouble(Measured::longest).toArray()),
                LogarithmicFit.fit(
                        sizes, all.stream().mapToDouble(Measured::passes).toArray()),
                LogarithmicFit.fit(
                        sizes, all.stream().mapToDouble(Measured::mostPasses).toArray()),
                LogarithmicFit.fit(
                        sizes, all.stream().mapToDouble(Measured::requested).toArray()),
                inWindows);
    }

    private static Chains chains(double meanSize, int documents, int windows, long seed) {
        GroupSizes sizes = GroupSizes.ofMean(meanSize, GroupSizes.largestOf(documents));
        return Chains.generate(documents, sizes, STRAY, windows, seed);
    }

    /** Returns the mean number of passes per document. */
    public double passes(double documents, int windows) {
        return 1 + Math.max(0, passes.at(documents) - 1) * left(windows);
    }

    /** Returns the mean number of requests for a predecessor: one, and repetitions while it is not decided. */
    double requested(double documents, int windows) {
        return 1 + Math.max(0, requested.at(documents) - 1) * left(windows);
    }

    private double left(int windows) {
        int doublings = (int) Math.round(Math.log(windows) / Math.log(2));
        return inWindows.get(Math.min(doublings, inWindows.size() - 1));
    }
}
