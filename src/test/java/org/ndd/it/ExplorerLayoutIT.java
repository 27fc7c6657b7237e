package org.ndd.it;

import static org.hamcrest.Matchers.greaterThan;

import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.xcontent.XContentFactory;

/**
 * The explorer in a real browser with hostile documents, on a phone, in dark mode, and with the keyboard only: views fit the screen, and
 * contents remain text.
 */
public class ExplorerLayoutIT extends ExplorerTestCase {

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
}
