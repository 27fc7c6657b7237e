package org.ndd.config;

import org.elasticsearch.core.TimeValue;

/** Checks values of parameters that users type. */
public final class RangeCheck {

    private RangeCheck() {}

    /**
     * Checks a number.
     *
     * @param max maximum; {@link Long#MAX_VALUE} for none
     * @throws IllegalArgumentException if the value is less than {@code min} or more than {@code max}
     */
    public static void check(String parameter, long value, long min, long max) {
        if (value < min || value > max) {
            String rule = max == Long.MAX_VALUE ? "at least [" + min + "]" : "between [" + min + "] and [" + max + "]";
            throw new IllegalArgumentException("[" + parameter + "] must be " + rule + ", but was [" + value + "]");
        }
    }

    /**
     * Checks a timeout.
     *
     * @throws IllegalArgumentException if it is not more than 0
     */
    public static void checkTimeout(TimeValue timeout) {
        if (timeout.millis() <= 0) {
            throw new IllegalArgumentException("[timeout] must be more than [0], but was [" + timeout + "]");
        }
    }
}
