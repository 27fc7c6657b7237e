package org.ndd.it;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.After;
import org.junit.Before;

/** The privileges of the roles in the zip, on a real node with security. */
public class RolesIT extends FailoverTestCase {

    private static final String USER = "ndd_user";
    private static final String ADMINISTRATOR = "ndd_admin";

    @Before
    public void createRolesFromTheFiles() throws IOException {
        for (String role : new String[] {USER, ADMINISTRATOR}) {
            String descriptor = Files.readString(
                    ProjectFiles.directory().resolve("distribution/roles").resolve(role + ".json"));
            admin("PUT", "/_security/role/" + role, descriptor).ok();
            admin(
                            "PUT",
                            "/_security/user/of_" + role,
                            "{\"password\":\"" + PASSWORD + "\",\"roles\":[\"" + role + "\"]}")
                    .ok();
        }
    }

    @After
    public void deleteRoles() throws IOException {
        for (String role : new String[] {USER, ADMINISTRATOR}) {
            admin("DELETE", "/_security/user/of_" + role, null);
            admin("DELETE", "/_security/role/" + role, null);
        }
    }

    private static TextResponse as(String role, String method, String endpoint, String body) throws IOException {
        return call("of_" + role, method, endpoint, body);
    }

    private static void rejected(String role, String method, String endpoint, String body, String action)
            throws IOException {
        as(role, method, endpoint, body).rejected("of_" + role, action);
    }

    public void testRoles() throws Exception {
        index("pages", true);
        assertEquals(
                403,
                as(USER, "POST", "/pages/_ndd/partition?wait_for_completion=true", null)
                        .status());
        String run = (String) as(ADMINISTRATOR, "POST", "/pages/_ndd/partition?wait_for_completion=true", null)
                .ok()
                .get("id");
        for (String role : new String[] {USER, ADMINISTRATOR}) {
            assertEquals(1, (int) as(role, "GET", "/_ndd/stats", null).ok().get("runs.by_state.completed"));
            assertThat(as(role, "GET", "/_cat/ndd", null).ok().text(), containsString(run));
            as(role, "GET", "/_ndd/partition/" + run, null).ok();
            as(role, "GET", "/_ndd/job", null).ok();
            as(role, "GET", "/pages/_ndd/groups", null).ok();
            as(role, "GET", "/pages/_ndd/export?contributions=true", null).ok();
            as(role, "POST", "/_ndd/analyze", "{\"text\":\"x\"}").ok();
        }
        rejected(USER, "DELETE", "/_ndd/partition/" + run, null, "cluster:admin/ndd/partition/delete");
        rejected(USER, "POST", "/_ndd/partition/" + run + "/_publish", null, "cluster:admin/ndd/partition/publish");
        rejected(USER, "POST", "/pages/_ndd/mark?wait_for_completion=true", null, "indices:data/write/ndd/resolve");
        rejected(USER, "PUT", "/pages/_doc/x", "{}", "indices:data/write/index");
        as(ADMINISTRATOR, "POST", "/pages/_ndd/mark?wait_for_completion=true", null)
                .ok();
        as(ADMINISTRATOR, "DELETE", "/_ndd/partition/" + run + "?force=true", null)
                .ok();
        rejected(ADMINISTRATOR, "DELETE", "/pages", null, "indices:admin/delete");
        rejected(
                ADMINISTRATOR,
                "PUT",
                "/_cluster/settings",
                "{\"persistent\":{\"cluster.routing.allocation.enable\":\"all\"}}",
                "cluster:admin/settings/update");
        rejected(ADMINISTRATOR, "GET", "/strange/_search", null, "indices:data/read/search");
    }

    /** Statistics cover the whole cluster; the table lists only runs that the user may read. */
    public void testStatsRequireMonitorPrivilege() throws Exception {
        index("pages", true);
        String run = (String) admin("POST", "/pages/_ndd/partition?wait_for_completion=true", null)
                .ok()
                .get("id");
        String monitor = "ndd_monitor";
        TextResponse stats = call(monitor, "GET", "/_ndd/stats", null).ok();
        assertEquals(1, (int) stats.get("runs.by_state.completed"));
        assertFalse(stats.text(), stats.text().contains(run));
        call(monitor, "GET", "/_cat/ndd", null).rejected(monitor, "indices:data/read/mget");
        call("ndd_nobody", "GET", "/_ndd/stats", null).rejected("ndd_nobody", "cluster:monitor/ndd/stats");
        call("ndd_nobody", "GET", "/_cat/ndd", null).rejected("ndd_nobody", "cluster:monitor/ndd/partition/get");
    }
}
