package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.xcontent.XContentFactory;

/** Failed requests, double clicks and keys in the explorer: no failure looks like success, and no action happens twice. */
public class ExplorerFailuresIT extends ExplorerTestCase {

    private static final String DECISIONS = "&decisions=my-decisions";

    /** Opens the pair of two documents about a town. */
    private void openPair(String known, String town) throws Exception {
        open("#/pair" + known + "&a_index=pages&a=" + town + "-times&b_index=pages&b=" + town + "-wire");
        awaitView("pair");
    }

    private String decide() throws Exception {
        indexStories();
        String known = "?source=pages&dest=" + partition(null) + DECISIONS;
        open("#/compare");
        awaitView("compare");
        browser.script("sessionStorage.setItem('ndd.reader', '\"kim\"')");
        openPair(known, "lisbon");
        return known;
    }

    /** A proxy may answer with its own page and status 200 after the session has expired. */
    public void testPageOfProxyIsNoSuccess() throws Exception {
        decide();
        browser.script("window.fetch = async () => new Response('<html>Sign in</html>', { status: 200 })");
        browser.press("d");
        awaitText("#decided", "not from Elasticsearch");
        assertEquals(0, browser.count("[data-decision=duplicates][aria-pressed=true]"));
        assertQuietConsole();
    }

    /** A decision that was stored is shown as stored, also if the decisions of others cannot be read afterwards. */
    public void testDecisionIsStoredIfOthersCannotBeRead() throws Exception {
        decide();
        browser.script("""
                const send = window.fetch;
                window.fetch = (where, options) => options.method === 'GET'
                  ? Promise.resolve(new Response('{"error":{"reason":"it is full"}}', { status: 429 })) : send(where, options);""");
        browser.press("d");
        awaitText("#decided", "Stored: duplicates");
        await("[data-decision=duplicates][aria-pressed=true]");
        awaitText("#decided-before", "it is full");
        assertQuietConsole();
    }

    /** The browser asks before it leaves the page while a decision is not stored. */
    public void testLeavingPageBeforeDecisionIsStored() throws Exception {
        decide();
        String leave = "const event = new Event('beforeunload', { cancelable: true }); window.dispatchEvent(event);"
                + "return event.defaultPrevented";
        assertEquals(false, browser.script(leave));
        hold("PUT", "/decisions", 200);
        browser.press("d");
        assertEquals(true, browser.script(leave));
        release(1);
        awaitText("#decided", "Stored: duplicates");
        assertEquals(false, browser.script(leave));
        assertQuietConsole();
    }

    /** With Caps Lock, the key of one decision is not that of the whole group. */
    public void testCapsLock() throws Exception {
        String known = decide();
        open("#/whole" + known + "&group=" + group("Bergen"));
        awaitView("whole");
        String press =
                "dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0], shiftKey: arguments[1], modifierCapsLock: true }))";
        browser.press("j");
        browser.script(press, "N", false);
        awaitText("[data-member]:focus", "Stored: not duplicates");
        assertEquals("", browser.text("#decided"));
        browser.script(press, "d", true);
        awaitText("#decided", "Stored for 2 pairs of the group: duplicates.");
        assertQuietConsole();
    }

    /** A second click does not open a second dialog, which would start a second run. */
    public void testDoubleClick() throws Exception {
        indexStories();
        open("#/start?source=pages");
        awaitView("start");
        hold("GET", "live=true", 200);
        browser.script("const start = document.querySelector('[data-do=start]'); start.click(); start.click()");
        release(2);
        await("dialog");
        assertEquals(1, browser.count("dialog"));
        browser.click("dialog [data-do=keep]");
        String run = (String) request("POST", "/pages/_ndd/partition?requests_per_second=0.5", null)
                .get("id");
        open("#/runs");
        await("[data-run='" + run + "'] [data-do=cancel]");
        browser.script("const cancel = document.querySelector('[data-do=cancel]'); cancel.click(); cancel.click()");
        awaitText("dialog", "pages");
        assertEquals(1, browser.count("dialog"));
        assertEquals("running", request("GET", "/_ndd/partition/" + run, null).get("state"));
        browser.click("dialog [data-do=confirm]");
        awaitText("[data-run='" + run + "'] .badge", "cancelled");
        assertQuietConsole();
    }

    /** A deletion continues if its progress cannot be read for a moment. */
    public void testTaskIsFollowedAfterFailure() throws Exception {
        openDryRunOfDeletion();
        browser.click("#delete [data-do=run]");
        hold("GET", "_tasks", 429);
        await("dialog");
        browser.click("dialog [data-do=confirm]");
        browser.script("window.release()");
        awaitText("#delete", "deleted");
        awaitText("#delete", "Backup: ");
        assertEquals(0, browser.count("#delete .refused"));
        assertQuietConsole();
    }

    /** Leaving a view does not end the request that cancels a deletion or a preview. */
    public void testLeavingViewAfterCancellation() throws Exception {
        indexStories();
        open("#/actions?source=pages&dest=" + partition(null));
        awaitView("actions");
        browser.script("""
                const send = window.fetch;
                window.ended = [];
                window.fetch = (where, options) => {
                  if (where.includes('_cancel')) {
                    options.signal?.addEventListener('abort', () => window.ended.push(where));
                  }
                  return where.includes('_cancel') || options.method === 'GET' ? new Promise(() => {}) : send(where, options);
                };""");
        browser.click("#delete [data-do=dry]");
        await("#delete [data-do=run]");
        browser.click("#delete [data-do=run]");
        await("dialog");
        browser.click("dialog [data-do=confirm]");
        await("#delete .controls .danger:not([data-do])");
        browser.click("#delete .controls .danger:not([data-do])");
        browser.script("location.hash = '#/start?source=pages'");
        awaitView("start");
        browser.click("[data-do=preview]");
        await("#preview button");
        browser.click("#preview button");
        browser.script("location.hash = '#/compare'");
        awaitView("compare");
        assertEquals(List.of(), browser.script("return window.ended"));
        assertQuietConsole();
    }

    /** No second action begins before the task of the first is known. */
    public void testNoDryRunDuringStartOfAction() throws Exception {
        openDryRunOfDeletion();
        hold("POST", "/_ndd/delete", 200);
        browser.click("#delete [data-do=run]");
        await("dialog");
        browser.click("dialog [data-do=confirm]");
        await("#delete [data-do=dry]:disabled");
        browser.script("window.release()");
        awaitText("#delete", "Backup: ");
        await("#delete [data-do=dry]:enabled");
        assertQuietConsole();
    }

    /** A run that was published is not shown as a failure if the list cannot be loaded afterwards. */
    public void testPublishedIfListCannotBeRead() throws Exception {
        indexStories();
        partition(null);
        partition(null);
        open("#/actions?source=pages&dest=pages-ndd");
        awaitView("actions");
        browser.click("#publish [data-do=publish]");
        await("dialog");
        hold("GET", "/partition", 429);
        browser.script("window.release()");
        browser.click("dialog [data-do=confirm]");
        awaitText("#publish", "it is full");
        assertThat(browser.text("#publish"), containsString("Published: "));
        assertQuietConsole();
    }

    /** A preview has no groups with which a run could be compared. */
    public void testChangesOmitPreviews() throws Exception {
        indexStories();
        String first = partition(null);
        String preview = partition("{\"dry_run\":true}");
        partition(null);
        open("#/changes?source=pages&dest=pages-ndd");
        awaitText("#walked", "0 were added");
        assertThat(browser.text("main"), containsString(first));
        assertThat(browser.text("main"), not(containsString(preview)));
        assertQuietConsole();
    }

    /** Shows that a list of runs is no longer up to date. */
    public void testOutdatedListOfRuns() throws Exception {
        indexStories();
        request("POST", "/pages/_ndd/partition?requests_per_second=0.5", null);
        open("#/runs");
        await("[data-do=cancel]");
        browser.script("""
                window.send = window.fetch;
                window.fetch = async () => new Response('{"error":{"reason":"it has expired"}}', { status: 401 });""");
        awaitText("main .refused", "it has expired");
        browser.script("window.fetch = window.send");
        browser.click("[data-do=cancel]");
        await("dialog");
        browser.click("dialog [data-do=confirm]");
        awaitText(".badge", "cancelled");
        assertEquals(0, browser.count("main .refused"));
        assertQuietConsole();
    }

    /** Labels of documents that were all deleted. */
    public void testLabelsOfDeletedDocuments() throws Exception {
        indexStories();
        partition(null);
        request("PUT", "/my-labels/_doc/1?refresh=true", """
                {"a":{"index":"pages","id":"gone-1"},"b":{"index":"pages","id":"gone-2"},
                 "duplicate":true,"label":"near","source":"pages"}""");
        open("#/evaluate?source=pages&dest=pages-ndd&labels=my-labels");
        awaitText("main", "1 pairs were skipped");
        assertQuietConsole();
    }

    /** Labels must not become documents of the source, and the proposed names are valid. */
    public void testNamesOfIndices() throws Exception {
        indexStories();
        partition(null);
        request("PUT", "/pages/_alias/Новости", null);
        open("#/label?source=pages&dest=pages-ndd");
        awaitView("label");
        browser.type("input[name=labels]", "pages");
        browser.click("#use");
        awaitText("main .refused", "[pages]");
        open("#/label?source=" + URLEncoder.encode("Новости", StandardCharsets.UTF_8) + "&dest=pages-ndd");
        awaitView("label");
        browser.click("#use");
        await("#doubtful");
        assertEquals("labels", browser.script("return document.querySelector('input[name=labels]').value"));
        open("#/decide?source=*&dest=pages-ndd");
        awaitView("decide");
        assertEquals("decisions", browser.script("return document.querySelector('input[name=decisions]').value"));
        assertQuietConsole();
    }

    /** Ids and titles with quotes, line breaks, marks of direction, markup and 512 bytes. */
    public void testUnusualIds() throws Exception {
        List<String> ids = List.of(
                "__proto__",
                "constructor",
                "a\"b'c",
                "line\nbreak",
                "\u202eabc\u200f",
                "<script>alert(1)</script>",
                "x".repeat(512),
                "a/b?c#d%e&f=g+h i",
                "..",
                "a,b",
                "😀",
                "*");
        StringBuilder bulk = new StringBuilder();
        for (String id : ids) {
            String url = "https://site-" + ids.indexOf(id) + ".example.org/";
            Map<String, Object> page = Map.of(
                    "body", story("Lisbon") + "\n\nCopy " + (char) ('a' + ids.indexOf(id)), "url", url, "lang", id);
            bulk.append(Strings.toString(XContentFactory.jsonBuilder().map(Map.of("index", Map.of("_id", id)))))
                    .append('\n');
            bulk.append(Strings.toString(XContentFactory.jsonBuilder().map(page)))
                    .append('\n');
        }
        request("POST", "/pages/_bulk?pipeline=explorer&refresh=true", bulk.toString());
        String known = "?source=pages&dest=" + partition(null) + DECISIONS + "&labels=my-labels";
        open("#/compare");
        awaitView("compare");
        browser.script("sessionStorage.setItem('ndd.reader', '\"kim\"')");
        open("#/pages" + known);
        awaitText("#count", "1 to 11 of 11 documents");
        for (int i = 0; i < 11; i++) {
            awaitView("pages");
            browser.script("document.querySelectorAll('.list .title a')[" + i + "].click()");
            awaitView("pair");
            awaitText("nav[aria-label=Pairs]", i + 1 + " of 11");
            assertEquals(seen(), 0, browser.count(".refused"));
            browser.press("d");
            awaitText("#decided", "Stored: duplicates");
            browser.press("2");
            awaitText("#labeled", "Stored");
            browser.script("document.getElementById('back').click()");
        }
        open("#/decide" + known);
        awaitView("decide");
        assertEquals(seen(), 0, browser.count(".refused"));
        awaitText("#counts", "pairs decided\n11");
        open("#/evaluate" + known);
        awaitText("#scores", "over 11 labeled pairs");
        open("#/groups" + known);
        awaitView("groups");
        browser.click(".list a");
        awaitView("group");
        browser.click("#whole");
        awaitView("whole");
        browser.click("#more");
        await("[data-member]:nth-child(11)");
        browser.back();
        awaitView("group");
        browser.click("#whole");
        awaitView("whole");
        hold("POST", "/_ndd/compare", 200);
        browser.click("#more");
        browser.back();
        awaitView("group");
        release(1);
        open("#/consistency" + known + "&by=lang");
        awaitText("#walked", "1 of 1 groups have different");
        open("#/changes" + known);
        awaitView("changes");
        assertThat(browser.text(".refused"), nullValue());
        assertQuietConsole();
    }
}
