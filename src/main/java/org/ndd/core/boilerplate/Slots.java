package org.ndd.core.boilerplate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ndd.core.boilerplate.BoilerplateLearner.LineCounts;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;
import org.ndd.core.text.Tokens;

/**
 * Slots: places that short documents of a family fill with different words, such as the country in "the capital of Norway". Two documents
 * that differ in a slot are often about two things. Other words in another place may be another wording. A slot is represented by the
 * tokens on each side of it; the beginning and the end of a text count too.
 */
public final class Slots {

    /** Maximum number of tokens of a text with slots. In longer texts, the same tokens surround different words by chance. */
    public static final int MAX_TOKENS = 100;

    /** Number of tokens on each side; chosen among 1 to 3 by leaving out one kind of documents at a time. */
    private static final int CONTEXT = 2;

    /** Maximum number of tokens in a slot; 4 find no more slots that matter, 1 misses some. */
    private static final int MAX_FILLER = 3;

    /** Minimum number of different contents: two may be two wordings of one text. */
    private static final int MIN_FILLERS = 3;

    /** Maximum number of slots of a family: those in most documents are kept. Of 33 kinds of documents, one has more than 1,400. */
    private static final int MAX_SLOTS = 2_000;

    /** A short text. */
    private static final class ShortText {

        private final List<String> tokens;
        private final long[] hashes;

        ShortText(List<String> tokens) {
            this.tokens = tokens;
            this.hashes = tokens.stream().mapToLong(LineHash::of).toArray();
        }

        void forEachPlace(PlaceVisitor visitor) {
            for (int start = 0; start <= hashes.length; start++) {
                for (int end = start; end <= Math.min(hashes.length, start + MAX_FILLER); end++) {
                    visitor.visit(start, end, hash(hashes, start, end));
                }
            }
        }

        long[] places() {
            Set<Long> places = new HashSet<>();
            forEachPlace((start, end, place) -> places.add(place));
            return places.stream().mapToLong(Long::longValue).toArray();
        }

        String displayed(int start, int end) {
            String before = String.join(" ", tokens.subList(Math.max(0, start - CONTEXT), start));
            String after = String.join(" ", tokens.subList(end, Math.min(tokens.size(), end + CONTEXT)));
            return (before + " … " + after).strip();
        }
    }

    /** Visits the places of a text that may be slots. */
    private interface PlaceVisitor {

        void visit(int start, int end, long place);
    }

    private Slots() {}

    /**
     * Returns the hash of the tokens around a place. O(1).
     *
     * @param tokens tokens of a text
     * @param start number of tokens before the place
     * @param end number of tokens up to the end of the place
     */
    public static long hash(List<String> tokens, int start, int end) {
        int from = Math.max(0, start - CONTEXT);
        long[] hashes = tokens.subList(from, Math.min(tokens.size(), end + CONTEXT)).stream()
                .mapToLong(LineHash::of)
                .toArray();
        return hash(hashes, start - from, end - from);
    }

    private static long hash(long[] tokens, int start, int end) {
        long hash = 0;
        for (int i = Math.max(0, start - CONTEXT); i < start; i++) {
            hash = LineHash.mix(hash ^ tokens[i]);
        }
        hash = LineHash.mix(hash);
        for (int i = end; i < Math.min(tokens.length, end + CONTEXT); i++) {
            hash = LineHash.mix(hash ^ tokens[i]);
        }
        return hash;
    }

    /**
     * Finds the slots of a family. The result does not depend on the order of the texts. O(n log n) for n tokens of short texts.
     *
     * @param texts canonical texts of documents of the family
     */
    static List<BoilerplateLine> of(List<String> texts) {
        List<ShortText> shortTexts = texts.stream()
                .filter(Slots::isShort)
                .map(Slots::tokens)
                .map(ShortText::new)
                .toList();
        Map<Long, Integer> counts = LineCounts.atLeast(shortTexts.stream().map(ShortText::places), MIN_FILLERS);
        Map<Long, Set<List<String>>> fillers = new HashMap<>();
        Map<Long, String> displayed = new HashMap<>();
        for (ShortText text : shortTexts) {
            text.forEachPlace((start, end, place) -> {
                if (counts.containsKey(place)) {
                    Set<List<String>> known = fillers.computeIfAbsent(place, key -> new HashSet<>());
                    if (known.size() < MIN_FILLERS && known.add(text.tokens.subList(start, end))) {
                        displayed.putIfAbsent(place, text.displayed(start, end));
                    }
                }
            });
        }
        return fillers.entrySet().stream()
                .filter(place -> place.getValue().size() >= MIN_FILLERS)
                .map(Map.Entry::getKey)
                .map(place -> new BoilerplateLine(place, Level.SLOT, counts.get(place), displayed.get(place)))
                .sorted(SiteBoilerplate.ORDER)
                .limit(MAX_SLOTS)
                .toList();
    }

    private static boolean isShort(String text) {
        int[] tokens = {0};
        char[] units = text.toCharArray();
        Tokens.forEach(units, 0, units.length, (start, end, kind) -> ++tokens[0] <= MAX_TOKENS);
        return tokens[0] <= MAX_TOKENS;
    }

    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        char[] units = text.toCharArray();
        Tokens.forEach(units, 0, units.length, (start, end, kind) -> tokens.add(text.substring(start, end)));
        return tokens;
    }
}
