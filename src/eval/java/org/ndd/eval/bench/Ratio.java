package org.ndd.eval.bench;

import java.util.Locale;
import java.util.Objects;

/**
 * A value of ndd divided by that of another method in the same run.
 *
 * @param name name without commas and quotes
 * @param value above 0
 * @param better which direction is better
 * @param tolerance maximum relative deterioration that counts as equal: 0.1 is 10 %
 */
public record Ratio(String name, double value, Better better, double tolerance) {

    /** Which direction is better. */
    public enum Better {
        HIGHER,
        LOWER;

        /** Returns the name in files. */
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

    /** Returns whether this is worse than another ratio by more than the tolerance of the other. */
    boolean worseThan(Ratio kept) {
        return loss(kept) > 1 + kept.tolerance;
    }

    /** Returns whether this is better than another ratio by more than the tolerance of the other. */
    boolean betterThan(Ratio kept) {
        return 1 / loss(kept) > 1 + kept.tolerance;
    }

    /** Returns the factor by which this is worse. */
    private double loss(Ratio kept) {
        return kept.better == Better.HIGHER ? kept.value / value : value / kept.value;
    }
}
