package org.ndd.it;

import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.After;

/** A job of a user from whom document-level security hides half of the reference, on a real node with security. */
public class JobAgainstSecurityIT extends SecurePagesTestCase {

    private static final String USER = "ndd_against";
    private static final String JOB = "/_ndd/job/live";
    private static final String AGAINST = "\"against\":{\"index\":\"pages\"},\"boilerplate\":\"none\"";

    /** A job that remains after a test would write into the destination of the next one. */
    @After
    public void endJob() throws IOException {
        call(ADMIN, "DELETE", JOB + "?force=true", null);
    }

    /** Documents with the same text are duplicates, and documents with different texts have nothing in common. */
    private static void put(String index, String id, boolean visible, String text) throws IOException {
        StringBuilder body = new StringBuilder();
        for (String word : List.of("mountain", "river", "valley", "forest", "village", "bridge", "meadow", "castle")) {
            String only = text + word;
            body.append("The " + only + "er and a " + only + " of the " + only + "ing. ");
        }
        call(
                        ADMIN,
                        "PUT",
                        "/" + index + "/_doc/" + id + "?pipeline=pages",
                        "{\"visible\":" + visible + ",\"url\":\"https://" + id + ".example/\",\"body\":\"" + body
                                + "\"}")
                .ok();
    }

    private static void assertGroups(List<String> expected, String run) throws IOException {
        TreeSet<String> groups = new TreeSet<>(groupsOf(run));
        // groups of the common documents, which are the same in all runs
        groups.removeIf(group -> group.contains("strange/seen-"));
        assertEquals(expected, List.copyOf(groups));
        call(ADMIN, "POST", "/pages,strange/_refresh", null).ok();
        TextResponse fresh = call(
                        USER,
                        "POST",
                        "/strange/_ndd/partition?wait_for_completion=true",
                        "{\"publish\":false,\"dest\":{\"index\":\"strange-ndd-fresh\"}," + AGAINST + "}")
                .ok();
        assertEquals(fresh.text(), "completed", fresh.get("state"));
        assertEquals(groupsOf((String) fresh.get("id")), groupsOf(run));
    }

    public void testHiddenReferenceDocumentsAreExcluded() throws Exception {
        put("strange", "alone", true, "alone");
        put("pages", "hidden-alone", false, "alone");
        for (String id : List.of("pair-1", "pair-2")) {
            put("strange", id, true, "pair");
        }
        put("pages", "hidden-pair", false, "pair");
        put("strange", "found", true, "found");
        put("pages", "shown-first", true, "found");
        put("strange", "later", true, "later");
        put("pages", "shown-later", false, "later");
        call(USER, "PUT", JOB, "{\"source\":{\"index\":\"strange\"},\"frequency\":\"1h\"," + AGAINST + "}")
                .ok();
        call(USER, "POST", JOB + "/_start", null).ok();
        assertSoon(() -> assertNotNull(stats(USER, "live").get("last_checkpoint")), 2, TimeUnit.MINUTES);
        String run = (String) stats(USER, "live").get("run");
        assertGroups(List.of("[pages/shown-first, strange/found]", "[strange/pair-1, strange/pair-2]"), run);

        put("strange", "new-alone", true, "new");
        put("pages", "hidden-new", false, "new");
        put("strange", "new-found", true, "newer");
        put("pages", "shown-new", true, "newer");
        put("pages", "hidden-newer", false, "newer");
        put("pages", "shown-first", false, "found");
        put("pages", "shown-later", true, "later");
        call(ADMIN, "DELETE", "/pages/_doc/hidden-pair", null).ok();
        call(ADMIN, "DELETE", "/strange/_doc/pair-2", null).ok();
        assertEquals(run, checkpoint(USER, "live").get("run"));
        assertGroups(List.of("[pages/shown-later, strange/later]", "[pages/shown-new, strange/new-found]"), run);

        for (String index : List.of(run, "strange-ndd-changes")) {
            TextResponse all =
                    call(ADMIN, "GET", "/" + index + "/_search?size=1000", null).ok();
            assertTrue(index, ((Number) all.get("hits.total.value")).intValue() > 0);
            assertFalse(all.text(), all.text().contains("hidden-"));
        }
    }
}
