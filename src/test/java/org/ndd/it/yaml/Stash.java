package org.ndd.it.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values of a response that later steps use as {@code $name}, or inside a text as ${name}. */
final class Stash {

    private static final Pattern INSIDE = Pattern.compile("\\$\\{([^}]+)\\}");

    private final Map<String, Object> values = new LinkedHashMap<>();

    void put(String name, Object value) {
        values.put(name, value);
    }

    /** The value with all stored names in it replaced, including keys of maps. */
    Object resolve(Object value) {
        if (value instanceof String text) {
            return resolveText(text);
        }
        if (value instanceof List<?> list) {
            List<Object> resolved = new ArrayList<>();
            list.forEach(element -> resolved.add(resolve(element)));
            return resolved;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> resolved = new LinkedHashMap<>();
            map.forEach((key, element) -> resolved.put(String.valueOf(resolveText((String) key)), resolve(element)));
            return resolved;
        }
        return value;
    }

    private Object resolveText(String text) {
        if (text.startsWith("$") && text.startsWith("${") == false && text.equals("$body") == false) {
            return get(text.substring(1));
        }
        Matcher matcher = INSIDE.matcher(text);
        if (matcher.matches()) {
            return get(matcher.group(1));
        }
        return matcher.reset().replaceAll(m -> Matcher.quoteReplacement(String.valueOf(get(m.group(1)))));
    }

    private Object get(String name) {
        if (values.containsKey(name) == false) {
            throw new IllegalArgumentException("[$" + name + "] must be set before it is used");
        }
        return values.get(name);
    }
}
