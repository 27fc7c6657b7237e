package org.ndd.it;

import static org.hamcrest.Matchers.greaterThan;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * A user who sees some of the documents deletes and restores duplicates, while bulk requests rewrite them, and the node that executes the
 * task is lost. No document is lost, and no write of another user is undone.
 */
public class DeletionUserIT extends FailoverTestCase {

    private static final String USER = "ndd_half";
    private static final String SLOWLY = "?dry_run=false&wait_for_completion=false&requests_per_second=0.5";
    private static final int PAIRS = 12;

    /** Duplicates among the documents of {@link #index}, one of each pair. */
    private static final int VISIBLE_DUPLICATES = 6;

    private static final int HIDDEN_DUPLICATES = 6;
    private static final String BACKUP = "pages-ndd-deleted-by-half";
    private static final String BODY = "{\"backup\":\"" + BACKUP + "\"}";

    /** Expected sources by id. */
    private final Map<String, Object> expected = new TreeMap<>();

    private static Map<String, Object> documents(String index) throws IOException {
        admin("POST", "/" + index + "/_refresh", null).ok();
        TextResponse found = admin("GET", "/" + index + "/_search?size=1000", null);
        assertEquals(found.text(), 0, found.ok().get("_shards.failed"));
        Map<String, Object> documents = new TreeMap<>();
        for (Object hit : (List<?>) found.get("hits.hits")) {
            documents.put((String) ((Map<?, ?>) hit).get("_id"), ((Map<?, ?>) hit).get("_source"));
        }
        return documents;
    }

    /** The ids of the documents in the backup. */
    private static Stream<Object> copied() throws IOException {
        return documents(BACKUP).values().stream().map(copy -> ((Map<?, ?>) ((Map<?, ?>) copy).get("doc")).get("id"));
    }

    private static String page(boolean visible, int popularity, String body) {
        return "{\"visible\":" + visible + ",\"popularity\":" + popularity + ",\"body\":\"" + body + "\"}";
    }

    /** Writes documents with one bulk request: id and source of each. */
    private void write(String... idsAndSources) throws IOException {
        StringBuilder bulk = new StringBuilder();
        for (int i = 0; i < idsAndSources.length; i += 2) {
            bulk.append("{\"index\":{\"_id\":\"").append(idsAndSources[i]).append("\"}}\n");
            bulk.append(idsAndSources[i + 1]).append('\n');
        }
        TextResponse response = admin("POST", "/pages/_bulk?refresh&pipeline=pages", bulk.toString());
        assertEquals(response.text(), false, response.ok().get("errors"));
        Map<String, Object> current = documents("pages");
        for (int i = 0; i < idsAndSources.length; i += 2) {
            expected.put(idsAndSources[i], current.get(idsAndSources[i]));
        }
    }

    /** Starts a task as the user, which pauses after its first documents, and waits until it has changed one. */
    private static String startSlowly(String operation, String counter) throws Exception {
        String task = (String) call(USER, "POST", "/pages/_ndd/" + operation + SLOWLY, BODY)
                .ok()
                .get("task");
        assertSoon(() -> {
            TextResponse response = admin("GET", "/_tasks/" + task, null).ok();
            assertEquals(response.text(), false, response.get("completed"));
            assertThat(response.text(), (Integer) response.get("task.status." + counter), greaterThan(0));
        });
        admin("POST", "/_ndd/delete/" + task + "/_rethrottle?requests_per_second=0.1", null)
                .ok();
        return task;
    }

    /** Ends a task, by the loss of its node or by its cancellation. Returns the killed node, or {@code null}. */
    private String end(String task, boolean kill) throws Exception {
        if (kill) {
            String node = (String) admin("GET", "/_nodes/_all/name?filter_path=nodes.*.name", null)
                    .ok()
                    .get("nodes." + task.substring(0, task.indexOf(':')) + ".name");
            nodes.kill(node);
            return node;
        }
        admin("POST", "/_ndd/delete/" + task + "/_cancel", null).ok();
        assertSoon(() -> {
            TextResponse ended = admin("GET", "/_tasks/" + task, null).ok();
            assertEquals(ended.text(), true, ended.get("completed"));
        });
        return null;
    }

    /** Repeats the request of a task that has ended, until its claim is released and all shards have a primary. */
    private static TextResponse repeat(String operation) throws Exception {
        AtomicReference<TextResponse> repeated = new AtomicReference<>();
        assertSoon(() -> repeated.set(call(USER, "POST", "/pages/_ndd/" + operation + "?dry_run=false", BODY)
                .ok()));
        assertEquals(repeated.get().text(), "completed", repeated.get().get("state"));
        return repeated.get();
    }

    private void restart(String killed) throws Exception {
        if (killed != null) {
            nodes.start(killed);
            assertGreen();
        }
    }

    /** Waits until the shards of a killed node have a primary again. */
    private static void assertReadable() throws Exception {
        assertSoon(() -> assertEquals(
                false,
                admin("GET", "/_cluster/health?wait_for_status=yellow&timeout=30s", null)
                        .ok()
                        .get("timed_out")));
    }

    private List<String> missing() throws Exception {
        assertReadable();
        Map<String, Object> live = documents("pages");
        return expected.keySet().stream()
                .filter(id -> live.containsKey(id) == false)
                .toList();
    }

    public void testRewrittenAndHiddenDocumentsAndLostNodes() throws Exception {
        index("pages", true);
        String harbour = "The lighthouse keeper of the northern pier counts forty ships each morning, and writes their"
                + " names into the long blue book.";
        write("kept-unseen", page(false, 0, harbour), "copy-of-unseen", page(true, 50, harbour));
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            String story = "In the year " + (1500 + 17 * i) + " a ship of " + (20 + i) + " sailors brought " + 31 * i
                    + " barrels of herring to the port of town number " + i + ", says the chronicle.";
            pairs.addAll(List.of("pair-new-" + i, page(true, 1, story), "pair-old-" + i, page(true, 2, story)));
        }
        write(pairs.toArray(String[]::new));
        complete("pages", "{\"canonical\":[{\"popularity\":\"asc\"}]}");
        expected.putAll(documents("pages"));

        String task = startSlowly("delete", "deleted");
        Map<String, Object> live = documents("pages");
        List<String> left =
                live.keySet().stream().filter(id -> id.startsWith("pair-old-")).toList();
        assertThat(left.toString(), left.size(), greaterThan(3));
        List<String> deleted = expected.keySet().stream()
                .filter(id -> live.containsKey(id) == false)
                .toList();
        assertThat(deleted.toString(), deleted.size(), greaterThan(0));
        // one is rewritten, one is hidden from the user, of one the canonical document is rewritten, and a deleted one
        // is indexed again
        String other = "Snow fell in the mountains for the first time this year, three passes are closed until the"
                + " ploughs come.";
        String canonical = left.get(2).replace("old", "new");
        write(
                left.get(0),
                page(true, 1, other),
                left.get(1),
                page(false, 1, other + " Hidden."),
                canonical,
                page(true, 1, other + " Canonical."),
                deleted.get(0),
                page(true, 1, other + " Again."));
        boolean killDeletion = randomBoolean();
        String killed = end(task, killDeletion);
        int before = missing().size();
        TextResponse deletion = repeat("delete");
        Map<String, Object> rest = documents("pages");
        String report = deletion.text();
        int duplicates = PAIRS + VISIBLE_DUPLICATES;
        assertEquals(report, duplicates - 1 - before - 3, deletion.get("deleted"));
        assertEquals("rewritten and indexed again: " + report, 2, deletion.get("version_conflicts"));
        assertEquals(report, 1, deletion.get("canonical_changed"));
        assertEquals(report, 1, deletion.get("canonical_missing"));
        assertEquals("hidden, and deleted: " + report, HIDDEN_DUPLICATES + 1 + before, deletion.get("missing"));
        assertEquals(report, 0, deletion.get("failed"));
        // the first task may have copied a document that was changed before it was deleted: such a copy remains
        List<String> changed = left.subList(0, 3);
        assertEquals(
                duplicates - 3,
                copied().filter(id -> changed.contains(id) == false).count());
        for (String kept :
                List.of(left.get(0), left.get(1), left.get(2), canonical, deleted.get(0), "copy-of-unseen")) {
            assertEquals(kept, expected.get(kept), rest.get(kept));
        }
        rest.keySet().forEach(id -> assertEquals(id, expected.get(id), rest.get(id)));
        restart(killed);

        String undo = startSlowly("delete/_undo", "restored");
        List<String> partly = missing();
        assertThat(partly.toString(), partly.size(), greaterThan(1));
        write(partly.get(0), page(false, 1, other + " Before its restoration."));
        killed = end(undo, killDeletion == false);
        int missing = missing().size();
        TextResponse restoration = repeat("delete/_undo");
        assertEquals(restoration.text(), missing, restoration.get("restored"));
        assertEquals(restoration.text(), 0, restoration.get("failed"));
        assertEquals(expected, documents("pages"));
        restart(killed);
    }
}
