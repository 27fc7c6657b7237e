package org.ndd.site;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.not;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.core.PathUtils;
import org.hamcrest.MatcherAssert;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Tests of the documentation site of this project, and of small invalid projects. */
public class DocsSiteTests extends LuceneTestCase {

    private static final Path PROJECT =
            PathUtils.get(System.getProperty("ndd.project.directory", "")).toAbsolutePath();

    private static Path folder() {
        return PathUtils.get(createTempDir().toString());
    }

    /** Pages of the site by their names, such as {@code docs/concepts.html}. */
    private static Map<String, Document> site(Path project, Path folder) throws IOException {
        int count = DocsSite.write(project, folder);
        Map<String, Document> pages = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".html")).toList()) {
                pages.put(folder.relativize(file).toString(), Jsoup.parse(Files.readString(file)));
            }
        }
        assertEquals(count, pages.size());
        return pages;
    }

    private static boolean isOutside(String destination) {
        return destination.matches("[a-z]+:.*");
    }

    /** The target file of a link, and its anchor, which may be empty. */
    private static String[] target(String page, String destination) {
        String[] parts = destination.split("#", 2);
        Path file = parts[0].isEmpty()
                ? PathUtils.get(page)
                : PathUtils.get(page).resolveSibling(parts[0]).normalize();
        return new String[] {file.toString(), parts.length == 2 ? parts[1] : ""};
    }

    public void testLinksHaveTargets() throws IOException {
        Path folder = folder();
        Map<String, Document> pages = site(PROJECT, folder);
        List<String> broken = new ArrayList<>();
        int seen = 0;
        for (Map.Entry<String, Document> page : pages.entrySet()) {
            for (Element link : page.getValue().select("a[href]")) {
                String destination = link.attr("href");
                if (isOutside(destination)) {
                    continue;
                }
                String[] target = target(page.getKey(), destination);
                boolean found = target[1].isEmpty()
                        ? Files.isRegularFile(folder.resolve(target[0]))
                        : pages.containsKey(target[0]) && pages.get(target[0]).getElementById(target[1]) != null;
                if (found == false || destination.contains(".md")) {
                    broken.add(page.getKey() + " -> " + destination);
                }
                seen++;
            }
            for (Element image : page.getValue().select("img[src], link[href]")) {
                String file = target(page.getKey(), image.attr(image.tagName().equals("img") ? "src" : "href"))[0];
                if (Files.isRegularFile(folder.resolve(file)) == false) {
                    broken.add(page.getKey() + " -> " + file);
                }
            }
        }
        assertEquals(List.of(), broken);
        MatcherAssert.assertThat(seen, greaterThan(200));
    }

    public void testAllPagesAreReachable() throws IOException {
        Map<String, Document> pages = site(PROJECT, folder());
        Set<String> reached = new TreeSet<>(Set.of("index.html"));
        Deque<String> next = new ArrayDeque<>(reached);
        while (next.isEmpty() == false) {
            String page = next.pop();
            for (Element link : pages.get(page).select("a[href]")) {
                String file = isOutside(link.attr("href")) ? "" : target(page, link.attr("href"))[0];
                if (pages.containsKey(file) && reached.add(file)) {
                    next.push(file);
                }
            }
        }
        assertEquals(pages.keySet(), reached);
        for (String page : List.of(
                "docs/operations.html",
                "docs/index.html",
                "docs/reference/query.html",
                "docs/how-to/search.html",
                "CHANGELOG.html",
                "docs/quality/methods.html")) {
            assertTrue(page, pages.containsKey(page));
        }
    }

    public void testPagesHaveNoExternalResources() throws IOException {
        Path folder = folder();
        for (Map.Entry<String, Document> page : site(PROJECT, folder).entrySet()) {
            Document html = page.getValue();
            assertEquals(
                    page.getKey(),
                    List.of(),
                    html.select("iframe, object, embed, style, form, base, meta[http-equiv]"));
            for (Element script : html.select("script")) {
                assertEquals("site.js", target(page.getKey(), script.attr("src"))[0]);
                assertTrue(script.html().isEmpty());
            }
            for (Element element : html.select("[src], link[href], [srcset]")) {
                assertFalse(page.getKey() + ": " + element, isOutside(element.attr("src") + element.attr("href")));
                assertFalse(element.hasAttr("srcset") || element.attr("src").startsWith("//"));
            }
            html.getAllElements()
                    .forEach(element -> element.attributes()
                            .forEach(attribute -> assertFalse(
                                    element.toString(), attribute.getKey().startsWith("on"))));
        }
        String style = Files.readString(folder.resolve("style.css"));
        assertFalse(style.contains("url(") || style.contains("@import"));
        MatcherAssert.assertThat(style, containsString("prefers-color-scheme: dark"));
        MatcherAssert.assertThat(Files.readString(folder.resolve("site.js")), not(containsString("://")));
    }

    /** Every page with its prose and its requests. */
    public void testSearchIndexContainsAllPages() throws IOException {
        Path folder = folder();
        Map<String, Document> pages = site(PROJECT, folder);
        List<String> index = Files.readAllLines(folder.resolve("search.js"));
        assertEquals("window.searchIndex = [", index.get(0));
        assertEquals("];", index.get(index.size() - 1));
        List<String> entries = index.subList(1, index.size() - 1);
        assertEquals(pages.size(), entries.size());
        for (String entry : entries) {
            assertTrue(entry, pages.containsKey(entry.split("\"")[1]));
            assertFalse(entry, entry.contains("TEST[") || entry.contains("<"));
        }
        String query = entries.stream()
                .filter(entry -> entry.startsWith("[\"docs/reference/query.html\""))
                .findFirst()
                .orElseThrow();
        MatcherAssert.assertThat(
                query, containsString("[\"parameters\",\"Parameters\",\"Key Default Meaning like required"));
        MatcherAssert.assertThat(query, containsString("GET /news/_search"));
        MatcherAssert.assertThat(query, not(containsString("\"hits\"")));
    }

    public void testNavigationAndAnchors() throws IOException {
        for (Map.Entry<String, Document> page : site(PROJECT, folder()).entrySet()) {
            Document html = page.getValue();
            Set<String> ids = new HashSet<>();
            html.select("[id]").forEach(element -> assertTrue(page.getKey() + ": " + element, ids.add(element.id())));
            assertEquals(html.select("main :is(h1, h2, h3, h4)").size(), ids.size() - 1);
            assertEquals(
                    html.select("main h2").eachText(),
                    html.select("nav[aria-label=Chapters] a").eachText());
            List<String> names = html.select("nav[aria-label=Pages] a").eachText();
            assertEquals("Overview", names.get(0));
            assertEquals("Changelog", names.get(names.size() - 1));
            assertTrue(names.toString(), names.contains("Known issues"));
            MatcherAssert.assertThat(html.select("[aria-current]").size(), not(greaterThan(1)));
            assertFalse(page.getKey() + " has a title", html.title().isBlank());
            html.select("pre").remove();
            assertFalse("comments are removed", html.html().contains("TEST["));
        }
        Map<String, Document> pages = site(PROJECT, folder());
        Document operations = pages.get("docs/operations.html");
        assertEquals(List.of("Operations"), operations.select("[aria-current]").eachText());
        assertTrue(operations.select("nav[aria-label=Pages] ul ul").isEmpty());
        MatcherAssert.assertThat(operations.select("main table").size(), greaterThan(0));
        assertFalse(operations.select("pre code.language-console").isEmpty());
        Document query = pages.get("docs/reference/query.html");
        assertEquals(List.of("Query near_dup"), query.select("[aria-current]").eachText());
        MatcherAssert.assertThat(query.select("nav[aria-label=Pages] ul ul a").size(), greaterThan(30));
    }

    /** A page that is linked from the README of its folder only would be missing in the navigation. */
    public void testNavigationListsAllPagesOfFolder() throws IOException {
        Map<String, Document> pages = site(PROJECT, folder());
        for (String folder : List.of("docs/how-to/", "docs/reference/")) {
            List<String> links = pages.get(folder + "index.html")
                    .select("nav[aria-label=Pages] ul ul a")
                    .eachAttr("href");
            for (String page : pages.keySet()) {
                if (page.startsWith(folder) && page.endsWith("/index.html") == false) {
                    assertTrue(page, links.contains(page.substring(folder.length())));
                }
            }
        }
    }

    /** Expected anchors are those that GitHub generates. */
    public void testAnchorsMatchGitHub() {
        Page page = Page.parse(PathUtils.get("some.md"), """
                # What's *new* in `a_b`?

                ## C & D, 1.2

                ## Größe

                ## C & D, 12

                Not a heading
                """);
        assertEquals(
                List.of("whats-new-in-a_b", "c--d-12", "größe", "c--d-12-1"),
                List.copyOf(page.headings().values()));
        assertEquals("What's new in a_b?", page.title());
    }

    private static Path project(String readme, Map<String, String> docs) throws IOException {
        Path project = folder();
        Files.createDirectories(project.resolve("docs"));
        Files.createDirectories(project.resolve("src/site"));
        Files.writeString(project.resolve("src/site/style.css"), "");
        Files.writeString(project.resolve("src/site/site.js"), "");
        Files.writeString(project.resolve("README.md"), readme);
        Files.writeString(project.resolve("CHANGELOG.md"), "# Changelog\n");
        for (Map.Entry<String, String> page : docs.entrySet()) {
            Files.writeString(project.resolve("docs").resolve(page.getKey()), page.getValue());
        }
        return project;
    }

    public void testRejectsBrokenLinks() throws IOException {
        Path project = project(
                "# ndd\n\n[a](docs/a.md#there) [b](docs/a.md#not-there) [c](docs/c.md) ![d](docs/d.png)\n",
                Map.of("a.md", "# A\n\n## There\n\n[up](../README.md) [out](https://example.org/c.md)\n"));
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        Path folder = folder().resolve("site");
        PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);
        assertEquals(1, DocsSite.run(out, project, folder));
        assertEquals(
                "docs-site: links must have a target, but these do not: [[docs/a.md#not-there] of [README.md], "
                        + "[docs/c.md] of [README.md], [docs/d.png] of [README.md]]\n",
                output.toString(StandardCharsets.UTF_8));
        assertFalse("no output is written", Files.exists(folder));
    }

    public void testEscapesMarkup() throws IOException {
        Path project = project(
                "# ndd <b>\n\n<script>alert(1)</script>\n\nSee <i>this</i>, [a](docs/a.md) and [licence](LICENSE).\n\n<!-- not to "
                        + "be seen -->\n",
                Map.of("a.md", "# A\n"));
        Files.writeString(project.resolve("LICENSE"), "As you like.");
        Path folder = folder();
        Document page = site(project, folder).get("index.html");
        assertEquals(0, page.select("main script, main b, main i").size());
        MatcherAssert.assertThat(page.text(), containsString("<script>alert(1)</script>"));
        MatcherAssert.assertThat(page.text(), not(containsString("not to be seen")));
        assertEquals(
                List.of("docs/a.html", "LICENSE.txt"), page.select("main a").eachAttr("href"));
        assertEquals("As you like.", Files.readString(folder.resolve("LICENSE.txt")));
    }

    public void testRejectsFileAsOutputFolder() throws IOException {
        Path file = Files.createFile(folder().resolve("file"));
        IllegalArgumentException e =
                expectThrows(IllegalArgumentException.class, () -> DocsSite.write(project("# ndd\n", Map.of()), file));
        assertEquals("[--out] must be a folder, but was [" + file + "]", e.getMessage());
    }
}
