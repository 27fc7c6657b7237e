package org.ndd.indices;

import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.oneOf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.elasticsearch.core.Strings;
import org.ndd.it.TextResponse;

/** Read-only requests: runs, groups, searches, comparisons, and evaluations. */
public abstract class SeveralIndicesReadTestCase extends SeveralIndicesTestCase {

    private String groups(String parameters) {
        return "/" + source() + "/_ndd/groups?dest=" + dest() + parameters;
    }

    public void testRun() throws IOException {
        TextResponse run = partition();
        assertEquals(run.text(), PAGES + 2, run.get("documents"));
        assertEquals(2, run.get("unprocessed"));
        assertEquals(3, run.get("groups"));
        assertEquals(3, run.get("duplicates"));
        assertEquals(1, run.get("boilerplate"));
        assertEquals(Map.of("index", List.of(source())), run.get("source"));
        assertEquals(true, run.get("published"));
        ask("POST", "/" + source() + "/_ndd/partition", null)
                .rejected(400, "[dest.index] must be specified if the source is not one concrete index");
        for (String name : List.of(source(), first(), second())) {
            TextResponse listed =
                    ask("GET", "/_ndd/partition?source=" + name, null).ok();
            assertThat(name, (List<?>) listed.get("runs"), hasSize(1));
        }
        TextResponse live = ask("GET", "/_ndd/partition?live=true", null).ok();
        assertEquals(live.text(), List.of(0), live.get("runs.operations_since"));
        TextResponse again = partition();
        assertEquals("the same source may publish to the destination", true, again.get("published"));
    }

    public void testGroups() throws IOException {
        partition();
        TextResponse all = ask("GET", groups("&fields=views"), null).ok();
        assertEquals(3, all.get("total"));
        TreeSet<String> canonicals = new TreeSet<>();
        for (Object group : (List<?>) all.get("groups")) {
            Map<?, ?> canonical = (Map<?, ?>) ((Map<?, ?>) group).get("canonical");
            canonicals.add(canonical.get("_index") + " " + canonical.get("_id"));
            assertThat((int) ((Map<?, ?>) canonical.get("fields")).get("views"), greaterThan(4));
        }
        assertEquals(pages("2 storm", "1 summit", "1 " + FOG_ID), canonicals);
        ask("GET", groups("&doc=storm"), null)
                .rejected(400, "[doc] must name one document, but was [storm], which is in groups in [");
        for (String index : List.of(first(), second())) {
            TextResponse storm = ask("GET", "/" + index + "/_ndd/groups?doc=storm&dest=" + dest(), null)
                    .ok();
            assertEquals(second(), storm.get("canonical_index"));
            assertEquals("storm", storm.get("canonical_id"));
            assertEquals(List.of(second(), first()), storm.get("documents._index"));
            assertEquals(List.of(second(), second()), storm.get("documents.canonical_index"));
            assertEquals("without the canonical document", List.of("near"), storm.get("documents.relation"));
        }
        ask("GET", groups("&doc=only"), null).rejected(404, "document [only] of [" + source() + "] is in no group");
        ask("GET", "/" + first() + "," + second() + "/_ndd/groups", null)
                .rejected(400, "[dest] must be specified if the path is not one name");
        assertEquals(
                3,
                ask("GET", "/" + first() + "," + second() + "/_ndd/groups?dest=" + dest(), null)
                        .ok()
                        .get("total"));
    }

    public void testIdsWithSlashes() throws IOException {
        partition();
        for (String id : List.of(FOG_ID, SECOND_FOG_ID)) {
            TextResponse asParameter =
                    ask("GET", groups("&doc=" + encoded(id)), null).ok();
            TextResponse inBody =
                    ask("POST", groups(""), json(Map.of("doc", id))).ok();
            assertEquals(asParameter.map(), inBody.map());
            assertEquals(List.of(FOG_ID, SECOND_FOG_ID), inBody.get("documents._id"));
            String group = (String) inBody.get("group");
            assertThat(group, oneOf(first() + "/" + FOG_ID, second() + "/" + SECOND_FOG_ID));
            assertEquals(
                    inBody.map(),
                    ask("GET", groups("&group=" + encoded(group)), null).ok().map());
            assertEquals(
                    inBody.map(),
                    ask("POST", groups(""), json(Map.of("group", group))).ok().map());
        }
        assertEquals(
                List.of(FOG_ID),
                ask("GET", groups("&relation=near&doc=" + encoded(FOG_ID)), null)
                        .ok()
                        .get("documents._id"));
    }

    public void testGroupsSortAndQuery() throws IOException {
        partition();
        TextResponse doubtful = ask("GET", groups("&sort=doubt"), null).ok();
        assertThat((List<?>) doubtful.get("groups"), hasSize(3));
        assertEquals(second(), ((List<?>) doubtful.get("groups.canonical._index")).get(0));
        assertEquals(
                Map.of("index", first(), "id", "storm"),
                Map.of(
                        "index", ((List<?>) doubtful.get("groups.doubtful._index")).get(0),
                        "id", ((List<?>) doubtful.get("groups.doubtful._id")).get(0)));
        for (String sort : List.of("size", "doubt")) {
            TextResponse some = ask("POST", groups("&sort=" + sort), named(Strings.format("""
                            {'query': {'bool': {'filter': [{'term': {'_index': '%s'}},
                            {'range': {'views': {'gte': 6}}}]}}}""", first())))
                    .ok();
            assertEquals(some.text(), List.of("summit"), some.get("groups.canonical._id"));
            TextResponse none = ask("POST", groups("&sort=" + sort), named(Strings.format("""
                            {'query': {'bool': {'filter': [{'term': {'_index': '%s'}}, {'ids': {'values': ['storm']}}]}}}""", first())))
                    .ok();
            assertEquals("the duplicate is not a canonical document", List.of(), none.get("groups"));
        }
    }

    public void testKnownDuplicates() throws IOException {
        String duplicates = "{'query': {'bool': {'must': {'ids': {'values': ['storm', 'summit', 'only']}}, "
                + "'must_not': {'known_duplicates': {'dest': {'index': '" + dest() + "'}}}}}}";
        assertEquals(
                "no run is published yet",
                pages("1 storm", "2 storm", "1 summit", "2 summit", "2 only"),
                search(source(), named(duplicates)).hits());
        partition();
        assertEquals(
                pages("2 storm", "1 summit", "2 only"),
                search(source(), named(duplicates)).hits());
        assertEquals(pages("1 summit"), search(first(), named(duplicates)).hits());
        assertEquals(
                pages("1 storm", "2 summit", "2 " + SECOND_FOG_ID),
                search(source(), named("{'query': {'known_duplicates': {'dest': {'index': '" + dest() + "'}}}}"))
                        .hits());
    }

    private TextResponse like(String index, String like) throws IOException {
        return search(index, named("{'query': {'near_dup': {'like': " + like + "}}}"));
    }

    public void testQuery() throws IOException {
        assertEquals(
                pages("2 " + SECOND_FOG_ID),
                like(source(), "{'_id': '" + FOG_ID + "'}").hits());
        assertEquals(pages(), like(source(), "{'_id': 'only'}").hits());
        like(source(), "{'_id': 'storm'}")
                .rejected(
                        400,
                        "[_id] must be that of one document of [" + source() + "], but was [storm], which is in [");
        like(source(), "{'_id': 'missing'}")
                .rejected(404, "document [missing] of index [" + source() + "] does not exist");
        assertEquals(pages("2 storm"), like(source(), "'1 storm'").hits());
        assertEquals(pages("1 storm"), like(source(), "'2 storm'").hits());
        assertEquals(
                pages("1 storm", "2 summit"),
                like(source(), "['2 storm', '1 summit']").hits());
        assertEquals(pages(), like(first(), "'1 storm'").hits());
        assertEquals(
                pages("1 storm", "2 storm"),
                search(source(), named("{'query': {'near_dup': {'like': '1 storm', 'include_self': true}}}"))
                        .hits());
        assertEquals(
                pages("1 summit", "2 summit"),
                like(source(), "{'text': '" + SUMMIT + "'}").hits());
        like(first() + "," + second(), "{'_id': 'only'}")
                .rejected(400, "[like._index] must be specified if the search is not over one name");
    }

    private static final String ALL =
            "{'standard': {'query': {'ids': {'values': ['storm', 'summit', 'only', 'raw']}}, 'sort': [{'views': 'desc'}, '_index']}}";

    public void testRetriever() throws IOException {
        partition();
        for (String groups : List.of("", ", 'dest': {'index': '" + dest() + "'}")) {
            TextResponse found =
                    search(source(), named("{'retriever': {'near_dup': {'retriever': " + ALL + groups + "}}}"));
            assertEquals(groups, pages("2 storm", "1 summit", "2 only", "1 raw", "2 raw"), found.hits());
            for (Object one : (List<?>) found.get("hits.hits")) {
                Map<?, ?> hit = (Map<?, ?>) one;
                Map<?, ?> field = (Map<?, ?>) ((List<?>) ((Map<?, ?>) hit.get("fields")).get("near_dup")).get(0);
                boolean isShared = List.of("storm", "summit").contains(hit.get("_id"));
                assertEquals(found.text(), isShared ? 2 : 1, field.get("count"));
                if (isShared) {
                    Map<?, ?> other = (Map<?, ?>) ((List<?>) field.get("similar")).get(0);
                    assertEquals(hit.get("_id"), other.get("_id"));
                    assertEquals(hit.get("_index").equals(first()) ? second() : first(), other.get("_index"));
                }
            }
        }
    }

    public void testAggregation() throws IOException {
        for (String verify : List.of("true", "false")) {
            TextResponse found = search(
                    source(),
                    named("{'size': 0, 'aggs': {'sets': {'near_dup': {'verify': " + verify
                            + "}, 'aggs': {'indices': {'terms': {'field': '_index'}}}}}}"));
            found.hits();
            assertEquals(found.text(), List.of(2, 2, 2), found.get("aggregations.sets.buckets.doc_count"));
            assertEquals(2, found.get("aggregations.sets.unprocessed_doc_count"));
            assertEquals(PAGES - 6, found.get("aggregations.sets.sum_other_doc_count"));
            assertThat((List<?>) found.get("aggregations.sets.buckets.indices.buckets"), hasSize(6));
        }
    }

    private TextResponse compare(String body) throws IOException {
        return ask("POST", "/" + source() + "/_ndd/compare", named(body));
    }

    public void testCompare() throws IOException {
        assertEquals("near", compare("{'a': '1 storm', 'b': '2 storm'}").ok().get("relation"));
        assertEquals(
                "same",
                compare("{'a': {'_id': '" + FOG_ID + "'}, 'b': {'_id': '" + SECOND_FOG_ID + "'}}")
                        .ok()
                        .get("relation"));
        assertEquals(
                "same",
                compare("{'a': '2 summit', 'b': {'text': '" + SUMMIT + "'}}")
                        .ok()
                        .get("relation"));
        compare("{'a': {'_id': 'storm'}, 'b': {'_id': 'only'}}")
                .rejected(400, "[_id] must be that of one document of [" + source() + "], but was [storm]");
        compare("{'a': {'_id': 'missing'}, 'b': {'_id': 'only'}}").rejected(404, "document [missing]");
        compare("{'a': '1 only', 'b': {'_id': 'only'}}").rejected(404, "document [only] of index [" + first() + "]");
        compare("{'a': '1 raw', 'b': {'_id': 'only'}}").rejected(400, "has no [ndd.text]");
    }

    private TextResponse evaluate(String pairs) throws IOException {
        return ask("POST", "/" + source() + "/_ndd/evaluate", named("{'pairs': " + pairs + "}"));
    }

    public void testEvaluate() throws IOException {
        TextResponse judged = evaluate("[{'a': '1 storm', 'b': '2 storm', 'duplicate': true}, "
                        + "{'a': '1 storm', 'b': '2 summit', 'duplicate': false}, "
                        + "{'a': '1 summit', 'b': 'only', 'duplicate': true}, "
                        + "{'a': '1 only', 'b': 'only', 'duplicate': true}]")
                .ok();
        assertEquals(3, judged.get("pairs"));
        assertEquals(1, judged.get("true_positives"));
        assertEquals(1, judged.get("true_negatives"));
        assertEquals(1, judged.get("false_negatives"));
        assertEquals(List.of(Map.of("_index", first(), "_id", "only")), judged.get("missing"));
        assertEquals(List.of(Map.of("_index", first(), "_id", "summit")), judged.get("errors.a"));
        assertEquals(List.of("only"), judged.get("errors.b"));
        evaluate("[{'a': 'storm', 'b': 'only', 'duplicate': true}]")
                .rejected(
                        400,
                        "[pairs] must name one document each, but was [storm], which is in two indices: name one as");
        evaluate("[{'a': '2 only', 'b': 'only', 'duplicate': true}]")
                .rejected(
                        400,
                        "[pairs] must name two different documents each, but was [" + second() + "/only] and [only]");
        evaluate("[{'a': '1 raw', 'b': 'only', 'duplicate': true}]").rejected(400, "has no [ndd.text]");
    }

    private TextResponse status(String body) throws IOException {
        return ask("POST", "/" + source() + "/_ndd/check", named(body));
    }

    public void testStatus() throws IOException {
        partition();
        String dest = "'dest': {'index': '" + dest() + "'}";
        String ids = "'ids': ['1 storm', '2 storm', '1 summit', '2 summit', 'only', '" + FOG_ID + "', '" + SECOND_FOG_ID
                + "', '1 only', '1 raw']";
        TextResponse response = status("{" + ids + ", 'documents': [{'text': '" + STORM + "'}], " + dest + "}")
                .ok();
        assertEquals(dest(), response.get("dest.index"));
        List<String> message = new ArrayList<>();
        for (Object one : (List<?>) response.get("ids")) {
            Map<?, ?> status = (Map<?, ?>) one;
            Map<?, ?> canonical = (Map<?, ?>) status.get("canonical");
            message.add(status.get("result") + (canonical == null ? "" : " of " + canonical.get("_index")));
        }
        List<String> expected = List.of(
                "duplicate of " + second(),
                "canonical",
                "canonical",
                "duplicate of " + first(),
                "unique",
                "canonical",
                "duplicate of " + first(),
                "missing",
                "unprocessed");
        assertEquals(expected, message);
        assertEquals(List.of(Map.of("_index", second(), "_id", "storm")), response.get("documents.canonical"));
        status("{'ids': ['only', 'storm'], " + dest + "}")
                .rejected(
                        400,
                        "[ids] must name one document each, but was [storm], which is in two indices: name one as");
        status("{'ids': ['only'], 'dest': {'index': '" + first() + "'}}")
                .rejected(400, "[dest] must be the destination of a run, but was [" + first() + "]");
    }

    public void testPairsToLabel() throws IOException {
        TextResponse pairs = ask("GET", "/" + source() + "/_ndd/evaluate/pairs", named("{'size': 1000}"))
                .ok();
        assertEquals(PAGES, pairs.get("sampled"));
        TreeSet<String> named = new TreeSet<>();
        for (Object one : (List<?>) pairs.get("pairs")) {
            Map<?, ?> pair = (Map<?, ?>) one;
            assertTrue(pairs.text(), pair.containsKey("duplicate") && pair.get("duplicate") == null);
            Map<?, ?> a = (Map<?, ?>) pair.get("a");
            Map<?, ?> b = (Map<?, ?>) pair.get("b");
            named.add(a.get("_index") + " " + a.get("_id") + " - " + b.get("_index") + " " + b.get("_id"));
        }
        for (String id : List.of("storm", "summit")) {
            assertTrue(named.toString(), named.contains(first() + " " + id + " - " + second() + " " + id));
        }
        String all = pairs.text();
        String labeled = all.substring(all.indexOf("\"pairs\":") + 8).replace("null", "true");
        assertEquals(
                named.size(),
                ask("POST", "/" + source() + "/_ndd/evaluate", "{\"pairs\":" + labeled)
                        .ok()
                        .get("pairs"));
        TextResponse ofOne = ask("GET", "/" + first() + "/_ndd/evaluate/pairs", named("{'sample': 5}"))
                .ok();
        assertEquals(5, ofOne.get("sampled"));
        ((List<?>) ofOne.get("pairs"))
                .forEach(pair -> assertThat(((Map<?, ?>) pair).get("a"), instanceOf(String.class)));
    }
}
