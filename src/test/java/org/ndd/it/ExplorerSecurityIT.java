package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;

import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.elasticsearch.common.settings.SecureString;
import org.elasticsearch.core.PathUtils;
import org.ndd.Soon;

/** The explorer with security: it displays the data that the user of the browser may read, and explains missing privileges. */
// The HTTP client of Java 17 cannot be closed: its threads end when it is garbage-collected.
@ThreadLeakScope(ThreadLeakScope.Scope.NONE)
public class ExplorerSecurityIT extends SecurePagesTestCase {

    private static final String EXPLORER = "/_ndd/explore";
    private static final String KNOWN = "?source=pages&dest=pages-ndd";

    /** A browser that authenticates as a user: one per user, because browsers store credentials. */
    private Browser as(String user) throws Exception {
        assumeTrue(Browser.MISSING, Browser.isThere());
        Browser browser = new Browser(createTempDir());
        URI node = URI.create(getClusterHosts().get(0).toURI());
        browser.open(node.getScheme() + "://" + user + ":" + PASSWORD + "@" + node.getAuthority() + EXPLORER);
        return browser;
    }

    private void open(Browser browser, String hash) throws Exception {
        browser.open(getClusterHosts().get(0).toURI() + EXPLORER + hash);
    }

    private static void awaitText(Browser browser, String selector, String text) throws Exception {
        Soon.assertSoon(() -> {
            Object seen = browser.script("return document.body.innerText.slice(0, 2000)");
            assertThat(selector + " in: " + seen, browser.text(selector), containsString(text));
        });
    }

    public void testExplainsMissingPrivileges() throws Exception {
        call(ADMIN, "POST", "/pages/_ndd/partition?wait_for_completion=true", null)
                .ok();
        try (Browser browser = as("ndd_nobody")) {
            awaitText(browser, ".refused", "You do not have the privilege for this");
            assertThat(browser.text(".refused"), containsString("cluster:monitor/ndd/partition/get"));
            browser.screenshot(PathUtils.get(System.getProperty("ndd.screenshots.directory", "target/explorer"))
                    .resolve("refused.png"));
            open(browser, "#/groups" + KNOWN);
            awaitText(browser, ".refused", "You do not have the privilege for this");
            assertEquals(List.of(), browser.console());
        }
    }

    /** Users who may not list runs enter the destination of the groups; users who may read half of the documents see half of the titles. */
    public void testRestrictedUsers() throws Exception {
        call(ADMIN, "POST", "/pages/_ndd/partition?wait_for_completion=true", null)
                .ok();
        try (Browser browser = as("ndd_reader")) {
            awaitText(browser, ".refused", "You do not have the privilege for this");
            browser.type("input[name=source]", "pages");
            browser.click("form .field ~ button");
            awaitText(browser, "#count", "6 groups");
            assertEquals(List.of(), browser.console());
        }
        try (Browser browser = as("ndd_half")) {
            open(browser, "#/groups" + KNOWN);
            awaitText(browser, "#count", "6 groups");
            Object seen = browser.script(
                    "return [...document.querySelectorAll('a.address')].map(one => one.textContent).join(' ')");
            assertThat((String) seen, not(containsString("hidden.example")));
            open(browser, "#/pair" + KNOWN + "&a_index=pages&a=hidden-0&b_index=pages&b=seen-0");
            awaitText(browser, ".refused", "It does not exist, or you may not see it");
        }
    }

    /** For a group with documents that are hidden from the user, the views of review show only the others. */
    public void testReviewOmitsHiddenDocuments() throws Exception {
        call(ADMIN, "POST", "/pages/_ndd/partition?wait_for_completion=true", null)
                .ok();
        try (Browser browser = as("ndd_half")) {
            open(browser, "#/groups" + KNOWN);
            awaitText(browser, "#count", "6 groups");
            browser.click(".list a");
            awaitText(browser, "#whole", "");
            browser.click("#whole");
            awaitText(browser, "#members", "It does not exist, or you may not see it");
            assertThat(browser.text("main"), not(containsString("pages of hidden")));
            open(browser, "#/consistency" + KNOWN + "&by=visible");
            awaitText(browser, "#walked", "documents read: 0 of 6 groups have different values");
            assertThat(browser.text("main"), not(containsString("Stopped")));
            assertEquals(List.of(), browser.console());
        }
    }

    /** Users who may only read cannot change anything, and get an error message at the place of the request. */
    public void testChangesWithoutPrivileges() throws Exception {
        call(ADMIN, "POST", "/pages/_ndd/partition?wait_for_completion=true", null)
                .ok();
        List<?> runs = runs();
        String denied = "You do not have the privilege for this";
        try (Browser browser = as("ndd_reader")) {
            open(browser, "#/start?source=pages");
            awaitText(browser, "main", "Share of the documents in the preview");
            browser.click("[data-do=preview]");
            awaitText(browser, "#preview .refused", denied);
            browser.click("[data-do=start]");
            awaitText(browser, "dialog", "Start a run over pages");
            browser.click("dialog [data-do=confirm]");
            awaitText(browser, "#preview .refused", denied);
            open(browser, "#/actions" + KNOWN);
            awaitText(browser, "#publish .refused", denied);
            for (String action : List.of("delete", "mark", "unmark")) {
                browser.click("#" + action + " [data-do=dry]");
                awaitText(browser, "#" + action + " .refused", denied);
                assertEquals("no confirmation is requested", 0, browser.count("#" + action + " [data-do=run]"));
            }
            open(browser, "#/jobs");
            awaitText(browser, ".refused", denied);
            open(
                    browser,
                    "#/pair" + KNOWN + "&decisions=mine&labels=mine&a_index=pages&a=seen-0&b_index=pages&b=seen-1");
            awaitText(browser, ".refused", denied);
            assertEquals("no button to decide", 0, browser.count("[data-decision], [data-label]"));
            awaitText(browser, "#reason", " ");
            assertEquals(List.of(), browser.console());
        }
        assertEquals(404, call(ADMIN, "HEAD", "/mine", null).status());
        assertEquals(2 * PAGES, call(ADMIN, "GET", "/pages/_count", null).ok().get("count"));
        assertEquals("no other run was started", runs, runs());
    }

    private static List<?> runs() throws IOException {
        return (List<?>) call(ADMIN, "GET", "/_ndd/partition", null).ok().get("runs.id");
    }

    /** The privilege to delete is sufficient for the dry run and the deletion; watching the task requires a cluster privilege. */
    public void testDeletionWithMinimalPrivileges() throws Exception {
        call(ADMIN, "POST", "/pages/_ndd/partition?wait_for_completion=true", null)
                .ok();
        try (Browser browser = as("ndd_deleter")) {
            open(browser, "#/actions" + KNOWN);
            awaitText(browser, "#delete", "Dry run");
            browser.click("#delete [data-do=dry]");
            awaitText(browser, "#delete", "would be deleted");
            browser.click("#delete [data-do=run]");
            awaitText(browser, "dialog", "This deletes documents of pages.");
            browser.click("dialog [data-do=confirm]");
            awaitText(browser, "#delete", "which you may not watch");
            Soon.assertSoon(() -> {
                call(ADMIN, "POST", "/pages/_refresh", null).ok();
                Object left = call(ADMIN, "GET", "/pages/_count", null).ok().get("count");
                assertThat((Integer) left, lessThan(2 * PAGES));
            });
            assertEquals(List.of(), browser.console());
        }
    }

    public void testRequiresAuthentication() throws Exception {
        assertEquals(200, status(getClusterHosts().get(0).toURI(), ADMIN));
        assertEquals(401, status(getClusterHosts().get(0).toURI(), null));
    }

    private static int status(String node, String user) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(node + EXPLORER));
        if (user != null) {
            request.header("Authorization", basicAuthHeaderValue(user, new SecureString(PASSWORD.toCharArray())));
        }
        HttpResponse<String> response = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
        return response.statusCode();
    }
}
