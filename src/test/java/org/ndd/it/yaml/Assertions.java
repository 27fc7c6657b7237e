package org.ndd.it.yaml;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** Assertions of a step about the last response; a failed one throws an {@link AssertionError}. */
final class Assertions {

    /** The keywords of assertions. */
    static final Set<String> WORDS =
            Set.of("match", "length", "is_true", "is_false", "gt", "gte", "lt", "lte", "contains", "close_to");

    private final Object body;
    private final Stash stash;

    Assertions(Object body, Stash stash) {
        this.body = body;
        this.stash = stash;
    }

    /** Checks one assertion against the response. */
    void check(String word, Object argument) {
        if (word.equals("is_true") || word.equals("is_false")) {
            String path = (String) argument;
            require(isTrue(at(path)) == word.equals("is_true"), word, path, word.substring(3), at(path));
            return;
        }
        for (Map.Entry<?, ?> claim : ((Map<?, ?>) argument).entrySet()) {
            String path = (String) claim.getKey();
            Object expected = stash.resolve(claim.getValue());
            Object actual = at(path);
            require(holds(word, actual, expected), word, path, expected, actual);
        }
    }

    private Object at(String path) {
        return BodyPath.evaluate(body, path, stash);
    }

    private static void require(boolean holds, String word, String path, Object expected, Object actual) {
        if (holds == false) {
            throw new AssertionError(String.format(
                    Locale.ROOT, "[%s] of [%s]: expected [%s], but was [%s]", word, path, expected, actual));
        }
    }

    private static boolean holds(String word, Object actual, Object expected) {
        return switch (word) {
            case "match" -> matches(actual, expected);
            case "length" -> length(actual) == ((Number) expected).intValue();
            case "contains" -> contains(actual, expected);
            case "close_to" -> {
                Map<?, ?> range = (Map<?, ?>) expected;
                yield actual instanceof Number number
                        && Math.abs(number.doubleValue() - number(range.get("value"))) <= number(range.get("error"));
            }
            case "gt" -> actual != null && number(actual) > number(expected);
            case "gte" -> actual != null && number(actual) >= number(expected);
            case "lt" -> actual != null && number(actual) < number(expected);
            case "lte" -> actual != null && number(actual) <= number(expected);
            default -> throw new IllegalArgumentException("[" + word + "] must be one of " + WORDS);
        };
    }

    private static boolean isTrue(Object value) {
        if (value == null) {
            return false;
        }
        String text = value.toString();
        return (text.isEmpty() || text.equalsIgnoreCase("false") || text.equals("0")) == false;
    }

    /** Lenient equality: 1 equals 1.0, and a text between slashes is a regular expression with comments. */
    static boolean matches(Object actual, Object expected) {
        if (expected instanceof String text && isRegex(text)) {
            return actual != null
                    && regex(text, Pattern.COMMENTS).matcher(actual.toString()).find();
        }
        if (actual instanceof Number a && expected instanceof Number e) {
            boolean whole = isWhole(a) && isWhole(e);
            return whole ? a.longValue() == e.longValue() : a.doubleValue() == e.doubleValue();
        }
        if (actual instanceof Map<?, ?> a && expected instanceof Map<?, ?> e) {
            return a.keySet().equals(e.keySet()) && a.keySet().stream().allMatch(k -> matches(a.get(k), e.get(k)));
        }
        if (actual instanceof List<?> a && expected instanceof List<?> e) {
            boolean equal = a.size() == e.size();
            for (int i = 0; equal && i < a.size(); i++) {
                equal = matches(a.get(i), e.get(i));
            }
            return equal;
        }
        return Objects.equals(actual, expected);
    }

    static boolean isRegex(String text) {
        String trimmed = text.trim();
        return trimmed.length() > 2 && trimmed.startsWith("/") && trimmed.endsWith("/");
    }

    /** The flags of the official runner: {@code match} allows comments, so whitespace is ignored there, but {@code catch} does not. */
    static Pattern regex(String text, int flags) {
        String trimmed = text.trim();
        return Pattern.compile(trimmed.substring(1, trimmed.length() - 1), flags);
    }

    private static boolean isWhole(Number number) {
        return number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte;
    }

    private static boolean contains(Object actual, Object expected) {
        if (actual instanceof String text) {
            return text.contains(String.valueOf(expected));
        }
        if (actual instanceof Collection<?> elements) {
            return elements.stream().anyMatch(element -> holdsPart(element, expected));
        }
        return holdsPart(actual, expected);
    }

    /** A map contains another one if it has all of its entries. */
    private static boolean holdsPart(Object element, Object expected) {
        if (element instanceof Map<?, ?> whole && expected instanceof Map<?, ?> part) {
            return part.entrySet().stream().allMatch(e -> matches(whole.get(e.getKey()), e.getValue()));
        }
        return matches(element, expected);
    }

    private static int length(Object value) {
        if (value instanceof Collection<?> elements) {
            return elements.size();
        }
        if (value instanceof Map<?, ?> map) {
            return map.size();
        }
        return value instanceof String text ? text.length() : -1;
    }

    private static double number(Object value) {
        return value instanceof Number number ? number.doubleValue() : Double.parseDouble(String.valueOf(value));
    }
}
