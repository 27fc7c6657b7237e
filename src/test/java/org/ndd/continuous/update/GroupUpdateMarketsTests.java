package org.ndd.continuous.update;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import com.carrotsearch.randomizedtesting.generators.RandomStrings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.analysis.PageAnalysis;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.pair.DocumentName;
import org.ndd.pair.PairServices;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.PartitionRequest;
import org.ndd.partition.TestCorpus;
import org.ndd.plugin.NddPlugin;

/** Who wins in a market is the same after any history of updates as in a run over all pages, on any number of shards. */
@ESIntegTestCase.ClusterScope(
        scope = ESIntegTestCase.Scope.SUITE,
        numDataNodes = 2,
        numClientNodes = 0,
        supportsDedicatedMasters = false)
public class GroupUpdateMarketsTests extends ESIntegTestCase {

    private static final String INDEX = "pages";
    private static final String DEST = "pages-ndd";

    /** Nothing in these depends on other pages than the two that are compared. */
    private static final String OF_PAGES = """
            "de": [ { "_host_suffix": [ "de", "at" ] }, { "lang": [ "de" ] }, "_static_url" ],
            "us": [ { "popularity": "desc" }, { "_url_length": "desc" } ]""";

    private static final String OF_GROUPS = OF_PAGES + ", \"typical\": [ \"_typical_length\", \"popularity\" ]";

    private final List<List<String>> stories = new ArrayList<>();
    private final Set<String> ids = new TreeSet<>();
    private final Set<String> changed = new TreeSet<>();
    private String body;
    private String run;
    private long checkpoint;

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NddPlugin.class);
    }

    private void create(int shards, String markets) {
        body = "\"winners\": {" + markets + "}";
        for (int i = 0; i < 6; i++) {
            stories.add(story());
        }
        assertAcked(prepareCreate(INDEX)
                .setSettings(
                        Settings.builder().put("index.number_of_shards", shards).put("index.number_of_replicas", 0))
                .setMapping("ndd", "type=near_dup", "lang", "type=keyword", "popularity", "type=integer"));
    }

    private static List<String> story() {
        List<String> sentences = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            sentences.add(sentence());
        }
        return sentences;
    }

    private static String sentence() {
        List<String> sentence = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            sentence.add(RandomStrings.randomAsciiLettersOfLengthBetween(random(), 3, 9)
                    .toLowerCase(Locale.ROOT));
        }
        return String.join(" ", sentence) + ".";
    }

    private static String version(List<String> story) {
        List<String> version = new ArrayList<>(story);
        if (randomBoolean()) {
            version.set(between(1, version.size() - 2), sentence());
        }
        return String.join("\n\n", version);
    }

    private void put(String id, List<String> story) throws IOException {
        String host = randomFrom("a.de", "www.b.at", "c.com");
        put(
                id,
                "https://" + host + randomFrom("/", "/?id=" + id, "/" + id),
                randomFrom("de", "en"),
                between(0, 3),
                story);
    }

    private void put(String id, String url, String lang, int popularity, List<String> story) throws IOException {
        ids.add(id);
        changed.add(id);
        PageAnalysis analysis =
                TestCorpus.analyze(new TestCorpus.Page(id, url, version(story)), FingerprintParameters.BALANCED);
        Map<String, Object> ndd = new HashMap<>();
        ndd.put("text", analysis.text());
        ndd.put("fingerprints", analysis.fingerprintTerms());
        ndd.put("digest", analysis.digest());
        ndd.put("site", analysis.site());
        ndd.put("url", url);
        ndd.put("length", analysis.length());
        ndd.put("version", FingerprintParameters.BALANCED.version());
        client().index(new IndexRequest(INDEX)
                        .id(id)
                        .source(Map.of("ndd", ndd, "lang", lang, "popularity", popularity)))
                .actionGet();
    }

    private void delete(String id) {
        ids.remove(id);
        changed.add(id);
        client().delete(new DeleteRequest(INDEX, id)).actionGet();
    }

    private PartitionRequest request(String more) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, "{" + more + body + "}")) {
            return PartitionRequest.parse(new String[] {INDEX}, parser, true);
        }
    }

    private String partition(String more) throws IOException {
        indicesAdmin().prepareRefresh(INDEX).get();
        PartitionReport report = client().execute(PartitionAction.TYPE, request(more))
                .actionGet()
                .report();
        assertEquals(report.failure(), PartitionReport.State.COMPLETED, report.state());
        return report.id();
    }

    private void update() throws IOException {
        indicesAdmin().prepareRefresh(INDEX).get();
        List<DocumentName> pages =
                changed.stream().map(id -> new DocumentName(INDEX, id)).toList();
        changed.clear();
        CancellableTask task = new CancellableTask(1, "test", "test", "", TaskId.EMPTY_TASK_ID, Map.of());
        PlainActionFuture<CheckpointCounts> done = new PlainActionFuture<>();
        new GroupUpdate(
                        internalCluster().getInstance(PairServices.class),
                        client(),
                        task,
                        request(""),
                        DEST,
                        run,
                        new GroupUpdate.Step(++checkpoint, 0))
                .run(pages, Set.of(), done);
        done.actionGet();
    }

    private List<GroupDocument> documents(String index) {
        PlainActionFuture<List<GroupDocument>> documents = new PlainActionFuture<>();
        try (GroupIndex groups = new GroupIndex(client(), new NoopCircuitBreaker("test"), index)) {
            groups.all(documents);
            return documents.actionGet();
        }
    }

    /** The markets of each page that wins in some. */
    private Map<String, List<?>> wins(String index) {
        Map<String, List<?>> wins = new TreeMap<>();
        for (GroupDocument document : documents(index)) {
            Object markets = document.source().get("wins_in");
            if (markets != null) {
                assertFalse(document.isPartOf());
                wins.put(document.page().id(), (List<?>) markets);
            }
        }
        return wins;
    }

    private Set<String> listed(String index, String market) {
        GetResponse list = client().prepareGet(index, "losers:" + market + ":" + INDEX + "-0")
                .get();
        Set<String> listed = new TreeSet<>();
        if (list.isExists()) {
            ((Collection<?>) list.getSourceAsMap().get("losers")).forEach(id -> listed.add((String) id));
        }
        return listed;
    }

    private void assertAsInARun() throws IOException {
        String fresh = partition("\"publish\": false, ");
        assertEquals(wins(fresh), wins(run));
        for (String market : request("").options().winners().markets().keySet()) {
            Set<String> hidden = new TreeSet<>();
            documents(run).stream()
                    .filter(document -> document.isHiddenIn(market))
                    .forEach(document -> hidden.add(document.page().id()));
            assertEquals(hidden, listed(run, market));
            assertEquals(hidden, listed(fresh, market));
        }
    }

    private void randomHistory(String markets) throws IOException {
        create(randomFrom(1, 5), markets);
        for (int i = 0; i < 24; i++) {
            put("page" + i, RandomPicks.randomFrom(random(), stories));
        }
        run = partition("");
        assertFalse(wins(run).isEmpty());
        changed.clear();
        int next = 24;
        for (int step = 0; step < 4; step++) {
            for (int i = between(1, 5); i > 0; i--) {
                switch (between(0, 4)) {
                    case 0 -> put("page" + next++, RandomPicks.randomFrom(random(), stories));
                    case 1 -> put(anyPage(), RandomPicks.randomFrom(random(), stories));
                    case 2 -> put(anyPage(), story());
                    default -> delete(anyPage());
                }
            }
            update();
            assertAsInARun();
        }
    }

    private String anyPage() {
        return RandomPicks.randomFrom(random(), List.copyOf(ids));
    }

    public void testRandomHistoriesEndAsRunsDo() throws IOException {
        randomHistory(OF_PAGES);
    }

    public void testSoDoThoseWhereAMarketLooksAtWholeGroups() throws IOException {
        randomHistory(OF_GROUPS);
    }

    public void testTheListOfChangesSaysWhoWinsNow() throws IOException {
        create(1, OF_PAGES);
        List<String> story = stories.get(0);
        put("english", "https://a.com/", "en", 9, story);
        put("german", "https://a.de/", "de", 1, story);
        put("austrian", "https://a.at/", "de", 2, story);
        run = partition("");
        changed.clear();
        assertEquals(Map.of("english", List.of("us"), "german", List.of("de")), wins(run));
        delete("german");
        update();
        assertEquals(Map.of("english", List.of("us"), "austrian", List.of("de")), wins(run));
        assertAsInARun();
        Map<Object, Map<String, Object>> lines = new HashMap<>();
        var search = client().prepareSearch(DEST + ChangeList.SUFFIX).get();
        try {
            for (SearchHit hit : search.getHits()) {
                Map<String, Object> line = hit.getSourceAsMap();
                lines.put(((Map<?, ?>) line.get("doc")).get("id"), line);
            }
        } finally {
            search.decRef();
        }
        assertEquals(List.of("de"), ((Map<?, ?>) lines.get("german").get("before")).get("wins_in"));
        assertNull(lines.get("german").get("after"));
        assertNull(((Map<?, ?>) lines.get("austrian").get("before")).get("wins_in"));
        assertEquals(List.of("de"), ((Map<?, ?>) lines.get("austrian").get("after")).get("wins_in"));
    }
}
