package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.After;

/** A job whose user loses the right to read the boilerplate, or a part of it, on three real nodes with security. */
public class JobBoilerplateSecurityIT extends FailoverTestCase {

    private static final String USER = "ndd_changing";
    private static final String JOB = "/_ndd/job/live";
    private static final String SEARCH = "{\"query\":{\"near_dup\":{\"like\":{\"_id\":\"seen-0\"}}}}";

    @After
    public void endJob() throws IOException {
        call(ADMIN, "DELETE", JOB + "?force=true", null);
        call(ADMIN, "DELETE", "/_security/user/" + USER, null);
        call(ADMIN, "DELETE", "/_security/role/" + USER, null);
    }

    /**
     * Sets the rights of the user.
     *
     * @param boilerplate further properties of the right to read boilerplate; {@code null} if the user may not read it
     */
    private static void grant(String boilerplate) throws IOException {
        String read = boilerplate == null ? "" : "'read',";
        String query = boilerplate == null ? "" : boilerplate;
        String role = "{'cluster':['cluster:monitor/ndd/*','cluster:admin/ndd/*'],'indices':["
                + "{'names':['pages'],'privileges':['read']},"
                + "{'names':['/(pages-ndd.*)&~(.*boilerplate)/'],'privileges':['read','write','manage']},"
                + "{'names':['pages-ndd-*boilerplate'],'privileges':[" + read + "'write','manage']" + query + "}]}";
        call(ADMIN, "PUT", "/_security/role/" + USER, role).ok();
    }

    /** Document-level security that shows the boilerplate of a site. */
    private static String only(String site) {
        return ",'query':{'prefix':{'site':'" + site + "'}}";
    }

    private static void copy(String id, int of) throws IOException {
        TextResponse page = call(ADMIN, "GET", "/pages/_doc/seen-" + of, null).ok();
        String body = ((String) page.get("_source.body")).replace("\n", "\\n");
        call(
                        ADMIN,
                        "PUT",
                        "/pages/_doc/" + id + "?pipeline=pages&refresh",
                        "{\"visible\":true,\"url\":\"https://seen.example/" + id + "\",\"body\":\"" + body + "\"}")
                .ok();
    }

    private static void assertCheckpointFails(String run, String reason) throws Exception {
        List<String> groups = groupsOf(run);
        TextResponse search = call(USER, "POST", "/pages/_search", SEARCH);
        assertEquals(search.text(), 403, search.status());
        assertThat(search.text(), containsString(reason));
        TextResponse checkpoint = call(USER, "POST", JOB + "/_schedule_now", null);
        assertEquals(checkpoint.text(), 403, checkpoint.status());
        assertThat(checkpoint.text(), containsString(reason));
        assertSoon(() -> assertEquals("failed", stats(ADMIN, "live").get("state")));
        String failure = (String) stats(ADMIN, "live").get("failure");
        assertThat(failure, containsString(reason));
        assertThat(failure, not(containsString("best of all")));
        assertEquals(groups, groupsOf(run));
    }

    private static void assertContinues(String run, String copy) throws Exception {
        call(USER, "POST", JOB + "/_start", null).ok();
        Map<String, Object> last = checkpoint(USER, "live");
        assertEquals(last.toString(), "started", last.get("state"));
        assertNull(last.toString(), last.get("failure"));
        assertEquals(run, last.get("run"));
        assertThat(groupsOf(run).toString(), containsString("pages/" + copy));
        TextResponse fresh = call(
                        USER,
                        "POST",
                        "/pages/_ndd/partition?wait_for_completion=true",
                        "{\"publish\":false,\"boilerplate\":\"stored\",\"dest\":{\"index\":\"pages-ndd-fresh\"}}")
                .ok();
        assertEquals(fresh.text(), "completed", fresh.get("state"));
        assertEquals(groupsOf((String) fresh.get("id")), groupsOf(run));
    }

    public void testCheckpointRequiresBoilerplate() throws Exception {
        index("pages", true);
        grant("");
        call(
                        ADMIN,
                        "PUT",
                        "/_security/user/" + USER,
                        "{\"password\":\"" + PASSWORD + "\",\"roles\":[\"" + USER + "\"]}")
                .ok();
        call(USER, "PUT", JOB, "{\"source\":{\"index\":\"pages\"},\"frequency\":\"1h\"}")
                .ok();
        call(USER, "POST", JOB + "/_start", null).ok();
        assertSoon(() -> assertNotNull(stats(USER, "live").get("last_checkpoint")), 2, TimeUnit.MINUTES);
        String run = (String) stats(USER, "live").get("run");

        String boilerplate = "/pages-ndd-boilerplate/_count";
        assertEquals(2, call(USER, "GET", boilerplate, null).ok().get("count"));
        grant(only("seen"));
        assertEquals(1, call(USER, "GET", boilerplate, null).ok().get("count"));
        copy("first", 0);
        assertCheckpointFails(run, "must be visible as a whole or not at all");
        grant("");
        assertContinues(run, "first");

        grant(null);
        copy("second", 2);
        assertCheckpointFails(run, "on indices [pages-ndd-boilerplate]");
        TextResponse start = call(USER, "POST", JOB + "/_start", null);
        assertEquals(start.text(), 403, start.status());
        grant("");
        assertContinues(run, "second");

        grant(only("nowhere"));
        copy("third", 4);
        Map<String, Object> last = checkpoint(USER, "live");
        assertEquals("compares without boilerplate, as searches do", "started", last.get("state"));
        call(USER, "POST", "/pages/_search", SEARCH).ok();
        assertThat(groupsOf(run).toString(), containsString("pages/third"));
    }
}
