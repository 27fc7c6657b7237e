package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.Request;

/**
 * The explorer in a real browser, from the list of runs to a pair, a label, and the evaluation of the verdicts. Screenshots are stored;
 * some are used in the guide.
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
        assertEquals(
                "Groups: " + browser.text("#count"),
                browser.script("return document.getElementById('status').textContent"));
        picture("groups");
        browser.type("input[name=words]", "Porto");
        browser.press("\uE007");
        awaitText("#count", "1 to 1 of 1 groups");
        assertThat(near, containsString("of"));

        browser.click(".list a");
        awaitText(".members", "canonical document: kept");
        assertThat(browser.count(".members tbody tr"), greaterThan(3));
        picture("group");
        int pairs = browser.count(".members a[href^='#/pair']");
        assertThat(pairs, greaterThan(1));
        assertEquals(
                "a canonical document is not compared with itself",
                browser.count(".members tbody tr"),
                pairs + browser.count(".members tr.canonical"));
        browser.click("#first-pair");
        awaitView("pair");
        assertThat(browser.text("#reason"), not(""));
        assertThat(browser.count(".diff tbody tr"), greaterThan(1));
        assertThat(browser.text("nav[aria-label=Pairs]"), containsString("1 of " + pairs + " in the list"));
        int contributions = contributions();
        String first = (String) browser.script("return location.hash");
        browser.press("j");
        awaitText("nav[aria-label=Pairs]", "2 of " + pairs + " in the list");
        // documents with relation same have no contributions
        assertThat(Math.max(contributions, contributions()), greaterThan(1));
        picture("pair");
        assertNotEquals(first, browser.script("return location.hash"));
        browser.press("k");
        awaitText("nav[aria-label=Pairs]", "1 of " + pairs + " in the list");
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
            if (i > 0) {
                browser.press("j");
            }
            awaitText("nav[aria-label=Pairs]", (i + 1) + " of ");
            String pair =
                    (String) browser.script("return new URLSearchParams(location.hash.split('?')[1]).get('a') + ' ' + "
                            + "new URLSearchParams(location.hash.split('?')[1]).get('b')");
            String[] ids = pair.split(" ");
            browser.press(ids[0].replaceFirst("-.*", "").equals(ids[1].replaceFirst("-.*", "")) ? "2" : "5");
            awaitText("#labeled", "Stored");
            assertEquals("true", browser.script("return String(document.getElementById('verdict').checkVisibility())"));
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

    /** Rows of the displayed pair: one per signal, and their sum. */
    private static int contributions() throws Exception {
        int rows = browser.count("#contributions tr");
        assertEquals("one bar per signal", rows, browser.count("#contributions .waterfall-bar"));
        return rows;
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
