package org.ndd.eval;

import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.ndd.eval.method.Page;
import org.ndd.eval.score.LabeledPair;
import org.ndd.eval.score.PairScore;

/** Classifies labeled pairs by kinds, for separate scores. A pair can be of several kinds. */
final class Facets {

    /** A text of fewer UTF-8 bytes is short: about 150 words of English, or 330 characters of Chinese. */
    static final int SHORT = 1000;

    /** A pair without duplicates whose texts have a higher resemblance is contested: readers may disagree. */
    static final double CONTESTED = 0.9;

    private final Map<String, Page> pages = new HashMap<>();
    private final Map<String, String> scripts = new HashMap<>();

    Facets(List<Page> pages) {
        for (Page page : pages) {
            this.pages.put(page.id(), page);
            scripts.put(page.id(), script(page.text()));
        }
    }

    /** Returns the kinds of a pair. */
    List<String> of(LabeledPair pair) {
        List<String> facets = new ArrayList<>();
        if (pair.kind().isEmpty() == false) {
            facets.add("kind: " + pair.kind());
        }
        Page first = pages.get(pair.first());
        Page second = pages.get(pair.second());
        if (first == null || second == null) {
            return facets;
        }
        if (first.site() != null && second.site() != null) {
            facets.add(first.sameSite(second) ? "site: the same" : "site: two");
        }
        int shorter = Math.min(first.analysis().length(), second.analysis().length());
        facets.add(shorter < SHORT ? "length: short" : "length: long");
        String script = scripts.get(pair.first());
        facets.add("script: " + (script.equals(scripts.get(pair.second())) ? script : "two"));
        if (pair.resemblance() >= 0) {
            boolean contested = pair.duplicate() == false && pair.resemblance() > CONTESTED;
            facets.add(contested ? "label: contested" : "label: uncontested");
        }
        return facets;
    }

    /**
     * The pairs of one kind.
     *
     * @param others number of pairs that are not duplicates
     * @param score score over all pairs of the kind
     */
    record Part(long others, PairScore score) {}

    /** Returns the score of groups over the pairs of each kind, by name of the kind. */
    Map<String, Part> parts(List<LabeledPair> pairs, Map<String, String> groups) {
        Map<String, List<LabeledPair>> byFacet = new TreeMap<>();
        for (LabeledPair pair : pairs) {
            for (String facet : of(pair)) {
                byFacet.computeIfAbsent(facet, name -> new ArrayList<>()).add(pair);
            }
        }
        Map<String, Part> parts = new TreeMap<>();
        byFacet.forEach((facet, ofFacet) -> {
            long others =
                    ofFacet.stream().filter(pair -> pair.duplicate() == false).count();
            parts.put(facet, new Part(others, PairScore.of(ofFacet, groups)));
        });
        return parts;
    }

    /** Returns the most frequent script of the letters of a text, which is a reliable replacement for its language. */
    static String script(String text) {
        Map<UnicodeScript, Integer> counts = new TreeMap<>();
        text.codePoints()
                .filter(Character::isLetter)
                .forEach(letter -> counts.merge(UnicodeScript.of(letter), 1, Integer::sum));
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(entry -> entry.getKey().name().toLowerCase(Locale.ROOT))
                .orElse("none");
    }
}
