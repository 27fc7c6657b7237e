package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.core.CheckedRunnable;
import org.junit.Before;

/**
 * Field-level security that is added to a role during work: no document loses the fields that its user does not see any more. Work does not
 * count as complete if document-level security is added.
 */
public class HiddenFieldsMeanwhileIT extends FailoverTestCase {

    private static final String NAME = "ndd_restricted";
    private static final String SLOW = "wait_for_completion=false&requests_per_second=0.5";
    private static final String HIDING = ",\"field_security\":{\"grant\":[\"*\"],\"except\":[\"%s\"]}";

    private static final String HIDING_ALL = ",\"query\":{\"match_none\":{}}";

    private static void role(String ofPages, String ofDestination) throws IOException {
        admin("PUT", "/_security/role/" + NAME, """
                { "cluster": [ "cluster:monitor/ndd/*", "cluster:admin/ndd/*" ], "indices": [
                  { "names": [ "pages" ], "privileges": [ "read", "write" ] OF_PAGES },
                  { "names": [ "pages-ndd*" ], "privileges": [ "read", "write", "create_index" ] OF_DESTINATION } ] }
                """.replace("OF_PAGES", ofPages)
                        .replace("OF_DESTINATION", ofDestination))
                .ok();
    }

    private static String hiding(String field) {
        return HIDING.replace("%s", field);
    }

    private static RequestOptions.Builder user() {
        return headersOf(NAME);
    }

    @Before
    public void createUserAndPages() throws Exception {
        role("", "");
        admin("PUT", "/_security/user/" + NAME, "{\"password\":\"" + PASSWORD + "\",\"roles\":[\"" + NAME + "\"]}")
                .ok();
        index("pages", true);
        admin(
                        "PUT",
                        "/_ingest/pipeline/wider",
                        "{\"processors\":[{\"near_dup\":{\"field\":\"body\",\"url_field\":\"url\",\"min_width\":15}}]}")
                .ok();
    }

    /** Starts slow work, changes the role as soon as it has written, and waits until it has failed. */
    private static TextResponse failing(
            String kind, String path, String body, String written, CheckedRunnable<Exception> changeRole)
            throws Exception {
        String task = (String) call(user(), "POST", path + SLOW, body).ok().get("task");
        assertSoon(() -> {
            TextResponse response = admin("GET", "/_tasks/" + task, null).ok();
            assertThat(response.text(), response.get("task.status." + written), not(0));
        });
        changeRole.run();
        admin("POST", "/_ndd/" + kind + "/" + task + "/_rethrottle?requests_per_second=-1", null)
                .ok();
        assertSoon(() ->
                assertEquals(true, admin("GET", "/_tasks/" + task, null).ok().get("completed")));
        TextResponse ended = admin("GET", "/_tasks/" + task, null).ok();
        assertEquals(ended.text(), "failed", ended.get("response.state"));
        return ended;
    }

    /** The same if the role hides fields. */
    private static TextResponse failing(
            String kind, String path, String body, String written, String ofPages, String ofDestination)
            throws Exception {
        TextResponse ended = failing(kind, path, body, written, () -> role(ofPages, ofDestination));
        assertThat(ended.text(), containsString("field-level security"));
        return ended;
    }

    private static void assertWhole() throws IOException {
        admin("POST", "/pages/_refresh", null).ok();
        TextResponse all = admin("GET", "/pages/_count", null).ok();
        TextResponse whole =
                admin("GET", "/pages/_count?q=_exists_:popularity", null).ok();
        assertEquals("no document lost a field", all.get("count"), whole.get("count"));
        assertEquals(24, all.get("count"));
    }

    private static void undo(RequestOptions.Builder user, Object backup) throws IOException {
        call(user, "POST", "/pages/_ndd/delete/_undo?wait_for_completion=true", "{\"backup\":\"" + backup + "\"}")
                .ok();
    }

    public void testDeletionKeepsFields() throws Exception {
        complete("pages", null);
        TextResponse ended =
                failing("delete", "/pages/_ndd/delete?dry_run=false&", null, "deleted", hiding("popularity"), "");
        undo(headersOf(ADMIN), ended.get("response.backup"));
        assertWhole();
    }

    /** Without their markets, documents that are canonical in a market would be deleted. */
    public void testDeletionNeedsMarkets() throws Exception {
        complete("pages", null);
        TextResponse ended =
                failing("delete", "/pages/_ndd/delete?dry_run=false&", null, "deleted", "", hiding("canonical_in"));
        undo(headersOf(ADMIN), ended.get("response.backup"));
        assertWhole();
    }

    public void testMarkingKeepsFields() throws Exception {
        complete("pages", null);
        failing("mark", "/pages/_ndd/mark?dry_run=false&", null, "marked", hiding("popularity"), "");
        assertWhole();
    }

    public void testBackfillKeepsFields() throws Exception {
        failing(
                "backfill",
                "/pages/_ndd/backfill?pipeline=wider&",
                "{\"query\":{\"match_all\":{}}}",
                "updated",
                hiding("popularity"),
                "");
        assertWhole();
    }

    public void testHiddenDocumentsOfBackfill() throws Exception {
        TextResponse ended = failing(
                "backfill", "/pages/_ndd/backfill?pipeline=wider&", null, "updated", () -> role(HIDING_ALL, ""));
        assertThat(ended.text(), containsString("of [24] documents were not found any more"));
        assertWhole();
    }

    public void testHiddenGroups() throws Exception {
        complete("pages", null);
        TextResponse ended = failing("mark", "/pages/_ndd/mark?", null, "marked", () -> role("", HIDING_ALL));
        assertThat(ended.text(), containsString("documents were not found any more"));
        assertWhole();
    }

    /** Marks of groups that the user does not see are not outdated. */
    public void testMarksOfHiddenGroups() throws Exception {
        complete("pages", null);
        admin("POST", "/pages/_ndd/mark", null).ok();
        admin("POST", "/pages/_refresh", null).ok();
        Object marked = admin("GET", "/pages/_count?q=_exists_:ndd.group", null).get("count");
        role("", HIDING_ALL);
        TextResponse rejected = call(user(), "POST", "/pages/_ndd/mark", null);
        assertEquals(rejected.text(), 403, rejected.status());
        admin("POST", "/pages/_refresh", null).ok();
        assertEquals(
                marked, admin("GET", "/pages/_count?q=_exists_:ndd.group", null).get("count"));
    }

    /** Without its routing, a document would be restored into another shard. */
    public void testUndoNeedsRouting() throws Exception {
        complete("pages", null);
        Object backup = admin("POST", "/pages/_ndd/delete?dry_run=false&wait_for_completion=true", null)
                .ok()
                .get("backup");
        failing(
                "delete",
                "/pages/_ndd/delete/_undo?",
                "{\"backup\":\"" + backup + "\"}",
                "restored",
                "",
                hiding("doc.routing"));
        role("", "");
        undo(user(), backup);
        assertWhole();
    }

    /** Reports the missing privilege instead of missing documents. */
    public void testDeletionWithoutReadFails() throws Exception {
        complete("pages", null);
        TextResponse ended = failing(
                "delete",
                "/pages/_ndd/delete?dry_run=false&",
                null,
                "deleted",
                () -> admin("PUT", "/_security/role/" + NAME, """
                { "indices": [
                  { "names": [ "pages" ], "privileges": [ "write" ] },
                  { "names": [ "pages-ndd*" ], "privileges": [ "read", "write", "create_index" ] } ] }
                """).ok());
        assertThat(ended.text(), containsString("is unauthorized for user [" + NAME + "]"));
        undo(headersOf(ADMIN), ended.get("response.backup"));
        assertWhole();
    }
}
