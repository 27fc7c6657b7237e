package org.ndd.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Indexes documents, groups them, and prints on one screen: two pairs of duplicates with their differences, a search with and without
 * duplicates, and the changes of groups after documents are added and deleted.
 *
 * <p>Options: {@code --url} of a node with ndd, {@code --pages FILE} or {@code --javadoc FOLDER}, {@code --index NAME} (must not exist),
 * {@code --terminal} for colors and progress bars.
 */
public final class Demo {

    private static final int HITS_SHOWN = 5;
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

    /** Runs the demo. Returns the exit code: 0, or 1 after it has printed an error. */
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
        console.heading(source.description() + ", into the index [" + index + "] of "
                + node.address().getAuthority());
        long start = System.nanoTime();
        Loader.prepare(node, index);
        long pages = new Loader(node, index).load(source, console);
        long indexed = System.nanoTime();
        JsonNode report = new Partition(node, index).run(console);
        long grouped = System.nanoTime();
        summary(report, pages, indexed - start, grouped - indexed);
        Groups groups = new Groups(node, index);
        List<Groups.Group> largest = groups.largest(GROUPS_CHANGED);
        if (largest.isEmpty()) {
            console.line("  no document is a near-duplicate of another");
        } else {
            Pairs pairs = new Pairs(node, index, console);
            pairs.show("A duplicate with small changes", groups.slightlyChanged());
            pairs.show("The duplicate with the lowest resemblance", groups.leastSimilar());
        }
        String words = source.exampleQuery();
        if (words == null && largest.isEmpty() == false) {
            words = largest.get(0).title();
        }
        if (words != null && words.isBlank() == false) {
            new Search(node, index, console).show(words, HITS_SHOWN);
        }
        new JobDemo(node, index, console).show(report.path("id").asText(), largest);
        String base = node.address().toString().replaceFirst("/$", "");
        console.heading("Next");
        console.line("  curl '%s/%s/_ndd/groups?pretty&size=3'", base, index);
        console.line("  %s/_ndd/explore               the explorer, for a browser", base);
    }

    private void summary(JsonNode report, long pages, long indexNanos, long groupNanos) {
        console.heading("Result");
        console.line(
                "  %,d documents, %,d groups, %,d duplicates",
                pages, report.path("groups").asLong(), report.path("duplicates").asLong());
        console.line(
                "  indexing %s, grouping %s; %,d comparisons; sites with boilerplate: %,d",
                time(pages, indexNanos),
                time(pages, groupNanos),
                report.path("comparisons").asLong(),
                report.path("boilerplate").asLong());
    }

    private static String time(long pages, long nanos) {
        return String.format(Locale.ROOT, "%.1f s (%,d documents/s)", nanos / 1e9, Math.round(pages / (nanos / 1e9)));
    }
}
