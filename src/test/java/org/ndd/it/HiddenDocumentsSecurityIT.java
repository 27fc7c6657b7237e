package org.ndd.it;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Runs, backfills, comparisons and exports on a real node with security, of users who do not see all documents or fields. */
public class HiddenDocumentsSecurityIT extends SecurePagesTestCase {

    /** Documents are rewritten from their visible source, so hidden fields would be lost. */
    public void testBackfillSkipsHiddenDocuments() throws IOException {
        for (String id : List.of("seen-late", "hidden-late")) {
            String visible = String.valueOf(id.startsWith("seen"));
            call(
                            ADMIN,
                            "PUT",
                            "/pages/_doc/" + id + "?refresh",
                            "{\"body\":\"from before\",\"visible\":" + visible + "}")
                    .ok();
        }
        TextResponse fields =
                call(FIELDS, "POST", "/pages/_ndd/backfill?pipeline=pages&wait_for_completion=true", null);
        assertEquals(fields.text(), 403, fields.status());
        assertThat(fields.text(), containsString("[index] must be an index of which the user may read all fields"));
        TextResponse half = call(HALF, "POST", "/pages/_ndd/backfill?pipeline=pages&wait_for_completion=true", null)
                .ok();
        assertEquals(PAGES + 1, half.get("total"));
        assertEquals(1, half.get("updated"));
        assertNotNull(call(ADMIN, "GET", "/pages/_doc/seen-late", null).get("_source.ndd"));
        assertNull(call(ADMIN, "GET", "/pages/_doc/hidden-late", null).get("_source.ndd"));
    }

    /** If document-level security hides half of an index, all results equal those without the other half. */
    public void testHiddenDocumentsLeaveNoTraceInRun() throws IOException {
        createPages("pages-ndd-oracle");
        index("pages-ndd-oracle", "seen", true);
        String run = "/_ndd/partition?wait_for_completion=true&verbose=true";
        String body = "{\"dest\":{\"index\":\"pages-ndd-half\"}}";
        Map<String, Object> half = call(HALF, "POST", "/pages" + run, body).ok().map();
        Map<String, Object> oracle =
                call(ADMIN, "POST", "/pages-ndd-oracle" + run, null).ok().map();
        assertEquals(PAGES, half.get("documents"));
        assertEquals(PAGES / 2, half.get("groups"));
        for (String count : List.of(
                "documents",
                "unprocessed",
                "without_fingerprints",
                "outdated",
                "outdated_checked",
                "exact_duplicates",
                "boilerplate",
                "fingerprints",
                "common_fingerprints",
                "candidates",
                "comparisons",
                "skipped_comparisons",
                "verifications",
                "groups",
                "duplicates",
                "part_of",
                "written",
                "largest_groups")) {
            assertNotNull(count, oracle.get(count));
            assertEquals(count, oracle.get(count), half.get(count));
        }
        for (String index : List.of((String) half.get("id"), "pages-ndd-half", half.get("id") + "-boilerplate")) {
            call(ADMIN, "POST", "/" + index + "/_refresh", null).ok();
            TextResponse all =
                    call(ADMIN, "GET", "/" + index + "/_search?size=1000", null).ok();
            assertTrue(index, ((Number) all.get("hits.total.value")).intValue() > 0);
            assertFalse(index + ": " + all.text(), all.text().contains("hidden"));
        }
        assertFalse(half.toString().contains("hidden"));
    }

    public void testHiddenDocumentsLeaveNoTraceElsewhere() throws IOException {
        TextResponse compare =
                call(HALF, "POST", "/pages/_ndd/compare", "{\"a\":{\"_id\":\"seen-0\"},\"b\":{\"_id\":\"hidden-0\"}}");
        assertEquals(compare.text(), 404, compare.status());
    }

    /** The destination exposes ids, also to users who may not read the documents: an export exposes nothing else. */
    public void testExportOmitsHiddenFields() throws IOException {
        call(ADMIN, "POST", "/pages/_ndd/partition?wait_for_completion=true", null)
                .ok();
        for (String format : List.of("ndjson", "csv")) {
            String export = "/pages/_ndd/export?fields=visible,url&contributions=true&format=" + format;
            String half = call(HALF, "GET", export, null).ok().text();
            assertThat(half, containsString("https://seen.example/0"));
            assertThat(half, containsString("hidden-0"));
            assertFalse(half, half.contains("hidden.example"));
            assertFalse(half, half.contains("\"visible\":false"));
            String fields = call(FIELDS, "GET", export, null).ok().text();
            assertFalse(fields, fields.contains("https://"));
            assertFalse(fields, fields.contains("shared_text"));
        }
        for (String user : List.of(ONLY_SOURCE, "ndd_partition_no_source", OTHER_USER)) {
            TextResponse rejected = call(user, "GET", "/pages/_ndd/export", null);
            assertEquals(rejected.text(), 403, rejected.status());
        }
        TextResponse query = call(HALF, "POST", "/pages/_ndd/export", "{\"query\":{\"term\":{\"visible\":false}}}")
                .ok();
        assertEquals("", query.text());
    }

    /** A run without fingerprints is rejected, because its result would look like a run without duplicates. */
    public void testRejectsHiddenFields() throws IOException {
        TextResponse partition = call(FIELDS, "POST", "/pages/_ndd/partition?wait_for_completion=true", null);
        assertEquals(partition.text(), 403, partition.status());
        assertThat(partition.text(), containsString("[target_field] must be a field that the user may read"));
        TextResponse compare =
                call(FIELDS, "POST", "/pages/_ndd/compare", "{\"a\":{\"_id\":\"seen-0\"},\"b\":{\"_id\":\"seen-1\"}}");
        assertEquals(compare.text(), 400, compare.status());
    }
}
