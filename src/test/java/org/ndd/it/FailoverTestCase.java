package org.ndd.it;

import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.core.PathUtils;
import org.junit.Before;

/**
 * A test against the three nodes with security that the build starts, which may stop some of them: documents, runs, their coordinators, and
 * their progress. Requests without an explicit user are sent as administrator.
 */
public abstract class FailoverTestCase extends SecurityRestTestCase {

    /** A rate at which a run does not end its phase "decide" while nodes restart. */
    static final String HOLD_STEP = "?requests_per_second=0.001";

    /** Occurs only in ids and sites of documents that are hidden from most users. */
    static final String SECRET = "unseenpage";

    private static final String CLUSTER_FILE = "ndd.failover.cluster.file";
    private static final int PAGES = 12;

    FailoverNodes nodes;

    private static Path clusterFile() {
        return PathUtils.get(System.getProperty(CLUSTER_FILE));
    }

    @Override
    protected String getTestRestCluster() {
        return addresses(clusterFile());
    }

    @Before
    public void findNodes() throws IOException {
        nodes = new FailoverNodes(clusterFile(), projectDirectory());
        admin(
                        "PUT",
                        "/_ingest/pipeline/pages",
                        "{\"processors\":[{\"near_dup\":{\"field\":\"body\",\"url_field\":\"url\"}}]}")
                .ok();
    }

    static TextResponse admin(String method, String endpoint, String body) throws IOException {
        return call(ADMIN, method, endpoint, body);
    }

    static void index(String index, boolean withAll) throws IOException {
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
        TextResponse response = admin("POST", "/" + index + "/_bulk?refresh&pipeline=pages", bulk.toString());
        assertEquals(response.text(), false, response.ok().get("errors"));
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

    static String complete(String index, String body) throws IOException {
        TextResponse response = admin("POST", "/" + index + "/_ndd/partition?wait_for_completion=true", body);
        assertEquals(response.text(), "completed", response.ok().get("state"));
        return (String) response.get("id");
    }

    static Map<String, Object> report(String run) throws IOException {
        return admin("GET", "/_ndd/partition/" + run + "?verbose=true", null)
                .ok()
                .map();
    }

    /** The current phase of a run according to its coordinator, or empty if it has no coordinator. */
    static String phase(String run) throws IOException {
        TextResponse tasks =
                admin("GET", "/_tasks?actions=indices:data/read/ndd/partition/run&detailed&group_by=none", null);
        for (Object task : (List<?>) tasks.ok().get("tasks")) {
            Map<?, ?> status = (Map<?, ?>) ((Map<?, ?>) task).get("status");
            if (status != null && run.equals(status.get("id"))) {
                return (String) status.get("phase");
            }
        }
        return "";
    }

    static void assertIn(String phase, String run) throws Exception {
        assertSoon(() -> assertEquals(report(run).toString(), phase, phase(run)), 2, TimeUnit.MINUTES);
    }

    static void speed(String run, String documentsPerSecond) throws IOException {
        admin("POST", "/_ndd/partition/" + run + "/_rethrottle?requests_per_second=" + documentsPerSecond, null)
                .ok();
    }

    static String leader(String run) throws IOException {
        TextResponse state =
                admin("GET", "/_cluster/state/metadata,nodes", null).ok();
        for (Object task : (List<?>) state.get("metadata.persistent_tasks.tasks")) {
            // the id of the task is the destination; its parameters contain the run
            if (task.toString().contains(run)) {
                Object node = ((Map<?, ?>) ((Map<?, ?>) task).get("assignment")).get("executor_node");
                return (String) state.get("nodes." + node + ".name");
            }
        }
        throw new AssertionError("run [" + run + "] has no task");
    }

    static void assertGreen() throws Exception {
        assertSoon(
                () -> {
                    TextResponse health =
                            admin("GET", "/_cluster/health?wait_for_status=green&wait_for_nodes=3&timeout=30s", null);
                    assertEquals(health.text(), false, health.ok().get("timed_out"));
                },
                2,
                TimeUnit.MINUTES);
    }

    static String ended(String run) throws Exception {
        // a second read may reach a copy of the index that does not have the last report yet
        AtomicReference<String> state = new AtomicReference<>();
        assertSoon(
                () -> {
                    state.set((String) report(run).get("state"));
                    assertNotEquals("running", state.get());
                },
                2,
                TimeUnit.MINUTES);
        return state.get();
    }

    /** All group documents of a run, without the run's id and the index of the documents. */
    static List<String> lines(String run, String index) throws IOException {
        admin("POST", "/" + run + "/_refresh", null).ok();
        TextResponse found = admin("GET", "/" + run + "/_search?size=1000&q=_exists_:group", null)
                .ok();
        List<String> lines = new ArrayList<>();
        for (Object hit : (List<?>) found.get("hits.hits")) {
            String line = ((Map<?, ?>) hit).get("_source").toString();
            lines.add(line.replace(run, "RUN")
                    .replace("=" + index, "=INDEX")
                    .replaceAll("index_uuid=[\\w-]+", "index_uuid=UUID"));
        }
        Collections.sort(lines);
        assertFalse(lines.isEmpty());
        return lines;
    }
}
