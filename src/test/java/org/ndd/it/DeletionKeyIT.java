package org.ndd.it;

import static org.hamcrest.Matchers.not;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.client.RequestOptions;

/**
 * Elasticsearch checks an API key once per request, so a deletion continues after its key is revoked: it can be cancelled and undone, and
 * releases its claims.
 */
public class DeletionKeyIT extends FailoverTestCase {

    private static Map<?, ?> status(String task) throws IOException {
        TextResponse response = admin("GET", "/_tasks/" + task, null).ok();
        assertEquals(response.text(), false, response.get("completed"));
        return (Map<?, ?>) response.get("task.status");
    }

    public void testCancelAndUndoAfterKeyIsRevoked() throws Exception {
        index("pages", true);
        complete("pages", null);
        TextResponse key = admin("POST", "/_security/api_key", """
                { "name": "ndd_deletes", "role_descriptors": { "deletes": { "indices": [
                  { "names": [ "pages" ], "privileges": [ "read", "write" ] },
                  { "names": [ "pages-ndd*" ], "privileges": [ "read", "write", "create_index" ] } ] } } }
                """).ok();
        RequestOptions.Builder asKey =
                RequestOptions.DEFAULT.toBuilder().addHeader("Authorization", "ApiKey " + key.get("encoded"));
        String task = (String) call(
                        asKey,
                        "POST",
                        "/pages/_ndd/delete?dry_run=false&wait_for_completion=false&requests_per_second=0.1",
                        null)
                .ok()
                .get("task");
        assertSoon(() -> assertThat(status(task).get("deleted"), not(0)));
        admin("DELETE", "/_security/api_key", "{\"ids\":[\"" + key.get("id") + "\"]}")
                .ok();
        assertSoon(() ->
                assertEquals(401, call(asKey, "GET", "/pages/_search", null).status()));
        assertNotNull(status(task));
        admin("POST", "/_ndd/delete/" + task + "/_cancel", null).ok();
        assertSoon(() ->
                assertEquals(true, admin("GET", "/_tasks/" + task, null).ok().get("completed")));
        TextResponse ended = admin("GET", "/_tasks/" + task, null).ok();
        assertEquals(ended.text(), "cancelled", ended.get("response.state"));
        TextResponse restored = admin(
                        "POST",
                        "/pages/_ndd/delete/_undo?wait_for_completion=true",
                        "{\"backup\":\"" + ended.get("response.backup") + "\"}")
                .ok();
        assertEquals(restored.text(), ended.get("response.deleted"), restored.get("restored"));
        assertEquals(
                "all claims are released",
                "completed",
                admin("POST", "/pages/_ndd/delete?wait_for_completion=true&dry_run=false", null)
                        .ok()
                        .get("state"));
    }
}
