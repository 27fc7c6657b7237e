package org.ndd.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.core.PathUtils;

/** The runner of the documentation reads all blocks and detects errors: otherwise the test of the documentation would pass on anything. */
public class DocsPageTests extends LuceneTestCase {

    private static List<DocsRequest> read(String page) throws IOException {
        return DocsPage.read(PathUtils.get("page.md"), page.lines().toList());
    }

    public void testSetupRequestsComeFirst() throws IOException {
        Path folder = createTempDir();
        Files.writeString(folder.resolve("data.md"), "```console\nPUT /a\n```\n");
        Path page = Files.createDirectory(folder.resolve("pages")).resolve("page.md");
        Files.writeString(page, "<!-- TEST[setup:../data.md] -->\n```console\nGET /a\n```\n");
        assertEquals(
                List.of("PUT", "GET"),
                DocsPage.read(page).stream().map(DocsRequest::method).toList());
    }

    public void testRequestsInOrder() throws IOException {
        List<DocsRequest> requests = read("""
                # Title
                ```console
                PUT /pages
                {
                  "a": 1
                }

                GET /pages?x=y
                ```
                """);
        assertEquals(2, requests.size());
        assertEquals(
                new DocsRequest(3, "PUT", "/pages", "{\n  \"a\": 1\n}\n", 0, null, null, null, ResponseMatcher.PART),
                requests.get(0));
        assertEquals(
                new DocsRequest(8, "GET", "/pages?x=y", "", 0, null, null, null, ResponseMatcher.PART),
                requests.get(1));
    }

    public void testResultAndDirectivesApplyToLastRequest() throws IOException {
        DocsRequest request = read("""
                        ```console
                        GET /a
                        GET /b
                        ```
                        <!-- TEST[catch:404] -->
                        <!-- TEST[until:state=completed] -->
                        <!-- TEST[set:id=RUN_ID] -->
                        ```console-result
                        { "x": 1 }
                        ```
                        """).get(1);
        assertEquals(404, request.status());
        assertEquals("{ \"x\": 1 }", request.result());
        assertEquals(new DocsRequest.Assignment("state", "completed"), request.until());
        assertEquals(new DocsRequest.Assignment("id", "RUN_ID"), request.set());
    }

    public void testCompleteDirective() throws IOException {
        assertEquals(
                new ResponseMatcher(true, Set.of("took", "id")),
                read("```console\nGET /a\n```\n<!-- TEST[complete:took,id] -->")
                        .get(0)
                        .matcher());
        assertEquals(
                new ResponseMatcher(true, Set.of()),
                read("```console\nGET /a\n```\n<!-- TEST[complete] -->").get(0).matcher());
    }

    public void testIgnoresOtherBlocks() throws IOException {
        assertEquals(List.of(), read("```sh\nGET /a\n```\n```\nGET /b\n```\n"));
    }

    public void testRejectsMalformedPages() {
        for (String page : List.of(
                "```console\nFETCH /a\n```",
                "```console\nGET /a",
                "```console-result\n{}\n```",
                "```console\nGET /a\n```\n<!-- TEST[skip:because] -->",
                "```console\nGET /a\n```\n<!-- TEST[set:id] -->",
                "<!-- TEST[catch:400] -->")) {
            expectThrows(IllegalArgumentException.class, () -> read(page));
        }
    }

    public void testSubstitutesStoredValues() {
        DocsRequest request =
                new DocsRequest(1, "GET", "/RUN", "{\"a\": \"RUN\"}", 0, "RUN", null, null, ResponseMatcher.PART);
        assertEquals(
                new DocsRequest(1, "GET", "/7", "{\"a\": \"7\"}", 0, "7", null, null, ResponseMatcher.PART),
                request.with("RUN", "7"));
    }

    public void testBulk() {
        assertTrue(
                new DocsRequest(1, "POST", "/_bulk?refresh", "", 0, null, null, null, ResponseMatcher.PART).isBulk());
        assertFalse(new DocsRequest(1, "POST", "/a?x=_bulk", "", 0, null, null, null, ResponseMatcher.PART).isBulk());
    }

    public void testPartialMatch() {
        Map<String, Object> response = Map.of("a", 1, "b", List.of("x", "y"), "c", Map.of("d", 0.51234));
        assertNull(ResponseMatcher.PART.difference("answer", Map.of("a", 1), response));
        assertNull(ResponseMatcher.PART.difference("answer", Map.of("a", "..."), response));
        assertNull(ResponseMatcher.PART.difference("answer", Map.of("b", List.of("x", "...")), response));
        assertNull(ResponseMatcher.PART.difference("answer", Map.of("c", Map.of("d", 0.512)), response));
    }

    public void testReportsDifferences() {
        Map<String, Object> response = Map.of("a", 1, "b", List.of("x", "y"), "c", Map.of("d", 0.51234));
        assertNotNull(ResponseMatcher.PART.difference("answer", Map.of("a", 2), response));
        assertNotNull(ResponseMatcher.PART.difference("answer", Map.of("e", "..."), response));
        assertNotNull(ResponseMatcher.PART.difference("answer", Map.of("b", List.of("x")), response));
        assertNotNull(ResponseMatcher.PART.difference("answer", Map.of("b", List.of("y", "...")), response));
        assertNotNull(ResponseMatcher.PART.difference("answer", Map.of("b", List.of("x", "y", "z", "...")), response));
        assertNotNull(ResponseMatcher.PART.difference("answer", Map.of("c", Map.of("d", 0.5)), response));
        assertNotNull(ResponseMatcher.PART.difference("answer", Map.of("a", Map.of()), response));
        assertNotNull(ResponseMatcher.PART.difference("answer", Map.of("a", List.of()), response));
    }

    public void testCompleteMatch() {
        ResponseMatcher complete = new ResponseMatcher(true, Set.of("took"));
        Map<String, Object> response = Map.of("a", 1, "b", Map.of("took", 17));
        assertNull(complete.difference("answer", Map.of("a", 1, "b", Map.of("took", 3)), response));
        assertNotNull(complete.difference("answer", Map.of("a", 1, "b", Map.of()), response));
        assertNotNull(complete.difference("answer", Map.of("b", Map.of("took", 3)), response));
        assertNotNull(complete.difference("answer", Map.of("a", 2, "b", Map.of("took", 3)), response));
    }
}
