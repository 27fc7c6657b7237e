package org.ndd.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The main job in one go: index pages, partition them into groups of near-duplicates, show what was found and why, a search with and
 * without duplicates, and what moves when pages come and go.
 *
 * <p>Options: {@code --url} of a node with ndd, {@code --pages FILE} or {@code --javadoc FOLDER}, {@code --index NAME} (must not exist),
 * {@code --terminal} where somebody watches.
 */
public final class Demo {

    private static final int GROUPS_SHOWN = 5;
    private static final int HITS_SHOWN = 8;
    private static final int GROUPS_CHANGED = 10;

    private final Node node;
    private final String index;
    private final PageSource source;
    private final Console console;

    private Demo(Node node, String index, PageSource source, Console console) {
        this.node = node;
        this.index = index;
        this.source = source;
        this.console = console;
    }

    public static void main(String[] arguments) throws InterruptedException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.exit(run(out, arguments));
    }

    /** Runs with some options and returns the exit code: 0, or 1 after it has said what went wrong. */
    public static int run(PrintStream out, String... arguments) throws InterruptedException {
        Console console = new Console(out, List.of(arguments).contains("--terminal"));
        try {
            Map<String, String> options = options(arguments);
            Node node = new Node(URI.create(required(options, "--url")));
            PageSource source = options.containsKey("--pages")
                    ? new NdjsonPages(Path.of(options.get("--pages")))
                    : new JavadocPages(Path.of(required(options, "--javadoc")));
            new Demo(node, options.getOrDefault("--index", "pages"), source, console).run();
            return 0;
        } catch (IOException | IllegalArgumentException e) {
            console.line("demo: %s", e.getMessage());
            return 1;
        }
    }

    private static Map<String, String> options(String[] arguments) {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("--terminal")) {
                continue;
            }
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException("[" + arguments[i] + "] must have a value");
            }
            options.put(arguments[i], arguments[++i]);
        }
        return options;
    }

    private static String required(Map<String, String> options, String name) {
        String value = options.get(name);
        if (value == null) {
            throw new IllegalArgumentException("[" + name + "] must be given");
        }
        return value;
    }

    private void run() throws IOException, InterruptedException {
        console.heading(source.description());
        console.line("  into the index [%s] of %s", index, node.address().getAuthority());
        long start = System.nanoTime();
        Loader.prepare(node, index);
        long pages = new Loader(node, index).load(source, console);
        long indexed = System.nanoTime();
        JsonNode report = new Partition(node, index).run(console);
        long partitioned = System.nanoTime();
        summary(report, pages, indexed - start, partitioned - indexed);
        Groups groups = new Groups(node, index);
        List<Groups.Group> largest = groups.largest(GROUPS_SHOWN);
        if (largest.isEmpty()) {
            console.heading("No two pages are near-duplicates of each other.");
        } else {
            stories(largest, groups);
        }
        String words = source.searchFor();
        if (words == null && largest.isEmpty() == false) {
            words = largest.get(0).title();
        }
        if (words != null && words.isBlank() == false) {
            new Search(node, index, console).show(words, HITS_SHOWN);
        }
        new Moves(node, index, console).show(report.path("id").asText(), groups.largest(GROUPS_CHANGED));
        next(groups.largest(GROUPS_SHOWN));
    }

    private void summary(JsonNode report, long pages, long indexNanos, long partitionNanos) {
        console.heading("What was found");
        Table found = new Table();
        found.row("pages", count(pages));
        found.row("groups of near-duplicates", count(report.path("groups").asLong()));
        found.row(
                "duplicates (a better page is kept)",
                count(report.path("duplicates").asLong()));
        found.row(
                "of these with equal text",
                count(report.path("exact_duplicates").asLong()));
        found.row("pages compared in pairs", count(report.path("comparisons").asLong()));
        found.row("sites with boilerplate", count(report.path("boilerplate").asLong()));
        found.lines().forEach(console::line);
        console.heading("How long it took");
        Table times = new Table();
        times.row(
                "index and fingerprint",
                seconds(indexNanos / 1e9),
                count(Math.round(pages / (indexNanos / 1e9))) + " pages/s");
        times.row(
                "partition",
                seconds(partitionNanos / 1e9),
                count(Math.round(pages / (partitionNanos / 1e9))) + " pages/s");
        for (JsonNode phase : report.path("phases")) {
            times.row(
                    "  " + phase.path("phase").asText(),
                    seconds(phase.path("took").asLong() / 1e3),
                    "");
        }
        times.lines().forEach(console::line);
    }

    private void stories(List<Groups.Group> largest, Groups groups) throws IOException, InterruptedException {
        Why why = new Why(node, index, console);
        console.heading("The largest groups");
        Table table = new Table();
        for (Groups.Group group : largest) {
            table.row(
                    Search.cut(group.title().isBlank() ? group.canonical() : group.title()),
                    count(group.size()) + " pages");
        }
        table.lines().forEach(console::line);
        tell(why, "A duplicate that was changed a little", groups.changedALittle());
        tell(why, "The least alike of all duplicates found", groups.leastAlike());
        tell(why, "In a group but kept: a page that is a part of another", groups.partOfAnother());
        if (largest.size() > 1) {
            console.heading("Two pages of two groups");
            why.tell(largest.get(0).canonical(), largest.get(1).canonical());
        }
    }

    private void tell(Why why, String heading, Groups.Pair pair) throws IOException, InterruptedException {
        if (pair != null) {
            console.heading(heading);
            why.tell(pair.id(), pair.canonical());
        }
    }

    private void next(List<Groups.Group> largest) throws IOException {
        String base = node.address().toString().replaceFirst("/$", "");
        console.heading("What to type next");
        console.line("  curl '%s/%s/_ndd/groups?pretty&size=3'", base, index);
        for (Groups.Group group : largest.subList(0, Math.min(1, largest.size()))) {
            String id = URLEncoder.encode(group.id(), StandardCharsets.UTF_8).replace("+", "%20");
            console.line("  curl '%s/%s/_ndd/groups/%s?pretty'", base, index, id);
        }
        if (largest.size() > 1) {
            String body =
                    Node.json(pair(largest.get(0).canonical(), largest.get(1).canonical()));
            console.line("  curl '%s/%s/_ndd/compare?pretty' -H 'Content-Type: application/json' \\", base, index);
            console.line("       -d '%s'", body.replace("'", "'\\''"));
        }
        console.line("  curl '%s/_ndd/analyze?pretty' -H 'Content-Type: application/json' \\", base);
        console.line("       -d '{\"html\": \"<p>A page of your own.</p>\"}'");
        console.heading("Look at all of this in the browser");
        console.line("  %s/_ndd/explore", base);
    }

    private static Map<String, Object> pair(String a, String b) {
        Map<String, Object> pair = new LinkedHashMap<>();
        pair.put("a", Map.of("_id", a));
        pair.put("b", Map.of("_id", b));
        return pair;
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.1f s", seconds);
    }
}
