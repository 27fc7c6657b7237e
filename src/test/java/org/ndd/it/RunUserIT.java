package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.client.RequestOptions;

/**
 * Runs and a job of users with restricted access survive the loss of each node, and of all nodes, on three real nodes with security. They
 * contain only documents that the users may read.
 */
public class RunUserIT extends FailoverTestCase {

    private static final String HALF = "ndd_half";
    private static final String HALF_FIELDS = "ndd_half_fields";
    private static final String RUNS_AS = "ndd_runs_as";

    /** An API key of the administrator with the same access as {@link #HALF}. */
    private static final String KEY = "ndd_key";

    private static final String OTHER_USER = "ndd_stranger";

    /** The destination of the job, whose source is {@code live}. */
    private static final String LIVE = "live-ndd";

    private static final String JOB = "/_ndd/job/live";

    private static final List<String> COUNTS = List.of(
            "documents",
            "unprocessed",
            "without_fingerprints",
            "exact_duplicates",
            "boilerplate",
            "fingerprints",
            "common_fingerprints",
            "candidates",
            "groups",
            "duplicates",
            "part_of",
            "largest_groups");

    private String keyId;
    private String keySecret;

    private TextResponse request(String user, String method, String endpoint, String body) throws IOException {
        return switch (user) {
            case RUNS_AS -> call(headersOf(user).addHeader("es-security-runas-user", HALF), method, endpoint, body);
            case KEY ->
                call(
                        RequestOptions.DEFAULT.toBuilder().addHeader("Authorization", "ApiKey " + keySecret),
                        method,
                        endpoint,
                        body);
            default -> call(user, method, endpoint, body);
        };
    }

    private void makeKey() throws IOException {
        TextResponse made = admin("POST", "/_security/api_key", """
                { "name": "ndd_key", "role_descriptors": { "half": {
                  "cluster": [ "cluster:monitor/ndd/*", "cluster:admin/ndd/*" ],
                  "indices": [
                    { "names": [ "pages" ], "privileges": [ "read" ], "query": "{ \\"term\\": { \\"visible\\": true } }" },
                    { "names": [ "pages-ndd*" ], "privileges": [ "read", "write", "manage" ] } ] } } }
                """).ok();
        keyId = (String) made.get("id");
        keySecret = (String) made.get("encoded");
    }

    private String start(String user, String index, String body) throws IOException {
        return (String) request(user, "POST", "/" + index + "/_ndd/partition" + HOLD_STEP, body)
                .ok()
                .get("id");
    }

    private static void assertHolds(Iterable<String> runs) throws Exception {
        for (String run : runs) {
            assertIn("decide", run);
        }
    }

    private static void blockWrites(String run, boolean block) throws IOException {
        admin("PUT", "/" + run + "/_settings", "{\"index.blocks.write\":" + block + "}")
                .ok();
    }

    private void loseAndStart(String node, List<String> held) throws Exception {
        nodes.kill(node);
        assertHolds(held);
        nodes.start(node);
        assertGreen();
    }

    /** Starts the job, and returns its run. */
    private static String startJob() throws Exception {
        call(
                        HALF,
                        "PUT",
                        JOB,
                        "{\"source\":{\"index\":\"live\"},\"frequency\":\"1h\",\"dest\":{\"index\":\"" + LIVE + "\"}}")
                .ok();
        call(HALF, "POST", JOB + "/_start", null).ok();
        assertSoon(() -> assertNotNull(stats(HALF, "live").get("last_checkpoint")), 2, TimeUnit.MINUTES);
        return (String) stats(HALF, "live").get("run");
    }

    private static void put(String id, boolean visible, String body) throws IOException {
        admin(
                        "PUT",
                        "/live/_doc/" + id + "?pipeline=pages",
                        "{\"visible\":" + visible + ",\"url\":\"https://copies.example/" + id + "\",\"body\":\"" + body
                                + "\"}")
                .ok();
    }

    private static String bodyOf(String id) throws IOException {
        return ((String) admin("GET", "/live/_doc/" + id, null).ok().get("_source.body")).replace("\n", "\\n");
    }

    /** Changes the source of the job, and loses the job's coordinator before the checkpoint. */
    private void loseCoordinatorOfJob(List<String> held) throws Exception {
        put("seen-copy", true, bodyOf("seen-0"));
        put(SECRET + "-copy", false, bodyOf("seen-2"));
        put(SECRET + "-1", false, bodyOf("seen-4"));
        admin("DELETE", "/live/_doc/seen-7", null).ok();
        String leader = leader(LIVE);
        nodes.kill(leader);
        checkpoint(HALF, "live");
        assertHolds(held);
        nodes.start(leader);
        assertGreen();
    }

    /** The last checkpoint of the job results in the groups of a run. */
    private static void assertJobIsUpToDate(String run) throws Exception {
        put("seen-late", true, bodyOf("seen-10"));
        Map<String, Object> last = checkpoint(HALF, "live");
        assertEquals(last.toString(), "started", last.get("state"));
        assertEquals(run, last.get("run"));
        assertEquals(3, ((Map<?, ?>) last.get("totals")).get("changed"));
        admin("POST", "/live/_refresh", null).ok();
        TextResponse fresh = call(
                HALF,
                "POST",
                "/live/_ndd/partition?wait_for_completion=true",
                "{\"publish\":false,\"boilerplate\":\"stored\",\"dest\":{\"index\":\"pages-ndd-fresh\"}}");
        assertEquals(fresh.text(), "completed", fresh.ok().get("state"));
        assertEquals(groupsOf((String) fresh.get("id")), groupsOf(run));
        assertTrue(groupsOf(run).toString(), groupsOf(run).toString().contains("live/seen-copy"));
        call(HALF, "POST", JOB + "/_stop", null).ok();
        call(HALF, "DELETE", JOB, null).ok();
    }

    public void testRunsAndJobKeepUsersAfterFailures() throws Exception {
        index("pages", true);
        index("strange", true);
        index("oracle", false);
        index("live", true);
        String canonical = "\"canonical\":[{\"popularity\":\"asc\"}]";
        String oracle = complete("oracle", null);
        String oracleOfFields = complete("oracle", "{" + canonical + "}");

        String job = startJob();
        makeKey();
        String half = start(HALF, "pages", "{\"dest\":{\"index\":\"pages-ndd-half\"}}");
        String fields = start(HALF_FIELDS, "pages", "{\"dest\":{\"index\":\"pages-ndd-fields\"}," + canonical + "}");
        String as = start(RUNS_AS, "pages", "{\"dest\":{\"index\":\"pages-ndd-as\"}}");
        String key = start(KEY, "pages", "{\"dest\":{\"index\":\"pages-ndd-key\"}}");
        String otherUser = start(OTHER_USER, "strange", null);
        List<String> ofHalf = List.of(half, fields, as, key);
        assertHolds(ofHalf);
        assertHolds(List.of(otherUser));

        speed(half, "0.002");
        speed(key, "0.002");
        loseAndStart(leader(key), ofHalf);
        loseCoordinatorOfJob(ofHalf);

        // one user is deleted, one key is revoked, and the role of one user is emptied
        nodes.replace("users", HALF_FIELDS + ":", "nobody_any_more:");
        nodes.replace("roles.yml", OTHER_USER + ":", "nothing_any_more:");
        admin("DELETE", "/_security/api_key", "{\"ids\":[\"" + keyId + "\"]}").ok();
        assertSoon(() -> assertEquals(
                401, call(HALF_FIELDS, "GET", "/_ndd/partition", null).status()));
        assertEquals(401, request(KEY, "GET", "/_ndd/partition", null).status());
        admin("POST", "/_ndd/partition/" + as + "/_cancel", null).ok();
        assertEquals("cancelled", ended(as));
        request(RUNS_AS, "POST", "/_ndd/partition/" + as + "/_resume", null).ok();
        nodes.restartAll();
        assertGreen();
        List<String> valid = List.of(half, fields, as);
        assertHolds(valid);
        assertJobIsUpToDate(job);

        assertEquals("failed", ended(key));
        assertThat(report(key).get("failures").toString(), containsString("API key [" + keyId + "] was invalidated"));
        assertEquals("failed", ended(otherUser));
        assertThat(
                report(otherUser).get("failures").toString(),
                containsString("is unauthorized for user [" + OTHER_USER + "]"));

        // the run of the deleted user, without a record in Elasticsearch, loses its coordinator while its groups are
        // written
        blockWrites(fields, true);
        speed(fields, "-1");
        assertIn("groups", fields);
        String third = leader(fields);
        nodes.kill(third);
        assertIn("groups", fields);
        nodes.start(third);
        assertGreen();
        blockWrites(fields, false);

        for (String run : valid) {
            String oracleOfRun = run.equals(fields) ? oracleOfFields : oracle;
            Map<String, Object> expected = report(oracleOfRun);
            if (run.equals(half) || run.equals(as)) {
                speed(run, "-1");
            }
            assertEquals(report(run).toString(), "completed", ended(run));
            Map<String, Object> report = report(run);
            for (String count : COUNTS) {
                assertNotNull(count, expected.get(count));
                assertEquals(count, expected.get(count), report.get(count));
            }
            assertEquals(lines(oracleOfRun, "oracle"), lines(run, "pages"));
        }
        List<String> indices = new ArrayList<>(List.of(job, job + "-boilerplate", LIVE + "-changes"));
        valid.forEach(run -> indices.addAll(List.of(run, run + "-boilerplate")));
        assertNotExposed(SECRET, indices);
    }

    private void assertNotExposed(String secret, List<String> indices) throws IOException {
        for (String index : indices) {
            admin("POST", "/" + index + "/_refresh", null).ok();
            TextResponse all =
                    admin("GET", "/" + index + "/_search?size=1000", null).ok();
            assertTrue(index, ((Number) all.get("hits.total.value")).intValue() > 0);
            assertFalse(index + ": " + all.text(), all.text().contains(secret));
        }
        for (Path log : nodes.logs()) {
            String text = Files.readString(log);
            assertFalse(log.toString(), text.contains(secret));
            assertNoCredentials(log.toString(), text, HALF);
            assertFalse(log + " holds the key", text.contains(keySecret));
        }
    }
}
