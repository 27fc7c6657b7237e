package org.ndd.demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** JSON of responses and pages: objects as maps in their order, arrays as lists, whole numbers as long, others as double. */
final class Json {

    /** Deeper nesting than any answer has; a guard of the stack. */
    private static final int MAX_DEPTH = 200;

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /**
     * Parses one value.
     *
     * @throws IllegalArgumentException where the text is not JSON, with the position
     */
    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value(0);
        json.skipBlanks();
        if (json.at < text.length()) {
            throw json.error("the end");
        }
        return value;
    }

    /** Parses an object. */
    static Map<String, Object> parseObject(String text) {
        return object(parse(text));
    }

    /** The value as an object, empty where it is none. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return value instanceof Map<?, ?> ? (Map<String, Object>) value : Map.of();
    }

    /** The value as a list, empty where it is none. */
    static List<?> list(Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    /** What is at a path of names and positions apart by dots, null where nothing is. */
    static Object at(Object value, String path) {
        Object found = value;
        for (String step : path.split("\\.")) {
            if (found instanceof List<?> list) {
                int index = Integer.parseInt(step);
                found = index < list.size() ? list.get(index) : null;
            } else {
                found = object(found).get(step);
            }
        }
        return found;
    }

    private Object value(int depth) {
        if (depth > MAX_DEPTH) {
            throw error("at most " + MAX_DEPTH + " levels");
        }
        skipBlanks();
        switch (at < text.length() ? text.charAt(at) : '\0') {
            case '{':
                return object(depth);
            case '[':
                return array(depth);
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> map = new LinkedHashMap<>();
        at++;
        skipBlanks();
        while (take('}') == false) {
            if (map.isEmpty() == false) {
                expect(',');
            }
            skipBlanks();
            String name = string();
            skipBlanks();
            expect(':');
            map.put(name, value(depth + 1));
            skipBlanks();
        }
        return map;
    }

    private List<Object> array(int depth) {
        List<Object> list = new ArrayList<>();
        at++;
        skipBlanks();
        while (take(']') == false) {
            if (list.isEmpty() == false) {
                expect(',');
            }
            list.add(value(depth + 1));
            skipBlanks();
        }
        return list;
    }

    private String string() {
        expect('"');
        StringBuilder string = new StringBuilder();
        while (true) {
            int end = at;
            while (end < text.length() && text.charAt(end) != '"' && text.charAt(end) != '\\') {
                end++;
            }
            if (end >= text.length()) {
                throw error("the end of a string");
            }
            string.append(text, at, end);
            at = end + 1;
            if (text.charAt(end) == '"') {
                return string.toString();
            }
            string.append(escaped());
        }
    }

    private char escaped() {
        char c = at < text.length() ? text.charAt(at++) : '\0';
        return switch (c) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case '"', '\\', '/' -> c;
            case 'u' -> hex();
            default -> throw error("an escape");
        };
    }

    private char hex() {
        if (at + 4 > text.length()) {
            throw error("four hexadecimal digits");
        }
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(text.charAt(at++), 16);
            if (digit < 0) {
                throw error("four hexadecimal digits");
            }
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private Object word(String word, Object value) {
        if (text.startsWith(word, at) == false) {
            throw error(word);
        }
        at += word.length();
        return value;
    }

    private Object number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String number = text.substring(start, at);
        try {
            if (number.matches("-?\\d{1,18}")) {
                return Long.parseLong(number);
            }
            return Double.parseDouble(number);
        } catch (NumberFormatException e) {
            at = start;
            throw error("a value");
        }
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean take(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) {
        if (take(c) == false) {
            throw error("[" + c + "]");
        }
    }

    private IllegalArgumentException error(String expected) {
        return new IllegalArgumentException("JSON: expected " + expected + " at position [" + at + "]");
    }

    /** Writes maps, collections, texts, numbers, booleans and null; anything else as its text. */
    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            char separator = '{';
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                quote(String.valueOf(entry.getKey()), out.append(separator));
                write(entry.getValue(), out.append(':'));
                separator = ',';
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof Iterable<?> elements) {
            out.append('[');
            int start = out.length();
            for (Object element : elements) {
                if (out.length() > start) {
                    out.append(',');
                }
                write(element, out);
            }
            out.append(']');
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            quote(value.toString(), out);
        }
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c == '\n') {
                out.append("\\n");
            } else if (c < ' ' || Character.isSurrogate(c)) {
                // Surrogates as escapes: a lone one would not survive UTF-8.
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
