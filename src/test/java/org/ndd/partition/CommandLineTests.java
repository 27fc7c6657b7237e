package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.xcontent.XContentFactory;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.cli.CommandLine;
import org.ndd.compat.TestCalls;

/** The command line prints the same group documents as a run over the same documents, in all fields that do not depend on a cluster. */
@ESIntegTestCase.ClusterScope(numDataNodes = 2, numClientNodes = 0, supportsDedicatedMasters = false)
public class CommandLineTests extends PartitionTestCase {

    private static final List<String> CLUSTER_COMMANDS = List.of(
            "index_uuid",
            "seq_no",
            "primary_term",
            "canonical_index_uuid",
            "canonical_seq_no",
            "canonical_primary_term",
            "run");

    /** Source documents in the format of users. */
    private static List<Map<String, Object>> documents(TestCorpus corpus) {
        List<Map<String, Object>> documents = new ArrayList<>();
        for (TestCorpus.Page page : corpus.pages()) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("id", page.id());
            boolean html = randomBoolean();
            document.put(
                    "body",
                    html
                            ? "<html><head><title>Page " + between(0, 9) + "</title></head><body><p>"
                                    + page.text().replace("\n", "</p><p>") + "</p></body></html>"
                            : page.text());
            if (page.url() != null) {
                document.put("url", page.url());
            }
            if (randomBoolean()) {
                document.put("lang", randomFrom("de", "en"));
            }
            if (randomBoolean()) {
                document.put("views", randomFrom(List.of(1, 7), between(0, 3)));
            }
            if (randomBoolean()) {
                document.put("day", randomFrom("2025-03-04", "2025-03-04T10:00:00Z", "2024-12-31"));
            }
            documents.add(document);
        }
        return documents;
    }

    private void index(List<Map<String, Object>> documents, String processor) {
        TestCalls.putPipeline(
                client(), "news", "{\"processors\": [{\"near_dup\": {\"field\": \"body\"" + processor + "}}]}");
        assertAcked(prepareCreate("news")
                .setSettings(indexSettings(between(1, 3), 0).put("index.default_pipeline", "news"))
                .setMapping(
                        "ndd",
                        "type=near_dup",
                        "lang",
                        "type=keyword",
                        "views",
                        "type=integer",
                        "day",
                        "type=date",
                        "url",
                        "type=keyword",
                        "body",
                        "type=text"));
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (Map<String, Object> document : documents) {
            bulk.add(new IndexRequest("news").id(document.get("id").toString()).source(document));
        }
        BulkResponse response = client().bulk(bulk).actionGet();
        assertFalse(response.buildFailureMessage(), response.hasFailures());
    }

    private static String file(List<Map<String, Object>> documents) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Map<String, Object> document : documents) {
            lines.add(Strings.toString(XContentFactory.jsonBuilder().map(document)));
        }
        Path file = createTempFile();
        Files.write(file, lines);
        return file.toString();
    }

    /** Group documents by document id. */
    private Map<String, Object> written() {
        Map<String, Object> byKey = new TreeMap<>();
        assertResponse(
                client().prepareSearch("news-ndd").setSize(10_000),
                search ->
                        search.getHits().forEach(hit -> byKey.put(hit.getId(), withoutCluster(hit.getSourceAsMap()))));
        return byKey;
    }

    private static Map<String, Object> printed(CommandLine printed) {
        assertEquals(printed.err(), 0, printed.code());
        Map<String, Object> byKey = new TreeMap<>();
        List<Map<String, Object>> lines = printed.out()
                .lines()
                .map(line -> XContentHelper.convertToMap(JsonXContent.jsonXContent, line, true))
                .toList();
        for (int i = 0; i < lines.size(); i += 2) {
            Map<?, ?> names = (Map<?, ?>) lines.get(i).get("index");
            assertEquals("groups", names.get("_index"));
            assertEquals("groups", lines.get(i + 1).get("run"));
            assertNull(byKey.put(names.get("_id").toString(), withoutCluster(lines.get(i + 1))));
        }
        return byKey;
    }

    private static Map<String, Object> withoutCluster(Map<String, Object> document) {
        Map<String, Object> fields = new TreeMap<>(document);
        Map<String, Object> doc = new TreeMap<>();
        ((Map<?, ?>) document.get("doc")).forEach((name, value) -> doc.put(name.toString(), value));
        CLUSTER_COMMANDS.forEach(name -> {
            fields.remove(name);
            doc.remove(name);
        });
        fields.put("doc", doc);
        return fields;
    }

    public void testEqualsRun() throws IOException {
        List<Map<String, Object>> documents = documents(new TestCorpus(random(), between(100, 300)));
        String preset = randomFrom("balanced", "strict", "pku2007");
        index(documents, ", \"url_field\": \"url\"" + (preset.equals("pku2007") ? ", \"preset\": \"pku2007\"" : ""));
        List<String> args = new ArrayList<>(List.of("group", "--field", "body", "--url_field", "url"));
        args.addAll(List.of("--index", "news", "--bulk", "groups", "--preset", preset, file(documents)));
        String body = "{\"preset\": \"" + preset + "\"";
        if (randomBoolean()) {
            body += ", \"must_agree\": [\"lang\", \"ndd.site\"]";
            args.addAll(List.of("--must_agree", "lang,ndd.site"));
        }
        if (randomBoolean()) {
            String rules = "[{\"views\": \"desc\"}, {\"day\": \"asc\"}, {\"lang\": [\"en\"]}, \"_url_length\"]";
            body += ", \"canonical\": " + rules;
            args.addAll(List.of("--canonical", rules));
        }
        if (randomBoolean()) {
            String markets = "{\"de\": {\"canonical\": [{\"lang\": [\"de\"]}, {\"day\": \"desc\"}]}}";
            body += ", \"markets\": " + markets;
            args.addAll(List.of("--markets", markets));
        }
        if (randomBoolean()) {
            String candidates = randomFrom("{\"mode\": \"sets\"}", "{\"max_df\": 3, \"max_leaders\": 2}");
            body += ", \"candidates\": " + candidates;
            args.addAll(List.of("--candidates", candidates));
        }
        if (randomBoolean()) {
            body += ", \"singletons\": true";
            args.add("--singletons");
        }
        if (randomInt(3) == 0) {
            body += ", \"boilerplate\": \"none\"";
            args.addAll(List.of("--boilerplate", "none"));
        }
        partition("news", body + "}");
        assertSame(body, written(), CommandLine.run(args.toArray(String[]::new)));
    }

    /** With the menus of the three sites, documents of two stories would be near-duplicates. */
    public void testBoilerplateEqualsRun() throws IOException {
        List<Map<String, Object>> documents = documents(new TestCorpus(random(), 300));
        index(documents, ", \"url_field\": \"url\"");
        String[] args = {
            "group", "--field", "body", "--url_field", "url", "--index", "news", "--bulk", "groups", file(documents)
        };
        PartitionReport report = partition("news", "{}");
        assertTrue(report.counts().get(org.ndd.partition.plan.StepCounts.Count.BOILERPLATE) > 0);
        Map<String, Object> learned = written();
        assertSame("learned", learned, CommandLine.run(args));
        partition("news", "{\"boilerplate\": \"none\"}");
        assertNotEquals(learned, written());
    }

    private static void assertSame(String options, Map<String, Object> expected, CommandLine printed) {
        assertFalse(options, expected.isEmpty());
        Map<String, Object> found = printed(printed);
        assertEquals(options, new TreeSet<>(expected.keySet()), new TreeSet<>(found.keySet()));
        expected.forEach((key, document) -> assertEquals(options, document, found.get(key)));
    }
}
