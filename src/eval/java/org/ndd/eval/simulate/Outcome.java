package org.ndd.eval.simulate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What became of a simulated run.
 *
 * @param phases in their order; empty where it could not be run
 * @param windows in how many documents are decided
 * @param failedGuesses how often it began anew because candidates did not fit into memory
 * @param heap bytes on the node that has most, as the request breaker counts them
 * @param impossible why it cannot be run, or {@code null}
 */
public record Outcome(List<Phase> phases, int windows, int failedGuesses, double heap, String impossible) {

    static Outcome impossible(double heap, String why) {
        return new Outcome(List.of(), 0, 0, heap, why);
    }

    /** By the clock. */
    public double seconds() {
        return phases.stream().mapToDouble(Phase::seconds).sum();
    }

    /** Of one core, over all nodes. */
    public double work() {
        return phases.stream().mapToDouble(Phase::work).sum();
    }

    double messages() {
        return phases.stream().mapToDouble(Phase::messages).sum();
    }

    /** Bytes between nodes, as a run counts them: without what is written to its index. */
    public double wire() {
        return phases.stream().mapToDouble(Phase::wire).sum();
    }

    /** Bytes that the node with most of them sends and receives, writes included. */
    public double busiestBytes() {
        return max(phases.stream()
                .map(phase -> add(phase.sent(), phase.received()))
                .reduce(new double[0], Outcome::add));
    }

    /** The time of the busiest node by that of all, on average. */
    public double imbalance() {
        double[] busy = phases.stream().map(Phase::busy).reduce(new double[0], Outcome::add);
        return max(busy) / Arrays.stream(busy).average().orElse(1);
    }

    /** Seconds of a phase by the clock; 0 where there is none of that name. */
    public double seconds(String phase) {
        return phases.stream()
                .filter(one -> one.name().equals(phase))
                .mapToDouble(Phase::seconds)
                .sum();
    }

    /** Seconds of one core in a phase. */
    public double work(String phase) {
        return phases.stream()
                .filter(one -> one.name().equals(phase))
                .mapToDouble(Phase::work)
                .sum();
    }

    /** The phases in their order, each once. */
    public List<String> names() {
        return phases.stream().map(Phase::name).distinct().toList();
    }

    /** What a phase takes so long for. */
    public String bound(String phase) {
        return phases.stream()
                .filter(one -> one.name().equals(phase))
                .reduce((first, second) -> second)
                .map(Phase::bound)
                .orElse("-");
    }

    /** The phase that takes longest, all attempts at it together, and what for. */
    public String longest() {
        return names().stream()
                .max(Comparator.comparingDouble(this::seconds))
                .map(name -> "`" + name + "`: " + bound(name))
                .orElse(impossible);
    }

    private static double[] add(double[] a, double[] b) {
        double[] sum = Arrays.copyOf(a, Math.max(a.length, b.length));
        for (int i = 0; i < b.length; i++) {
            sum[i] += b[i];
        }
        return sum;
    }

    private static double max(double[] values) {
        return Arrays.stream(values).max().orElse(0);
    }
}
