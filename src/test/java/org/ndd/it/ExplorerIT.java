package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.common.Strings;
import org.elasticsearch.core.PathUtils;
import org.elasticsearch.xcontent.XContentFactory;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.ndd.Soon;

/**
 * The explorer in a real browser, as somebody looks at it: from the list of runs to a pair, a label, and what it says of the verdicts.
 * Pages are hostile. What is seen is kept as pictures, some of which are those of the guide.
 */
// The HTTP client of Java 17 cannot be closed: its threads end when it is garbage.
@ThreadLeakScope(ThreadLeakScope.Scope.NONE)
public class ExplorerIT extends NddRestTestCase {

    private static final String EXPLORER = "/_ndd/explore";
    private static final List<String> TOWNS = List.of("Lisbon", "Bergen", "Porto", "Odessa", "Gdansk", "Trieste");
    private static final String MENU =
            "Norrvik Times, the paper of the coast.\n\nSubscribe to our letter for three crowns a week.";
    private static final String FOOTER = "All rights are reserved by the publishers of the paper.";

    private static Browser browser;

    /** One browser for all tests: it takes a second to start. */
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
        ask("PUT", "/_ingest/pipeline/explorer", """
                {"processors":[{"near_dup":{"field":"body","url_field":"url","title_field":"title"}}]}""");
        ask("PUT", "/pages", """
                {"settings":{"number_of_shards":2},"mappings":{"properties":{"ndd":{"type":"near_dup"},"title":{"type":"text"},
                "body":{"type":"text"},"url":{"type":"keyword","ignore_above":1000},"lang":{"type":"keyword"}}}}""");
    }

    @After
    public void removePipeline() throws IOException {
        Request request = new Request("DELETE", "/_ingest/pipeline/explorer");
        request.addParameter("ignore", "404");
        client().performRequest(request);
    }

    private static Answer ask(String method, String endpoint, String body) throws IOException {
        Request request = new Request(method, endpoint);
        if (body != null) {
            request.setJsonEntity(body);
        }
        return Answer.of(perform(request, RequestOptions.DEFAULT.toBuilder())).ok();
    }

    private static void index(String id, Map<String, Object> page) throws IOException {
        String body = Strings.toString(XContentFactory.jsonBuilder().map(page));
        ask("PUT", "/pages/_doc/" + id + "?pipeline=explorer&refresh=true", body);
    }

    private static void index(String id, String site, String title, String body) throws IOException {
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

    /** Six stories, each as three sites have it: as it is, shortened, and in another order with a correction. */
    private static void indexStories() throws IOException {
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

    private static String story(String town) {
        return String.format(Locale.ROOT, """
                The harbour of %1$s was closed on Monday because of the storm, and no ship has left the port since then.

                Ships wait in the bay of %1$s until the wind goes down; the pilots of %1$s say that it may take three days.

                The mayor of %1$s thanked everybody who had helped to bring the boats ashore before the evening came.

                Nobody was hurt in %1$s, but the roof of the old market hall and forty trees have been lost to the sea.""", town);
    }

    private static String partition(String body) throws IOException {
        return (String) ask("POST", "/pages/_ndd/partition?wait_for_completion=true", body)
                .get("id");
    }

    private void open(String hash) throws Exception {
        browser.open(getClusterHosts().get(0).toURI() + EXPLORER + hash);
    }

    private static void await(String selector) throws Exception {
        Soon.assertSoon(() -> assertThat(selector + " in: " + seen(), browser.count(selector), greaterThan(0)));
    }

    private static void awaitText(String selector, String text) throws Exception {
        Soon.assertSoon(() -> assertThat(selector + " in: " + seen(), browser.text(selector), containsString(text)));
    }

    /** Waits until a view is whole. */
    private static void awaitView(String name) throws Exception {
        await("main[data-shown='" + name + "']");
    }

    private static String seen() throws Exception {
        return (String) browser.script("return document.body.innerText.slice(0, 2000)");
    }

    private static void picture(String name) throws Exception {
        browser.screenshot(folder().resolve(name + ".png"));
    }

    private static Path folder() {
        return PathUtils.get(System.getProperty("ndd.screenshots.directory", "target/explorer"));
    }

    private static void assertQuietConsole() throws Exception {
        assertEquals(List.of(), browser.console());
    }

    public void testFromRunsToAPairAndToWhatLabelsSayOfTheVerdicts() throws Exception {
        indexStories();
        String run = partition(null);
        open("");
        awaitText("[data-run='" + run + "']", "completed");
        assertThat(browser.text("[data-run='" + run + "']"), containsString("shown"));
        picture("runs");

        browser.click("[data-run='" + run + "'] h2 a");
        awaitText(".tiles", "duplicates");
        await(".bars a");
        await(".columns a");
        awaitText(".figures", "wire.example.net");
        awaitText(".figures", "Duplicates by lang");
        browser.screen(1100, 1250, "light");
        picture("overview");
        browser.script("document.querySelector(\".bars a[href*='by=ndd.site']\").click()");
        awaitView("pages");
        assertThat(browser.text(".chips"), containsString("ndd.site: "));
        assertThat(browser.count(".list > li"), greaterThan(0));
        browser.back();
        awaitView("run");
        await(".bars a");
        browser.screen(1200, 850, "light");

        browser.script("document.querySelector(\".bars a[href*='relation=near']\").click()");
        awaitView("pages");
        assertThat((String) browser.script("return location.hash"), containsString("relation=near"));
        String near = browser.text("#count");
        browser.back();
        awaitView("run");
        browser.click("#context a[href^='#/groups']");
        awaitView("groups");
        Object groups = ask("GET", "/pages/_ndd/groups", null).get("total");
        assertThat(browser.text("#count"), containsString("of " + groups + " groups"));
        picture("groups");
        browser.type("input[name=words]", "Bergen");
        browser.press("\uE007");
        awaitText("#count", "1 to 1 of 1 groups");
        assertThat(near, containsString("of"));

        browser.click(".list a");
        awaitText(".members", "canonical document: kept");
        assertEquals(3, browser.count(".members tbody tr"));
        picture("group");
        browser.click("#first-pair");
        awaitView("pair");
        assertThat(browser.text("#reason"), not(""));
        assertThat(browser.count(".diff tbody tr"), greaterThan(1));
        assertThat(browser.text("nav[aria-label=Pairs]"), containsString("1 of 2 in the list"));
        int contributions = contributions();
        String first = (String) browser.script("return location.hash");
        browser.press("j");
        awaitText("nav[aria-label=Pairs]", "2 of 2 in the list");
        // documents that are the same are not weighed
        assertThat(Math.max(contributions, contributions()), greaterThan(1));
        picture("pair");
        assertNotEquals(first, browser.script("return location.hash"));
        browser.press("k");
        awaitText("nav[aria-label=Pairs]", "1 of 2 in the list");
        browser.press("u");
        awaitView("group");

        browser.click("#context a[href^='#/label']");
        awaitView("label");
        browser.type("input[name=labels]", "my-labels");
        browser.click("#use");
        await("#doubtful");
        browser.click("#doubtful");
        await("#start");
        browser.click("#start");
        awaitView("pair");
        assertEquals(
                "who labels does not see the verdict",
                false,
                browser.script("return document.getElementById('verdict').checkVisibility()"));
        for (int i = 0; i < 4; i++) {
            awaitText("nav[aria-label=Pairs]", (i + 1) + " of ");
            String pair =
                    (String) browser.script("return new URLSearchParams(location.hash.split('?')[1]).get('a') + ' ' + "
                            + "new URLSearchParams(location.hash.split('?')[1]).get('b')");
            String[] ids = pair.split(" ");
            browser.press(ids[0].replaceFirst("-.*", "").equals(ids[1].replaceFirst("-.*", "")) ? "2" : "5");
            awaitText("#labeled", "Kept");
            assertEquals("true", browser.script("return String(document.getElementById('verdict').checkVisibility())"));
            browser.press("j");
        }
        assertEquals(4, ask("GET", "/my-labels/_count", null).get("count"));
        browser.click("#context a[href^='#/evaluate']");
        awaitText("#scores", "over 4 labeled pairs");
        assertThat(browser.text("#suggested"), containsString("min_confidence"));
        picture("evaluate");
        assertQuietConsole();
    }

    public void testARunIsSeenToGoOnAndIsToldWhatToDo() throws Exception {
        indexStories();
        String run = (String) ask("POST", "/pages/_ndd/partition?requests_per_second=0.5", null)
                .get("id");
        open("");
        String card = "[data-run='" + run + "']";
        awaitText(card, "running");
        await(card + " .current progress");
        browser.type(card + " input[type=number]", "0.7");
        browser.click(card + " [data-do=throttle]");
        awaitText(card, "Not faster than 0.7 pages per second");
        awaitText(card + " .phases", "decide");
        awaitText(card + " .phases .current", " of ");
        picture("running");
        browser.click(card + " [data-do=cancel]");
        awaitText(card + " [data-do=cancel]", "Yes, end this run");
        assertThat("once is not enough", browser.text(card), containsString("running"));
        browser.click(card + " [data-do=cancel]");
        awaitText(card, "cancelled");
        assertEquals("cancelled", ask("GET", "/_ndd/partition/" + run, null).get("state"));
        assertQuietConsole();
    }

    /** The links of a view download what it lists, with its filters. */
    public void testDownloads() throws Exception {
        indexStories();
        String known = "?source=pages&dest=" + partition(null);
        open("#/pages" + known + "&confidence_to=1&relation=near");
        awaitView("pages");
        String shown = browser.text("#count").replaceAll(".* of (\\d+) pages", "$1");
        assertEquals(shown, String.valueOf(lines("ndjson")));
        assertEquals(Integer.parseInt(shown) + 1, lines("csv"));

        open("#/groups" + known + "&words=Bergen&min_size=3");
        awaitView("groups");
        awaitText("#count", "1 to 1 of 1 groups");
        assertEquals(3, lines("ndjson"));
        browser.click(".list a");
        awaitText(".members", "canonical document: kept");
        assertEquals(3, lines("ndjson"));
        assertThat(
                (String)
                        browser.script(
                                "return fetch(document.querySelector('#downloads a').href).then(r => r.headers.get('Content-Disposition'))"),
                containsString("attachment; filename=\"duplicates.csv\""));
        browser.click("#downloads a");
        awaitText(".members", "canonical document: kept");
        assertQuietConsole();
    }

    private static long lines(String format) throws IOException, InterruptedException {
        return ((Number) browser.script(
                        "return fetch(document.querySelector('#downloads a[data-format=' + arguments[0] + ']').href)"
                                + ".then(r => r.text()).then(t => t.trim().split('\\n').length)",
                        format))
                .longValue();
    }

    /** Whatever pages hold is text: no script of theirs runs, nothing of them becomes markup, and the page stays in its shape. */
    public void testHostilePagesAreText() throws Exception {
        String text = story("Lisbon");
        String attack = "<img src=x onerror='document.title=1;window.hacked=1'><script>window.hacked=1</script>";
        index(
                "script",
                Map.of(
                        "title",
                        attack,
                        "body",
                        text + "\n\n" + attack,
                        "url",
                        "javascript:window.hacked=1",
                        "lang",
                        attack));
        index(
                "markup",
                Map.of(
                        "title",
                        "</script></title>\"'><svg onload=window.hacked=1>",
                        "body",
                        text,
                        "url",
                        "data:text/html,<script>alert(1)</script>",
                        "lang",
                        "en"));
        index(
                "long",
                Map.of(
                        "title",
                        "long ".repeat(1000) + "x".repeat(1 << 20),
                        "body",
                        text,
                        "url",
                        "https://a.example/" + "z".repeat(1 << 16),
                        "lang",
                        "en"));
        index(
                "rtl",
                Map.of(
                        "title",
                        "\u202Egnp.exe \u05E9\u05DC\u05D5\u05DD \u0645\u0631\u062D\u0628\u0627",
                        "body",
                        text
                                + "\n\n\u202E\u05E9\u05DC\u05D5\u05DD \u05E2\u05D5\u05DC\u05DD \u05D0\u05E0\u05D7\u05E0\u05D5 \u05DB\u05D0\u05DF",
                        "url",
                        "https://rtl.example/\u202E",
                        "lang",
                        "he"));
        ask(
                "PUT",
                "/pages/_doc/a%2Fb%3Fc%23%3Cb%3E?pipeline=explorer&refresh=true",
                Strings.toString(XContentFactory.jsonBuilder()
                        .map(Map.of("title", "id", "body", text, "url", "https://ids.example/x", "lang", "en"))));
        index(
                "huge",
                Map.of(
                        "title",
                        "huge",
                        "body",
                        text + "\n\n" + "y".repeat(1 << 19) + " " + "word ".repeat(1 << 15),
                        "url",
                        "https://huge.example/",
                        "lang",
                        "en"));
        String run = partition(null);
        open("");
        await("[data-run='" + run + "']");
        String known = "?source=pages&dest=" + run;
        open("#/run" + known);
        awaitText(".figures", "Duplicates by lang");
        open("#/groups" + known);
        awaitView("groups");
        browser.click(".list a");
        await(".members");
        assertThat(browser.count(".members tbody tr"), greaterThan(3));
        assertEquals(
                "only addresses of the web are links",
                0,
                browser.count("main a[href^='javascript'], main a[href^='data']"));
        picture("hostile");
        int pairs = browser.count(".members td a");
        assertThat(pairs, greaterThan(2));
        browser.click("#first-pair");
        for (int i = 1; i <= pairs; i++) {
            awaitText("nav[aria-label=Pairs]", i + " of " + pairs);
            awaitView("pair");
            assertFits();
            browser.press("j");
        }
        open("#/pages" + known);
        awaitView("pages");
        assertFits();
        for (String id : List.of("huge", "markup", "long", "rtl", "a%2Fb%3Fc%23%3Cb%3E")) {
            open("#/pair" + known + "&a_index=pages&a=" + id + "&b_index=pages&b=script");
            awaitView("pair");
            await(".diff");
            assertFits();
        }
        open("#/groups" + known + "&words=%3Cscript%3E\"'&site=%3Cb%3E");
        awaitView("groups");
        open("#/" + "%3Cimg%20src=x%20onerror=hacked%3E");
        awaitView("%3Cimg%20src=x%20onerror=hacked%3E");
        assertNull(browser.script("return window.hacked ?? null"));
        assertEquals(0, browser.count("main img, main script, main iframe, main svg[onload]"));
        assertQuietConsole();
    }

    /** Rows of the pair that is shown: one for each signal, and their sum. */
    private static int contributions() throws Exception {
        int rows = browser.count("#contributions tr");
        assertEquals("a bar for each", rows, browser.count("#contributions .waterfall-bar"));
        return rows;
    }

    private static void assertFits() throws Exception {
        Number over = (Number)
                browser.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assertEquals("nothing is wider than the screen in: " + seen(), 0, over.intValue());
    }

    public void testAskAboutTwoPagesAndAboutOne() throws Exception {
        open("#/ask");
        awaitView("ask");
        browser.type("fieldset:first-of-type textarea", story("Lisbon"));
        browser.click("button.primary");
        awaitText("#answer", "7 sentences");
        browser.type(
                "fieldset:last-of-type textarea",
                story("Lisbon").replace("forty", "fifty") + "\n\nThe museum was spared.");
        browser.click("button.primary");
        awaitText("#verdict, #answer .verdict", "near");
        assertThat(browser.text(".diff"), containsString("fifty"));
        assertEquals("forty", browser.text("td del.changed"));
        picture("ask");
        assertQuietConsole();
    }

    public void testBoilerplateAndWhatChangedBetweenTwoRuns() throws Exception {
        indexStories();
        String before = partition(null);
        ask("DELETE", "/pages/_doc/lisbon-wire?refresh=true", null);
        index("bergen-more", "more.example.org", "Storm in Bergen", story("Bergen"));
        String after = partition(null);
        open("#/boilerplate?source=pages&dest=" + after);
        awaitText(".bars", "times.example.org");
        browser.click(".bars a[href*='site=times']");
        awaitText("#boilerplate", "subscribe to our letter for three crowns a week");
        picture("boilerplate");
        open("#/pair?source=pages&dest=" + after + "&a_index=pages&a=lisbon-times&b_index=pages&b=lisbon-post");
        await(".diff td.masked");
        assertThat(browser.text(".diff td.masked"), containsString("left out"));
        assertThat(browser.text(".verdict"), containsString("Ignored as boilerplate"));
        await(".diff .moved");
        picture("moved");
        open("#/changes?source=pages&dest=" + after);
        awaitText("#walked", "came into a group");
        await("[data-id='bergen-more'][data-kind=joined]");
        await("[data-id='lisbon-wire'][data-kind=left]");
        picture("changes");
        open("#/changes?source=pages&dest=" + before);
        await("[data-id='bergen-more'][data-kind=joined]");
        assertQuietConsole();
    }

    /** On a phone, in the dark, and with the keyboard alone. */
    public void testOnASmallScreenAndInTheDark() throws Exception {
        indexStories();
        String known = "?source=pages&dest=" + partition(null);
        for (String scheme : List.of("light", "dark")) {
            browser.screen(390, 844, scheme);
            for (String view : List.of("runs", "run", "groups", "pages", "label", "boilerplate", "changes", "ask")) {
                open("#/" + view + known);
                awaitView(view);
                assertFits();
            }
            open("#/pages" + known);
            awaitView("pages");
            browser.click(".list a");
            awaitView("pair");
            await(".diff");
            assertFits();
            picture("phone-" + scheme);
        }
        browser.screen(1200, 850, "dark");
        open("#/run" + known);
        awaitText(".figures", "Duplicates by lang");
        picture("dark");
        assertEquals("the heading has the focus", "H1", browser.script("return document.activeElement.tagName"));
        open("#/groups" + known);
        awaitView("groups");
        for (int i = 0;
                i < 40
                        && ((String) browser.script("return document.activeElement.getAttribute('href') ?? ''"))
                                        .startsWith("#/group?")
                                == false;
                i++) {
            browser.press("\uE004");
        }
        browser.press("\uE007");
        awaitView("group");
        assertEquals(
                "each control has a name",
                0,
                browser.script(
                        "return [...document.querySelectorAll('a, button, input, select')]"
                                + ".filter(one => !(one.textContent.trim() || one.getAttribute('aria-label') || one.labels?.length)).length"));
        assertQuietConsole();
    }

    public void testListsGoOnWhereOneScreenEnds() throws Exception {
        StringBuilder bulk = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            StringBuilder words = new StringBuilder();
            for (int word = 1; word <= 60; word++) {
                words.append(randomAlphaOfLength(7)).append(word % 12 == 0 ? ". " : " ");
            }
            String page = "{\"index\":{}}\n{\"body\":\"" + words + "\"}\n";
            bulk.append(page).append(page);
        }
        assertEquals(
                false,
                ask("POST", "/pages/_bulk?pipeline=explorer&refresh=true", bulk.toString())
                        .get("errors"));
        String known = "?source=pages&dest=" + partition(null);
        for (String[] list : new String[][] {{"groups", "data-group", " groups"}, {"pages", "data-id", " pages"}}) {
            String first = "return document.querySelector('[" + list[1] + "]').getAttribute('" + list[1] + "')";
            open("#/" + list[0] + known);
            awaitText("#count", "1 to 25 of 30" + list[2]);
            Object before = browser.script(first);
            browser.click("#next");
            awaitText("#count", "26 to 30 of 30" + list[2]);
            assertNotEquals(before, browser.script(first));
            assertEquals(5, browser.count(".list > li"));
            browser.back();
            awaitText("#count", "1 to 25 of 30" + list[2]);
        }
        assertQuietConsole();
    }

    public void testNothingOfAnotherHostIsAskedFor() throws Exception {
        open("");
        awaitView("runs");
        Object foreign = browser.script(
                "return performance.getEntriesByType('resource').map(one => one.name).filter(name => !name.startsWith(location.origin))");
        assertEquals(List.of(), foreign);
        Request request = new Request("GET", EXPLORER);
        assertThat(
                client().performRequest(request).getHeader("Content-Security-Policy"),
                startsWith("default-src 'none'"));
        assertThat(client().performRequest(request).getHeader("ETag"), endsWith("\""));
    }
}
