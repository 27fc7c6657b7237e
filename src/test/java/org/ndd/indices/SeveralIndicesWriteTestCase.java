package org.ndd.indices;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.core.Strings;
import org.ndd.it.TextResponse;

/** Requests that write documents or boilerplate, and indices without the field. */
public abstract class SeveralIndicesWriteTestCase extends SeveralIndicesReadTestCase {

    /** Whether deleted documents can be written to their former index. */
    abstract boolean canBeRestored();

    /** Adds an index without the field of the processor to the common name. */
    abstract String addName() throws Exception;

    private TextResponse job(String request, String body) throws IOException {
        return ask("POST", "/" + source() + "/_ndd/" + request + "wait_for_completion=true", body);
    }

    private static String inDest(String more) {
        return "{\"dest\": {\"index\": \"" + dest() + "\"}" + more + "}";
    }

    private void refresh() {
        client().admin().indices().prepareRefresh(first(), second()).get();
    }

    public void testBoilerplate() throws IOException {
        String boilerplate = "/" + source() + "/_ndd/boilerplate/" + MENU_SITE;
        ask("GET", boilerplate, null).rejected(404, "no boilerplate of site [" + MENU_SITE + "] is known");
        ask("POST", "/" + source() + "/_ndd/boilerplate", null).ok();
        TextResponse learned = ask("GET", boilerplate, null).ok();
        assertEquals(learned.text(), MENU_PAGES, learned.get("pages"));
        for (String index : List.of(first(), second())) {
            assertEquals(
                    learned.map(),
                    ask("GET", "/" + index + "/_ndd/boilerplate/" + MENU_SITE, null)
                            .ok()
                            .map());
        }
        String menu = "{\"text\": \"Read our newsletter with the stories of the week.\", \"url\": \"https://"
                + MENU_SITE + "/new\"}";
        TextResponse compared = ask(
                        "POST", "/" + source() + "/_ndd/compare", "{\"a\": " + menu + ", \"b\": {\"_id\": \"menu1\"}}")
                .ok();
        assertEquals(compared.text(), true, compared.get("boilerplate.known"));
        ask("DELETE", boilerplate, null).ok();
        ask("GET", boilerplate, null).rejected(404, "no boilerplate of site");
        partition();
        assertEquals(MENU_PAGES, ask("GET", boilerplate, null).ok().get("pages"));
    }

    public void testBackfill() throws IOException {
        TextResponse filled = job("backfill?refresh=true&", null).ok();
        assertEquals(filled.text(), "completed", filled.get("state"));
        assertEquals(2, filled.get("updated"));
        assertEquals(PAGES + 2, filled.get("total"));
        for (String index : List.of(first(), second())) {
            assertNotNull(ndd(index, "raw"));
        }
        assertEquals(0, job("backfill?refresh=true&", null).ok().get("updated"));
        TextResponse run = partition();
        assertEquals(0, run.get("unprocessed"));
        assertEquals("three unprocessed documents: raw in both indices, and only", 5, run.get("duplicates"));
    }

    public void testMarkAndUnmark() throws IOException {
        ask("POST", "/" + source() + "/_ndd/mark", null)
                .rejected(400, "[dest.index] must be specified if the path is not one concrete index");
        partition();
        TextResponse marked = job("mark?", inDest("")).ok();
        assertEquals(marked.text(), "completed", marked.get("state"));
        assertEquals("three duplicates and their canonical documents", 6, marked.get("marked"));
        assertEquals(
                Map.of("index", second(), "id", "storm"), ndd(first(), "storm").get("duplicate_of"));
        assertNull(ndd(second(), "storm").get("duplicate_of"));
        assertEquals(
                Map.of("index", first(), "id", FOG_ID),
                ndd(second(), SECOND_FOG_ID).get("duplicate_of"));
        assertEquals(ndd(first(), "storm").get("group"), ndd(second(), "storm").get("group"));
        refresh();
        assertEquals(
                pages("2 storm", "1 summit", "2 only"),
                search(
                                source(),
                                named("{'query': {'bool': {'must': {'ids': {'values': ['storm', 'summit', 'only']}}, "
                                        + "'must_not': {'exists': {'field': 'ndd.duplicate_of'}}}}}"))
                        .hits());
        TextResponse unmarked = job("mark/_undo?", null).ok();
        assertEquals(unmarked.text(), 6, unmarked.get("unmarked"));
        assertNull(ndd(first(), "storm").get("duplicate_of"));
        assertNull(ndd(second(), "storm").get("group"));
    }

    /** Marks of one index do not change the other, though ids are equal. */
    public void testMarkOneIndex() throws IOException {
        partition();
        TextResponse marked = ask("POST", "/" + first() + "/_ndd/mark?wait_for_completion=true", inDest(""))
                .ok();
        assertEquals(marked.text(), 3, marked.get("marked"));
        assertNotNull(ndd(first(), "storm").get("duplicate_of"));
        assertNotNull(ndd(first(), "summit").get("group"));
        assertNull(ndd(second(), "summit").get("duplicate_of"));
        assertNull(ndd(second(), "storm").get("group"));
    }

    public void testDeleteAndUndo() throws IOException {
        partition();
        String body = inDest(", \"min_relation\": \"near\", \"containment\": 0");
        if (canBeRestored() == false) {
            for (String dryRun : List.of("true", "false")) {
                job("delete?dry_run=" + dryRun + "&", body).rejected(400, "[index] must not be of a data stream");
            }
            assertNotNull(source(first(), "storm"));
            job("delete/_undo?", "{\"backup\": \"any\"}").rejected(400, "[index] must not be of a data stream");
            return;
        }
        assertEquals(3, job("delete?", body).ok().get("deleted"));
        assertNotNull("dry run", source(first(), "storm"));
        Map<String, Object> storm = source(first(), "storm");
        Map<String, Object> summit = source(second(), "summit");
        TextResponse deleted = job("delete?dry_run=false&", body).ok();
        assertEquals(deleted.text(), 3, deleted.get("deleted"));
        assertNull(source(first(), "storm"));
        assertNull(source(second(), "summit"));
        assertNotNull("document with the same id", source(second(), "storm"));
        assertNotNull("document with the same id", source(first(), "summit"));
        TextResponse restored = job("delete/_undo?", json(Map.of("backup", deleted.get("backup"))))
                .ok();
        assertEquals(restored.text(), 3, restored.get("restored"));
        assertEquals(storm, source(first(), "storm"));
        assertEquals(summit, source(second(), "summit"));
        assertNotNull(source(second(), SECOND_FOG_ID));
    }

    /** Requests are rejected, even if only one of several indices has no field, instead of returning an empty result. */
    public void testIndexWithoutField() throws Exception {
        partition();
        String third = addName();
        String noField = "[ndd.fingerprints] is not mapped";
        TextResponse strict = search(source(), named("{'query': {'near_dup': {'like': '1 storm'}}}"));
        assertEquals(strict.text(), 200, strict.status());
        assertNotEquals("reported as failures of its shards", 0, strict.get("_shards.failed"));
        assertTrue(strict.text(), strict.text().contains(noField));
        search(third, named("{'query': {'near_dup': {'like': '1 storm'}}}")).rejected(400, noField);
        assertEquals(
                pages("2 storm"),
                search(source(), named("{'query': {'near_dup': {'like': '1 storm', 'ignore_unmapped': true}}}"))
                        .hits());

        TextResponse rescored =
                search(source(), named("{'query': {'match_all': {}}, 'rescore': {'window_size': 50, 'near_dup': {}}}"));
        assertEquals(rescored.text(), 200, rescored.status());
        assertNotEquals("reported as failures of its shards", 0, rescored.get("_shards.failed"));
        assertTrue(rescored.text(), rescored.text().contains("[ndd.text] is not mapped"));

        TextResponse sets = search(source(), named("{'size': 0, 'aggs': {'sets': {'near_dup': {}}}}"));
        sets.hits();
        assertEquals(List.of(2, 2, 2), sets.get("aggregations.sets.buckets.doc_count"));
        assertEquals(3, sets.get("aggregations.sets.unprocessed_doc_count"));
        assertEquals(
                List.of("[near_dup] finds nothing: [target_field] must be mapped as [near_dup] in index [" + third
                        + "], but was [ndd], whose [ndd.fingerprints] is not mapped"),
                sets.warnings().stream()
                        .filter(warning -> warning.contains("near_dup"))
                        .toList());

        String retriever = "{'retriever': {'near_dup': {'retriever': {'standard': {'query': {'ids': {'values': "
                + "['storm', 'new']}}}}%s}}}";
        search(source(), named(Strings.format(retriever, ""))).rejected(400, "[ndd.text] is not mapped");
        assertEquals(
                "groups do not need the field",
                3,
                search(
                                source(),
                                named(Strings.format(
                                        retriever, ", 'dest': {'index': '" + dest() + "'}, 'min_relation': 'same'")))
                        .hits()
                        .size());
        String unmapped = "[target_field] must be mapped as [near_dup] in index [" + third + "], but was [ndd]";
        ask("POST", "/" + source() + "/_ndd/partition", "{\"dest\": {\"index\": \"" + dest() + "\"}}")
                .rejected(400, unmapped);
        ask("GET", "/" + source() + "/_ndd/evaluate/pairs", null).rejected(400, unmapped);
        ask("POST", "/" + source() + "/_ndd/boilerplate", null).rejected(400, unmapped);
        job("backfill?", null).rejected(400, unmapped);
        job("mark?", inDest("")).rejected(400, unmapped);
        TextResponse compared = ask(
                "POST",
                "/" + source() + "/_ndd/compare",
                "{\"a\": {\"_id\": \"only\"}, \"b\": {\"_index\": \"" + third + "\", \"_id\": \"new\"}}");
        compared.rejected(400, "document [new] of index [" + third + "] has no [ndd.text]");
        assertEquals(
                3,
                ask("GET", "/" + source() + "/_ndd/groups?dest=" + dest(), null)
                        .ok()
                        .get("total"));
    }
}
