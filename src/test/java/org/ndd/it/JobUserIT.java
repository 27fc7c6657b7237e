package org.ndd.it;

import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A job of a user with access to half of the documents, on three real nodes with security: it keeps its user after any failure. */
public class JobUserIT extends FailoverTestCase {

    private static final String HALF = "ndd_half";
    private static final String DEST = "pages-ndd-live";
    private static final String JOB = "/_ndd/job/live";

    private static Map<String, Object> job() throws IOException {
        return stats(HALF, "live");
    }

    private static void put(String id, boolean visible, String body) throws IOException {
        admin(
                        "PUT",
                        "/pages/_doc/" + id + "?pipeline=pages",
                        "{\"visible\":" + visible + ",\"url\":\"https://copies.example/" + id + "\",\"body\":\"" + body
                                + "\"}")
                .ok();
    }

    private static String bodyOf(String id) throws IOException {
        return ((String) admin("GET", "/pages/_doc/" + id, null).ok().get("_source.body")).replace("\n", "\\n");
    }

    public void testJobKeepsUserAfterFailures() throws Exception {
        index("pages", true);
        call(
                        HALF,
                        "PUT",
                        JOB,
                        "{\"source\":{\"index\":\"pages\"},\"frequency\":\"1h\",\"dest\":{\"index\":\"" + DEST + "\"}}")
                .ok();
        call(HALF, "POST", JOB + "/_start", null).ok();
        assertSoon(() -> assertNotNull(job().get("last_checkpoint")), 2, TimeUnit.MINUTES);
        String run = (String) job().get("run");

        put("seen-copy", true, bodyOf("seen-0"));
        put(SECRET + "-copy", false, bodyOf("seen-2"));
        put(SECRET + "-1", false, bodyOf("seen-4"));
        admin("DELETE", "/pages/_doc/seen-7", null).ok();
        String leader = leader(DEST);
        nodes.kill(leader);
        checkpoint(HALF, "live");
        nodes.start(leader);
        assertGreen();
        nodes.restartAll();
        assertGreen();
        put("seen-late", true, bodyOf("seen-10"));
        Map<String, Object> last = checkpoint(HALF, "live");
        assertEquals(last.toString(), "started", last.get("state"));
        assertEquals(run, last.get("run"));
        assertEquals(3, ((Map<?, ?>) last.get("totals")).get("changed"));

        admin("POST", "/pages/_refresh", null).ok();
        TextResponse fresh = call(
                HALF,
                "POST",
                "/pages/_ndd/partition?wait_for_completion=true",
                "{\"publish\":false,\"boilerplate\":\"stored\",\"dest\":{\"index\":\"pages-ndd-fresh\"}}");
        assertEquals(fresh.text(), "completed", fresh.ok().get("state"));
        assertEquals(groupsOf((String) fresh.get("id")), groupsOf(run));
        assertTrue(groupsOf(run).toString(), groupsOf(run).toString().contains("pages/seen-copy"));

        for (String index : List.of(run, run + "-boilerplate", DEST + "-changes")) {
            TextResponse all =
                    admin("GET", "/" + index + "/_search?size=1000", null).ok();
            assertTrue(index, ((Number) all.get("hits.total.value")).intValue() > 0);
            assertFalse(index + ": " + all.text(), all.text().contains(SECRET));
        }
        for (Path log : nodes.logs()) {
            assertFalse(log.toString(), Files.readString(log).contains(SECRET));
        }
        call(HALF, "POST", JOB + "/_stop", null).ok();
        call(HALF, "DELETE", JOB, null).ok();
    }
}
