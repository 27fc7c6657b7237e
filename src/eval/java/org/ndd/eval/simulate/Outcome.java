package org.ndd.eval.simulate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The result of a simulated run.
 *
 * @param phases phases in order; empty if the run is impossible
 * @param windows number of windows in which documents are decided
 * @param failedGuesses number of restarts because candidates did not fit into memory
 * @param heap maximum bytes of a node, as the request breaker counts them
 * @param impossible reason why the run is impossible, or {@code null}
 */
public record Outcome(List<Phase> phases, int windows, int failedGuesses, double heap, String impossible) {

    static Outcome impossible(double heap, String why) {
        return new Outcome(List.of(), 0, 0, heap, why);
    }

    /** Returns the duration in seconds. */
    public double seconds() {
        return phases.stream().mapToDouble(Phase::seconds).sum();
    }

    /** Returns the processor time over all nodes in seconds. */
    public double work() {
        return phases.stream().mapToDouble(Phase::work).sum();
    }

    double messages() {
        return phases.stream().mapToDouble(Phase::messages).sum();
    }

    /** Returns the bytes between nodes as reported by a run, without writes to its index. */
    public double wire() {
        return phases.stream().mapToDouble(Phase::wire).sum();
    }

    /** Returns the maximum bytes that a node sends and receives, including writes. */
    public double busiestBytes() {
        return max(phases.stream()
                .map(phase -> add(phase.sent(), phase.received()))
                .reduce(new double[0], Outcome::add));
    }

    /** Returns the ratio of the maximum to the mean busy time of nodes. */
    public double imbalance() {
        double[] busy = phases.stream().map(Phase::busy).reduce(new double[0], Outcome::add);
        return max(busy) / Arrays.stream(busy).average().orElse(1);
    }

    /** Returns the duration of a phase in seconds, or 0 if it does not exist. */
    public double seconds(String phase) {
        return phases.stream()
                .filter(one -> one.name().equals(phase))
                .mapToDouble(Phase::seconds)
                .sum();
    }

    /** Returns the processor time of a phase in seconds. */
    public double work(String phase) {
        return phases.stream()
                .filter(one -> one.name().equals(phase))
                .mapToDouble(Phase::work)
                .sum();
    }

    /** Returns the distinct names of phases in order. */
    public List<String> names() {
        return phases.stream().map(Phase::name).distinct().toList();
    }

    /** Returns the limiting factor of a phase. */
    public String bound(String phase) {
        return phases.stream()
                .filter(one -> one.name().equals(phase))
                .reduce((first, second) -> second)
                .map(Phase::bound)
                .orElse("-");
    }

    /** Returns the longest phase, over all attempts, and its limiting factor. */
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
