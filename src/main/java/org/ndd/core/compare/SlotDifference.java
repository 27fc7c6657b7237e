package org.ndd.core.compare;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ndd.core.align.PreparedText;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.Slots;
import org.ndd.core.text.Tokens;

/**
 * The slots of their families in which two short texts have different words, see {@link Slots}.
 *
 * @param share number of these slots, divided by the number of places in which the texts differ
 * @param ofA words of the first text in these slots
 * @param ofB words of the second text in these slots
 */
record SlotDifference(double share, List<String> ofA, List<String> ofB) {

    private static final SlotDifference NONE = new SlotDifference(0, List.of(), List.of());

    /**
     * Aligns two texts if one of their families has slots. O(|A|·|B|) for the tokens of two short texts, else O(1).
     *
     * @param a text as it is compared
     * @param familyA boilerplate of its family; {@code null} if unknown
     */
    static SlotDifference of(PreparedText a, SiteBoilerplate familyA, PreparedText b, SiteBoilerplate familyB) {
        if (hasSlots(familyA) == false && hasSlots(familyB) == false) {
            return NONE;
        }
        // most texts are longer: they are recognized without creating words
        if (isShort(a.units()) == false || isShort(b.units()) == false) {
            return NONE;
        }
        List<LeadWord> wordsA = LeadWord.first(a.units(), Slots.MAX_TOKENS);
        List<LeadWord> wordsB = LeadWord.first(b.units(), Slots.MAX_TOKENS);
        // of several alignments of equal length, the order of the documents must not select one
        return LeadWord.compare(wordsA, wordsB) <= 0
                ? align(wordsA, wordsB, familyA, familyB)
                : align(wordsB, wordsA, familyA, familyB).swapped();
    }

    private static boolean isShort(char[] text) {
        int[] tokens = {0};
        Tokens.forEach(text, 0, text.length, (start, end, kind) -> ++tokens[0] <= Slots.MAX_TOKENS);
        return tokens[0] <= Slots.MAX_TOKENS;
    }

    private static SlotDifference align(
            List<LeadWord> first, List<LeadWord> second, SiteBoilerplate family, SiteBoilerplate other) {
        List<String> firstWords = LeadWord.texts(first);
        List<String> secondWords = LeadWord.texts(second);
        Set<String> ofFirst = new LinkedHashSet<>();
        Set<String> ofSecond = new LinkedHashSet<>();
        int[] places = {0};
        int[] slots = {0};
        LeadWord.forEachReplaced(first, second, true, (start, end, secondStart, secondEnd) -> {
            if (start == end && secondStart == secondEnd) {
                return;
            }
            places[0]++;
            // a word that only one text has is another wording more often than another question
            if (start == end || secondStart == secondEnd) {
                return;
            }
            long place = Slots.hash(firstWords, start, end);
            long inSecond = Slots.hash(secondWords, secondStart, secondEnd);
            if (hasSlot(family, place)
                    || hasSlot(family, inSecond)
                    || hasSlot(other, place)
                    || hasSlot(other, inSecond)) {
                slots[0]++;
                ofFirst.addAll(firstWords.subList(start, end));
                ofSecond.addAll(secondWords.subList(secondStart, secondEnd));
            }
        });
        return new SlotDifference(
                (double) slots[0] / Math.max(1, places[0]), List.copyOf(ofFirst), List.copyOf(ofSecond));
    }

    private SlotDifference swapped() {
        return new SlotDifference(share, ofB, ofA);
    }

    private static boolean hasSlots(SiteBoilerplate family) {
        return family != null && family.hasSlots();
    }

    private static boolean hasSlot(SiteBoilerplate family, long place) {
        return family != null && family.hasSlot(place);
    }
}
