package org.ndd.demo;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.elasticsearch.test.ESTestCase;

public class PagesTests extends ESTestCase {

    private static final String LINES = """
            {"id": 1, "url": "https://example.net/a", "html": "<html><head><TITLE lang='en'> A title </TITLE></head>x</html>"}

            {"id": "two", "text": "plain text"}
            {"id": "three", "title": "given", "html": "<title>other</title>"}
            """;

    private static List<Page> read(PageSource source) throws IOException {
        List<Page> pages = new ArrayList<>();
        long[] last = new long[2];
        source.read(pages::add, (done, total) -> {
            assertTrue(done >= last[0]);
            last[0] = done;
            last[1] = total;
        });
        assertEquals("progress ends at the total", last[1], last[0]);
        return pages;
    }

    public void testReadsPlainAndCompressedFiles() throws IOException {
        Path plain = createTempDir().resolve("pages.ndjson");
        Files.writeString(plain, LINES);
        Path packed = createTempDir().resolve("pages.ndjson.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(LINES.getBytes(StandardCharsets.UTF_8));
        }
        List<Page> pages = read(new NdjsonPages(plain));
        assertEquals(pages, read(new NdjsonPages(packed)));
        assertEquals(List.of("1", "two", "three"), pages.stream().map(Page::id).toList());
        assertEquals("A title", pages.get(0).title());
        assertEquals(Map.of("page", "plain text"), pages.get(1).document());
        assertEquals("given", pages.get(2).title());
    }

    public void testRejectsInvalidLines() throws IOException {
        for (String line : List.of(
                "{\"id\": \"x\"}",
                "{\"html\": \"x\"}",
                "{\"id\": null, \"html\": \"x\"}",
                "{\"id\": \"x\", \"html\": 5}",
                "[1]",
                "{\"id\": \"x\", \"html\": \"x\"} {}",
                "not json")) {
            Path file = createTempDir().resolve("pages.ndjson");
            Files.writeString(file, "{\"id\": \"a\", \"text\": \"b\"}\n" + line + "\n");
            IllegalArgumentException error =
                    expectThrows(IllegalArgumentException.class, () -> read(new NdjsonPages(file)));
            assertThat(error.getMessage(), containsString("line [2]"));
        }
    }

    /** Editors write a byte order mark. Text in another encoding, or the end of a damaged file, is not replaced or ignored. */
    public void testEncodingAndDamagedFiles() throws IOException {
        String line = "{\"id\": \"a\", \"text\": \"caf\u00e9\"}\n";
        Path file = createTempDir().resolve("pages.ndjson");
        Files.writeString(file, "\uFEFF" + line);
        assertEquals(1, read(new NdjsonPages(file)).size());
        Files.writeString(file, line, StandardCharsets.ISO_8859_1);
        IOException error = expectThrows(IOException.class, () -> read(new NdjsonPages(file)));
        assertThat(error.getMessage(), containsString("pages.ndjson] could not be read after line [0]: "));
        Path packed = createTempDir().resolve("pages.ndjson.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(line.getBytes(StandardCharsets.UTF_8));
        }
        Files.write(packed, Arrays.copyOf(Files.readAllBytes(packed), 20));
        error = expectThrows(IOException.class, () -> read(new NdjsonPages(packed)));
        assertThat(error.getMessage(), containsString("pages.ndjson.gz] could not be read after line [0]: "));
    }

    public void testDocumentationOfReleases() throws IOException {
        Path folder = createTempDir();
        for (String file : List.of(
                "1.0/org/Thing.html",
                "1.0/org/class-use/Thing.html",
                "1.0/src-html/org/Thing.html",
                "1.0/style.css",
                "2.0/org/Thing.html",
                ".unpacked/x.html")) {
            Files.createDirectories(folder.resolve(file).getParent());
            Files.writeString(folder.resolve(file), "<html><title>Thing</title></html>");
        }
        JavadocPages source = new JavadocPages(folder);
        List<Page> pages = read(source);
        assertEquals(
                List.of("1.0:org/Thing.html", "2.0:org/Thing.html"),
                pages.stream().map(Page::id).toList());
        assertThat(pages.get(1).url(), containsString("api-2.0/org/Thing.html"));
        assertThat(source.description(), containsString("1.0 and 2.0"));
    }
}
