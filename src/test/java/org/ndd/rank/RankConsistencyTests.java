package org.ndd.rank;

import static org.elasticsearch.index.query.QueryBuilders.matchAllQuery;
import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;
import static org.hamcrest.Matchers.greaterThan;
import static org.ndd.Soon.answer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.retriever.StandardRetrieverBuilder;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.Found;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.MustAgree;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.compare.SimilarityParameters.Preset;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.FingerprintTerms;
import org.ndd.core.group.WindowClustering;
import org.ndd.ingest.TargetValues;
import org.ndd.inspect.CompareAction;
import org.ndd.partition.TestCorpus;
import org.ndd.partition.TestPartitions;
import org.ndd.plugin.NddPlugin;

/** Retriever, rescorer, and compare API agree about each pair, with the boilerplate that a run learned. */
public class RankConsistencyTests extends ESSingleNodeTestCase {

    private static final int WINDOW = NearDupRetrieverBuilder.MAX_WINDOW;
    private static final int KEPT_PAIRS = 300;
    private static final SimilarityParameters BALANCED = SimilarityParameters.of(Preset.BALANCED);

    /** A document to index. */
    private record Page(String id, String url, String content, Format format) {}

    private final Map<String, Set<String>> fingerprints = new TreeMap<>();
    private final Map<String, String> sites = new TreeMap<>();

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    public void testGeneratedDocuments() throws IOException {
        List<Page> pages = new ArrayList<>();
        for (TestCorpus.Page page : new TestCorpus(random(), between(60, 120)).pages()) {
            pages.add(new Page(page.id(), page.url(), page.text(), Format.TEXT));
        }
        assertAgreement(pages, between(1, 4));
    }

    public void testNewswire() throws IOException {
        assertAgreement(labeled("reuters21578", 300), 3);
    }

    public void testDocumentsWithSameBoilerplate() throws IOException {
        assertAgreement(labeled("kafka_javadoc_trap", 60), 2);
    }

    private void assertAgreement(List<Page> pages, int shards) throws IOException {
        index("pages", pages, shards);
        index("one", pages, 1);
        for (String index : List.of("pages", "one")) {
            TestPartitions.run(client(), index, "{}");
        }
        List<String> kept = assertRetrieverAgrees("pages");
        logger.info("{} of {} pages stand for themselves", kept.size(), pages.size());
        assertThat("the search must return pairs", pages.size() - kept.size(), greaterThan(0));
        Set<String> leaders = new HashSet<>(assertRetrieverAgrees("one"));
        assertEquals("the rescorer of one shard demotes what the retriever collapses", leaders, notDemoted("one"));
    }

    /** Calls the compare API for each pair that a response names, and for pairs of hits that were both kept. */
    @SuppressWarnings("unchecked")
    private List<String> assertRetrieverAgrees(String index) throws IOException {
        List<String> kept = new ArrayList<>();
        NearDupRetrieverBuilder retriever = TestRetrievers.of(
                new StandardRetrieverBuilder(matchAllQuery()),
                "ndd",
                WINDOW,
                true,
                null,
                BALANCED,
                Relation.NEAR,
                MustAgree.NONE);
        var response = client().prepareSearch(index)
                .setSource(new SearchSourceBuilder()
                        .retriever(retriever)
                        .size(WINDOW)
                        .fetchSource(false))
                .get();
        try {
            for (SearchHit hit : response.getHits()) {
                kept.add(hit.getId());
                Map<String, Object> field = hit.field("near_dup").getValue();
                for (Map<String, Object> similar :
                        (List<Map<String, Object>>) field.getOrDefault("similar", List.of())) {
                    Comparison comparison = compare(index, hit.getId(), (String) similar.get("_id"));
                    assertTrue(hit.getId() + " and " + similar, comparison.similar());
                    assertEquals(comparison.shared().resemblance(), (double) similar.get("resemblance"), 0);
                }
            }
        } finally {
            response.decRef();
        }
        List<String[]> pairs = new ArrayList<>();
        Map<String, Set<String>> own = ownFingerprints(index);
        for (int i = 0; i < kept.size(); i++) {
            Set<String> ofHit = own.get(kept.get(i));
            List<String> candidates = kept.subList(0, i).stream()
                    .filter(better -> Collections.disjoint(ofHit, own.get(better)) == false)
                    .toList();
            // only the best are compared if there are more
            if (candidates.size() <= WindowClustering.MAX_LEADERS) {
                for (String better : candidates) {
                    pairs.add(new String[] {better, kept.get(i)});
                }
            }
        }
        Collections.shuffle(pairs, random());
        for (String[] pair : pairs.subList(0, Math.min(KEPT_PAIRS, pairs.size()))) {
            assertFalse(
                    String.join(" and ", pair), compare(index, pair[0], pair[1]).similar());
        }
        return kept;
    }

    /**
     * Without the fingerprints of the boilerplate of the document's site: they do not lead to candidates, though another site may have them
     * as text.
     */
    private Map<String, Set<String>> ownFingerprints(String index) {
        LoadedBoilerplate loaded =
                answer(l -> getInstanceFromNode(BoilerplateRegistry.class).find(client(), List.of(index), l));
        Map<String, Set<String>> own = new TreeMap<>();
        fingerprints.forEach((id, terms) -> {
            SiteBoilerplate boilerplate = sites.get(id) == null ? null : loaded.of(index, sites.get(id));
            Set<String> left = new HashSet<>(terms);
            left.removeIf(term -> boilerplate != null && boilerplate.hasFingerprint(FingerprintTerms.decode(term)));
            own.put(id, left);
        });
        return own;
    }

    private Set<String> notDemoted(String index) {
        var search = client().prepareSearch(index)
                .setQuery(matchAllQuery())
                .setSize(WINDOW)
                .setFetchSource(false)
                .setRescorer(new NearDupRescorerBuilder(
                                ComparisonOptions.DEFAULT.with(BALANCED),
                                () -> getInstanceFromNode(BoilerplateRegistry.class))
                        .windowSize(WINDOW));
        Set<String> ids = new HashSet<>(Found.hits(search, hit -> hit.getScore() == 1f ? hit.getId() : null));
        ids.remove(null);
        return ids;
    }

    private Comparison compare(String index, String a, String b) throws IOException {
        XContentBuilder body = jsonBuilder().startObject();
        body.startObject("a").field("_id", a).endObject();
        body.startObject("b").field("_id", b).endObject();
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, Strings.toString(body.endObject()))) {
            return client().execute(CompareAction.TYPE, CompareAction.Request.fromXContent(index, parser))
                    .actionGet()
                    .body()
                    .comparison();
        }
    }

    private void index(String index, List<Page> pages, int shards) throws IOException {
        createIndex(
                index,
                indexSettings(shards, 0).build(),
                jsonBuilder()
                        .startObject()
                        .startObject("properties")
                        .startObject("ndd")
                        .field("type", "near_dup")
                        .endObject()
                        .endObject()
                        .endObject());
        BulkRequest bulk = new BulkRequest(index).setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (Page page : pages) {
            PageAnalysis analysis = new PageAnalyzer(
                            new PageParameters(FingerprintParameters.BALANCED, page.format(), 1 << 20))
                    .analyze(PageInput.of(page.content(), page.url()));
            fingerprints.put(page.id(), new HashSet<>(analysis.fingerprintTerms()));
            if (analysis.site() != null) {
                sites.put(page.id(), analysis.site());
            }
            Map<String, Object> ndd = TargetValues.of(analysis, page.url(), FingerprintParameters.BALANCED.version());
            bulk.add(new IndexRequest().id(page.id()).source(Map.of("ndd", ndd)));
        }
        var response = client().bulk(bulk).actionGet();
        assertFalse(response.buildFailureMessage(), response.hasFailures());
    }

    /** Documents of a labeled corpus that are labeled as duplicates; skips the test if the corpus is not on this machine. */
    private static List<Page> labeled(String name, int most) throws IOException {
        String data = System.getProperty("ndd.data", System.getenv("NDD_DATA"));
        assumeTrue("set -Dndd.data or NDD_DATA to the folder of the corpora", data != null);
        Path folder = Path.of(data).resolve(name);
        assumeTrue("no corpus in " + folder, Files.isDirectory(folder));
        Set<String> expected = new HashSet<>();
        try (BufferedReader pairs = lines(folder.resolve("pairs.csv.gz"))) {
            for (String line = pairs.readLine(); line != null && expected.size() < most; line = pairs.readLine()) {
                String[] columns = line.split(",");
                if (columns[2].equals("dup") || columns[2].equals("not")) {
                    expected.addAll(List.of(columns[0], columns[1]));
                }
            }
        }
        List<Page> pages = new ArrayList<>();
        try (BufferedReader documents = lines(folder.resolve("docs.ndjson.gz"))) {
            for (String line = documents.readLine(); line != null; line = documents.readLine()) {
                Map<String, Object> page = XContentHelper.convertToMap(JsonXContent.jsonXContent, line, false);
                if (expected.contains(page.get("id"))) {
                    Format format = page.get("html") == null ? Format.TEXT : Format.HTML;
                    String content = (String) page.get(format == Format.HTML ? "html" : "text");
                    pages.add(new Page((String) page.get("id"), (String) page.get("url"), content, format));
                }
            }
        }
        return pages;
    }

    private static BufferedReader lines(Path file) throws IOException {
        return new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8));
    }
}
