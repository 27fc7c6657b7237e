package org.ndd.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Compares pairs of documents, and prints the verdict and the first differences. */
final class Pairs {

    private static final int CONTEXT = 30;
    private static final int CHANGE = 60;
    private static final int CHANGES = 2;

    private final Node node;
    private final String index;
    private final Console console;

    Pairs(Node node, String index, Console console) {
        this.node = node;
        this.index = index;
        this.console = console;
    }

    /** @param pair {@code null} prints nothing */
    void show(String heading, Groups.Pair pair) throws IOException, InterruptedException {
        if (pair == null) {
            return;
        }
        String a = pair.id();
        String b = pair.canonical();
        Map<String, Object> request = Map.of("a", Map.of("_id", a), "b", Map.of("_id", b), "diff", true);
        JsonNode response = node.call("POST", "/" + index + "/_ndd/compare", request);
        Map<String, String> titles =
                new Search(node, index, console).titles(Map.of("ids", Map.of("values", List.of(a, b))), 2);
        console.heading(heading);
        console.line("  A  %s", name(a, titles));
        console.line("  B  %s", name(b, titles));
        console.line("     %s", verdict(response));
        for (String change : changes(response.path("diff"))) {
            console.line("     %s", change);
        }
    }

    private static String name(String id, Map<String, String> titles) {
        String title = titles.getOrDefault(id, "");
        return title.isBlank() ? Console.plain(id) : Search.cut(title) + "  (" + Console.plain(id) + ")";
    }

    /** The verdict and its measures in one line. */
    String verdict(JsonNode response) {
        String verdict = console.bold(response.path("relation").asText()) + ", confidence "
                + String.format(Locale.ROOT, "%.3f", response.path("confidence").asDouble()) + ", resemblance "
                + share(response, "/resemblance");
        return response.at("/boilerplate/known").asBoolean()
                ? verdict + "; boilerplate: " + masked(response, "a") + " and " + masked(response, "b") + " characters"
                : verdict;
    }

    /** The lengths in a response are those of the compared text, without the boilerplate. */
    private static String masked(JsonNode response, String side) {
        long masked = response.at("/boilerplate/masked/" + side).asLong();
        return masked + " of " + (masked + response.at("/length/" + side).asLong());
    }

    private static String share(JsonNode response, String path) {
        double value = response.at(path).asDouble();
        return Math.floor(value * 100) < 100 && value > 0.995 ? "almost 100 %" : Math.round(value * 100) + " %";
    }

    /** Prints the first differences by words, with words of context from both texts. */
    List<String> changes(JsonNode runs) {
        List<String> lines = new ArrayList<>();
        int changed = 0;
        for (int i = 0; i < runs.size(); i++) {
            boolean isPunctuation = text(runs, i).codePoints().noneMatch(Character::isLetterOrDigit);
            if (type(runs, i).equals("equal") || isPunctuation) {
                continue;
            }
            String before = i == 0 ? "" : tail(text(runs, i - 1), i > 1);
            String change = mark(runs, i);
            if (type(runs, i).equals("only_a")
                    && i + 1 < runs.size()
                    && type(runs, i + 1).equals("only_b")) {
                change += mark(runs, ++i);
            }
            String after = i + 1 < runs.size() ? head(text(runs, i + 1), CONTEXT, i + 2 < runs.size()) : "";
            changed++;
            if (changed <= CHANGES) {
                lines.add(before + change + after);
            }
        }
        if (changed > CHANGES) {
            lines.add("and " + (changed - CHANGES) + " more differences");
        }
        return lines;
    }

    private String mark(JsonNode runs, int i) {
        String text = head(text(runs, i), CHANGE, false);
        return type(runs, i).equals("only_a") ? console.removed(text) : console.added(text);
    }

    private static String type(JsonNode runs, int i) {
        return runs.get(i).path("type").asText();
    }

    private static String text(JsonNode runs, int i) {
        return Console.plain(runs.get(i).path("text").asText());
    }

    /** Returns the start of a text, with an ellipsis if text precedes or follows it. */
    private static String head(String text, int length, boolean more) {
        if (text.length() <= length) {
            return more ? text + "…" : text;
        }
        int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
        return text.substring(0, end) + "…";
    }

    /** Returns the end of a text, with an ellipsis if text precedes or follows it. */
    private static String tail(String text, boolean more) {
        if (text.length() <= CONTEXT) {
            return more ? "…" + text : text;
        }
        int start = text.length() - CONTEXT;
        return "…" + text.substring(Character.isLowSurrogate(text.charAt(start)) ? start + 1 : start);
    }
}
