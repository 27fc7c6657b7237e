package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ndd.core.align.Spelling;
import org.ndd.core.align.WordOccurrences;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.text.Tokens;
import org.ndd.core.text.Width;
import org.ndd.core.text.Words;

/**
 * A word of a title, or of the first words of a text: a token, or two neighboring ideographs.
 *
 * @param text the word in the canonical text
 * @param number whether it is a number
 */
record LeadWord(String text, boolean number) {

    /** Maximum number of tokens in a substitution: longer passages are other sentences, not other names. */
    private static final int MAX_REPLACED = 4;

    private static final double WIDTH_OF_TWO_IDEOGRAPHS = 4;

    boolean isIdeographs() {
        return Words.isHan(text.charAt(0));
    }

    double width() {
        return isIdeographs() ? WIDTH_OF_TWO_IDEOGRAPHS : Width.of(text);
    }

    private boolean isFormOf(LeadWord other) {
        return text.equals(other.text) || other.number == false && areInflections(text, other.text);
    }

    private static boolean areInflections(String a, String b) {
        return WordOccurrences.areInflections(a.toCharArray(), 0, a.length(), b.toCharArray(), 0, b.length());
    }

    /** Returns the different tokens among the first {@code most} of a text, in order; each two neighboring ideographs are one word. */
    static List<LeadWord> different(char[] units, int most) {
        Set<LeadWord> words = new LinkedHashSet<>();
        int[] left = {most};
        int[] ideograph = {-1};
        Tokens.forEach(units, 0, units.length, (start, end, kind) -> {
            if (kind == Tokens.Kind.IDEOGRAPH) {
                if (ideograph[0] == start) {
                    words.add(new LeadWord(new String(units, start - 1, 2), false));
                }
                ideograph[0] = end;
            } else {
                words.add(new LeadWord(new String(units, start, end - start), kind == Tokens.Kind.NUMBER));
            }
            return --left[0] > 0;
        });
        return List.copyOf(words);
    }

    /** Returns the first {@code most} tokens of a text, in order; each ideograph is one word. */
    static List<LeadWord> first(char[] units, int most) {
        List<LeadWord> tokens = new ArrayList<>();
        Tokens.forEach(units, 0, units.length, (start, end, kind) -> {
            tokens.add(new LeadWord(new String(units, start, end - start), kind == Tokens.Kind.NUMBER));
            return tokens.size() < most;
        });
        return tokens;
    }

    /** Returns whether the first {@code most} tokens of two texts are the same. */
    static boolean areFirstEqual(char[] a, char[] b, int most) {
        int mismatch = Arrays.mismatch(a, b);
        int[] tokens = {0};
        int equal = mismatch < 0 ? a.length : mismatch;
        int end = Tokens.forEach(a, 0, equal, (start, after, kind) -> ++tokens[0] < most);
        return mismatch < 0 || tokens[0] == most && end + 1 < equal;
    }

    /** Compares lists of words, so that the result of a comparison does not depend on the order of the documents. */
    static int compare(List<LeadWord> a, List<LeadWord> b) {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int byText = a.get(i).text.compareTo(b.get(i).text);
            if (byText != 0) {
                return byText;
            }
        }
        return Integer.compare(b.size(), a.size());
    }

    /** Returns the words that are not in another list, in any inflection. */
    static List<LeadWord> without(List<LeadWord> words, List<LeadWord> others) {
        return words.stream()
                .filter(word -> others.stream().noneMatch(word::isFormOf))
                .toList();
    }

    /** Returns the words that are not spellings of a word of another list. */
    static List<LeadWord> withoutSpellings(List<LeadWord> words, List<LeadWord> others) {
        if (words.isEmpty()) {
            return words;
        }
        List<Spelling> spellings =
                others.stream().map(other -> new Spelling(other.text)).toList();
        return words.stream()
                .filter(word -> new Spelling(word.text).isAmong(spellings) == false)
                .toList();
    }

    /** Returns the words that do not differ only in marks from a word of another list. */
    static List<LeadWord> withoutMarked(List<LeadWord> words, List<LeadWord> others) {
        if (words.isEmpty()) {
            return words;
        }
        Set<String> letters =
                others.stream().map(other -> Spelling.letters(other.text)).collect(Collectors.toSet());
        return words.stream()
                .filter(word -> letters.contains(Spelling.letters(word.text)) == false)
                .toList();
    }

    /** Returns the result of {@link #without}, without numbers. */
    static List<LeadWord> wordsWithout(List<LeadWord> words, List<LeadWord> others) {
        return without(words.stream().filter(word -> word.number == false).toList(), others);
    }

    /** Returns the number of some words of a lead divided by the number of its words, without numbers; 0 to 1. */
    static double share(List<LeadWord> some, List<LeadWord> lead) {
        long words = lead.stream().filter(word -> word.number == false).count();
        return words == 0 ? 0 : (double) some.size() / words;
    }

    /** Returns the words that are not common to the titles of a site; all words if the site is unknown. */
    static List<LeadWord> withoutCommon(List<LeadWord> words, SiteBoilerplate site) {
        return site == null
                ? words
                : words.stream()
                        .filter(word -> site.hasTitleWord(word.text) == false)
                        .toList();
    }

    static List<String> texts(List<LeadWord> words) {
        return words.stream().map(LeadWord::text).toList();
    }

    /**
     * Adds the words of each lead that replace words of the other one, without other spellings of the same words.
     *
     * @param ofA gets those of the first lead
     * @param ofB gets those of the second lead
     */
    static void addReplaced(List<LeadWord> a, List<LeadWord> b, Set<String> ofA, Set<String> ofB) {
        forEachReplaced(a, b, false, (startA, endA, startB, endB) -> {
            List<LeadWord> replacedA = a.subList(startA, endA);
            List<LeadWord> replacedB = b.subList(startB, endB);
            if (replacedA.isEmpty() || replacedB.isEmpty()) {
                return;
            }
            List<LeadWord> onlyA = withoutSpellings(without(replacedA, replacedB), replacedB);
            List<LeadWord> onlyB = withoutSpellings(without(replacedB, replacedA), replacedA);
            boolean isName = onlyA.isEmpty() == false && onlyB.isEmpty() == false;
            if (isName && Math.max(onlyA.size(), onlyB.size()) <= MAX_REPLACED) {
                ofA.addAll(texts(onlyA));
                ofB.addAll(texts(onlyB));
            }
        });
    }

    /**
     * Aligns two short lists of tokens by a longest common subsequence. Passes the tokens between those of the subsequence, in either list,
     * to the consumer.
     *
     * @param whole whether the tokens after the last one of the subsequence are also passed
     * @param consumer gets their ranges, which may be empty
     * @return length of the subsequence
     */
    static int forEachReplaced(List<LeadWord> a, List<LeadWord> b, boolean whole, ReplacedConsumer consumer) {
        int prefix = 0;
        while (prefix < Math.min(a.size(), b.size()) && a.get(prefix).text.equals(b.get(prefix).text)) {
            prefix++;
        }
        Longest longest = new Longest(a, b, prefix);
        int startA = prefix;
        int startB = prefix;
        for (int i = prefix, j = prefix; i < a.size() && j < b.size(); ) {
            if (a.get(i).text.equals(b.get(j).text)) {
                consumer.accept(startA, i, startB, j);
                startA = ++i;
                startB = ++j;
            } else if (longest.from(i + 1, j) >= longest.from(i, j + 1)) {
                i++;
            } else {
                j++;
            }
        }
        if (whole) {
            consumer.accept(startA, a.size(), startB, b.size());
        }
        return prefix + longest.from(prefix, prefix);
    }

    /** The lengths of the longest common subsequences of the ends of two lists. Cells of a common end of both need no computation. */
    private static final class Longest {

        private final int start;
        private final int sizeA;
        private final int sizeB;
        /** Ends of the parts before the common end. */
        private final int endA;

        private final int endB;
        private final int[][] cells;

        /** @param start number of equal tokens at the beginning of the lists, which are not part of the cells */
        Longest(List<LeadWord> a, List<LeadWord> b, int start) {
            this.start = start;
            this.sizeA = a.size();
            this.sizeB = b.size();
            int common = 0;
            while (common < Math.min(sizeA, sizeB) - start
                    && a.get(sizeA - 1 - common).text.equals(b.get(sizeB - 1 - common).text)) {
                common++;
            }
            this.endA = sizeA - common;
            this.endB = sizeB - common;
            this.cells = new int[endA - start + 1][endB - start + 1];
            fill(common, numbers(a.subList(start, endA), b.subList(start, endB)));
        }

        /** Returns a number for each token, first those of one list, then those of the other; equal tokens have equal numbers. */
        private static int[] numbers(List<LeadWord> a, List<LeadWord> b) {
            Map<String, Integer> known = new HashMap<>();
            return Stream.concat(a.stream(), b.stream())
                    .mapToInt(word -> known.computeIfAbsent(word.text, text -> known.size()))
                    .toArray();
        }

        private void fill(int common, int[] numbers) {
            int rows = endA - start;
            int columns = endB - start;
            Arrays.fill(cells[rows], common);
            for (int i = rows - 1; i >= 0; i--) {
                int[] row = cells[i];
                int[] below = cells[i + 1];
                row[columns] = common;
                for (int j = columns - 1; j >= 0; j--) {
                    row[j] = numbers[i] == numbers[rows + j] ? below[j + 1] + 1 : Math.max(below[j], row[j + 1]);
                }
            }
        }

        /** Returns the length for the tokens from the given positions on. */
        int from(int i, int j) {
            return i >= endA || j >= endB ? Math.min(sizeA - i, sizeB - j) : cells[i - start][j - start];
        }
    }

    /** Gets the ranges of tokens between two tokens that both lists have; ends are exclusive. */
    @FunctionalInterface
    interface ReplacedConsumer {
        void accept(int startA, int endA, int startB, int endB);
    }
}
