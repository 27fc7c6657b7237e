package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;

import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.core.PathUtils;
import org.elasticsearch.xcontent.XContentFactory;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.ndd.Soon;

/** A test of the explorer in a real browser, with the documents of {@code /pages} and their groups. Stores screenshots. */
// The HTTP client of Java 17 cannot be closed: its threads end when it is garbage-collected.
@ThreadLeakScope(ThreadLeakScope.Scope.NONE)
public abstract class ExplorerTestCase extends NddRestTestCase {

    static final String EXPLORER = "/_ndd/explore";
    static final List<String> TOWNS = List.of("Lisbon", "Bergen", "Porto", "Odessa", "Gdansk", "Trieste");
    static final String MENU =
            "Norrvik Times, the paper of the coast.\n\nSubscribe to our letter for three crowns a week.";
    static final String FOOTER = "All rights are reserved by the publishers of the paper.";

    static Browser browser;

    /** One browser for all tests, because it takes a second to start. */
    @Before
    public void startBrowser() throws Exception {
        assumeTrue(Browser.MISSING, Browser.isThere());
        if (browser == null) {
            browser = new Browser(createTempDir());
        }
        browser.screen(1200, 850, "light");
        browser.open("about:blank");
        browser.console();
    }

    @AfterClass
    public static void closeBrowser() throws IOException {
        if (browser != null) {
            browser.close();
            browser = null;
        }
    }

    @Before
    public void createIndex() throws IOException {
        request("PUT", "/_ingest/pipeline/explorer", """
                {"processors":[{"near_dup":{"field":"body","url_field":"url","title_field":"title"}}]}""");
        request("PUT", "/pages", """
                {"settings":{"number_of_shards":2},"mappings":{"properties":{"ndd":{"type":"near_dup"},"title":{"type":"text"},
                "body":{"type":"text"},"url":{"type":"keyword","ignore_above":1000},"lang":{"type":"keyword"}}}}""");
    }

    @After
    public void removePipeline() throws IOException {
        delete("/_ingest/pipeline/explorer");
    }

    static void index(String id, Map<String, Object> page) throws IOException {
        String body = Strings.toString(XContentFactory.jsonBuilder().map(page));
        request("PUT", "/pages/_doc/" + id + "?pipeline=explorer&refresh=true", body);
    }

    static void index(String id, String site, String title, String body) throws IOException {
        index(
                id,
                Map.of(
                        "title",
                        title,
                        "body",
                        body,
                        "url",
                        "https://" + site + "/" + id,
                        "lang",
                        site.endsWith("se.example.org") ? "sv" : "en"));
    }

    /** Six stories, each on three sites: the original, an abridged version, and one in another order with a correction. */
    static void indexStories() throws IOException {
        for (String town : TOWNS) {
            String[] story = story(town).split("\n\n");
            String id = town.toLowerCase(Locale.ROOT);
            index(
                    id + "-times",
                    "times.example.org",
                    "Storm closes the harbour of " + town,
                    MENU + "\n\n" + String.join("\n\n", story) + "\n\n" + FOOTER);
            index(
                    id + "-wire",
                    "wire.example.net",
                    town + ": harbour closed",
                    String.join("\n\n", List.of(story).subList(0, 3)) + "\n\nMore on this soon.");
            index(
                    id + "-post",
                    "post.se.example.org",
                    "Storm over " + town,
                    String.join("\n\n", story[2], story[0], story[1], story[3].replace("forty", "fifty")));
        }
        for (String town : List.of("porto", "odessa")) {
            index(
                    town + "-mirror",
                    "mirror.example.net",
                    "Copy",
                    MENU + "\n\n" + story(town) + "\n\nCopied by a mirror.");
            index(
                    town + "-mirror-2",
                    "mirror.example.net",
                    "Copy",
                    MENU + "\n\n" + story(town) + "\n\nCopied by a mirror.");
        }
        for (int i = 0; i < 8; i++) {
            String number = "number " + i * 31;
            index(
                    "note-" + i,
                    "times.example.org",
                    "Notice " + number,
                    MENU + "\n\nThe council will meet in room " + number + " about the budget of school " + number
                            + ".\n\nWhoever wants to be heard writes to the clerk before day " + number + ".\n\n"
                            + FOOTER);
        }
    }

    static String story(String town) {
        return String.format(Locale.ROOT, """
                The harbour of %1$s was closed on Monday because of the storm, and no ship has left the port since then.

                Ships wait in the bay of %1$s until the wind goes down; the pilots of %1$s say that it may take three days.

                The mayor of %1$s thanked everybody who had helped to bring the boats ashore before the evening came.

                Nobody was hurt in %1$s, but the roof of the old market hall and forty trees have been lost to the sea.""", town);
    }

    static String partition(String body) throws IOException {
        return (String) request("POST", "/pages/_ndd/partition?wait_for_completion=true", body)
                .get("id");
    }

    void open(String hash) throws Exception {
        browser.open(getClusterHosts().get(0).toURI() + EXPLORER + hash);
    }

    /** Opens the actions on groups of stories, and waits for the end of the dry run of a deletion. */
    void openDryRunOfDeletion() throws Exception {
        indexStories();
        open("#/actions?source=pages&dest=" + partition(null));
        awaitView("actions");
        browser.click("#delete [data-do=dry]");
        await("#delete [data-do=run]");
    }

    static void await(String selector) throws Exception {
        Soon.assertSoon(() -> assertThat(selector + " in: " + seen(), browser.count(selector), greaterThan(0)));
    }

    static void awaitText(String selector, String text) throws Exception {
        Soon.assertSoon(() -> assertThat(selector + " in: " + seen(), browser.text(selector), containsString(text)));
    }

    /** Waits until a view is complete. */
    static void awaitView(String name) throws Exception {
        await("main[data-shown='" + name + "']");
    }

    /**
     * Holds the first request of a method to addresses with a text until {@link #release}.
     *
     * @param status of the response; the node gets the request only if it is 200
     */
    static void hold(String method, String address, int status) throws Exception {
        browser.script("""
                const [method, address, status] = arguments;
                const send = window.send ??= window.fetch;
                window.answered = 0;
                let held = false;
                const released = new Promise(resolve => { window.release = resolve; });
                window.fetch = async (where, options) => {
                  if (options.method !== method || !where.includes(address)) {
                    return send(where, options);
                  }
                  const first = !held;
                  held = true;
                  try {
                    if (first) {
                      await released;
                    }
                    const failure = '{"error":{"reason":"it is full"}}';
                    const response = first && status !== 200 ? new Response(failure, { status }) : await send(where, options);
                    await response.clone().text();
                    return response;
                  } finally {
                    window.answered += 1;
                  }
                };""", method, address, status);
    }

    /** Releases the held request, and waits until a number of requests, with those after it, were answered or cancelled. */
    static void release(int responses) throws Exception {
        browser.script("window.release()");
        Soon.assertSoon(() -> assertEquals(responses, ((Number) browser.script("return window.answered")).intValue()));
    }

    static String seen() throws Exception {
        return (String) browser.script("return document.body.innerText.slice(0, 2000)");
    }

    static void picture(String name) throws Exception {
        browser.screenshot(folder().resolve(name + ".png"));
    }

    static Path folder() {
        return PathUtils.get(System.getProperty("ndd.screenshots.directory", "target/explorer"));
    }

    static void assertQuietConsole() throws Exception {
        assertEquals(List.of(), browser.console());
    }

    static void assertFits() throws Exception {
        Number over = (Number)
                browser.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assertEquals("nothing may be wider than the screen in: " + seen(), 0, over.intValue());
    }

    /** The id of the group of a story. */
    static String group(String town) throws IOException {
        return (String) request("GET", "/pages/_ndd/groups?doc=" + town.toLowerCase(Locale.ROOT) + "-times", null)
                .get("group");
    }
}
