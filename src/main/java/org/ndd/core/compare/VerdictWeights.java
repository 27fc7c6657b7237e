package org.ndd.core.compare;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;

/**
 * The weight of each {@link Signal}: the log-odds that two documents are near-duplicates are the base plus the sum of weight times value.
 * The weights are fitted by a logistic regression over pairs that people have read ({@code distribution/bin/evaluate-pairs --fit}). The
 * file {@code verdict-weights.properties} in this package contains those of the plugin. Immutable.
 *
 * @param version version of the file; verdicts of two versions may differ
 * @param base log-odds of two documents without any signal
 * @param weights weight of every signal, with the sign of its signal or 0
 */
public record VerdictWeights(int version, double base, Map<Signal, Double> weights) {

    /** The weights of the plugin. */
    public static final VerdictWeights DEFAULT = load("verdict-weights.properties");

    /** The default weights with only {@link Signal#SHARED_TEXT}: the amount of shared text, regardless of the objects of the documents. */
    public static final VerdictWeights SHARED_TEXT_ONLY = DEFAULT.withOnly(Signal.SHARED_TEXT);

    /** Bound of the difference of two sums of the same log-odds in another order. */
    static final double MAX_ROUNDING = 1e-9;

    public VerdictWeights {
        weights = new EnumMap<>(weights);
        for (Signal signal : Signal.values()) {
            double weight = weights.getOrDefault(signal, Double.NaN);
            if (Double.isFinite(weight) == false || weight * signal.sign() < 0) {
                throw new IllegalArgumentException("[" + signal.value() + "] must be a weight "
                        + (signal.sign() > 0 ? "of at least" : "of at most") + " [0], but was [" + weight + "]");
            }
        }
    }

    private static VerdictWeights load(String name) {
        Properties file = new Properties();
        try (InputStream bytes = VerdictWeights.class.getResourceAsStream(name)) {
            file.load(new InputStreamReader(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<Signal, Double> weights = new EnumMap<>(Signal.class);
        for (Signal signal : Signal.values()) {
            weights.put(signal, Double.valueOf(file.getProperty(signal.value())));
        }
        return new VerdictWeights(
                Integer.parseInt(file.getProperty("version")), Double.parseDouble(file.getProperty("base")), weights);
    }

    private VerdictWeights withOnly(Signal kept) {
        Map<Signal, Double> others = new EnumMap<>(Signal.class);
        weights.forEach((signal, weight) -> others.put(signal, signal == kept ? weight : 0.0));
        return new VerdictWeights(version, base, others);
    }

    /** Returns whether any signal can distinguish two documents that share all text. */
    boolean separatesItems() {
        return weights.keySet().stream().anyMatch(signal -> signal.isTextDifference() == false && of(signal) < 0);
    }

    /** Returns the weight of a signal: its contribution to the log-odds at value 1. */
    public double of(Signal signal) {
        return weights.get(signal);
    }

    /** Returns the contribution of a signal to the log-odds. For shared text, for which every pair has a value, this includes the base. */
    double logOdds(Signal signal, double value) {
        return of(signal) * value + (signal == Signal.SHARED_TEXT ? base : 0);
    }

    /**
     * Returns the maximum log-odds of two documents with this resemblance: the value if all other signals are evidence for near-duplicates.
     *
     * @param lengths length of the shorter text divided by that of the longer, or more
     */
    double atMost(double resemblance, double lengths) {
        double most = base
                + of(Signal.SHARED_TEXT) * Math.min(resemblance, Signal.SUFFICIENT_SHARE)
                + of(Signal.LENGTHS) * Signal.lengths(lengths);
        for (Signal signal : Signal.values()) {
            if (signal != Signal.SHARED_TEXT && signal.sign() > 0) {
                most += of(signal);
            }
        }
        return most;
    }

    /** Converts log-odds to the probability. */
    static double probability(double logOdds) {
        return 1 / (1 + Math.exp(-logOdds));
    }

    /** Converts a probability to log-odds, infinite for 0 and 1. */
    static double logOdds(double probability) {
        return Math.log(probability / (1 - probability));
    }
}
