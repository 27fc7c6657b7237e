package org.ndd.it.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Unusual values. The result depends on the random numbers only. */
final class UnusualValues {

    private static final List<String> NUMBERS = List.of(
            "0",
            "-0.0",
            "-1",
            "1",
            "2",
            "0.5",
            "-0.5",
            "1e-320",
            "1e308",
            "-1e308",
            "1e400",
            "-1e400",
            "2147483647",
            "2147483648",
            "-2147483649",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775809",
            "1000000000000000000000000000000",
            "100001",
            "4294967297");
    private static final List<String> NO_JSON =
            List.of("NaN", "Infinity", "-Infinity", "'x'", "01", "+1", "1_000", "undefined", "\"\\ud800\"");
    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "a",
            "null",
            "true",
            "NaN",
            "-Infinity",
            "1e999",
            "0x10",
            "-1s",
            "1gb",
            "-1",
            "99999999999d",
            "*",
            "-*",
            "_all",
            "_none",
            "ndd",
            "ndd.text",
            "ndd.fingerprints",
            "ndd.length",
            "ndd.",
            ".ndd",
            "..",
            "a..b",
            "_id",
            "_index",
            "_source",
            "_doc",
            "_length",
            "_score",
            "pages",
            "pages-ndd",
            ".ndd-runs",
            "PAGES",
            "#?/\\<>|,\" ",
            "<pages-{now/d}>",
            "pages,pages",
            "other:pages",
            "\u0000",
            "\r\n\t",
            "\u202Eabc",
            "\uD83D\uDE00",
            "\uD800",
            "e\u0301\u0301\u0301",
            "\uFFFF",
            "{{x}}",
            "${x}",
            "<p>x</p>",
            "same",
            "near",
            "different",
            "asc",
            "pku2007",
            "strict");
    private static final int[] LENGTHS = {256, 513, 5_000, 40_000};
    private static final int[] DEPTHS = {3, 30, 300, 3_000};

    private final Random random;

    UnusualValues(Random random) {
        this.random = random;
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Any value in a body. */
    Object value() {
        return switch (random.nextInt(12)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2, 3, 4 -> new JsonText.Raw(oneOf(NUMBERS));
            case 5 -> new JsonText.Raw(oneOf(NO_JSON));
            case 6, 7 -> text();
            case 8 -> new ArrayList<>();
            case 9 -> new LinkedHashMap<String, Object>();
            case 10 -> list();
            default -> nested();
        };
    }

    /** Any value of a URL parameter, or a name in a path: short enough for the line-length limit of Elasticsearch. */
    String shortText() {
        String text = text();
        return text.length() > LENGTHS[0] ? text.substring(0, LENGTHS[0]) : text;
    }

    /** Any string in a body. */
    String text() {
        return switch (random.nextInt(6)) {
            case 0 -> oneOf(NUMBERS);
            case 1 -> oneOf(List.of("x", "\u00e4", "9", "a,", "\uD83D\uDE00")).repeat(oneOfLengths());
            default -> oneOf(TEXTS);
        };
    }

    private int oneOfLengths() {
        return LENGTHS[random.nextInt(LENGTHS.length)];
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        int size = random.nextInt(8) == 0 ? 2_000 : 1 + random.nextInt(4);
        Object element = random.nextInt(3) == 0 ? null : text();
        for (int i = 0; i < size; i++) {
            list.add(element);
        }
        return list;
    }

    private Object nested() {
        int depth = DEPTHS[random.nextInt(DEPTHS.length)];
        boolean lists = random.nextBoolean();
        String open = lists ? "[" : "{\"" + oneOf(List.of("a", "bool", "query", "near_dup")) + "\":";
        return new JsonText.Raw(open.repeat(depth) + "1" + (lists ? "]" : "}").repeat(depth));
    }

    /** A slightly different value, or another value if there is none. */
    Object near(Object value) {
        if (value instanceof Boolean bool) {
            return random.nextBoolean() ? (Object) (bool == false) : bool.toString();
        }
        if (value instanceof Number number) {
            return switch (random.nextInt(5)) {
                case 0 -> -number.doubleValue();
                case 1 -> number.doubleValue() * 1e9;
                case 2 -> number.doubleValue() + 0.5;
                case 3 -> number.toString();
                default -> number.longValue() + 1;
            };
        }
        if (value instanceof String string && string.isEmpty() == false) {
            int cut = random.nextInt(string.length());
            return switch (random.nextInt(5)) {
                case 0 -> string.substring(0, cut);
                case 1 -> string.substring(0, cut) + oneOf(TEXTS) + string.substring(cut);
                case 2 -> string.toUpperCase(Locale.ROOT);
                case 3 -> string + string;
                default -> string + "*";
            };
        }
        if (value instanceof Map<?, ?> map) {
            return random.nextBoolean() ? List.of(map, map) : List.of(map);
        }
        if (value instanceof List<?> list && list.isEmpty() == false) {
            return list.get(0);
        }
        return value();
    }
}
