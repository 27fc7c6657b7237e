package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Decisions of users with minimal privileges, on a real node with security. */
public class DecisionsSecurityIT extends SecurePagesTestCase {

    private static final String DECISIONS = "/pages/_ndd/decisions?decisions_index=pages-ndd-decisions";
    private static final String APART =
            "{\"decisions\":[{\"a\":\"seen-0\",\"b\":\"seen-1\",\"decision\":\"not_duplicates\"}]}";

    public void testDecisionUser() throws IOException {
        call(READER, "PUT", DECISIONS, APART).rejected(READER, "indices:");
        TextResponse made = call(PARTITION, "PUT", DECISIONS, APART).ok();
        assertEquals(List.of("ndd_partition"), made.get("decisions.user"));

        assertEquals(1, call(READER, "GET", DECISIONS, null).ok().get("total"));
        call(ONLY_SOURCE, "GET", DECISIONS, null).rejected(ONLY_SOURCE, "indices:data/read/");
        call(READER, "DELETE", DECISIONS, APART.replace(",\"decision\":\"not_duplicates\"", ""))
                .rejected(READER, "indices:");

        String body = "{\"decisions_index\":\"pages-ndd-decisions\"}";
        String pair =
                "{\"a\":{\"_id\":\"seen-0\"},\"b\":{\"_id\":\"seen-1\"},\"decisions_index\":\"pages-ndd-decisions\"}";
        TextResponse compared =
                call(READER, "POST", "/pages/_ndd/compare", pair).ok();
        assertEquals("decisions take precedence over texts", false, compared.get("similar"));
        call(ONLY_SOURCE, "POST", "/pages/_ndd/compare", pair).rejected(ONLY_SOURCE, "indices:data/read/");

        TextResponse run = call(PARTITION, "POST", "/pages/_ndd/partition?wait_for_completion=true&verbose=true", body)
                .ok();
        assertEquals("completed", run.get("state"));
        assertEquals(1, run.get("decisions_applied"));
        assertNotEquals(group("seen-0"), group("seen-1"));
    }

    private static Object group(String document) throws IOException {
        TextResponse response = call(READER, "GET", "/pages/_ndd/groups?doc=" + document, null);
        return response.status() == 404 ? document : response.get("group");
    }

    /** Decisions about documents that are hidden from the user are neither stored nor applied. */
    public void testHiddenDocuments() throws IOException {
        Map<String, Object> halves =
                call(HALF, "GET", "/pages/_search", null).ok().map();
        assertThat(halves.toString(), not(containsString("hidden-")));
        call(ADMIN, "PUT", DECISIONS, APART.replace("seen-1", "hidden-1")).ok();
        call(HALF, "PUT", DECISIONS, APART.replace("seen-1", "hidden-2")).rejected(404, "hidden-2");
        TextResponse made = call(HALF, "PUT", DECISIONS, APART).ok();
        assertEquals(List.of(HALF), made.get("decisions.user"));
    }

    /** A deletion or marking requires the right to read the decisions of the run. */
    public void testDeletionReadsDecisions() throws IOException {
        String index = "private-decisions";
        call(ADMIN, "PUT", "/pages/_ndd/decisions?decisions_index=" + index, APART)
                .ok();
        String body = "{\"decisions_index\":\"" + index + "\"}";
        call(ADMIN, "POST", "/pages/_ndd/partition?wait_for_completion=true", body)
                .ok();
        for (String request : List.of("delete", "delete?dry_run=false", "mark?dry_run=true")) {
            call("ndd_deleter", "POST", "/pages/_ndd/" + request, null).rejected("ndd_deleter", "indices:data/read/");
        }
    }
}
