package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.elasticsearch.core.PathUtils;

/** Required privileges on a real node with security: each request with minimal privileges, and with one privilege less. */
public class SecurityIT extends SecurePagesTestCase {

    private static final String MONITOR = "ndd_monitor";
    private static final String WRITER = "ndd_writer";

    public void testRequiresPrivileges() throws IOException {
        String[][] requests = {
            {"POST", "/_ndd/analyze", "{\"text\":\"x\"}", "cluster:monitor/ndd/analyze"},
            {
                "POST",
                "/pages/_ndd/compare",
                "{\"a\":{\"_id\":\"seen-0\"},\"b\":{\"_id\":\"seen-1\"}}",
                "indices:data/read/ndd/compare"
            },
            {"POST", "/pages/_ndd/partition", null, "indices:data/read/ndd/partition"},
            {"GET", "/_ndd/partition", null, "cluster:monitor/ndd/partition/get"},
            {"GET", "/_ndd/partition/x", null, "cluster:monitor/ndd/partition/get"},
            {"POST", "/_ndd/partition/x/_cancel", null, "cluster:admin/ndd/partition/cancel"},
            {"PUT", "/_ndd/job/x", "{\"source\":{\"index\":\"pages\"}}", "cluster:admin/ndd/job/put"},
            {"POST", "/_ndd/job/_preview", "{\"source\":{\"index\":\"pages\"}}", "cluster:admin/ndd/job/preview"},
            {"POST", "/_ndd/job/x/_preview", null, "cluster:admin/ndd/job/preview"},
            {"GET", "/_ndd/job", null, "cluster:monitor/ndd/job/get"},
            {"GET", "/_ndd/job/x", null, "cluster:monitor/ndd/job/get"},
            {"GET", "/_ndd/job/_stats", null, "cluster:monitor/ndd/job/stats/get"},
            {"GET", "/_ndd/job/x/_changes?run=x&after_checkpoint=0", null, "cluster:monitor/ndd/job/changes/get"},
            {"POST", "/_ndd/job/x/_start", null, "cluster:admin/ndd/job/start"},
            {"POST", "/_ndd/job/x/_stop", null, "cluster:admin/ndd/job/stop"},
            {"POST", "/_ndd/job/x/_schedule_now", null, "cluster:admin/ndd/job/schedule_now"},
            {"POST", "/_ndd/job/x/_update", "{\"frequency\":\"1m\"}", "cluster:admin/ndd/job/update"},
            {"DELETE", "/_ndd/job/x", null, "cluster:admin/ndd/job/delete"},
            {"GET", "/pages/_ndd/groups", null, "indices:data/read/ndd/groups"},
            {"GET", "/pages/_ndd/groups/x", null, "indices:data/read/ndd/groups"},
            {"GET", "/pages/_ndd/export", null, "indices:data/read/ndd/export"},
            {"GET", "/pages/_ndd/decisions?decisions_index=d", null, "indices:data/read/ndd/decisions"},
            {"POST", "/pages/_ndd/boilerplate", null, "indices:data/read/ndd/partition"},
            {"GET", "/pages/_ndd/boilerplate/seen.example", null, "indices:data/read/ndd/boilerplate/get"},
            {"DELETE", "/pages/_ndd/boilerplate/seen.example", null, "indices:data/write/ndd/boilerplate/delete"},
            {"POST", "/pages/_ndd/backfill?pipeline=pages", null, "indices:data/write/ndd/backfill"},
            {"POST", "/_ndd/backfill/x:1/_cancel", null, "cluster:admin/ndd/tasks"},
            {"POST", "/_ndd/delete/x:1/_rethrottle?requests_per_second=1", null, "cluster:admin/ndd/tasks"},
        };
        for (String[] request : requests) {
            call(USER_WITHOUT_ROLES, request[0], request[1], request[2]).rejected(USER_WITHOUT_ROLES, request[3]);
        }
    }

    /** Security replaces a pattern that matches nothing by others. */
    public void testErrorNamesPatternAsTyped() throws IOException {
        String message = "[index] must name at least one index, but was [nothing*]";
        call(ADMIN, "POST", "/nothing*/_ndd/partition", "{\"dest\":{\"index\":\"pages-ndd\"}}")
                .rejected(400, message);
        call(ADMIN, "POST", "/nothing*/_ndd/backfill", null).rejected(400, message);
        String job = "{\"source\":{\"index\":\"nothing*\"},\"dest\":{\"index\":\"pages-ndd\"}}";
        call(ADMIN, "PUT", "/_ndd/job/nothing", job).rejected(400, message);
    }

    /** Security accepts no patterns in requests to shards. */
    public void testJobOverPattern() throws Exception {
        String job = "/_ndd/job/pattern";
        String body =
                "{\"source\":{\"index\":\"page*\"},\"frequency\":\"1h\",\"dest\":{\"index\":\"pages-ndd-pattern\"}}";
        call(PARTITION, "PUT", job, body).ok();
        call(PARTITION, "POST", job + "/_start", null).ok();
        assertSoon(() -> assertThat(
                call(PARTITION, "GET", job + "/_stats?filter_path=jobs.checkpoint,jobs.failure", null)
                        .text(),
                containsString("\"checkpoint\":1")));
        call(PARTITION, "POST", job + "/_schedule_now", null).ok();
        call(PARTITION, "DELETE", job + "?force=true", null).ok();
    }

    public void testJobRequiresReadOnDestination() throws IOException {
        String body = "{\"source\":{\"index\":\"pages\"},\"frequency\":\"1h\"}";
        String job = "/_ndd/job/live";
        for (String[] request : new String[][] {{"PUT", job}, {"POST", "/_ndd/job/_preview"}}) {
            assertEquals(403, call(ONLY_SOURCE, request[0], request[1], body).status());
            call("ndd_partition_no_alias", request[0], request[1], body)
                    .rejected("ndd_partition_no_alias", "indices:admin/aliases");
        }
        assertNoJobs(ADMIN);
        // used by another destination
        call(ADMIN, "POST", "/pages/_ndd/partition?wait_for_completion=true", null)
                .ok();
        TextResponse missing = call(
                        "ndd_job_elsewhere",
                        "PUT",
                        job,
                        "{\"source\":{\"index\":\"pages\"},\"frequency\":\"1h\",\"dest\":{\"index\":\"other\"}}")
                .rejected("ndd_job_elsewhere", "indices:data/read/get");
        assertThat(missing.text(), containsString("[pages-ndd-boilerplate]"));
        assertNoJobs(ADMIN);
        call(PARTITION, "PUT", job, body).ok();
        call(PARTITION, "POST", job + "/_start", null).ok();
        for (String path : new String[] {job, job + "/_stats", job + "/_changes?run=x&after_checkpoint=0"}) {
            TextResponse hidden = call(MONITOR, "GET", path, null);
            assertEquals(404, hidden.status());
            assertEquals(
                    "reported as missing",
                    call(MONITOR, "GET", path.replace("live", "none"), null)
                            .text()
                            .replace("none", "live"),
                    hidden.text());
        }
        assertNoJobs(MONITOR);
        assertEquals(
                "another run",
                410,
                call(PARTITION, "GET", job + "/_changes?run=x&after_checkpoint=0", null)
                        .status());
        String operator = "ndd_partition_no_source";
        call(operator, "POST", job + "/_update", "{\"frequency\":\"30m\"}").ok();
        call(operator, "POST", job + "/_update", "{\"preset\":\"strict\"}")
                .rejected(operator, "indices:data/read/ndd/partition");
        call(operator, "POST", job + "/_stop", null).ok();
        call(operator, "POST", job + "/_start", null).rejected(operator, "indices:data/read/ndd/partition");
        call(operator, "POST", job + "/_preview", null).rejected(operator, "indices:data/read/ndd/partition");
        assertEquals("stopped", stats(PARTITION, "live").get("state"));
        call(PARTITION, "POST", job + "/_start", null).ok();
        call(PARTITION, "POST", job + "/_stop", null).ok();
        call(PARTITION, "DELETE", job, null).ok();
    }

    private static void assertNoJobs(String user) throws IOException {
        assertEquals(
                "no jobs",
                "[]",
                call(user, "GET", "/_ndd/job", null).ok().get("jobs").toString());
    }

    public void testMinimalPrivileges() throws IOException {
        call(MONITOR, "POST", "/_ndd/analyze", "{\"text\":\"x\"}").ok();
        String pair = "{\"a\":{\"_id\":\"seen-0\"},\"b\":{\"_id\":\"seen-1\"}}";
        assertEquals(
                true, call(READER, "POST", "/pages/_ndd/compare", pair).ok().get("similar"));
        call("ndd_boilerplate", "POST", "/pages/_ndd/boilerplate", null).ok();
        call(READER, "GET", "/pages/_ndd/boilerplate/seen.example", null).ok();
        call("ndd_boilerplate", "DELETE", "/pages/_ndd/boilerplate/seen.example", null)
                .ok();
        call("ndd_only_writer", "POST", "/pages/_bulk?pipeline=pages", "{\"index\":{}}\n{\"body\":\"x\"}\n")
                .ok();

        String run = (String) call(PARTITION, "POST", "/pages/_ndd/partition?wait_for_completion=true", null)
                .ok()
                .get("id");
        assertEquals(
                "completed",
                call(PARTITION, "GET", "/_ndd/partition/" + run, null).ok().get("state"));
        assertThat(call(PARTITION, "GET", "/_ndd/partition", null).ok().text(), containsString(run));
        assertEquals(
                "both halves have the same texts",
                PAGES / 2,
                call(READER, "GET", "/pages/_ndd/groups", null).ok().get("total"));
        assertEquals(
                2 * PAGES,
                call(READER, "GET", "/pages/_ndd/export?contributions=true", null)
                        .ok()
                        .text()
                        .lines()
                        .filter(line -> line.contains("\"url\":\"https://"))
                        .count());
    }

    public void testBackfillPrivileges() throws IOException {
        String backfill = "/pages/_ndd/backfill?pipeline=pages&wait_for_completion=true";
        call(ADMIN, "PUT", "/pages/_doc/late?refresh", "{\"body\":\"from before\",\"visible\":true}")
                .ok();
        for (String wait : List.of("true", "false")) {
            call(READER, "POST", "/pages/_ndd/backfill?pipeline=pages&wait_for_completion=" + wait, null)
                    .rejected(READER, "indices:data/write/ndd/backfill");
            call("ndd_only_writer", "POST", "/pages/_ndd/backfill?pipeline=pages&wait_for_completion=" + wait, null)
                    .rejected("ndd_only_writer", "indices:data/read/open_point_in_time");
        }
        call(WRITER, "POST", backfill + "&refresh=true", null).rejected(WRITER, "indices:admin/refresh");
        assertEquals(1, call(WRITER, "POST", backfill, null).ok().get("updated"));
        for (String request : List.of("_cancel", "_rethrottle?requests_per_second=5")) {
            assertEquals(
                    404,
                    call(ADMIN, "POST", "/_ndd/backfill/unknown:1/" + request, null)
                            .status());
            call(WRITER, "POST", "/_ndd/backfill/unknown:1/" + request, null)
                    .rejected(WRITER, "cluster:admin/ndd/tasks");
        }
    }

    /** Deletion and undo require write access to the documents, and full read access to each of them. */
    public void testDeletePrivileges() throws IOException {
        call(ADMIN, "POST", "/pages/_ndd/partition?wait_for_completion=true", null)
                .ok();
        String delete = "/pages/_ndd/delete?wait_for_completion=true&dry_run=";
        String mark = "/pages/_ndd/mark?wait_for_completion=true";
        for (String request : List.of(delete + "true", delete + "false", mark)) {
            call(READER, "POST", request, null).rejected(READER, "indices:data/write/ndd/resolve");
            call(WRITER, "POST", request, null).rejected(WRITER, "indices:data/read/get");
            TextResponse fields = call(FIELDS, "POST", request, null);
            assertEquals(fields.text(), 403, fields.status());
            assertThat(fields.text(), containsString("[index] must be an index of which the user may read all fields"));
        }
        TextResponse looked = call("ndd_deleter", "POST", delete + "true", null).ok();
        assertThat((int) looked.get("deleted"), greaterThan(0));
        TextResponse half = call(HALF, "POST", delete + "true", null).ok();
        assertEquals(half.text(), looked.get("total"), half.get("total"));
        assertThat("hidden documents are reported as missing", (int) half.get("missing"), greaterThan(0));
        assertThat((int) half.get("deleted"), lessThan((int) looked.get("deleted")));

        TextResponse deleted =
                call("ndd_deleter", "POST", delete + "false", null).ok();
        assertEquals(looked.get("deleted"), deleted.get("deleted"));
        String backup = "{\"backup\":\"" + deleted.get("backup") + "\"}";
        String undo = "/pages/_ndd/delete/_undo?wait_for_completion=true";
        call(READER, "POST", undo, backup).rejected(READER, "indices:data/write/ndd/resolve");
        call(WRITER, "POST", undo, backup).rejected(WRITER, "indices:data/read/get");
        TextResponse unable = call("ndd_deleter_no_create", "POST", delete + "false", null)
                .rejected("ndd_deleter_no_create", "indices:admin/create");
        assertThat(unable.text(), containsString("pages-ndd-deleted-"));
        TextResponse fields = call("ndd_deleter_some_fields", "POST", undo, backup);
        assertEquals(fields.text(), 403, fields.status());
        assertThat(fields.text(), containsString("[backup] must be an index whose fields the user may read"));
        TextResponse restored = call("ndd_deleter", "POST", undo, backup).ok();
        assertEquals(deleted.get("deleted"), restored.get("restored"));
        call(ADMIN, "POST", "/pages/_ndd/partition?wait_for_completion=true", null)
                .ok();
        TextResponse marked = call("ndd_deleter", "POST", mark, null).ok();
        assertThat((int) marked.get("marked"), greaterThan(0));
    }

    public void testPartitionPrivileges() throws IOException {
        for (String wait : List.of("true", "false")) {
            String partition = "/pages/_ndd/partition?wait_for_completion=" + wait;
            for (String[] less : new String[][] {
                {"ndd_partition_no_source", "indices:data/read/ndd/partition"},
                {"ndd_partition_no_dest", "indices:data/read/get"},
                {"ndd_partition_no_read", "indices:data/read/get"},
                {"ndd_partition_no_write", "indices:data/write/delete"},
                {"ndd_partition_no_delete", "indices:admin/delete"},
                {"ndd_partition_no_manage", "indices:admin/refresh"},
                {"ndd_partition_no_alias", "indices:admin/aliases"},
                {"ndd_partition_no_create", "indices:admin/create"},
            }) {
                call(less[0], "POST", partition, null).rejected(less[0], less[1]);
            }
            String user = "ndd_partition_no_boilerplate";
            TextResponse refused = call(user, "POST", partition, null).rejected(user, "indices:admin/aliases");
            assertThat(refused.text(), containsString("[pages-ndd-boilerplate]"));
        }
        TextResponse indices = call(ADMIN, "GET", "/_cat/indices/pages-ndd*?expand_wildcards=all&format=json", null);
        assertEquals("nothing was created", "[]", indices.ok().text());
        assertEquals(
                "no run was started",
                "[]",
                call(ADMIN, "GET", "/_ndd/partition", null).ok().get("runs").toString());
        String user = "ndd_partition_no_cluster";
        String run = (String) call(user, "POST", "/pages/_ndd/partition?wait_for_completion=true", null)
                .ok()
                .get("id");
        call(user, "GET", "/_ndd/partition/" + run, null).rejected(user, "cluster:monitor/ndd/partition/get");
        call(user, "POST", "/_ndd/partition/" + run + "/_cancel", null)
                .rejected(user, "cluster:admin/ndd/partition/cancel");
        call(user, "POST", "/_ndd/partition/" + run + "/_publish", null)
                .rejected(user, "cluster:admin/ndd/partition/publish");
        call(user, "DELETE", "/_ndd/partition/" + run, null).rejected(user, "cluster:admin/ndd/partition/delete");
        call("ndd_partition_no_alias", "POST", "/_ndd/partition/" + run + "/_publish", null)
                .rejected("ndd_partition_no_alias", "indices:admin/aliases");
        call("ndd_partition_no_delete", "DELETE", "/_ndd/partition/" + run + "?force=true", null)
                .rejected("ndd_partition_no_delete", "indices:admin/delete");
        for (String request : List.of("POST /_publish", "DELETE ")) {
            String[] parts = request.split(" ", 2);
            TextResponse response = call(OTHER_USER, parts[0], "/_ndd/partition/" + run + parts[1], null);
            assertEquals(request + ": " + response.text(), 403, response.status());
        }
        TextResponse shown =
                call(PARTITION, "GET", "/_ndd/partition/" + run, null).ok();
        assertEquals(true, shown.get("live"));
        assertEquals(0, shown.get("operations_since"));
        assertEquals(
                run,
                call(PARTITION, "POST", "/_ndd/partition/" + run + "/_publish", null)
                        .ok()
                        .get("replaced"));
        call(PARTITION, "DELETE", "/_ndd/partition/" + run + "?force=true", null)
                .ok();
    }

    public void testRunsOfOtherUsersAreInaccessible() throws Exception {
        String run = (String) call(PARTITION, "POST", "/pages/_ndd/partition?requests_per_second=1", null)
                .ok()
                .get("id");
        try {
            assertFalse(
                    call(OTHER_USER, "GET", "/_ndd/partition", null).ok().text().contains(run));
            TextResponse seen = call(OTHER_USER, "GET", "/_ndd/partition/" + run, null);
            assertEquals(seen.text(), 403, seen.status());
            for (String request : List.of("_cancel", "_rethrottle?requests_per_second=100", "_resume")) {
                TextResponse response = call(OTHER_USER, "POST", "/_ndd/partition/" + run + "/" + request, null);
                assertEquals(request + ": " + response.text(), 403, response.status());
            }
            assertEquals(
                    "running",
                    call(PARTITION, "GET", "/_ndd/partition/" + run, null).ok().get("state"));
            TextResponse kept = call("ndd_everything", "GET", "/.ndd-runs/_search", null);
            assertEquals(kept.text(), 403, kept.status());
            String state = call(ADMIN, "GET", "/_cluster/state", null).ok().text();
            assertThat(state, containsString(run));
            assertNoCredentials("the cluster state", state, PARTITION);
            assertNoCredentials(
                    "the tasks", call(ADMIN, "GET", "/_tasks?detailed", null).text(), PARTITION);
        } finally {
            call(PARTITION, "POST", "/_ndd/partition/" + run + "/_cancel", null).ok();
        }
        assertSoon(() -> assertEquals(
                "cancelled",
                call(PARTITION, "GET", "/_ndd/partition/" + run, null).ok().get("state")));
        String resume = "/_ndd/partition/" + run + "/_resume";
        TextResponse fields = call(FIELDS, "POST", resume, null);
        assertEquals(fields.text(), 403, fields.status());
        assertThat(fields.text(), containsString("[target_field] must be a field that the user may read"));
        // without titles, documents with different titles would be the same, and could be deleted
        call("ndd_no_title", "POST", "/pages/_ndd/partition", null).rejected(403, "whose [ndd.title] is hidden");
        call("ndd_partition_no_alias", "POST", resume, null)
                .rejected("ndd_partition_no_alias", "indices:admin/aliases");
        call("ndd_partition_no_boilerplate", "POST", resume, null)
                .rejected("ndd_partition_no_boilerplate", "indices:admin/aliases");
        call(PARTITION, "POST", resume, null).ok();
        call(PARTITION, "POST", "/_ndd/partition/" + run + "/_rethrottle?requests_per_second=-1", null)
                .ok();
        assertSoon(() -> assertEquals(
                "completed",
                call(PARTITION, "GET", "/_ndd/partition/" + run, null).ok().get("state")));
        assertNoCredentials(
                "the index of the run",
                call(ADMIN, "GET", "/" + run + "/_search?size=1000", null).ok().text(),
                PARTITION);
        for (Path log : logs()) {
            assertNoCredentials(log.toString(), Files.readString(log), PARTITION);
        }
    }

    private static List<Path> logs() throws IOException {
        Path cluster =
                PathUtils.get(System.getProperty("ndd.secure.cluster.file")).getParent();
        List<Path> logs = new ArrayList<>();
        try (Stream<Path> nodes = Files.list(cluster)) {
            nodes.filter(node -> node.getFileName().toString().startsWith("node-"))
                    .forEach(node -> {
                        try (Stream<Path> files = Files.list(node.resolve("logs"))) {
                            files.filter(file -> file.toString().endsWith(".log"))
                                    .forEach(logs::add);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        }
        assertFalse("the node writes logs", logs.isEmpty());
        return logs;
    }

    /** Reference documents that are hidden from the user are excluded, and indices without the privilege to read are treated as missing. */
    public void testReferenceRequiresUserPrivileges() throws IOException {
        String run = "/_ndd/partition?wait_for_completion=true";
        for (String index : List.of("strange", "missing")) {
            call(PARTITION, "POST", "/pages" + run, "{\"against\":{\"index\":\"" + index + "\"}}")
                    .rejected(PARTITION, "indices:data/read/field_caps");
        }
        for (String pattern : List.of("strang*", "missin*")) {
            TextResponse none =
                    call(PARTITION, "POST", "/pages" + run, "{\"against\":{\"index\":\"" + pattern + "\"}}");
            assertEquals(400, none.status());
            assertThat(none.text(), containsString("must name open indices that exist, but was [" + pattern + "]"));
        }
        String body = "{\"against\":{\"index\":\"page*\"},\"boilerplate\":\"none\"}";
        Map<String, Object> report =
                call("ndd_against", "POST", "/strange" + run, body).ok().map();
        assertEquals(Map.of("index", List.of("pages"), "documents", PAGES), report.get("against"));
        assertEquals(PAGES, report.get("duplicates"));
        assertFalse(call(ADMIN, "GET", "/strange-ndd/_search?size=100", null)
                .ok()
                .text()
                .contains("hidden-"));
    }
}
