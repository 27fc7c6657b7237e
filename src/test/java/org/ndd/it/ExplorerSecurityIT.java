package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
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

/** The explorer where security is on: it shows what the browser's user may see, and says in words what is not allowed. */
// The HTTP client of Java 17 cannot be closed: its threads end when it is garbage.
@ThreadLeakScope(ThreadLeakScope.Scope.NONE)
public class ExplorerSecurityIT extends SecurePagesTestCase {

    private static final String EXPLORER = "/_ndd/explore";
    private static final String KNOWN = "?source=pages&dest=pages-ndd";

    /** A browser of which the user has signed in: another one for each user, as it remembers. */
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

    public void testWhatIsNotAllowedIsSaidInWords() throws Exception {
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

    /** Who may read, and not ask for runs, names the groups; who sees half of the pages, sees half of the titles. */
    public void testEachSeesWhatIsTheirs() throws Exception {
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
            awaitText(browser, ".refused", "There is no such thing, or you may not see it");
        }
    }

    public void testNoPageForUnknownUsers() throws Exception {
        assertEquals(200, status(getClusterHosts().get(0).toURI(), ADMIN));
        assertEquals(401, status(getClusterHosts().get(0).toURI(), null));
    }

    private static int status(String node, String user) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(node + EXPLORER));
        if (user != null) {
            request.header("Authorization", basicAuthHeaderValue(user, new SecureString(PASSWORD.toCharArray())));
        }
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
        return answer.statusCode();
    }
}
