package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.util.List;
import org.ndd.Soon;

/** Decisions about pairs and groups in the explorer in a real browser, also of two users. */
public class ExplorerDecisionsIT extends ExplorerTestCase {

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

    /** Opens the first pair of a batch, and holds the first decision. */
    private void openPair(int status) throws Exception {
        indexStories();
        read("?source=pages&dest=" + partition(null), "kim");
        browser.click("#find");
        await("#start");
        browser.click("#start");
        awaitView("pair");
        hold("PUT", "/decisions", status);
    }

    /** Decides, opens the next pair before the decision is stored, and returns the address of the first. */
    private static Object decideAndLeave() throws Exception {
        String hash = "return location.hash";
        Object first = browser.script(hash);
        browser.press("dj");
        Soon.assertSoon(() -> assertNotEquals(first, browser.script(hash)));
        return first;
    }

    public void testDecisionIsStoredAfterNextPairIsOpened() throws Exception {
        openPair(200);
        decideAndLeave();
        release(1);
        awaitText("nav[aria-label=Pairs]", "2 of ");
        awaitView("pair");
        assertEquals(List.of("duplicates"), decisions("my-decisions", "decisions.decision"));
        browser.press("d");
        awaitText("#decided", "Stored: duplicates. 2 of ");
        assertQuietConsole();
    }

    public void testLastDecisionCounts() throws Exception {
        openPair(200);
        browser.press("dn");
        release(2);
        await("[data-decision=not_duplicates][aria-pressed=true]");
        assertEquals(List.of("not_duplicates"), decisions("my-decisions", "decisions.decision"));
        assertQuietConsole();
    }

    public void testFailureIsShownAfterNextPairIsOpened() throws Exception {
        openPair(429);
        Object first = decideAndLeave();
        release(1);
        awaitText("#failures", "it is full");
        awaitText("nav[aria-label=Pairs]", "2 of ");
        browser.click("#failures a");
        awaitText("nav[aria-label=Pairs]", "1 of ");
        assertEquals(first, browser.script("return location.hash"));
        assertEquals(0, browser.count("#failures *"));
        assertQuietConsole();
    }
}
