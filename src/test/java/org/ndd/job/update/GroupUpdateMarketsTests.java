package org.ndd.job.update;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.ndd.Found;
import org.ndd.config.DocumentName;
import org.ndd.groups.GroupDocument;
import org.ndd.partition.TestCorpus;

/** After any history of updates, markets have the same canonical documents as in a run over all documents. */
public class GroupUpdateMarketsTests extends GroupUpdateTestCase {

    /** Rules that depend on the two compared documents only. The preferred value is normalized like its field. */
    private static final String OF_PAGES = """
            "de": { "canonical": [ { "_host_suffix": [ "de", "at" ] }, { "lang": [ "De" ] }, "_static_url" ] },
            "us": { "canonical": [ { "popularity": "desc" }, { "_url_length": "desc" } ] }""";

    private static final String OF_GROUPS =
            OF_PAGES + ", \"typical\": { \"canonical\": [ \"_typical_length\", \"popularity\" ] }";

    private String body;

    private void create(int shards, String markets) {
        // a new run would learn other boilerplate from changed documents, which a checkpoint does not
        body = "\"boilerplate\": \"none\", \"markets\": {" + markets + "}";
        for (int i = 0; i < 6; i++) {
            stories.add(story());
        }
        assertAcked(prepareCreate(INDEX)
                .setSettings(indexSettings(shards, 0))
                .setMapping(
                        "ndd",
                        "type=near_dup",
                        "lang",
                        "type=keyword,normalizer=lowercase",
                        "popularity",
                        "type=integer"));
    }

    private void put(String id, List<String> story) throws IOException {
        String host = randomFrom("a.de", "www.b.at", "c.com");
        put(
                id,
                "https://" + host + randomFrom("/", "/?id=" + id, "/" + id),
                randomFrom("de", "DE", "en"),
                between(0, 3),
                story);
    }

    private void put(String id, String url, String lang, int popularity, List<String> story) throws IOException {
        there.add(id);
        changed.add(id);
        Map<String, Object> ndd = TestCorpus.fields(id, url, version(story));
        ndd.put("url", url);
        client().index(new IndexRequest(INDEX)
                        .id(id)
                        .source(Map.of("ndd", ndd, "lang", lang, "popularity", popularity)))
                .actionGet();
    }

    private String ofMarkets(String more) {
        return "{" + more + body + "}";
    }

    private void update() throws IOException {
        List<DocumentName> pages = changedPages();
        changed.clear();
        startedOn(
                        randomFrom(internalCluster().getNodeNames()),
                        pages,
                        request(ofMarkets("")),
                        new GroupUpdate.Step(++checkpoint, 0))
                .actionGet();
    }

    /** The markets in which each document is canonical. */
    private Map<String, List<?>> canonicalIn(String index) {
        Map<String, List<?>> wins = new TreeMap<>();
        for (GroupDocument document : groupDocuments(index)) {
            Object markets = document.source().get("canonical_in");
            if (markets != null) {
                assertFalse(document.isPartOf());
                wins.put(document.page().id(), (List<?>) markets);
            }
        }
        return wins;
    }

    private Set<String> listedDuplicates(String index, String market) {
        GetResponse list = client().prepareGet(
                        index,
                        "duplicates:" + market + ":" + resolveIndex(INDEX).getUUID() + "-0")
                .get();
        Set<String> listed = new TreeSet<>();
        if (list.isExists()) {
            ((Collection<?>) list.getSourceAsMap().get("duplicates")).forEach(id -> listed.add((String) id));
        }
        return listed;
    }

    private void assertEqualsRun() throws IOException {
        String fresh = partition(ofMarkets("\"publish\": false, ")).id();
        assertEquals(canonicalIn(fresh), canonicalIn(run));
        for (String market : request(ofMarkets(""))
                .options()
                .grouping()
                .canonicals()
                .markets()
                .keySet()) {
            Set<String> hidden = new TreeSet<>();
            groupDocuments(run).stream()
                    .filter(document -> document.isHiddenIn(market))
                    .forEach(document -> hidden.add(document.page().id()));
            assertEquals(hidden, listedDuplicates(run, market));
            assertEquals(hidden, listedDuplicates(fresh, market));
        }
    }

    private void randomHistory(String markets) throws IOException {
        create(randomFrom(1, 5), markets);
        for (int i = 0; i < 24; i++) {
            put("page" + i, RandomPicks.randomFrom(random(), stories));
        }
        run = partition(ofMarkets("")).id();
        assertFalse(canonicalIn(run).isEmpty());
        changed.clear();
        int next = 24;
        for (int step = 0; step < (TEST_NIGHTLY ? 4 : 2); step++) {
            for (int i = between(1, 5); i > 0; i--) {
                switch (between(0, 4)) {
                    case 0 -> put("page" + next++, RandomPicks.randomFrom(random(), stories));
                    case 1 -> put(randomPage(), RandomPicks.randomFrom(random(), stories));
                    case 2 -> put(randomPage(), story());
                    default -> delete(randomPage());
                }
            }
            update();
            assertEqualsRun();
        }
    }

    private String randomPage() {
        return RandomPicks.randomFrom(random(), List.copyOf(there));
    }

    public void testRandomUpdatesEqualRun() throws IOException {
        randomHistory(OF_PAGES);
    }

    public void testRandomUpdatesWithGroupRulesEqualRun() throws IOException {
        randomHistory(OF_GROUPS);
    }

    public void testChangesNameCanonicalDocuments() throws IOException {
        create(1, OF_PAGES);
        List<String> story = stories.get(0);
        put("english", "https://a.com/", "en", 9, story);
        put("german", "https://a.de/", "de", 1, story);
        put("austrian", "https://a.at/", "de", 2, story);
        run = partition(ofMarkets("")).id();
        changed.clear();
        assertEquals(Map.of("english", List.of("us"), "german", List.of("de")), canonicalIn(run));
        delete("german");
        update();
        assertEquals(Map.of("english", List.of("us"), "austrian", List.of("de")), canonicalIn(run));
        assertEqualsRun();
        Map<Object, Map<String, Object>> lines = new HashMap<>();
        for (Map<String, Object> line : Found.sources(client().prepareSearch(DEST + ChangeList.SUFFIX))) {
            lines.put(((Map<?, ?>) line.get("doc")).get("id"), line);
        }
        assertEquals(List.of("de"), ((Map<?, ?>) lines.get("german").get("before")).get("canonical_in"));
        assertNull(lines.get("german").get("after"));
        assertNull(((Map<?, ?>) lines.get("austrian").get("before")).get("canonical_in"));
        assertEquals(List.of("de"), ((Map<?, ?>) lines.get("austrian").get("after")).get("canonical_in"));
    }
}
