package org.ndd.it.fuzz;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Serializes a tree of maps, lists, and values as JSON, and extensions that no tree can represent: duplicate keys, and invalid JSON. */
final class JsonText {

    /** A value that is written verbatim, whether valid or not: {@code NaN}, a number of a thousand digits, an unpaired surrogate. */
    record Raw(String text) {}

    /** A value of a map that is written twice with the same key. */
    record DuplicateKeyException(Object value) {}

    private final StringBuilder text = new StringBuilder();

    private JsonText() {}

    static String of(Object tree) {
        JsonText json = new JsonText();
        json.value(tree);
        return json.text.toString();
    }

    private void value(Object value) {
        if (value instanceof Map<?, ?> map) {
            text.append('{');
            for (Iterator<? extends Map.Entry<?, ?>> i = map.entrySet().iterator(); i.hasNext(); ) {
                Map.Entry<?, ?> entry = i.next();
                Object content = entry.getValue();
                if (content instanceof DuplicateKeyException twice) {
                    entry(entry.getKey(), twice.value());
                    text.append(',');
                    content = twice.value();
                }
                entry(entry.getKey(), content);
                text.append(i.hasNext() ? "," : "");
            }
            text.append('}');
        } else if (value instanceof List<?> list) {
            text.append('[');
            for (Iterator<?> i = list.iterator(); i.hasNext(); ) {
                value(i.next());
                text.append(i.hasNext() ? "," : "");
            }
            text.append(']');
        } else if (value instanceof DuplicateKeyException twice) {
            value(twice.value());
        } else if (value instanceof Raw raw) {
            text.append(raw.text());
        } else if (value instanceof String string) {
            string(string);
        } else {
            text.append(value);
        }
    }

    private void entry(Object key, Object value) {
        string(String.valueOf(key));
        text.append(':');
        value(value);
    }

    private void string(String string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                text.append("\\u").append(Integer.toHexString(0x10000 | c).substring(1));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
