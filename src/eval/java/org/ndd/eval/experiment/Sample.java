package org.ndd.eval.experiment;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.ndd.core.group.Rank;
import org.ndd.eval.method.Page;
import org.ndd.eval.score.LabeledPair;

/** Deterministic samples by hash. */
final class Sample {

    private static final String SALT = "experiment";

    private Sample() {}

    /** A pair of texts. */
    record Texts(String first, String second) {}

    /** Returns a sample of elements. */
    static <T> List<T> of(List<T> all, Function<T, String> name, int most) {
        return all.stream()
                .sorted(Comparator.comparing(element -> Rank.of(SALT + name.apply(element))))
                .limit(most)
                .toList();
    }

    /** Returns a sample of pairs of different texts with a label. */
    static List<Texts> pairs(List<Page> pages, List<LabeledPair> pairs, boolean duplicates, int most) {
        Map<String, String> texts = pages.stream().collect(Collectors.toMap(Page::id, Page::text));
        Predicate<LabeledPair> requested = pair -> pair.duplicate() == duplicates
                && texts.containsKey(pair.first())
                && texts.containsKey(pair.second())
                && texts.get(pair.first()).equals(texts.get(pair.second())) == false;
        return of(pairs.stream().filter(requested).toList(), pair -> pair.first() + " " + pair.second(), most).stream()
                .map(pair -> inOrder(texts.get(pair.first()), texts.get(pair.second())))
                .toList();
    }

    /** Without ids, A is the longer text; ties are ordered by text. */
    private static Texts inOrder(String one, String other) {
        boolean first = one.length() > other.length() || one.length() == other.length() && one.compareTo(other) < 0;
        return first ? new Texts(one, other) : new Texts(other, one);
    }
}
