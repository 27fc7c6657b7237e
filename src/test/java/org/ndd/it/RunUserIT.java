package org.ndd.it;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.common.settings.SecureString;
import org.elasticsearch.core.PathUtils;

/**
 * Three real nodes with security, of which one after the other is lost while users who do not see everything have runs under way, and then
 * all at once: the runs end with what the users see, and nothing tells of the rest.
 */
public class RunUserIT extends SecurityRestTestCase {

    private static final String CLUSTER_FILE = "ndd.failover.cluster.file";
    private static final String HALF = "ndd_half";
    private static final String HALF_FIELDS = "ndd_half_fields";
    private static final String RUNS_AS = "ndd_runs_as";
    private static final String STRANGER = "ndd_stranger";

    /** So slow that a run stands still in its decisions. */
    private static final String HOLD = "?requests_per_second=0.01";

    /** In ids and sites of pages that most users of the test must not see, and nowhere else. */
    private static final String SECRET = "unseenpage";

    private static final int PAGES = 12;

    private static final List<String> COUNTS = List.of(
            "documents",
            "unprocessed",
            "without_fingerprints",
            "exact_duplicates",
            "templates",
            "fingerprints",
            "dropped_fingerprints",
            "candidates",
            "groups",
            "duplicates",
            "part_of",
            "largest_groups");

    private FailoverNodes nodes;

    @Override
    protected String getTestRestCluster() {
        return addresses(clusterFile());
    }

    private static Path clusterFile() {
        return PathUtils.get(System.getProperty(CLUSTER_FILE));
    }

    private static Answer ask(String user, String method, String endpoint, String body) throws IOException {
        if (RUNS_AS.equals(user) == false) {
            return call(user, method, endpoint, body);
        }
        Request request = new Request(method, endpoint);
        request.setJsonEntity(body);
        RequestOptions.Builder options = RequestOptions.DEFAULT.toBuilder();
        options.addHeader("Authorization", basicAuthHeaderValue(user, new SecureString(PASSWORD.toCharArray())));
        options.addHeader("es-security-runas-user", HALF);
        var response = perform(request, options);
        return new Answer(response.getStatusLine().getStatusCode(), new String(body(response), StandardCharsets.UTF_8));
    }

    private static Answer admin(String method, String endpoint, String body) throws IOException {
        return call(ADMIN, method, endpoint, body);
    }

    private static void index(String index, boolean withAll) throws IOException {
        admin(
                        "PUT",
                        "/" + index,
                        "{\"settings\":{\"number_of_shards\":3,\"number_of_replicas\":1,"
                                + "\"index.unassigned.node_left.delayed_timeout\":\"0s\"},"
                                + "\"mappings\":{\"properties\":{\"ndd\":{\"type\":\"near_dup\"},\"visible\":{\"type\":\"boolean\"},"
                                + "\"popularity\":{\"type\":\"integer\"},\"url\":{\"type\":\"keyword\"}}}}")
                .ok();
        StringBuilder bulk = new StringBuilder();
        pages(bulk, "seen", true, withAll);
        if (withAll) {
            pages(bulk, SECRET, false, true);
        }
        Answer answer = admin("POST", "/" + index + "/_bulk?refresh&pipeline=pages", bulk.toString());
        assertEquals(answer.text(), false, answer.ok().get("errors"));
    }

    private static void pages(StringBuilder bulk, String name, boolean visible, boolean withPopularity) {
        for (int i = 0; i < PAGES; i++) {
            bulk.append(String.format(Locale.ROOT, "{\"index\":{\"_id\":\"%s-%d\"}}%n", name, i));
            bulk.append(String.format(
                    Locale.ROOT,
                    "{\"visible\":%s,%s\"url\":\"https://%s.example/%d\",\"body\":\"Welcome to the pages of %s, the best of all.\\n"
                            + "Story %d of the harbour in the storm is told here once more.\\nThe boats of captain number %d were tied up "
                            + "with ropes of %s.\\nAll rights are reserved by %s today.\"}%n",
                    visible,
                    withPopularity ? "\"popularity\":" + (PAGES - i) + "," : "",
                    name,
                    i,
                    name,
                    i / 2,
                    i / 2 * 31,
                    visible ? "hemp" : "silk",
                    name));
        }
    }

    private static String start(String user, String index, String body) throws IOException {
        return (String) ask(user, "POST", "/" + index + "/_ndd/partition" + HOLD, body)
                .ok()
                .get("id");
    }

    private static String complete(String index, String body) throws IOException {
        Answer answer = admin("POST", "/" + index + "/_ndd/partition?wait_for_completion=true", body);
        assertEquals(answer.text(), "completed", answer.ok().get("state"));
        return (String) answer.get("id");
    }

    private static Map<String, Object> report(String run) throws IOException {
        return admin("GET", "/_ndd/partition/" + run + "?verbose=true", null)
                .ok()
                .map();
    }

    /** The phase that a leader is in now; nothing while there is none. */
    private static String phase(String run) throws IOException {
        Answer tasks = admin("GET", "/_tasks?actions=indices:data/read/ndd/partition/run&detailed&group_by=none", null);
        for (Object task : (List<?>) tasks.ok().get("tasks")) {
            Map<?, ?> status = (Map<?, ?>) ((Map<?, ?>) task).get("status");
            if (status != null && run.equals(status.get("id"))) {
                return (String) status.get("phase");
            }
        }
        return "";
    }

    private static void assertHolds(Iterable<String> runs) throws Exception {
        assertBusy(
                () -> {
                    for (String run : runs) {
                        assertEquals(report(run).toString(), "decide", phase(run));
                    }
                },
                2,
                TimeUnit.MINUTES);
    }

    private static String leader(String run) throws IOException {
        Answer state = admin("GET", "/_cluster/state/metadata,nodes", null).ok();
        for (Object task : (List<?>) state.get("metadata.persistent_tasks.tasks")) {
            // the id of the task is the destination; its parameters name the run
            if (task.toString().contains(run)) {
                Object node = ((Map<?, ?>) ((Map<?, ?>) task).get("assignment")).get("executor_node");
                return (String) state.get("nodes." + node + ".name");
            }
        }
        throw new AssertionError("run [" + run + "] has no task");
    }

    private static void assertGreen() throws Exception {
        assertBusy(
                () -> {
                    Answer health =
                            admin("GET", "/_cluster/health?wait_for_status=green&wait_for_nodes=3&timeout=30s", null);
                    assertEquals(health.text(), false, health.ok().get("timed_out"));
                },
                2,
                TimeUnit.MINUTES);
    }

    private static String ended(String run) throws Exception {
        assertBusy(() -> assertNotEquals("running", report(run).get("state")), 2, TimeUnit.MINUTES);
        return (String) report(run).get("state");
    }

    /** All lines of a run, but for its id and the index that the pages are in. */
    private static List<String> lines(String run, String index) throws IOException {
        admin("POST", "/" + run + "/_refresh", null).ok();
        Answer found = admin("GET", "/" + run + "/_search?size=1000&q=_exists_:group", null)
                .ok();
        List<String> lines = new ArrayList<>();
        for (Object hit : (List<?>) found.get("hits.hits")) {
            String line = ((Map<?, ?>) hit).get("_source").toString();
            lines.add(line.replace(run, "RUN").replace("=" + index, "=INDEX"));
        }
        Collections.sort(lines);
        assertFalse(lines.isEmpty());
        return lines;
    }

    public void testRunsKeepTheirUsersWhateverIsLost() throws Exception {
        nodes = new FailoverNodes(clusterFile(), projectDirectory());
        admin(
                        "PUT",
                        "/_ingest/pipeline/pages",
                        "{\"processors\":[{\"near_dup\":{\"field\":\"body\",\"url_field\":\"url\"}}]}")
                .ok();
        index("pages", true);
        index("strange", true);
        index("oracle", false);
        String winner = "\"winner\":[{\"popularity\":\"asc\"}]";
        String oracle = complete("oracle", null);
        String oracleOfFields = complete("oracle", "{" + winner + "}");

        String half = start(HALF, "pages", "{\"dest\":{\"index\":\"pages-ndd-half\"}}");
        String fields = start(HALF_FIELDS, "pages", "{\"dest\":{\"index\":\"pages-ndd-fields\"}," + winner + "}");
        String as = start(RUNS_AS, "pages", "{\"dest\":{\"index\":\"pages-ndd-as\"}}");
        String stranger = start(STRANGER, "strange", null);
        List<String> ofHalf = List.of(half, fields, as);
        assertHolds(List.of(half, fields, as, stranger));

        String first = leader(half);
        nodes.kill(first);
        assertHolds(ofHalf);
        nodes.start(first);
        assertGreen();
        admin("POST", "/_ndd/partition/" + half + "/_rethrottle?requests_per_second=0.02", null)
                .ok();
        String second = leader(as);
        nodes.kill(second);
        assertHolds(ofHalf);
        nodes.start(second);
        assertGreen();

        // one user is deleted, and one's role means nothing any more
        nodes.replace("users", HALF_FIELDS + ":", "nobody_any_more:");
        nodes.replace("roles.yml", STRANGER + ":", "nothing_any_more:");
        assertBusy(
                () -> assertEquals(
                        401, call(HALF_FIELDS, "GET", "/_ndd/partition", null).status()),
                1,
                TimeUnit.MINUTES);
        admin("POST", "/_ndd/partition/" + as + "/_cancel", null).ok();
        assertEquals("cancelled", ended(as));
        ask(RUNS_AS, "POST", "/_ndd/partition/" + as + "/_resume", null).ok();
        nodes.restartAll();
        assertGreen();
        assertHolds(ofHalf);

        assertEquals("failed", ended(stranger));
        assertThat(
                report(stranger).get("failures").toString(),
                containsString("is unauthorized for user [" + STRANGER + "]"));

        for (String run : ofHalf) {
            String oracleOfRun = run.equals(fields) ? oracleOfFields : oracle;
            Map<String, Object> expected = report(oracleOfRun);
            admin("POST", "/_ndd/partition/" + run + "/_rethrottle?requests_per_second=-1", null)
                    .ok();
            assertEquals(report(run).toString(), "completed", ended(run));
            Map<String, Object> report = report(run);
            for (String count : COUNTS) {
                assertNotNull(count, expected.get(count));
                assertEquals(count, expected.get(count), report.get(count));
            }
            assertEquals(lines(oracleOfRun, "oracle"), lines(run, "pages"));
        }
        assertNothingIsToldOf(SECRET, ofHalf);
    }

    private void assertNothingIsToldOf(String secret, List<String> runs) throws IOException {
        List<String> indices = new ArrayList<>(runs);
        runs.forEach(run -> indices.add(run + "-templates"));
        for (String index : indices) {
            admin("POST", "/" + index + "/_refresh", null).ok();
            Answer all = admin("GET", "/" + index + "/_search?size=1000", null).ok();
            assertTrue(index, ((Number) all.get("hits.total.value")).intValue() > 0);
            assertFalse(index + ": " + all.text(), all.text().contains(secret));
        }
        for (Path log : nodes.logs()) {
            String text = Files.readString(log);
            assertFalse(log.toString(), text.contains(secret));
            assertNoCredentials(log.toString(), text, HALF);
        }
    }
}
