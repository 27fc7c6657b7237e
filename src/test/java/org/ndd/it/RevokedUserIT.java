package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.client.RequestOptions;

/** Jobs and runs end when their user can no longer authenticate, on a real node with security. */
public class RevokedUserIT extends FailoverTestCase {

    private static final String ROLE = """
            { "cluster": [ "cluster:monitor/ndd/*", "cluster:admin/ndd/*" ],
              "indices": [
                { "names": [ "pages" ], "privileges": [ "read" ] },
                { "names": [ "pages-ndd*" ], "privileges": [ "read", "write", "manage" ] } ] }
            """;

    private static TextResponse key(String expiration) throws IOException {
        String expires = expiration == null ? "" : "\"expiration\":\"" + expiration + "\",";
        return admin(
                        "POST",
                        "/_security/api_key",
                        "{\"name\":\"ndd\"," + expires + "\"role_descriptors\":{\"role\":" + ROLE + "}}")
                .ok();
    }

    private static RequestOptions.Builder as(TextResponse key) throws IOException {
        return authorized("ApiKey " + key.get("encoded"));
    }

    private static RequestOptions.Builder authorized(String credentials) {
        return RequestOptions.DEFAULT.toBuilder().addHeader("Authorization", credentials);
    }

    private static void user(String name, String roles) throws IOException {
        admin("PUT", "/_security/user/" + name, "{\"password\":\"" + PASSWORD + "\",\"roles\":[" + roles + "]}")
                .ok();
    }

    private static void begin(RequestOptions.Builder user, String dest) throws Exception {
        begin(user, "pages", dest);
    }

    private static void begin(RequestOptions.Builder user, String source, String dest) throws Exception {
        call(
                        user,
                        "PUT",
                        "/_ndd/job/" + dest,
                        "{\"source\":{\"index\":\"" + source + "\"},\"frequency\":\"1s\",\"dest\":{\"index\":\"" + dest
                                + "\"}}")
                .ok();
        call(user, "POST", "/_ndd/job/" + dest + "/_start", null).ok();
    }

    private static void awaitCheckpoint(String dest) throws Exception {
        assertSoon(() -> assertNotNull(job(dest).get("last_checkpoint")), 2, TimeUnit.MINUTES);
    }

    private static Map<String, Object> job(String dest) throws IOException {
        return stats(ADMIN, dest);
    }

    private static void assertFails(String dest, String reason) throws Exception {
        assertSoon(() -> assertEquals("failed", job(dest).get("state")));
        Map<String, Object> job = job(dest);
        assertThat(job.toString(), (String) job.get("failure"), containsString(reason));
        assertEquals(
                "no more documents are read",
                409,
                admin("POST", "/_ndd/job/" + dest + "/_schedule_now", null).status());
        admin("DELETE", "/_ndd/job/" + dest, null).ok();
    }

    public void testJobFailsIfKeyIsRevoked() throws Exception {
        index("pages", true);
        TextResponse revoked = key(null);
        begin(as(revoked), "pages-ndd-revoked");
        awaitCheckpoint("pages-ndd-revoked");
        admin("DELETE", "/_security/api_key", "{\"ids\":[\"" + revoked.get("id") + "\"]}")
                .ok();
        assertFails("pages-ndd-revoked", "API key [" + revoked.get("id") + "] was invalidated");
        TextResponse expiring = key("20s");
        begin(as(expiring), "pages-ndd-expiring");
        assertFails("pages-ndd-expiring", "API key [" + expiring.get("id") + "] has expired");
    }

    /** An update that affects the groups makes its user the user of the job. */
    public void testUpdatedJobFailsIfNewKeyIsRevoked() throws Exception {
        index("pages", true);
        TextResponse first = key(null);
        TextResponse second = key(null);
        String dest = "pages-ndd-updated";
        begin(as(first), dest);
        awaitCheckpoint(dest);
        String run = (String) job(dest).get("run");
        call(as(second), "POST", "/_ndd/job/" + dest + "/_update", "{\"preset\":\"strict\"}")
                .ok();
        admin("DELETE", "/_security/api_key", "{\"ids\":[\"" + first.get("id") + "\"]}")
                .ok();
        assertSoon(
                () -> {
                    assertNotEquals(run, job(dest).get("run"));
                    assertNotNull(job(dest).get("last_checkpoint"));
                },
                2,
                TimeUnit.MINUTES);
        assertEquals("started", job(dest).get("state"));
        admin("DELETE", "/_security/api_key", "{\"ids\":[\"" + second.get("id") + "\"]}")
                .ok();
        assertFails(dest, "API key [" + second.get("id") + "] was invalidated");
    }

    public void testJobFailsIfUserIsDeleted() throws Exception {
        index("pages", true);
        admin("PUT", "/_security/role/ndd_job", ROLE).ok();
        user("ndd_native", "\"ndd_job\"");
        begin(headersOf("ndd_native"), "pages-ndd-native");
        awaitCheckpoint("pages-ndd-native");
        admin("DELETE", "/_security/user/ndd_native", null).ok();
        assertFails("pages-ndd-native", "user [ndd_native] does not exist");
        user("ndd_native", "\"ndd_job\"");
        begin(headersOf("ndd_native"), "pages-ndd-native");
        awaitCheckpoint("pages-ndd-native");
        user("ndd_native", "\"ndd_reader\"");
        assertFails("pages-ndd-native", "user [ndd_native] no longer has the roles [ndd_job]");
        admin("DELETE", "/_security/user/ndd_native", null).ok();
    }

    public void testJobAndRunFailIfServiceTokenIsDeleted() throws Exception {
        // one of the indices of this service account
        String source = "search-pages";
        String token = "/_security/service/elastic/enterprise-search-server/credential/token/nightly";
        index(source, true);
        RequestOptions.Builder user =
                authorized("Bearer " + admin("POST", token, null).ok().get("token.value"));
        String run = (String) call(user, "POST", "/" + source + "/_ndd/partition" + HOLD_STEP, null)
                .ok()
                .get("id");
        begin(user, source, "search-pages-ndd-job");
        awaitCheckpoint("search-pages-ndd-job");
        assertIn("decide", run);
        admin("DELETE", token, null).ok();
        String reason = "service token [elastic/enterprise-search-server/nightly] does not exist";
        assertFails("search-pages-ndd-job", reason);
        speed(run, "-1");
        assertEquals("failed", ended(run));
        assertThat(report(run).get("failures").toString(), containsString(reason));
        assertEquals(404, admin("GET", "/_alias/search-pages-ndd", null).status());
    }

    public void testRunOfRevokedKeyPublishesNothing() throws Exception {
        index("pages", true);
        TextResponse key = key(null);
        String run = (String) call(as(key), "POST", "/pages/_ndd/partition" + HOLD_STEP, null)
                .ok()
                .get("id");
        assertIn("decide", run);
        admin("DELETE", "/_security/api_key", "{\"ids\":[\"" + key.get("id") + "\"]}")
                .ok();
        speed(run, "-1");
        assertEquals("failed", ended(run));
        assertThat(
                report(run).get("failures").toString(),
                containsString("API key [" + key.get("id") + "] was invalidated"));
        assertEquals(404, admin("GET", "/_alias/pages-ndd", null).status());
        // the user who resumes the run becomes its user
        admin("POST", "/_ndd/partition/" + run + "/_resume", null).ok();
        assertEquals("completed", ended(run));
    }
}
