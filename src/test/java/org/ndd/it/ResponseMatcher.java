package org.ndd.it;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Compares a response with the documented one. A value {@code "..."} matches any value, and a list that ends with {@code "..."} may have
 * more elements. Numbers may differ by rounding to three decimals.
 *
 * @param complete whether the response must not have keys that are not documented
 * @param varying keys, at any depth, whose documented value is an example
 */
record ResponseMatcher(boolean complete, Set<String> varying) {

    /** The documented response is a part of the actual one. */
    static final ResponseMatcher PART = new ResponseMatcher(false, Set.of());

    private static final String ANY_VALUE = "...";
    private static final double ROUNDING = 0.0005;

    /**
     * The first difference, or {@code null}.
     *
     * @param path path of the values, for the message
     */
    String difference(String path, Object shown, Object actual) {
        if (ANY_VALUE.equals(shown)) {
            return actual == null ? path + " must be something, but was nothing" : null;
        }
        if (shown instanceof Map<?, ?> map) {
            return inMap(path, map, actual);
        }
        if (shown instanceof List<?> list) {
            return inList(path, list, actual);
        }
        if (shown instanceof Number a && actual instanceof Number b) {
            boolean same = Math.abs(a.doubleValue() - b.doubleValue()) <= ROUNDING;
            return same ? null : unequal(path, shown, actual);
        }
        return Objects.equals(shown, actual) ? null : unequal(path, shown, actual);
    }

    private String inMap(String path, Map<?, ?> shown, Object actual) {
        if (actual instanceof Map<?, ?> == false) {
            return unequal(path, shown, actual);
        }
        Map<?, ?> map = (Map<?, ?>) actual;
        for (Map.Entry<?, ?> entry : shown.entrySet()) {
            String at = path + "." + entry.getKey();
            if (map.containsKey(entry.getKey()) == false) {
                return at + " is shown, but is not in the answer";
            }
            Object value = varying.contains(entry.getKey()) ? ANY_VALUE : entry.getValue();
            String difference = difference(at, value, map.get(entry.getKey()));
            if (difference != null) {
                return difference;
            }
        }
        for (Object key : complete ? map.keySet() : Set.of()) {
            if (shown.containsKey(key) == false) {
                return path + "." + key + " is in the answer, but is not shown";
            }
        }
        return null;
    }

    private String inList(String path, List<?> shown, Object actual) {
        if (actual instanceof List<?> == false) {
            return unequal(path, shown, actual);
        }
        List<?> list = (List<?>) actual;
        boolean open = shown.isEmpty() == false && ANY_VALUE.equals(shown.get(shown.size() - 1));
        int size = open ? shown.size() - 1 : shown.size();
        if (open ? list.size() < size : list.size() != size) {
            return unequal(path, shown, actual);
        }
        for (int i = 0; i < size; i++) {
            String difference = difference(path + "." + i, shown.get(i), list.get(i));
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private static String unequal(String path, Object shown, Object actual) {
        return path + " is shown as [" + shown + "], but was [" + actual + "]";
    }
}
