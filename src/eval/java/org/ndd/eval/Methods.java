package org.ndd.eval;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ndd.eval.baseline.Baselines;
import org.ndd.eval.method.Method;

/** All methods by name: variants of ndd, and other systems. */
final class Methods {

    private static final String ALL = "all";
    private static final String ABLATION = "ablation";

    /** The default of ndd and common alternatives with their default settings. */
    static final String COMPARISON = "ndd,exact-hash,minhash-14x8,minhash-25x10,minhash-28x4-verified,lucene-min-hash,"
            + "more-like-this,simhash-384,spotsigs,cosine";

    private Methods() {}

    /** The presets of ndd, then other systems: the methods of {@code all}. */
    static List<Method> all() {
        return Stream.concat(Variant.PRESETS.stream().map(NddMethod::new), Baselines.all().stream())
                .toList();
    }

    /** The default of ndd, and variants without one rule each. */
    static List<Method> ablation() {
        return Stream.concat(Stream.of(Variant.BALANCED), Variant.ABLATIONS.stream())
                .map(NddMethod::new)
                .map(Method.class::cast)
                .toList();
    }

    /**
     * Returns methods in the order of the given names.
     *
     * @param names comma-separated names, {@code all}, or {@code ablation}
     */
    static List<Method> named(String names) {
        Map<String, Method> known = new LinkedHashMap<>();
        Stream.concat(all().stream(), ablation().stream()).forEach(method -> known.putIfAbsent(method.name(), method));
        return switch (names) {
            case ALL -> all();
            case ABLATION -> ablation();
            default ->
                Stream.of(names.split(","))
                        .map(name -> Optional.ofNullable(known.get(name))
                                .orElseThrow(() -> new IllegalArgumentException("[methods] must be [" + ALL + "], ["
                                        + ABLATION + "] or some of " + known.keySet() + ", but was [" + name + "]")))
                        .toList();
        };
    }
}
