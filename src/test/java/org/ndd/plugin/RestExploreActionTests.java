package org.ndd.plugin;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.core.PathUtils;
import org.elasticsearch.rest.RestRequest.Method;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.rest.FakeRestChannel;
import org.elasticsearch.test.rest.FakeRestRequest;
import org.elasticsearch.test.rest.RestActionTestCase;
import org.ndd.plugin.RestExploreAction.ExplorerFile;

public class RestExploreActionTests extends RestActionTestCase {

    private RestResponse request(String path, Map<String, List<String>> headers) {
        FakeRestRequest request = new FakeRestRequest.Builder(xContentRegistry())
                .withMethod(Method.GET)
                .withPath(path)
                .withHeaders(headers)
                .build();
        FakeRestChannel channel = new FakeRestChannel(request, true);
        ThreadContext context = verifyingClient.threadPool().getThreadContext();
        ThreadContext.StoredContext before = context.stashContext();
        controller().dispatchRequest(request, channel, context);
        before.restore();
        return channel.capturedResponse();
    }

    private void serve(boolean enabled) {
        controller().registerHandler(new RestExploreAction(enabled));
    }

    private static String text(RestResponse response) {
        return response.content().utf8ToString();
    }

    private static String header(RestResponse response, String name) {
        return String.join("|", response.getHeaders().getOrDefault(name, List.of()));
    }

    private static Path folder() throws Exception {
        URL page = RestExploreAction.class.getResource("explore/" + ExplorerFile.PAGE);
        return PathUtils.get(page.toURI()).getParent();
    }

    public void testContentSecurityPolicy() {
        serve(true);
        RestResponse page = request("/_ndd/explore", Map.of());
        assertEquals(RestStatus.OK, page.status());
        assertEquals("text/html; charset=utf-8", page.contentType());
        assertThat(text(page), containsString("<script type=\"module\" src=\"explore/main.js\">"));
        String policy = header(page, "Content-Security-Policy");
        assertThat(
                policy, containsString("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"));
        assertThat(policy, containsString("base-uri 'none'; form-action 'none'; frame-ancestors 'none'"));
        assertThat(policy, not(containsString("unsafe")));
        assertEquals("nosniff", header(page, "X-Content-Type-Options"));
        assertEquals("no-referrer", header(page, "Referrer-Policy"));
    }

    public void testContentTypes() {
        serve(true);
        for (String name : ExplorerFile.NAMES) {
            RestResponse file = request("/_ndd/explore" + (name.equals(ExplorerFile.PAGE) ? "" : "/" + name), Map.of());
            assertEquals(name, RestStatus.OK, file.status());
            String type = name.endsWith(".js") ? "text/javascript" : name.endsWith(".css") ? "text/css" : "text/html";
            assertEquals(name, type + "; charset=utf-8", file.contentType());
            assertEquals(RestExploreAction.POLICY, header(file, "Content-Security-Policy"));
        }
    }

    /** The page names its files relative to its address, so it has only one. */
    public void testRedirectsToAddressOfPage() {
        serve(true);
        for (String path : List.of("/_ndd/explore/", "/_ndd/explore/index.html")) {
            RestResponse moved = request(path, Map.of());
            assertEquals(path, RestStatus.MOVED_PERMANENTLY, moved.status());
            assertEquals(path, "../explore", header(moved, "Location"));
            assertEquals(RestExploreAction.POLICY, header(moved, "Content-Security-Policy"));
        }
    }

    public void testNotModified() {
        serve(true);
        RestResponse first = request("/_ndd/explore/main.js", Map.of());
        String tag = header(first, "ETag");
        assertEquals("private, no-cache", header(first, "Cache-Control"));
        RestResponse again = request("/_ndd/explore/main.js", Map.of("If-None-Match", List.of(tag)));
        assertEquals(RestStatus.NOT_MODIFIED, again.status());
        assertEquals(0, again.content().length());
        assertEquals(tag, header(again, "ETag"));
        RestResponse other = request("/_ndd/explore/dom.js", Map.of("If-None-Match", List.of(tag)));
        assertEquals(RestStatus.OK, other.status());
        assertNotEquals(tag, header(other, "ETag"));
    }

    public void testRejectsOtherFileNames() {
        serve(true);
        for (String name : List.of(
                "package-info.class",
                "RestExploreAction.class",
                "..%2Fmapper%2Fnear_dup.json",
                "%2Fetc%2Fpasswd",
                "..",
                "MAIN.JS",
                "main.js%00")) {
            RestResponse rejected = request("/_ndd/explore/" + name, Map.of());
            assertEquals(name, RestStatus.NOT_FOUND, rejected.status());
            assertThat(text(rejected), containsString("is not a file of the explorer"));
        }
    }

    public void testDisabled() {
        serve(false);
        for (String path : List.of("/_ndd/explore", "/_ndd/explore/main.js")) {
            RestResponse rejected = request(path, Map.of());
            assertEquals(RestStatus.NOT_FOUND, rejected.status());
            assertThat(text(rejected), containsString("[ndd.explorer.enabled] is [false]"));
        }
    }

    /** Files in the folder that are not served, or imports of missing files, would break the page. */
    public void testFileListMatchesFolder() throws Exception {
        TreeSet<String> there = new TreeSet<>();
        try (Stream<Path> files = Files.list(folder())) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") == false)
                    .forEach(there::add);
        }
        assertEquals(there, new TreeSet<>(ExplorerFile.NAMES));
        Pattern imported = Pattern.compile("from '\\./([^']+)'");
        for (String name : ExplorerFile.NAMES) {
            Matcher names = imported.matcher(source(name));
            while (names.find()) {
                assertTrue(name + " imports " + names.group(1), there.contains(names.group(1)));
            }
        }
    }

    /** Documents are untrusted: no script may create markup or code from text, or send requests to other hosts. */
    public void testScriptsCreateNoMarkupFromText() throws IOException {
        Pattern forbidden = Pattern.compile(
                "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|\\beval\\(|new Function|DOMParser|createContextualFragment"
                        + "|setHTML|javascript:[^`]|https?://(?!www\\.w3\\.org/2000/svg)[a-z]");
        for (String name : ExplorerFile.NAMES) {
            Matcher found = forbidden.matcher(source(name));
            assertFalse(
                    name + (found.find() ? " has " + found.group() : ""),
                    found.reset().find());
        }
    }

    private static String source(String name) throws IOException {
        try (InputStream in = RestExploreAction.class.getResourceAsStream("explore/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
