package org.ndd.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ndd.eval.baseline.Baselines;
import org.ndd.eval.method.Method;

/** All methods by name: settings of ours, and other systems. */
final class Methods {

    private static final String ALL = "all";

    private Methods() {}

    /** Settings of our method, then other systems. */
    static List<Method> all() {
        Stream<Method> ours = Variant.ALL.stream().map(NddMethod::new);
        return Stream.concat(ours, Baselines.all().stream()).toList();
    }

    /**
     * Some methods, in the order of their names.
     *
     * @param names separated by commas, or {@code all}
     */
    static List<Method> named(String names) {
        List<Method> all = all();
        if (names.equals(ALL)) {
            return all;
        }
        List<Method> chosen = new ArrayList<>();
        for (String name : names.split(",")) {
            chosen.add(all.stream()
                    .filter(method -> method.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("[methods] must be [" + ALL + "] or some of "
                            + all.stream().map(Method::name).toList() + ", but was [" + name + "]")));
        }
        return chosen;
    }
}
