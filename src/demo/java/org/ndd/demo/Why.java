package org.ndd.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Asks the compare API why two pages are, or are not, the same, and tells it in words. */
final class Why {

    private static final int CONTEXT = 30;
    private static final int CHANGE = 60;
    private static final int CHANGES = 4;

    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("same_words", "titles and texts have the same words in the same order"),
            Map.entry("signals", "they share enough, and nothing that weighs enough tells the two apart"),
            Map.entry("resemblance", "most of both is the same, in the same order"),
            Map.entry("containment", "nearly all of one is in the other"),
            Map.entry("part_of", "one is a small part of the other"),
            Map.entry("titles", "much is shared, but each title has words that the other has not"),
            Map.entry("words", "much is shared, but words that only one text has tell the two apart"),
            Map.entry("numbers", "much is shared, but each has numbers that the other has not"),
            Map.entry("scattered", "much is shared, but in another order, all over the texts"),
            Map.entry("sketch_bound", "too little of what is their own is shared"),
            Map.entry("below_threshold", "what is shared in the same order is too little"),
            Map.entry("short_text", "too short to judge"),
            Map.entry("no_text", "there is no text"));

    private final Node node;
    private final String index;
    private final Console console;

    Why(Node node, String index, Console console) {
        this.node = node;
        this.index = index;
        this.console = console;
    }

    /** Compares two pages of the index and tells the verdict, the measures and the first changes. */
    void tell(String a, String b) throws IOException, InterruptedException {
        Map<String, Object> request = Map.of("a", Map.of("_id", a), "b", Map.of("_id", b), "diff", true);
        JsonNode answer = node.call("POST", "/" + index + "/_ndd/compare", request);
        Map<String, String> titles =
                new Search(node, index, console).titles(Map.of("ids", Map.of("values", List.of(a, b))), 2);
        console.line("  A  %s", name(a, titles));
        console.line("  B  %s", name(b, titles));
        verdict(answer).forEach(line -> console.line("     %s", line));
        if (answer.path("similar").asBoolean() || answer.path("part_of").asBoolean()) {
            for (String change : changes(answer.path("diff"))) {
                console.line("     %s", change);
            }
        }
    }

    private static String name(String id, Map<String, String> titles) {
        String title = titles.getOrDefault(id, "");
        return title.isBlank() ? Console.plain(id) : Search.cut(title) + "  (" + Console.plain(id) + ")";
    }

    /** The verdict and its measures, a thought a line. */
    List<String> verdict(JsonNode answer) {
        String reason = answer.path("reason").asText();
        String verdict = answer.path("similar").asBoolean()
                ? "duplicates"
                : answer.path("part_of").asBoolean() ? "part of the other" : "not duplicates";
        List<String> lines = new ArrayList<>();
        lines.add(console.bold(verdict) + ", reason " + reason + ": " + REASONS.getOrDefault(reason, reason));
        lines.add("resemblance " + share(answer, "/resemblance") + ", of A in B " + share(answer, "/containment/a_in_b")
                + ", of B in A " + share(answer, "/containment/b_in_a") + ", fingerprints shared "
                + answer.at("/fingerprints/shared").asLong() + " of "
                + answer.at("/fingerprints/a").asLong() + " and "
                + answer.at("/fingerprints/b").asLong());
        if (answer.at("/boilerplate/known").asBoolean()) {
            lines.add("left out as the site's boilerplate: " + masked(answer, "a") + " and " + masked(answer, "b")
                    + " characters");
        }
        return lines;
    }

    /** The lengths in an answer are those of what was compared, without the boilerplate. */
    private static String masked(JsonNode answer, String side) {
        long masked = answer.at("/boilerplate/masked/" + side).asLong();
        return masked + " of " + (masked + answer.at("/length/" + side).asLong());
    }

    private static String share(JsonNode answer, String path) {
        double value = answer.at(path).asDouble();
        return Math.floor(value * 100) < 100 && value > 0.995 ? "almost 100 %" : Math.round(value * 100) + " %";
    }

    /** The first changes, each between some words that both have. */
    List<String> changes(JsonNode runs) {
        List<String> lines = new ArrayList<>();
        int changed = 0;
        for (int i = 0; i < runs.size(); i++) {
            if (type(runs, i).equals("equal")) {
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
            lines.add("and " + (changed - CHANGES) + " more changes");
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

    /** The start of a text; with an ellipsis where it goes on, or where more comes after it. */
    private static String head(String text, int length, boolean more) {
        if (text.length() <= length) {
            return more ? text + "…" : text;
        }
        int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
        return text.substring(0, end) + "…";
    }

    /** The end of a text; with an ellipsis where it began before, or where more comes before it. */
    private static String tail(String text, boolean more) {
        if (text.length() <= CONTEXT) {
            return more ? "…" + text : text;
        }
        int start = text.length() - CONTEXT;
        return "…" + text.substring(Character.isLowSurrogate(text.charAt(start)) ? start + 1 : start);
    }
}
