package org.ndd.inspect;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.lessThan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.rest.RestStatus;
import org.ndd.boilerplate.StoredBoilerplate;
import org.ndd.boilerplate.TestBoilerplate;
import org.ndd.compat.Calls;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentName;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Reason;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Rank;
import org.ndd.inspect.CheckResult.Kind;
import org.ndd.partition.TestDecisions;

public class CheckActionTests extends CheckTestCase {

    /** Three versions of one story, two copies of another story, and a unique document. */
    private static final String[] STORIES = {"a0", "a1", "a2", "b0", "b0copy", "c0"};

    private void indexStories(String index, int shards) throws IOException {
        create(index, shards);
        index(index, STORIES);
        partition("{}", index);
    }

    private void put(String index, String id, String pipeline, Map<String, Object> source) {
        client().index(new IndexRequest(index)
                        .id(id)
                        .setPipeline(pipeline)
                        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                        .source(source))
                .actionGet();
    }

    private static List<CheckResult> results(CheckAction.Response response) {
        return response.documents().stream()
                .map(CheckAction.Response.OfDocument::result)
                .toList();
    }

    private void assertRejected(String index, String dest, String message) {
        String body = "{\"ids\":[\"a0\"],\"dest\":{\"index\":\"" + dest + "\"}}";
        Exception e = expectThrows(IllegalArgumentException.class, () -> request(index, body));
        assertThat(e.getMessage(), containsString(message));
    }

    private static Map<String, CheckResult> of(char story, Map<String, CheckResult> statuses) {
        Map<String, CheckResult> some = new TreeMap<>(statuses);
        some.keySet().removeIf(id -> id.charAt(0) != story);
        return some;
    }

    public void testPublishedGroupsAreIndependentOfShards() throws IOException {
        List<String> responses = new ArrayList<>();
        for (int shards : new int[] {1, 5}) {
            String index = "pages" + shards;
            indexStories(index, shards);
            put(index, "raw", null, Map.of("body", text('a', 0)));
            put(index, "old", null, Map.of("ndd", Map.of("text", text('a', 0), "version", "p1:1")));
            Map<String, CheckResult> statuses =
                    ids(index, "c0", "a0", "raw", "a1", "b0", "none", "b0copy", "old", "a2");
            onlyCanonical(index, 3, of('a', statuses));
            Map<String, CheckResult> copies = of('b', statuses);
            String kept = onlyCanonical(index, 2, copies);
            copies.remove(kept);
            Comparison likeness = copies.values().iterator().next().comparison();
            assertEquals(Relation.SAME, likeness.relation());
            assertEquals(Reason.SAME_WORDS, likeness.reason());
            assertEquals(1, likeness.confidence(), 0);
            assertEquals(1, likeness.shared().resemblance(), 0);
            assertEquals(CheckResult.UNIQUE, statuses.get("c0"));
            assertEquals(CheckResult.MISSING, statuses.get("none"));
            assertEquals(Kind.UNPROCESSED, statuses.get("raw").kind());
            assertThat(statuses.get("raw").reason(), containsString("has no [ndd.text] and [ndd.version]"));
            assertEquals(Kind.UNPROCESSED, statuses.get("old").kind());
            assertThat(statuses.get("old").reason(), containsString("but was [p1:1]"));
            responses.add(statuses + "" + texts(index, "", text('a', 3), text('b', 1), text('d', 0)));
        }
        assertEquals(responses.get(0).replace("pages1", "pages5"), responses.get(1));
    }

    public void testDocumentsIndexedAfterRun() throws IOException {
        indexStories("pages", between(1, 3));
        Map<String, CheckResult> before = ids("pages", "a0", "a1", "a2");
        String canonical = onlyCanonical("pages", 3, before);
        index("pages", "a4", "d0", "d1", "d2", "e0");
        Map<String, CheckResult> after = ids("pages", "a4", "d0", "d1", "d2", "e0");
        assertDuplicate("pages", canonical, true, after.get("a4"));
        assertEquals(first("d0", "d1", "d2"), onlyCanonical("pages", 0, of('d', after)));
        assertEquals(CheckResult.UNIQUE, after.get("e0"));
        assertEquals("other documents are unchanged", before, ids("pages", "a0", "a1", "a2"));
    }

    /** A document that is decided not to be a duplicate of another is no duplicate of the decided duplicates of that one either. */
    public void testDecisionsConnectDocuments() throws IOException {
        create("pages", between(1, 3));
        index("pages", "a0", "a1", "b0");
        assertEquals(first("a0", "a1"), onlyCanonical("pages", 0, ids("pages", "a0", "a1")));
        TestDecisions.put(
                client(),
                "pages",
                List.of(new TestDecisions.Pair("a0", "b0", true), new TestDecisions.Pair("b0", "a1", false)));
        CheckAction.Response response =
                request("pages", "{\"ids\":[\"a0\",\"a1\"],\"decisions_index\":\"" + TestDecisions.INDEX + "\"}");
        assertEquals(CheckResult.UNIQUE, response.documents().get(1).result());
    }

    /** A document that left a group because of a decision is no duplicate of the other documents of this group either. */
    public void testDecidedDocumentLeavesGroup() throws IOException {
        create("pages", between(1, 3));
        index("pages", "a0", "a1", "a2", "b0");
        TestDecisions.put(client(), "pages", List.of(new TestDecisions.Pair("a0", "a1", false)));
        String decisions = "\"decisions_index\":\"" + TestDecisions.INDEX + "\"";
        partition("{" + decisions + "}", "pages");
        String alone =
                Set.of("a0", "a1").stream().max(Comparator.comparing(Rank::of)).get();
        CheckAction.Response response = request("pages", "{\"ids\":[\"" + alone + "\",\"a2\"]," + decisions + "}");
        assertEquals(CheckResult.UNIQUE, response.documents().get(0).result());
        assertNotEquals(Kind.UNIQUE, response.documents().get(1).result().kind());
    }

    /** A decision that no run has applied yet does not make a changed document unique. */
    public void testDecidedDocumentIsStillInGroup() throws IOException {
        indexStories("pages", between(1, 3));
        String canonical = onlyCanonical("pages", 3, ids("pages", "a0", "a1", "a2"));
        List<String> duplicates = new ArrayList<>(List.of("a0", "a1", "a2"));
        duplicates.remove(canonical);
        TestDecisions.put(
                client(), "pages", List.of(new TestDecisions.Pair(duplicates.get(0), duplicates.get(1), false)));
        String body = "{\"ids\":[\"" + duplicates.get(0) + "\"],\"decisions_index\":\"" + TestDecisions.INDEX + "\"}";
        assertDuplicate(
                "pages",
                canonical,
                true,
                request("pages", body).documents().get(0).result());
        indexAs("pages", duplicates.get(0), text('a', 7));
        assertDuplicate(
                "pages",
                canonical,
                true,
                request("pages", body).documents().get(0).result());
    }

    public void testUpdatedDocuments() throws IOException {
        indexStories("pages", between(1, 3));
        String canonical = onlyCanonical("pages", 3, ids("pages", "a0", "a1", "a2"));
        List<String> duplicates = new ArrayList<>(List.of("a0", "a1", "a2"));
        duplicates.remove(canonical);
        indexAs("pages", duplicates.get(0), text('x', 0));
        Map<String, CheckResult> statuses = ids("pages", "a0", "a1", "a2");
        assertEquals(CheckResult.UNIQUE, statuses.get(duplicates.get(0)));
        assertCanonical(3, statuses.get(canonical));
        assertDuplicate("pages", canonical, true, statuses.get(duplicates.get(1)));
        indexAs("pages", duplicates.get(0), text('c', 1));
        assertEquals(first("c0", duplicates.get(0)), onlyCanonical("pages", 0, ids("pages", "c0", duplicates.get(0))));
        indexAs("pages", canonical, text('a', 7));
        assertCanonical(3, ids("pages", canonical).get(canonical));
        indexAs("pages", canonical, text('b', 0));
        statuses = ids("pages", canonical, duplicates.get(1), "b0", "b0copy");
        CheckResult changed = statuses.remove(canonical);
        assertEquals(CheckResult.UNIQUE, statuses.remove(duplicates.get(1)));
        String kept = onlyCanonical("pages", 2, statuses);
        assertDuplicate("pages", kept, true, changed);
    }

    /** Returns the first id in rank order. */
    private static String first(String... ids) {
        return Stream.of(ids).min(Comparator.comparing(Rank::of)).get();
    }

    public void testDeletedCanonical() throws IOException {
        indexStories("pages", between(1, 3));
        String canonical = onlyCanonical("pages", 3, ids("pages", "a0", "a1", "a2"));
        delete("pages", canonical);
        Map<String, CheckResult> statuses = ids("pages", "a0", "a1", "a2");
        assertEquals(CheckResult.MISSING, statuses.remove(canonical));
        String kept = onlyCanonical("pages", 0, statuses);
        List<CheckResult> given = texts("pages", "", text('a', 0));
        assertDuplicate("pages", kept, false, given.get(0));
        delete("pages", kept);
        statuses.remove(kept);
        String left = statuses.keySet().iterator().next();
        assertEquals(Map.of(left, CheckResult.UNIQUE), ids("pages", left));
    }

    public void testInlineDocuments() throws IOException {
        indexStories("pages", between(1, 3));
        String canonical = onlyCanonical("pages", 3, ids("pages", "a0", "a1", "a2"));
        CheckAction.Response response = request(
                "pages",
                "{\"ids\":[\"c0\"],\"documents\":[{\"text\":\"" + text('d', 0) + "\"},{\"html\":\"<title>t</title><p>"
                        + text('a', 5) + "</p>\",\"url\":\"https://a.org/1\"},{\"input\":\"" + text('c', 0)
                        + "\",\"title\":\"t\"},{\"text\":\"\"},{\"text\":\"" + text('c', 0) + "\"}]}");
        assertEquals("pages-ndd", response.dest());
        assertEquals(CheckResult.UNIQUE, response.documents().get(0).result());
        assertEquals(CheckResult.UNIQUE, response.pages().get(0));
        assertDuplicate("pages", canonical, true, response.pages().get(1));
        assertDuplicate("pages", "c0", false, response.pages().get(2));
        assertEquals(
                "[c0] has no title",
                Relation.NEAR,
                response.pages().get(2).comparison().relation());
        assertEquals(CheckResult.UNIQUE, response.pages().get(3));
        assertDuplicate("pages", "c0", false, response.pages().get(4));
        assertEquals(Relation.SAME, response.pages().get(4).comparison().relation());
    }

    public void testWithoutPublishedRun() throws IOException {
        create("pages", between(1, 3));
        index("pages", STORIES);
        assertNull(request("pages", "{\"ids\":[\"a0\"]}").dest());
        Map<String, CheckResult> statuses = ids("pages", STORIES);
        onlyCanonical("pages", 0, of('a', statuses));
        onlyCanonical("pages", 0, of('b', statuses));
        assertEquals(CheckResult.UNIQUE, statuses.get("c0"));
        ResourceNotFoundException e = expectThrows(
                ResourceNotFoundException.class,
                () -> request("pages", "{\"ids\":[\"a0\"],\"dest\":{\"index\":\"pages-ndd\"}}"));
        assertEquals(
                "[pages] has no groups in [pages-ndd]: start a run first, or wait until it has published its groups",
                e.getMessage());
        assertRejected("pages", "pages", "[dest] must be the destination of a run, but was [pages]");
        expectThrows(IndexNotFoundException.class, () -> request("missing", "{\"ids\":[\"a0\"]}"));
    }

    public void testInlineDocumentNearManyCopies() throws IOException {
        create("pages", 1);
        create("spread", 5);
        String[] copies =
                IntStream.range(0, NearSearch.MAX_NEAR).mapToObj(i -> "a0-" + i).toArray(String[]::new);
        String first = first(copies);
        for (String index : List.of("pages", "spread")) {
            index(index, copies);
            assertDuplicate(index, first, false, texts(index, "", text('a', 0)).get(0));
            Map<String, CheckResult> statuses = ids(index, copies);
            assertEquals(first, onlyCanonical(index, 0, statuses));
        }
    }

    /** More near-duplicates than the maximum document frequency of a fingerprint, with and without a run. */
    public void testManyNearDuplicates() throws IOException {
        create("flood", 1);
        int size = between(1100, 1200);
        BulkRequest bulk = new BulkRequest("flood").setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (int i = 0; i < size; i++) {
            bulk.add(page("i" + i, text('a', 0) + " Nr " + i + " x."));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        ids("flood", "i5", "i700").forEach((id, status) -> assertNotEquals(id, Kind.UNIQUE, status.kind()));
        assertEquals(
                Kind.DUPLICATE,
                texts("flood", "", text('a', 0) + " Nr 9999 x.").get(0).kind());
        partition("{}", "flood");
        ids("flood", "i5", "i700").forEach((id, status) -> {
            assertNotEquals(id, Kind.UNIQUE, status.kind());
            assertEquals(size, status.size());
        });
    }

    public void testAliasOfSeveralIndices() throws IOException {
        create("one", 2);
        create("two", 1);
        index("one", "a0", "b0", "c0");
        index("two", "a0", "b1", "d0");
        for (String index : List.of("one", "two")) {
            assertAcked(indicesAdmin()
                    .aliases(Calls.aliases()
                            .addAliasAction(AliasActions.add().index(index).alias("both"))));
        }
        partition("{\"dest\":{\"index\":\"groups\"}}", "both");
        assertRejected(
                "both",
                "groups",
                "[ids] must name one document each, but was [a0], which is in two indices: name one as");
        String ids = "{\"_index\":\"one\",\"_id\":\"a0\"},{\"_index\":\"two\",\"_id\":\"a0\"},\"b0\",\"b1\","
                + "{\"_index\":\"two\",\"_id\":\"c0\"}";
        CheckAction.Response response = request("both", "{\"ids\":[" + ids + "],\"dest\":{\"index\":\"groups\"}}");
        assertEquals("groups", response.dest());
        List<CheckResult> statuses = results(response);
        assertEquals(CheckResult.MISSING, statuses.get(4));
        for (int i : new int[] {0, 2}) {
            int canonical = statuses.get(i).kind() == Kind.CANONICAL ? i : i + 1;
            assertCanonical(2, statuses.get(canonical));
            CheckResult hidden = statuses.get(2 * i + 1 - canonical);
            DocumentName kept = response.documents().get(canonical).name();
            assertDuplicate(kept.index(), kept.id(), true, hidden);
            // its canonical document is in the other index, which is not part of the request
            DocumentName duplicate =
                    response.documents().get(2 * i + 1 - canonical).name();
            CheckAction.Response alone = request(
                    duplicate.index(), "{\"ids\":[\"" + duplicate.id() + "\"],\"dest\":{\"index\":\"groups\"}}");
            assertEquals(hidden, alone.documents().get(0).result());
        }
        CheckResult given = request(
                        "both", "{\"documents\":[{\"text\":\"" + text('d', 2) + "\"}],\"dest\":{\"index\":\"groups\"}}")
                .pages()
                .get(0);
        assertDuplicate("two", "d0", false, given);
        assertAcked(indicesAdmin().prepareClose("two"));
        response = request("one", "{\"ids\":[\"a0\",\"b0\"],\"dest\":{\"index\":\"groups\"}}");
        for (CheckAction.Response.OfDocument alone : response.documents()) {
            assertNotEquals(Kind.DUPLICATE, alone.result().kind());
        }
    }

    public void testMustAgree() throws IOException {
        indexStories("pages", between(1, 3));
        String canonical = onlyCanonical("pages", 3, ids("pages", "a0", "a1", "a2"));
        String text = "\"text\":\"" + text('a', 6) + "\"";
        String body = "{\"must_agree\":[\"lang\"],\"documents\":[{" + text + ",\"fields\":{\"lang\":\"de\"}},{" + text
                + ",\"fields\":{\"lang\":\"en\"}},{" + text + "}],\"ids\":[\"" + canonical + "\"]}";
        CheckAction.Response response = request("pages", body);
        assertEquals(CheckResult.UNIQUE, response.pages().get(0));
        assertDuplicate("pages", canonical, true, response.pages().get(1));
        put("pages", canonical, "pages", Map.of("body", text('a', 0), "lang", "de"));
        response = request("pages", body);
        assertDuplicate("pages", canonical, true, response.pages().get(0));
        assertNotEquals(canonical, response.pages().get(1).canonical().id());
        assertNull(
                "its value differs from that of the canonical document",
                response.pages().get(1).group());
        assertEquals(CheckResult.UNIQUE, response.documents().get(0).result());
    }

    public void testMinRelation() throws IOException {
        indexStories("pages", between(1, 3));
        List<CheckResult> same = texts("pages", ",\"min_relation\":\"same\"", text('b', 0), text('b', 1));
        assertEquals(Relation.SAME, same.get(0).comparison().relation());
        assertEquals(CheckResult.UNIQUE, same.get(1));
        assertEquals(
                Relation.NEAR,
                texts("pages", "", text('b', 1)).get(0).comparison().relation());
        String half = text('b', 0).substring(0, text('b', 0).length() / 4) + text('x', 0);
        assertEquals(CheckResult.UNIQUE, texts("pages", "", half).get(0));
        CheckResult overlap =
                texts("pages", ",\"min_relation\":\"overlap\"", half).get(0);
        assertEquals(Kind.DUPLICATE, overlap.kind());
        assertEquals(Relation.OVERLAP, overlap.comparison().relation());
    }

    public void testContainedTexts() throws IOException {
        create("pages", between(1, 3));
        index("pages", "a0", "b0");
        String sentence = text('a', 0).split("\\. ")[5] + ".";
        String half = sentence + " nobody had ever heard of a thing as strange as what happened next.";
        assertEquals(
                List.of(CheckResult.UNIQUE, CheckResult.UNIQUE, Kind.DUPLICATE),
                summary(texts("pages", "", sentence, half, text('a', 1))));
        List<CheckResult> found =
                texts("pages", ",\"min_containment\":0.9", sentence, half, text('a', 1), text('d', 0));
        assertEquals(List.of(Kind.PART_OF, CheckResult.UNIQUE, Kind.DUPLICATE, CheckResult.UNIQUE), summary(found));
        assertEquals(new DocumentName("pages", "a0"), found.get(0).canonical());
        assertEquals(1, found.get(0).comparison().a().containment(), 0);
        assertThat(found.get(0).comparison().b().containment(), lessThan(0.1));
        assertFalse(found.get(0).comparison().relation().isNear());
        assertEquals(
                Kind.PART_OF,
                texts("pages", ",\"min_containment\":0.3", half).get(0).kind());
        indexAs("pages", "s0", sentence);
        CheckAction.Response response = request("pages", "{\"ids\":[\"s0\",\"a0\",\"none\"],\"min_containment\":1}");
        assertEquals(List.of(Kind.PART_OF, CheckResult.UNIQUE, CheckResult.MISSING), summary(results(response)));
    }

    /** The results that name no other document, and the kinds of those that name one. */
    private static List<Object> summary(List<CheckResult> results) {
        return results.stream()
                .<Object>map(result -> result.canonical() == null ? result : result.kind())
                .toList();
    }

    public void testMasksBoilerplateOfIndex() throws IOException {
        create("pages", between(1, 3));
        String menu =
                "home and news and contact and imprint and all the other things that stand in a menu of this site. ";
        String longMenu = menu.replace(".", "") + text('m', 0).replace(".", "");
        BoilerplateLine line = new BoilerplateLine(LineHash.of(longMenu), SiteBoilerplate.Level.COMMON, 9, longMenu);
        put("pages", "1", "pages", Map.of("body", longMenu + "\n\n" + text('a', 0), "url", "https://www.a.org/1"));
        String page = "{\"documents\":[{\"text\":\"" + longMenu + "\\n\\n" + text('a', 1)
                + "\",\"url\":\"https://www.a.org/2\"}]}";
        Comparison with = request("pages", page).pages().get(0).comparison();
        TestBoilerplate.save(
                client(), "pages", new StoredBoilerplate(new SiteBoilerplate("a.org", List.of(line)), 12, 0));
        Comparison without = request("pages", page).pages().get(0).comparison();
        assertTrue(
                with + " and " + without,
                without.shared().resemblance() < with.shared().resemblance());
    }

    public void testResultsKeepRequestOrder() throws IOException {
        create("pages", between(1, 3));
        index("pages", "a0", "b0");
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < CheckAction.Request.MAX_DOCUMENTS; i++) {
            ids.add(i % 7 == 3 ? "a0" : i % 7 == 5 ? "b0" : "none" + i);
        }
        CheckAction.Response response = request("pages", "{\"ids\":[\"" + String.join("\",\"", ids) + "\"]}");
        assertEquals(
                ids, response.documents().stream().map(one -> one.name().id()).toList());
        for (CheckAction.Response.OfDocument document : response.documents()) {
            boolean there = document.name().id().startsWith("none") == false;
            assertEquals(there ? CheckResult.UNIQUE : CheckResult.MISSING, document.result());
        }
    }

    public void testTimeout() {
        create("pages", 1);
        index("pages", "a0");
        List<DocumentName> ids = Collections.nCopies(CheckAction.Request.MAX_DOCUMENTS, new DocumentName(null, "a0"));
        TimeValue timeout = TimeValue.timeValueMillis(1);
        CheckAction.Request request =
                new CheckAction.Request("pages", ids, List.of(), null, ComparisonOptions.DEFAULT, timeout);
        ElasticsearchStatusException e = expectThrows(
                ElasticsearchStatusException.class,
                () -> client().execute(CheckAction.TYPE, request).actionGet());
        assertEquals(RestStatus.REQUEST_TIMEOUT, e.status());
        assertThat(
                e.getMessage(),
                containsString("the documents were not checked within [1ms]: raise [timeout] or send fewer"));
    }
}
