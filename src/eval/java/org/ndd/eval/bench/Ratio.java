package org.ndd.eval.bench;

import java.util.Locale;
import java.util.Objects;

/**
 * What was measured of ours by what was measured of a peer in the same run.
 *
 * @param name of the ratio, without commas and quotes
 * @param value above 0
 * @param better which way is better
 * @param tolerance by how much it may be worse than another and still count as equal, as a share of it: 0.1 is a tenth
 */
public record Ratio(String name, double value, Better better, double tolerance) {

    /** Which way is better. */
    public enum Better {
        HIGHER,
        LOWER;

        /** As files have it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Ratio {
        Objects.requireNonNull(better, "better");
        if (name.isBlank() || name.matches("(?s).*[,\"\\n].*")) {
            throw new IllegalArgumentException("[name] must be without commas and quotes, but was [" + name + "]");
        }
        if ((value > 0 && Double.isFinite(value)) == false) {
            throw new IllegalArgumentException("[ratio] must be above [0], but was [" + value + "]");
        }
        if ((tolerance >= 0 && Double.isFinite(tolerance)) == false) {
            throw new IllegalArgumentException("[tolerance] must be at least [0], but was [" + tolerance + "]");
        }
    }

    /** Whether this is worse than another by more than the other's tolerance. */
    boolean worseThan(Ratio kept) {
        return loss(kept) > 1 + kept.tolerance;
    }

    /** Whether this is better than another by more than the other's tolerance. */
    boolean betterThan(Ratio kept) {
        return 1 / loss(kept) > 1 + kept.tolerance;
    }

    /** How many times as bad this is. */
    private double loss(Ratio kept) {
        return kept.better == Better.HIGHER ? kept.value / value : value / kept.value;
    }
}
