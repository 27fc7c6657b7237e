package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.After;

/** Markets of users with minimal privileges, and of users with access to a part of the documents, on a real node with security. */
public class MarketSecurityIT extends SecurePagesTestCase {

    private static final String NO_URL = "ndd_no_visible";
    private static final String RUN = "/_ndd/partition?wait_for_completion=true";
    private static final String JOB = "/_ndd/job/live";
    private static final String CANONICALS =
            "\"markets\":{\"seen\":{\"canonical\":[{\"_host_suffix\":[\"seen.example\"]}]},"
                    + "\"hidden\":{\"canonical\":[{\"_host_suffix\":[\"hidden.example\"]}]}}";
    private static final String MARKETS = "{" + CANONICALS + "}";

    /** A job that remains after a test would write into the destination of the next one. */
    @After
    public void endJob() throws IOException {
        call(ADMIN, "DELETE", JOB + "?force=true", null);
    }

    private static String completed(String user, String index, String body) throws IOException {
        TextResponse response = call(user, "POST", "/" + index + RUN, body).ok();
        assertEquals(response.text(), "completed", response.get("state"));
        return (String) response.get("id");
    }

    /** The remaining documents of those that a user may read. */
    private static TextResponse duplicates(String user, String index, String market) throws IOException {
        String query =
                "{\"size\":100,\"query\":{\"bool\":{\"must_not\":{\"known_duplicates\":{\"dest\":{\"index\":\"pages-ndd\"},\"market\":\""
                        + market + "\"}}}}}";
        return call(user, "POST", "/" + index + "/_search", query);
    }

    private static TextResponse retriever(String user, String index, String market) throws IOException {
        String query = "{\"size\":100,\"retriever\":{\"near_dup\":{\"dest\":{\"index\":\"pages-ndd\"},\"market\":\""
                + market + "\",\"retriever\":{\"standard\":{\"query\":{\"match_all\":{}}}}}}}";
        return call(user, "POST", "/" + index + "/_search", query);
    }

    private static Set<String> only(String name, Set<String> hits) {
        hits.forEach(hit -> assertTrue(hits.toString(), hit.startsWith("pages " + name + "-")));
        return hits;
    }

    /** The markets in which each document is canonical, according to the index of the run. */
    private static Map<String, Object> canonicalIn(String run) throws IOException {
        call(ADMIN, "POST", "/" + run + "/_refresh", null).ok();
        TextResponse found = call(ADMIN, "GET", "/" + run + "/_search?size=1000&q=_exists_:canonical_in", null)
                .ok();
        Map<String, Object> wins = new TreeMap<>();
        for (Object hit : (List<?>) found.get("hits.hits")) {
            Map<?, ?> page = (Map<?, ?>) ((Map<?, ?>) hit).get("_source");
            wins.put((String) ((Map<?, ?>) page.get("doc")).get("id"), page.get("canonical_in"));
        }
        return wins;
    }

    public void testMinimalPrivileges() throws IOException {
        completed(PARTITION, "pages", MARKETS);
        for (String market : List.of("seen", "hidden")) {
            Set<String> kept = only(market, duplicates(READER, "pages", market).hits());
            assertEquals(PAGES / 2, kept.size());
            assertEquals(kept, retriever(READER, "pages", market).hits());
        }
        TextResponse groups = call(READER, "GET", "/pages/_ndd/groups", null).ok();
        assertEquals(PAGES / 2, groups.get("total"));
        Map<?, ?> first = (Map<?, ?>) ((Map<?, ?>) ((List<?>) groups.get("groups")).get(0)).get("markets");
        assertEquals(Set.of("seen", "hidden"), first.keySet());
    }

    public void testDeletionKeepsCanonicalDocumentsOfMarkets() throws IOException {
        completed(PARTITION, "pages", MARKETS);
        Set<String> seen = duplicates(READER, "pages", "seen").hits();
        Set<String> hidden = duplicates(READER, "pages", "hidden").hits();
        TextResponse deleted = call(
                        "ndd_deleter",
                        "POST",
                        "/pages/_ndd/delete?wait_for_completion=true&dry_run=false",
                        "{\"min_relation\":\"near\",\"containment\":0}")
                .ok();
        assertThat(deleted.text(), (int) deleted.get("deleted"), greaterThan(0));
        call(ADMIN, "POST", "/pages/_refresh", null).ok();
        assertEquals(seen, duplicates(READER, "pages", "seen").hits());
        assertEquals(hidden, duplicates(READER, "pages", "hidden").hits());
        Set<String> all = new TreeSet<>(seen);
        all.addAll(hidden);
        Set<String> left = call(READER, "GET", "/pages/_search?size=100", null).hits();
        assertTrue(left + " has " + all, left.containsAll(all));
        assertEquals(2 * PAGES - (int) deleted.get("deleted"), left.size());
    }

    public void testRejectsDeletionWithHiddenMarkets() throws IOException {
        completed(PARTITION, "pages", MARKETS);
        String body = "{\"min_relation\":\"near\",\"containment\":0}";
        TextResponse rejected = call("ndd_deleter_some_fields", "POST", "/pages/_ndd/delete?dry_run=false", body);
        assertEquals(rejected.text(), 403, rejected.status());
        assertThat(rejected.text(), containsString("must be a destination whose fields the user may read"));
        call(ADMIN, "POST", "/pages/_refresh", null).ok();
        TextResponse left = call(READER, "GET", "/pages/_search?size=100", null);
        assertEquals(2 * PAGES, left.hits().size());
    }

    public void testRejectsUnreadableIndices() throws IOException {
        completed(PARTITION, "pages", MARKETS);
        String body = "{\"dest\":{\"index\":\"pages-ndd-both\"}," + CANONICALS + "}";
        for (String index : List.of("strange", "pages,strange")) {
            assertEquals(403, call(PARTITION, "POST", "/" + index + RUN, body).status());
            assertEquals(403, duplicates(READER, index, "seen").status());
            assertEquals(403, retriever(READER, index, "seen").status());
        }
        assertEquals(
                "other users cannot read the markets of the groups",
                403,
                retriever(OTHER_USER, "strange", "seen").status());
        assertEquals(403, duplicates(OTHER_USER, "strange", "seen").status());
    }

    public void testMarketsOfUserWithHiddenDocuments() throws IOException {
        String run = completed(HALF, "pages", MARKETS);
        Map<String, Object> wins = canonicalIn(run);
        assertEquals(PAGES / 2, wins.size());
        wins.forEach((page, markets) -> {
            assertTrue(page, page.startsWith("seen-"));
            assertTrue(markets.toString(), ((List<?>) markets).contains("seen"));
        });
        completed(PARTITION, "pages", MARKETS);
        assertEquals(
                PAGES / 2,
                only("seen", retriever(HALF, "pages", "hidden").hits()).size());
    }

    /** Equals the result without any values. */
    public void testRulesIgnoreHiddenFields() throws IOException {
        String body = "{\"markets\":{\"m\":{\"canonical\":[{\"url\":[\"https://%s.example/1\"]}]}}}";
        Map<String, Object> of = canonicalIn(completed(PARTITION, "pages", body.replace("%s", "hidden")));
        assertTrue(of.toString(), of.containsKey("hidden-1"));
        Map<String, Object> ofSeen = canonicalIn(completed(PARTITION, "pages", body.replace("%s", "seen")));
        assertTrue(ofSeen.toString(), ofSeen.containsKey("seen-1"));
        Map<String, Object> ofNone = canonicalIn(completed(PARTITION, "pages", body.replace("%s", "nowhere")));
        assertEquals(ofNone, canonicalIn(completed(NO_URL, "pages", body.replace("%s", "hidden"))));
        assertEquals(ofNone, canonicalIn(completed(NO_URL, "pages", body.replace("%s", "seen"))));
    }

    private void job(String user) throws Exception {
        call(user, "PUT", JOB, "{\"source\":{\"index\":\"pages\"},\"frequency\":\"1h\"," + CANONICALS + "}")
                .ok();
        call(user, "POST", JOB + "/_start", null).ok();
        assertSoon(() -> assertNotNull(stats(user, "live").get("last_checkpoint")), 2, TimeUnit.MINUTES);
        // deletes documents that are canonical in a market, and adds others
        call(ADMIN, "DELETE", "/pages/_doc/seen-0", null).ok();
        call(ADMIN, "DELETE", "/pages/_doc/hidden-3", null).ok();
        String copy =
                (String) call(ADMIN, "GET", "/pages/_doc/seen-6", null).ok().get("_source.body");
        call(
                        ADMIN,
                        "PUT",
                        "/pages/_doc/hidden-late?pipeline=pages",
                        "{\"visible\":false,\"url\":\"https://hidden.example/late\",\"body\":\""
                                + copy.replace("\n", "\\n") + "\"}")
                .ok();
        String run = (String) checkpoint(user, "live").get("run");
        String fresh = completed(
                user,
                "pages",
                "{\"publish\":false,\"boilerplate\":\"stored\",\"dest\":{\"index\":\"pages-ndd-fresh\"}," + CANONICALS
                        + "}");
        assertEquals(canonicalIn(fresh), canonicalIn(run));
    }

    public void testJobWithMinimalPrivileges() throws Exception {
        job(PARTITION);
        for (String market : List.of("seen", "hidden")) {
            Set<String> kept = only(market, duplicates(READER, "pages", market).hits());
            assertEquals(PAGES / 2, kept.size());
        }
        call(HALF, "POST", JOB + "/_stop", null).ok();
    }

    public void testJobOfUserWithHiddenDocuments() throws Exception {
        job(HALF);
        Map<String, Object> job = stats(HALF, "live");
        assertEquals(job.toString(), 1, ((Map<?, ?>) job.get("totals")).get("changed"));
        for (String index : List.of((String) job.get("run"), "pages-ndd-changes")) {
            TextResponse all =
                    call(ADMIN, "GET", "/" + index + "/_search?size=1000", null).ok();
            assertFalse(all.text(), all.text().contains("hidden-"));
        }
    }
}
