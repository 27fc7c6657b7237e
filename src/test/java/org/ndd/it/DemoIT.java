package org.ndd.it;

import static org.hamcrest.Matchers.containsString;

import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.http.HttpHost;
import org.junit.After;
import org.ndd.demo.Demo;

/**
 * The first command of the README, without the download: indexes web pages, and returns groups, reasons, and a search without duplicates.
 */
// The HTTP client of Java 17 cannot be closed: its threads end when it is garbage-collected.
@ThreadLeakScope(ThreadLeakScope.Scope.NONE)
public class DemoIT extends NddRestTestCase {

    private static final String PROSE =
            "The harbour of %1$s was closed because of the storm. Ships wait in the bay of %1$s until the wind goes down. "
                    + "The mayor of %1$s thanked everybody who had helped to bring the boats ashore before the evening. "
                    + "Nobody was hurt in %1$s, but the roof of the market hall has been lost to the sea.";

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    /** A pipeline cannot be deleted while it is the default of an index. */
    @After
    public void removePipeline() throws IOException {
        delete("/demo-it", "/_ingest/pipeline/demo-it");
    }

    private int demo(Path pages) throws InterruptedException {
        HttpHost host = getClusterHosts().get(0);
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return Demo.run(out, "--url", host.toURI() + "/", "--index", "demo-it", "--pages", pages.toString());
    }

    private String output() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    public void testDemo() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (String town : List.of("Lisbon", "Bergen")) {
            String prose = String.format(Locale.ROOT, PROSE, town);
            String page = "{\"id\": \"%s-%d\", \"url\": \"https://%s.example.net/%d\", \"html\": "
                    + "\"<html><head><title>Storm in %s</title></head><body><p>%s</p><p>%s</p></body></html>\"}\n";
            for (int copy = 1; copy <= 3; copy++) {
                String end = copy == 1 ? "That is all." : "Correction number " + copy + ".";
                lines.append(
                        String.format(Locale.ROOT, page, town, copy, town, copy, town, prose + town.repeat(20), end));
            }
        }
        lines.append(
                "{\"id\": \"alone\", \"text\": \"Snow fell in the mountains, and many of the roads are closed today.\"}\n");
        Path pages = createTempDir().resolve("pages.ndjson");
        Files.writeString(pages, lines);

        int exit = demo(pages);

        assertEquals(output(), 0, exit);
        String flat = output().replaceAll("\\s+", " ");
        assertThat(flat, containsString(" 7 documents, 2 groups, 4 duplicates "));
        assertThat(flat, containsString("The duplicate with the lowest resemblance A Storm in "));
        assertThat(flat, containsString("near, confidence "));
        assertThat(flat, containsString("{+"));
        int search = output().indexOf("without known duplicates");
        int moved = output().indexOf("A job keeps the groups up to date");
        assertTrue(output(), search > 0 && moved > search);
        assertEquals(
                "five hits, of which two without duplicates",
                7,
                output().substring(search, moved).split("Storm in ").length - 1);
        assertThat(flat, containsString("2 canonical documents deleted, 5 copies of other documents added"));
        assertThat(output().substring(moved), containsString("in no group"));
        assertThat(flat, containsString("/_ndd/explore"));
        assertTrue("one screen", output().lines().count() <= 50);
    }

    public void testBadInput() throws Exception {
        Path pages = createTempDir().resolve("pages.ndjson");
        Files.writeString(pages, "{\"id\": \"1\"}\n");
        assertEquals(1, demo(pages));
        assertThat(output(), containsString("demo: line [1] of "));
        assertThat(output(), containsString("must have [id] and [html] or [text]"));
    }
}
