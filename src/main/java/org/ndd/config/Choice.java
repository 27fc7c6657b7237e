package org.ndd.config;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Selects the values of a parameter by name. */
public final class Choice {

    private Choice() {}

    /**
     * Returns the value with the name that a user typed.
     *
     * @param name returns the name of a value
     * @throws IllegalArgumentException if no value has this name
     */
    public static <E> E of(String parameter, String typed, E[] values, Function<E, String> name) {
        return Arrays.stream(values)
                .filter(value -> name.apply(value).equals(typed))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("[" + parameter + "] must be one of ["
                        + Arrays.stream(values).map(name).collect(Collectors.joining(", ")) + "], but was [" + typed
                        + "]"));
    }
}
