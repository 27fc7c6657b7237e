package org.ndd.it.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A path in a response: names and list positions separated by dots; a backslash escapes a dot in a name; empty or $body is the whole
 * response.
 */
final class BodyPath {

    private BodyPath() {}

    /** The value at the path, null if there is none. */
    static Object evaluate(Object body, String path, Stash stash) {
        if (path.isEmpty() || path.equals("$body")) {
            return body;
        }
        Object at = body;
        for (String raw : split(path)) {
            String step = String.valueOf(stash.resolve(raw));
            if (at instanceof Map<?, ?> map) {
                at = step.equals("_arbitrary_key_")
                        ? map.keySet().stream().findFirst().orElse(null)
                        : map.get(step);
            } else if (at instanceof List<?> list) {
                int index = step.matches("\\d{1,9}") ? Integer.parseInt(step) : -1;
                at = index >= 0 && index < list.size() ? list.get(index) : null;
            } else {
                return null;
            }
        }
        return at;
    }

    private static List<String> split(String path) {
        List<String> steps = new ArrayList<>();
        StringBuilder step = new StringBuilder();
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '\\' && i + 1 < path.length()) {
                step.append(path.charAt(++i));
            } else if (c == '.') {
                steps.add(step.toString());
                step.setLength(0);
            } else {
                step.append(c);
            }
        }
        steps.add(step.toString());
        return steps;
    }
}
