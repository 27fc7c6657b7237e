package org.ndd.config;

import org.elasticsearch.xcontent.ParseField;

/**
 * The option {@code min_containment} of searches for the documents that contain a given text: the minimum share of that text which a
 * document contains, for any relation of the two.
 */
public final class MinContainment {

    /** The name of the option. */
    public static final ParseField PARAMETER = new ParseField("min_containment");

    /** The value if the option is omitted: the relation is used. */
    public static final double NONE = 0;

    private MinContainment() {}

    /**
     * Checks a value that a user typed.
     *
     * @throws IllegalArgumentException if it is out of its range
     */
    public static double check(double value) {
        if (value > 0 && value <= 1) {
            return value;
        }
        throw new IllegalArgumentException(
                "[" + PARAMETER.getPreferredName() + "] must be above [0] and at most [1], but was [" + value + "]");
    }

    /**
     * Rejects a share without a comparison, because only a comparison measures it.
     *
     * @throws IllegalArgumentException if a share was requested without [verify]
     */
    public static void requireVerify(double minContainment, boolean verify) {
        if (verify == false && minContainment != NONE) {
            throw new IllegalArgumentException("[" + PARAMETER.getPreferredName()
                    + "] must be omitted if [verify] is false, as nothing is compared then, but was [" + minContainment
                    + "]");
        }
    }
}
