package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.Request;
import org.ndd.Soon;

/** What the explorer starts and changes in a real browser: runs, actions on duplicates, and jobs. */
public class ExplorerRunsIT extends ExplorerTestCase {

    /** Confirms the dialog that describes the change. */
    private static void confirm(String names) throws Exception {
        awaitText("dialog", names);
        browser.click("dialog [data-do=confirm]");
    }

    /** Confirms an action whose request is held, and leaves its view before the browser reports that the dialog was closed. */
    private static void confirmAndLeave(String names) throws Exception {
        awaitText("dialog", names);
        browser.script("location.hash = '#/compare'; document.querySelector('dialog [data-do=confirm]').click()");
        awaitView("compare");
        release(1);
    }

    public void testPreviewStartAndRevertRun() throws Exception {
        indexStories();
        open("#/runs");
        awaitView("runs");
        browser.click("#new-run");
        awaitView("start");
        browser.type("input[name=source]", "pages");
        browser.type("textarea", "no JSON");
        browser.click("[data-do=preview]");
        awaitText("#preview", "The options must be a JSON object");
        browser.type("textarea", "{\"preset\":\"strict\"}");
        browser.type("input[name=sample]", "1");
        browser.click("[data-do=preview]");
        awaitText("#preview .tiles", "duplicates");
        assertEquals("a preview publishes nothing", 404, status("/pages-ndd"));
        browser.click("[data-do=start]");
        awaitText("dialog", "pages-ndd publishes its groups");
        browser.press("\uE00C");
        // The browser closes the dialog in a later step than the one that handles the key.
        Soon.assertSoon(() -> assertEquals(0, browser.count("dialog")));
        assertEquals("Escape changes nothing", 404, status("/pages-ndd"));
        browser.click("[data-do=start]");
        confirm("Start a run over pages");
        awaitText("#runs .live", "published");
        String balanced = partition(null);
        open("#/actions?source=pages&dest=pages-ndd");
        awaitView("actions");
        assertThat(browser.text("#publish [data-run='" + balanced + "']"), containsString("published"));
        browser.click("#publish [data-do=publish]");
        awaitText("dialog", "instead of " + balanced);
        browser.click("dialog [data-do=keep]");
        assertThat(browser.text("#publish [data-run='" + balanced + "']"), containsString("published"));
        browser.click("#publish [data-do=publish]");
        confirm("instead of " + balanced);
        awaitText("#publish [role=status]", "Published: ");
        // The list of runs is read again after the message.
        Soon.assertSoon(() ->
                assertThat(browser.text("#publish [data-run='" + balanced + "']"), not(containsString("published"))));
        assertQuietConsole();
    }

    private static int status(String path) throws IOException {
        Request request = new Request("HEAD", path);
        request.addParameter("ignore", "404");
        return client().performRequest(request).getStatusLine().getStatusCode();
    }

    /** Executes the dry run of an action, confirms the action, and waits until it has ended. */
    private static void act(String id, String names) throws Exception {
        String section = "#" + id;
        browser.click(section + " [data-do=dry]");
        awaitText(section, "Dry run: ");
        await(section + " [data-do=run]");
        browser.click(section + " [data-do=run]");
        confirm(names);
        await(section + " .s-completed");
        Object focused = browser.script("return document.activeElement.closest('section').id");
        assertEquals("the button that had the focus is removed", id, focused);
    }

    public void testDeleteUndoAndMark() throws Exception {
        indexStories();
        String known = "?source=pages&dest=" + partition(null);
        Object documents = request("GET", "/pages/_count", null).get("count");
        open("#/actions" + known);
        awaitView("actions");
        browser.click("#delete [data-do=dry]");
        awaitText("#delete", "would be deleted");
        browser.screen(1100, 1250, "light");
        picture("actions");
        browser.screen(1200, 850, "light");
        browser.type("#delete [name=containment]", "0.95");
        String counted = "#delete [data-do=run], #delete [data-do=dry-run]";
        assertEquals("another selection requires another dry run", 0, browser.count(counted));
        act("delete", "This deletes documents of pages.");
        request("POST", "/pages/_refresh", null);
        assertNotEquals(documents, request("GET", "/pages/_count", null).get("count"));
        act("restore", "This creates documents of pages again.");
        request("POST", "/pages/_refresh", null);
        assertEquals(documents, request("GET", "/pages/_count", null).get("count"));
        partition(null);
        open("#/actions?source=pages&dest=pages-ndd");
        awaitView("actions");
        assertThat("backups are suggested", browser.count("#backups option"), greaterThan(0));
        act("mark", "This changes documents of pages.");
        request("POST", "/pages/_refresh", null);
        String marked = "/pages/_count?q=_exists_:ndd.duplicate_of.id";
        assertNotEquals(0, request("GET", marked, null).get("count"));
        act("unmark", "This changes documents of pages.");
        request("POST", "/pages/_refresh", null);
        assertEquals(0, request("GET", marked, null).get("count"));
        assertQuietConsole();
    }

    /** The overview of a destination is that of the run that it publishes now. */
    public void testOverviewOfNextRun() throws Exception {
        indexStories();
        partition(null);
        open("#/run?source=pages&dest=pages-ndd");
        awaitText(".tiles", "documents\n30");
        index("oslo", "times.example.org", "Storm", story("Oslo"));
        partition(null);
        browser.script("location.hash = '#/jobs'");
        awaitView("jobs");
        browser.back();
        awaitText(".tiles", "documents\n31");
        assertQuietConsole();
    }

    /** A dry run whose values are changed before its response does not offer its action. */
    public void testDryRunOfEarlierValues() throws Exception {
        indexStories();
        open("#/actions?source=pages&dest=" + partition(null));
        awaitView("actions");
        hold("POST", "/_ndd/delete", 200);
        browser.click("#delete [data-do=dry]");
        browser.type("#delete [name=containment]", "0.95");
        release(1);
        assertEquals(0, browser.count("#delete [data-do=run], #delete [data-do=dry-run]"));
        act("delete", "This deletes documents of pages.");
        browser.click("#restore [data-do=dry]");
        await("#restore [data-do=run]");
        browser.script("document.querySelector('#delete [name=min_relation]').value = 'near'");
        browser.type("#delete [name=containment]", "0.1");
        act("delete", "This deletes documents of pages.");
        assertEquals("the backup is another one now", 0, browser.count("#restore [data-do=run]"));
        assertQuietConsole();
    }

    public void testJobs() throws Exception {
        indexStories();
        request("PUT", "/_ndd/job/live", """
                {"source":{"index":"pages"},"dest":{"index":"pages-live"},"frequency":"1h"}""");
        try {
            open("#/jobs");
            awaitText("[data-job=live]", "stopped");
            browser.click("[data-job=live] [data-do=_start]");
            confirm("Source: pages; destination: pages-live.");
            await("[data-job=live] [data-do=_stop]");
            Soon.assertSoon(() -> {
                Object checkpoint =
                        request("GET", "/_ndd/job/live/_stats", null).get("jobs.checkpoint");
                assertEquals(List.of(1), checkpoint);
            });
            index("oslo", "times.example.org", "Storm", story("Oslo"));
            awaitText("[data-job=live]", "operations behind\n1");
            browser.click("[data-job=live] [data-do=_schedule_now]");
            confirm("Updates the groups now.");
            awaitText("[data-job=live]", "operations behind\n0");
            awaitText("[data-job=live]", "changed\n1");
            picture("jobs");
            browser.click("[data-job=live] [data-do=_stop]");
            confirm("Ends the active work of the job.");
            await("[data-job=live] [data-do=_start]");
            assertQuietConsole();
        } finally {
            request("DELETE", "/_ndd/job/live?force=true", null);
        }
    }

    /** Leaving a view does not cancel a request that the user has confirmed, and its failure is shown in the next view. */
    public void testLeavesViewDuringRequest() throws Exception {
        request("PUT", "/_ndd/job/left", """
                {"source":{"index":"pages"},"dest":{"index":"pages-left"},"frequency":"1h"}""");
        try {
            for (int status : List.of(429, 200)) {
                open("#/jobs");
                await("[data-job=left] [data-do=_start]");
                hold("POST", "/_start", status);
                browser.click("[data-job=left] [data-do=_start]");
                confirmAndLeave("Source: pages; destination: pages-left.");
                if (status == 429) {
                    awaitText("#failures", "it is full");
                }
            }
            Soon.assertSoon(() -> assertEquals(
                    List.of("started"),
                    request("GET", "/_ndd/job/left/_stats", null).get("jobs.state")));
            assertQuietConsole();
        } finally {
            request("DELETE", "/_ndd/job/left?force=true", null);
        }
    }

    /** The same for a deletion and for the start of a run. */
    public void testLeavesViewDuringDeletionAndStart() throws Exception {
        openDryRunOfDeletion();
        hold("POST", "/_ndd/delete", 429);
        browser.click("#delete [data-do=run]");
        confirmAndLeave("This deletes documents of pages.");
        awaitText("#failures", "it is full");
        open("#/start?source=pages");
        awaitView("start");
        hold("POST", "/_ndd/partition", 429);
        browser.click("[data-do=start]");
        confirmAndLeave("Start a run over pages.");
        awaitText("#failures", "it is full");
        assertQuietConsole();
    }

    public void testRethrottleAndCancelRun() throws Exception {
        indexStories();
        String run = (String) request("POST", "/pages/_ndd/partition?requests_per_second=0.5", null)
                .get("id");
        open("");
        String card = "[data-run='" + run + "']";
        awaitText(card, "running");
        await(card + " .current progress");
        browser.type(card + " input[type=number]", "0.7");
        browser.click(card + " [data-do=throttle]");
        awaitText(card, "At most 0.7 documents per second");
        awaitText(card + " .phases", "decide");
        awaitText(card + " .phases .current", " of ");
        picture("running");
        browser.click(card + " [data-do=cancel]");
        awaitText("dialog", "Cancel the run over pages.");
        assertThat("one click is not sufficient", browser.text(card), containsString("running"));
        browser.click("dialog [data-do=confirm]");
        awaitText(card, "cancelled");
        assertEquals("cancelled", request("GET", "/_ndd/partition/" + run, null).get("state"));
        assertQuietConsole();
    }
}
