package org.ndd.core.text;

import java.util.Arrays;

/** Checks values of parameters that users type. A failure names the parameter, the rule and the value. */
public final class ParameterCheck {

    private ParameterCheck() {}

    /**
     * Checks a number.
     *
     * @param max maximum; {@link Long#MAX_VALUE} for none
     * @throws IllegalArgumentException if the value is less than {@code min} or more than {@code max}
     */
    public static void range(String parameter, long value, long min, long max) {
        if (value < min || value > max) {
            String rule = max == Long.MAX_VALUE ? "at least [" + min + "]" : "between [" + min + "] and [" + max + "]";
            throw invalid(parameter, rule, value);
        }
    }

    /**
     * Checks a share or a probability.
     *
     * @throws IllegalArgumentException if the value is not between 0 and 1
     */
    public static void share(String parameter, double value) {
        if ((value >= 0 && value <= 1) == false) {
            throw invalid(parameter, "between [0] and [1]", value);
        }
    }

    /**
     * Returns the value with the name that a user typed.
     *
     * @param values allowed values
     * @throws IllegalArgumentException if no value has this name
     */
    @SafeVarargs
    public static <E extends ApiName> E choice(String parameter, String typed, E... values) {
        return Arrays.stream(values)
                .filter(value -> value.value().equals(typed))
                .findFirst()
                .orElseThrow(() -> invalid(
                        parameter,
                        "one of " + Arrays.stream(values).map(ApiName::value).toList(),
                        typed));
    }

    private static IllegalArgumentException invalid(String parameter, String rule, Object value) {
        return new IllegalArgumentException("[" + parameter + "] must be " + rule + ", but was [" + value + "]");
    }
}
