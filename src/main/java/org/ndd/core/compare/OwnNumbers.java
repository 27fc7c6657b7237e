package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.ndd.core.align.PreparedText;
import org.ndd.core.align.WordOccurrences;
import org.ndd.core.text.Tokens;

/** Finds the numbers that only one of two texts has. The same number in another form, such as 462-729 and 462729, is in both. */
final class OwnNumbers {

    private static final Pattern BETWEEN_PARTS = Pattern.compile("[-/]");

    /** A number with a unit such as {@code mb}. One letter distinguishes numbers: article 4a is not article 4. */
    private static final Pattern UNIT = Pattern.compile("(?<=\\p{Nd})\\p{L}{2,}$");

    private OwnNumbers() {}

    /**
     * Returns the numbers of a text that do not occur in another one, in order.
     *
     * @param own words and numbers that may occur only in this text
     * @param otherOwn the same of the other text
     */
    static List<String> of(PreparedText text, WordOccurrences own, PreparedText other, WordOccurrences otherOwn) {
        List<String> numbers = new ArrayList<>();
        char[] units = text.units();
        for (int i = 0; i < own.count(); i++) {
            if (Tokens.isNumber(units, own.start(i), own.end(i))
                    && otherOwn.occurrences(units, own.start(i), own.end(i)) == 0) {
                String number = new String(units, own.start(i), own.length(i));
                if (other.words().occurrences(number) == 0) {
                    numbers.add(number);
                }
            }
        }
        return numbers;
    }

    /**
     * Returns the numbers that are not another form of numbers of another text: with other separators (462-729 and 462729, 1,000 and 1000),
     * with or without a unit, a part of a compound number (42 and 40/42), or compounded of them.
     */
    static List<String> withoutFormsOf(List<String> others, List<String> numbers) {
        if (numbers.isEmpty() || others.isEmpty()) {
            return numbers;
        }
        Set<String> whole = new HashSet<>();
        Set<String> otherForms = new HashSet<>();
        for (String other : others) {
            whole.add(digits(other));
            if (isCompound(other)) {
                otherForms.addAll(parts(other));
            }
            if (mayHaveUnit(other)) {
                otherForms.add(withoutUnit(other));
            }
        }
        // Parts of two compound numbers are not compared: 405-408 and 405-405 are different.
        return numbers.stream()
                .filter(number -> {
                    String digits = digits(number);
                    return whole.contains(digits) == false
                            && otherForms.contains(digits) == false
                            && (isCompound(number) == false || whole.containsAll(parts(number)) == false)
                            && (mayHaveUnit(number) == false || whole.contains(withoutUnit(number)) == false);
                })
                .toList();
    }

    private static boolean isCompound(String number) {
        return number.indexOf('-') >= 0 || number.indexOf('/') >= 0;
    }

    private static boolean mayHaveUnit(String number) {
        return Tokens.isDigit(number.charAt(number.length() - 1)) == false;
    }

    private static List<String> parts(String number) {
        return Arrays.stream(BETWEEN_PARTS.split(number))
                .map(OwnNumbers::digits)
                .toList();
    }

    private static String withoutUnit(String number) {
        return digits(UNIT.matcher(number).replaceFirst(""));
    }

    /** Returns a number without a leading {@code v} and separators that do not change it: all except a decimal point. */
    private static String digits(String number) {
        StringBuilder digits = new StringBuilder(number.length());
        for (int i = number.startsWith("v") ? 1 : 0; i < number.length(); i++) {
            char unit = number.charAt(i);
            boolean isPoint = unit == '.' || unit == ',';
            boolean separates = isPoint ? isBeforeThreeDigits(number, i) : unit == '-' || unit == '/' || unit == ':';
            if (separates == false) {
                digits.append(isPoint ? '.' : unit);
            }
        }
        return digits.toString();
    }

    /** Returns whether a separator groups digits: exactly three follow. */
    private static boolean isBeforeThreeDigits(String number, int separator) {
        int end = separator + 1;
        while (end < number.length() && Tokens.isDigit(number.charAt(end))) {
            end++;
        }
        return end - separator - 1 == 3;
    }
}
