package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.elasticsearch.client.Request;
import org.elasticsearch.common.Strings;
import org.elasticsearch.xcontent.XContentFactory;

/**
 * The explorer in a real browser, from the list of runs to a pair, a label, and the evaluation of the verdicts. Documents are hostile.
 * Screenshots are stored, some of which are used in the guide.
 */
public class ExplorerIT extends ExplorerTestCase {

    public void testReviewAndEvaluate() throws Exception {
        indexStories();
        String run = partition(null);
        open("");
        awaitText("[data-run='" + run + "']", "completed");
        assertThat(browser.text("[data-run='" + run + "']"), containsString("published"));
        picture("runs");

        browser.click("[data-run='" + run + "'] h2 a");
        awaitText(".tiles", "duplicates");
        await(".bars a");
        await(".columns a");
        awaitText(".figures", "mirror.example.net");
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
        Object groups = request("GET", "/pages/_ndd/groups", null).get("total");
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
        // documents with relation same have no contributions
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
                "the verdict is hidden while labeling",
                false,
                browser.script("return document.getElementById('verdict').checkVisibility()"));
        for (int i = 0; i < 4; i++) {
            awaitText("nav[aria-label=Pairs]", (i + 1) + " of ");
            String pair =
                    (String) browser.script("return new URLSearchParams(location.hash.split('?')[1]).get('a') + ' ' + "
                            + "new URLSearchParams(location.hash.split('?')[1]).get('b')");
            String[] ids = pair.split(" ");
            browser.press(ids[0].replaceFirst("-.*", "").equals(ids[1].replaceFirst("-.*", "")) ? "2" : "5");
            awaitText("#labeled", "Stored");
            assertEquals("true", browser.script("return String(document.getElementById('verdict').checkVisibility())"));
            browser.press("j");
        }
        assertEquals(4, request("GET", "/my-labels/_count", null).get("count"));
        browser.click("#context a[href^='#/evaluate']");
        awaitText("#scores", "over 4 labeled pairs");
        assertThat(browser.text("#suggested"), containsString("min_confidence"));
        picture("evaluate");
        assertQuietConsole();
    }

    /** The links of a view download its list, with its filters. */
    public void testDownloads() throws Exception {
        indexStories();
        String known = "?source=pages&dest=" + partition(null);
        open("#/pages" + known + "&confidence_to=1&relation=near");
        awaitView("pages");
        String shown = browser.text("#count").replaceAll(".* of (\\d+) documents", "$1");
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
                (String) browser.script("return fetch(document.querySelector('#downloads a').href).then(r => "
                        + "r.headers.get('Content-Disposition'))"),
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

    /** All contents of documents are text: their scripts do not run, nothing becomes markup, and the layout does not change. */
    public void testHostileDocuments() throws Exception {
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
                        attack));
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
                        attack));
        index(
                "rtl",
                Map.of(
                        "title",
                        "\u202Egnp.exe \u05E9\u05DC\u05D5\u05DD \u0645\u0631\u062D\u0628\u0627",
                        "body",
                        text
                                + "\n\n\u202E\u05E9\u05DC\u05D5\u05DD \u05E2\u05D5\u05DC\u05DD \u05D0\u05E0\u05D7\u05E0\u05D5 "
                                + "\u05DB\u05D0\u05DF",
                        "url",
                        "https://rtl.example/\u202E",
                        "lang",
                        "he"));
        request(
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
                "only web addresses are links", 0, browser.count("main a[href^='javascript'], main a[href^='data']"));
        picture("hostile");
        browser.click("#whole");
        awaitView("whole");
        assertFits();
        assertThat(browser.count("[data-member]"), greaterThan(3));
        request(
                "PUT",
                "/pages/_ndd/decisions?decisions_index=hostile",
                Strings.toString(XContentFactory.jsonBuilder()
                        .map(Map.of(
                                "decisions",
                                List.of(Map.of(
                                        "a",
                                        "script",
                                        "b",
                                        "a/b?c#<b>",
                                        "decision",
                                        "duplicates",
                                        "user",
                                        attack,
                                        "reason",
                                        attack))))));
        open("#/pair" + known + "&decisions=hostile&a_index=pages&a=script&b_index=pages&b=a%2Fb%3Fc%23%3Cb%3E");
        awaitText("#decided-before", "<script>");
        assertFits();
        open("#/consistency" + known + "&by=lang");
        awaitText("#inconsistent .list", "onerror");
        assertFits();
        open("#/group" + known + "&doc=markup");
        await("#first-pair");
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

    /** Rows of the displayed pair: one per signal, and their sum. */
    private static int contributions() throws Exception {
        int rows = browser.count("#contributions tr");
        assertEquals("one bar per signal", rows, browser.count("#contributions .waterfall-bar"));
        return rows;
    }

    /** The id of the group of a story. */
    private static String group(String town) throws IOException {
        return (String) request("GET", "/pages/_ndd/groups?doc=" + town.toLowerCase(Locale.ROOT) + "-times", null)
                .get("group");
    }

    /** Long texts are displayed from their first difference, between lines and within a line. */
    public void testPairStartsAtFirstDifference() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            lines.append("Paragraph ")
                    .append(i)
                    .append(" tells of harbour ")
                    .append(100 + i * 7)
                    .append(".\n\n");
        }
        String line = "the boats of the captain are in the bay and wait for the wind, ".repeat(40);
        index("long", "a.example.org", "Report", lines + line + "until Monday.");
        index(
                "changed",
                "b.example.org",
                "Report",
                lines.toString().replace("harbour 380.", "harbour 381.") + line + "until Friday.");
        open("#/pair?source=pages&a_index=pages&a=long&b_index=pages&b=changed");
        awaitView("pair");
        assertEquals("39 equal lines", browser.text(".diff tbody tr"));
        assertThat(browser.text(".diff tbody tr:nth-child(3)"), containsString("380"));
        assertThat(browser.text(".diff .fold"), endsWith("equal characters"));
        browser.press("f");
        assertThat((String) browser.script("return document.activeElement.innerText"), containsString("paragraph 40"));
        browser.press("f");
        assertThat((String) browser.script("return document.activeElement.innerText"), containsString("friday"));
        int rows = browser.count(".diff tbody tr");
        browser.script("document.querySelector('.diff .folded button').click()");
        assertEquals(rows + 38, browser.count(".diff tbody tr"));
        browser.script("document.querySelector('.diff .fold').click()");
        assertThat(
                browser.text(".diff tbody tr:last-child"),
                containsString(line.trim().substring(200, 2000)));
        assertQuietConsole();
    }

    public void testCompleteGroup() throws Exception {
        indexStories();
        String known = "?source=pages&dest=" + partition(null);
        open("#/groups" + known + "&words=Bergen");
        awaitView("groups");
        browser.click(".list a");
        awaitView("group");
        browser.click("#whole");
        awaitView("whole");
        assertEquals(2, browser.count("[data-member]"));
        assertThat(browser.text("#texts"), containsString("the pilots of bergen"));
        assertThat(browser.text("#texts"), containsString("changed in "));
        String members = browser.text("#members");
        assertThat(members, containsString("Paragraph 4: changed"));
        assertThat(members, containsString("in another place"));
        assertThat(members, containsString("fifty"));
        browser.script("document.querySelectorAll('#members details').forEach(one => { one.open = true; })");
        assertThat(browser.count("#members .waterfall-bar"), greaterThan(2));
        browser.press("j");
        Object first = browser.script("return document.activeElement.dataset.member");
        browser.press("j");
        assertNotEquals(first, browser.script("return document.activeElement.dataset.member"));
        browser.screen(1100, 1250, "light");
        picture("whole");
        browser.press("u");
        awaitView("groups");
        assertQuietConsole();
    }

    /** Selects an index of decisions and the name of the user, and opens the list of pairs behind a button. */
    private void read(String known, String reader) throws Exception {
        open("#/decide" + known);
        awaitView("decide");
        browser.type("input[name=decisions]", "my-decisions");
        browser.type("input[name=reader]", reader);
        browser.click("#use");
        await("#find");
    }

    /** Presses the key of a decision, and waits until it is stored. */
    private static void decide(String key, String words) throws Exception {
        browser.press(key);
        awaitText("#decided", words);
        assertEquals(true, browser.script("return document.getElementById('verdict').checkVisibility()"));
    }

    private static Object decisions(String index, String path) throws IOException {
        return request("GET", "/pages/_ndd/decisions?decisions_index=" + index, null)
                .get(path);
    }

    public void testKeyboardDecisionsOfTwoUsers() throws Exception {
        indexStories();
        String known = "?source=pages&dest=" + partition(null);
        read(known, "kim");
        browser.type("input[name=site]", "times.example.org");
        browser.type("input[name=size]", "3");
        browser.click("#find");
        await("#start");
        picture("decide");
        browser.click("#start");
        awaitText("nav[aria-label=Pairs]", "1 of 3 in the list");
        assertEquals(false, browser.script("return document.getElementById('verdict').checkVisibility()"));
        decide("n", "Stored: not duplicates. 1 of 3 of the list are decided.");
        decide("d", "Stored: duplicates. 1 of 3 of the list are decided.");
        browser.press("j");
        awaitText("nav[aria-label=Pairs]", "2 of 3 in the list");
        await("#decided");
        decide("n", "Stored: not duplicates. 2 of 3");
        decide("x", "Withdrawn. 1 of 3");
        decide("n", "Stored: not duplicates. 2 of 3");
        browser.press("u");
        awaitView("decide");
        awaitText("#counts", "pairs decided\n2");
        assertThat("no pair is presented twice", browser.count("#no-second"), greaterThan(0));
        assertEquals(2, decisions("my-decisions", "total"));

        read(known + "&decisions=my-decisions", "alex");
        await("#second");
        browser.click("#second");
        awaitText("nav[aria-label=Pairs]", "1 of 2 in the list");
        assertThat("the first decision was withdrawn", browser.text("main"), not(containsString("kim")));
        decide("n", "Stored: not duplicates");
        awaitText("#decided-before", "kim");
        browser.press("j");
        awaitText("nav[aria-label=Pairs]", "2 of 2 in the list");
        decide("n", "Stored: not duplicates");
        assertEquals(
                "decisions of the first user are kept",
                List.of("kim", "kim"),
                decisions("my-decisions", "decisions.user"));
        assertEquals(2, decisions("my-decisions-second", "total"));
        browser.press("u");
        awaitText("#disagreements", "alex: not duplicates");
        assertEquals(1, browser.count("#disagreements li"));
        assertThat(browser.text("#counts"), containsString("50 %"));
        browser.click("#disagreements a");
        awaitText("#decided-before", "(second reader)");
        decide("d", "Stored: duplicates");
        open("#/decide" + known + "&decisions=my-decisions");
        awaitView("decide");
        assertEquals("settled", 0, browser.count("#disagreements"));
        String decided = partition("{\"decisions_index\":\"my-decisions\"}");
        assertEquals(
                2,
                request("GET", "/_ndd/partition/" + decided + "?verbose=true", null)
                        .get("decisions_applied"));
        assertQuietConsole();
    }

    public void testGroupDecisions() throws Exception {
        indexStories();
        String known = "?source=pages&dest=" + partition(null);
        read(known, "kim");
        open("#/whole" + known + "&decisions=my-decisions&group=" + group("Bergen"));
        awaitView("whole");
        browser.press("D");
        awaitText("#decided", "Stored for 2 pairs of the group: duplicates.");
        assertEquals(2, browser.count("#members [data-decision=duplicates][aria-pressed=true]"));
        browser.press("j");
        browser.press("n");
        await("#members [data-decision=not_duplicates][aria-pressed=true]");
        browser.press("j");
        browser.press("x");
        awaitText("[data-member]:last-child", "Withdrawn");
        assertEquals(List.of("not_duplicates"), decisions("my-decisions", "decisions.decision"));
        browser.press("N");
        awaitText("#decided", "Stored for 3 pairs of the group: not duplicates.");
        assertEquals(3, decisions("my-decisions", "total"));
        assertQuietConsole();
    }

    public void testGroupsWithDifferentValues() throws Exception {
        indexStories();
        String known = "?source=pages&dest=" + partition(null);
        open("#/consistency" + known);
        awaitView("consistency");
        browser.script(
                "const by = document.querySelector('[name=by]'); by.value = 'lang'; by.dispatchEvent(new Event('change'))");
        awaitText("#walked", "groups have different values");
        assertThat(browser.text("#inconsistent .list"), containsString("sv in 1"));
        picture("consistency");
        browser.click("#inconsistent .list a");
        awaitView("whole");
        open("#/consistency" + known + "&by=ndd.format");
        awaitText("#walked", ": 0 of ");
        assertQuietConsole();
    }

    public void testAnalyzeAndCompare() throws Exception {
        open("#/compare");
        awaitView("compare");
        browser.type("fieldset:first-of-type textarea", story("Lisbon"));
        browser.click("button.primary");
        awaitText("#result", "7 sentences");
        browser.type(
                "fieldset:last-of-type textarea",
                story("Lisbon").replace("forty", "fifty") + "\n\nThe museum was spared.");
        browser.click("button.primary");
        awaitText("#verdict, #result .verdict", "near");
        assertThat(browser.text(".diff"), containsString("fifty"));
        assertEquals("forty", browser.text("td del.changed"));
        picture("compare");
        assertQuietConsole();
    }

    public void testBoilerplateAndChanges() throws Exception {
        indexStories();
        String before = partition(null);
        request("DELETE", "/pages/_doc/lisbon-wire?refresh=true", null);
        index("bergen-more", "more.example.org", "Storm in Bergen", story("Bergen"));
        String after = partition(null);
        open("#/boilerplate?source=pages&dest=" + after);
        awaitText(".bars", "times.example.org");
        browser.click(".bars a[href*='site=times']");
        awaitText("#boilerplate", "subscribe to our letter for three crowns a week");
        picture("boilerplate");
        open("#/pair?source=pages&dest=" + after + "&a_index=pages&a=lisbon-times&b_index=pages&b=lisbon-post");
        await(".diff td.masked");
        assertThat(browser.text(".diff td.masked"), containsString("ignored"));
        assertThat(browser.text(".verdict"), containsString("Ignored as boilerplate"));
        await(".diff .moved");
        picture("moved");
        open("#/changes?source=pages&dest=" + after);
        awaitText("#walked", "added to a group");
        await("[data-id='bergen-more'][data-kind=joined]");
        await("[data-id='lisbon-wire'][data-kind=left]");
        picture("changes");
        open("#/changes?source=pages&dest=" + before);
        await("[data-id='bergen-more'][data-kind=joined]");
        assertQuietConsole();
    }

    /** On a phone, in dark mode, and with the keyboard only. */
    public void testSmallScreenAndDarkMode() throws Exception {
        indexStories();
        String known = "?source=pages&dest=" + partition(null);
        for (String scheme : List.of("light", "dark")) {
            browser.screen(390, 844, scheme);
            for (String view : List.of(
                    "runs",
                    "run",
                    "groups",
                    "pages",
                    "label",
                    "boilerplate",
                    "changes",
                    "compare",
                    "decide",
                    "consistency",
                    "actions",
                    "start",
                    "jobs")) {
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
            open("#/whole" + known + "&group=" + group("Bergen"));
            awaitView("whole");
            await("[data-member]");
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
                browser.script("return [...document.querySelectorAll('a, button, input, select')]"
                        + ".filter(one => !(one.textContent.trim() || one.getAttribute('aria-label') || "
                        + "one.labels?.length)).length"));
        assertQuietConsole();
    }

    public void testListsLoadMoreEntries() throws Exception {
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
                request("POST", "/pages/_bulk?pipeline=explorer&refresh=true", bulk.toString())
                        .get("errors"));
        String known = "?source=pages&dest=" + partition(null);
        for (String[] list : new String[][] {{"groups", "data-group", " groups"}, {"pages", "data-id", " documents"}}) {
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

    public void testNoRequestsToOtherHosts() throws Exception {
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
