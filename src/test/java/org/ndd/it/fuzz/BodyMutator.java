package org.ndd.it.fuzz;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/**
 * Changes one or two positions of a JSON body: removes, duplicates, renames, replaces, moves, or wraps elements. Also uses keys and values
 * of other bodies, because they pass more checks than random values.
 */
final class BodyMutator {

    private static final int MAX_CHANGES = 3;

    private final Random random;
    private final UnusualValues oddities;
    private final List<String> keys;
    private final List<Object> values;

    /** @param bodies trees that provide keys and values */
    BodyMutator(Random random, Collection<Map<String, Object>> bodies) {
        this.random = random;
        this.oddities = new UnusualValues(random);
        TreeSet<String> known = new TreeSet<>();
        values = new ArrayList<>();
        bodies.forEach(body -> collect(body, known));
        known.add("x");
        known.add("");
        keys = List.copyOf(known);
    }

    private void collect(Object tree, TreeSet<String> known) {
        children(tree).forEach(child -> {
            values.add(child);
            collect(child, known);
        });
        if (tree instanceof Map<?, ?> map) {
            map.keySet().forEach(key -> known.add((String) key));
        }
    }

    private static Collection<?> children(Object tree) {
        return tree instanceof Map<?, ?> map ? map.values() : tree instanceof List<?> list ? list : List.of();
    }

    /**
     * The mutated body.
     *
     * @param part the part of the body that may be changed, a map or list in it, or the body itself
     */
    String mutate(Map<String, Object> body, Object part) {
        if (random.nextInt(25) == 0) {
            return broken(JsonText.of(body));
        }
        Object changed = part;
        for (int i = 1 + random.nextInt(MAX_CHANGES); i > 0; i--) {
            changed = change(changed);
        }
        return JsonText.of(replaced(body, part, changed));
    }

    /** Text that is not valid JSON, or not an object. */
    private String broken(String text) {
        int at = random.nextInt(text.length());
        return switch (random.nextInt(6)) {
            case 0 -> text.substring(0, at);
            case 1 -> text.substring(0, at) + oddities.text() + text.substring(at);
            case 2 -> text + text;
            case 3 -> "[" + text + "]";
            case 4 -> oddities.oneOf(List.of("", " ", "null", "[]", "\"x\"", "1", "{", "{}", "\uFEFF{}"));
            default -> text.substring(0, at) + text.substring(Math.min(text.length(), at + 1 + random.nextInt(4)));
        };
    }

    /** A copy with one change. */
    private Object change(Object tree) {
        List<Object> nodes = new ArrayList<>();
        nodes(tree, nodes);
        if (nodes.isEmpty()) {
            return oddities.value();
        }
        Object node = oddities.oneOf(nodes);
        return replaced(tree, node, node instanceof Map<?, ?> map ? changed(map) : changed((List<?>) node));
    }

    /** All maps and lists of a tree that can be changed. */
    private static void nodes(Object tree, List<Object> found) {
        if (tree instanceof Map<?, ?> || tree instanceof List<?>) {
            found.add(tree);
        }
        children(tree).forEach(child -> nodes(child, found));
    }

    private Object changed(Map<?, ?> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> copy.put((String) key, value));
        int what = random.nextInt(10);
        if (map.isEmpty() || what == 0) {
            copy.put(oddities.oneOf(keys), random.nextBoolean() ? oddities.value() : known());
            return copy;
        }
        String key = oddities.oneOf(List.copyOf(copy.keySet()));
        switch (what) {
            case 1 -> copy.remove(key);
            case 2 -> copy.put(random.nextInt(3) == 0 ? oddities.text() : oddities.oneOf(keys), copy.remove(key));
            case 3 -> copy.put(key, new JsonText.DuplicateKeyException(copy.get(key)));
            case 4 -> copy.put(key, known());
            case 5, 6 -> copy.put(key, oddities.near(copy.get(key)));
            case 7 -> copy.put(key, List.of(copy.get(key) == null ? "" : copy.get(key)));
            default -> copy.put(key, oddities.value());
        }
        return copy;
    }

    private Object changed(List<?> list) {
        List<Object> copy = new ArrayList<>(list);
        int what = random.nextInt(5);
        if (list.isEmpty() || what == 0) {
            copy.add(random.nextBoolean() ? oddities.value() : known());
            return copy;
        }
        int at = random.nextInt(copy.size());
        switch (what) {
            case 1 -> copy.remove(at);
            case 2 -> copy.add(copy.get(at));
            case 3 -> copy.set(at, oddities.near(copy.get(at)));
            default -> copy.set(at, oddities.value());
        }
        return copy;
    }

    private Object known() {
        return values.isEmpty() ? oddities.value() : oddities.oneOf(values);
    }

    /** A copy of the tree in which one node, determined by identity, is replaced. */
    private static Object replaced(Object tree, Object node, Object other) {
        if (tree == node) {
            return other;
        }
        if (tree instanceof Map<?, ?> map) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            map.forEach((key, value) -> copy.put(key, replaced(value, node, other)));
            return copy;
        }
        if (tree instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(value -> copy.add(replaced(value, node, other)));
            return copy;
        }
        return tree;
    }
}
