package org.ndd.eval;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailuresAndResponse;
import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.Strings;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.Found;
import org.ndd.compat.TestCalls;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.Signal;
import org.ndd.eval.Corpus.Page;
import org.ndd.inspect.CompareAction;
import org.ndd.inspect.CompareResponse;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.TestCorpus;
import org.ndd.partition.TestPartitions;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.plugin.NddPlugin;

/** Query, compare API and partition return the same verdict and resemblance for the same pair. */
@ESIntegTestCase.ClusterScope(numDataNodes = 1, numClientNodes = 0, supportsDedicatedMasters = false)
public class VerdictConsistencyTests extends ESIntegTestCase {

    /** Number of documents whose pairs are compared; each pair is a request. */
    private static final int LIKE = TEST_NIGHTLY ? 40 : 8;

    /** Maximum number of other documents to compare with each of them: candidates that the query rejects, and any documents. */
    private static final int REJECTED = TEST_NIGHTLY ? 60 : 15;

    private static final int OTHERS = 10;

    /** Maximum number of hidden pages to compare with the hit that is shown instead. */
    private static final int HIDDEN = TEST_NIGHTLY ? 1000 : 50;

    /** The sketches of two documents depend on both, so their resemblance can be a little below the bound: .00007 was seen. */
    private static final double ERROR_OF_SHARE = 0.001;

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NddPlugin.class);
    }

    public void testGeneratedDocuments() throws IOException {
        check(new TestCorpus(random(), between(150, 300))
                .pages().stream()
                        .map(page -> new Page(page.id(), page.url(), null, page.text(), null, null, null))
                        .toList());
    }

    public void testNewswire() throws IOException {
        check(first("reuters21578", 1500));
    }

    public void testDocumentsWithSharedBoilerplate() throws IOException {
        check(first("kafka_javadoc_trap", 629));
    }

    public void testReleasesOfText() throws IOException {
        check(first("git_manpages_html", 300));
    }

    private static List<Page> first(String corpus, int count) throws IOException {
        try (Stream<Page> pages = DataFolder.corpus(corpus).pages()) {
            return pages.limit(count).toList();
        }
    }

    private void check(List<Page> pages) throws IOException {
        index(pages);
        PartitionReport report = partition();
        Map<String, Map<?, ?>> members = members();
        checkLists(report, members);
        checkHidden(Relation.NEAR);
        checkHidden(Relation.SAME);
        int pairs = 0;
        int similar = 0;
        for (String id : queriedIds(pages, members)) {
            Map<String, Float> confirmed = search(id, true);
            Set<String> candidates = search(id, false).keySet();
            assertTrue("verified hits are candidates", candidates.containsAll(confirmed.keySet()));
            List<String> rejected = new ArrayList<>(candidates);
            rejected.removeAll(confirmed.keySet());
            Collections.shuffle(rejected, random());
            TreeSet<String> others = new TreeSet<>(confirmed.keySet());
            others.addAll(rejected.subList(0, Math.min(rejected.size(), REJECTED)));
            for (int i = 0; i < OTHERS; i++) {
                others.add(randomFrom(pages).id());
            }
            others.remove(id);
            for (String other : others) {
                CompareResponse response = compare(id, other);
                Comparison comparison = response.comparison();
                Float score = confirmed.get(other);
                String pair = id + " and " + other + ": " + Strings.toString(response);
                if (candidates.contains(other)) {
                    assertEquals(pair, comparison.similar(), score != null);
                } else {
                    assertThat("not a candidate", pair, containsString("\"shared\":0"));
                }
                if (score != null) {
                    assertEquals(pair, (float) comparison.shared().resemblance(), score, 0);
                    similar++;
                }
                pairs++;
            }
        }
        int verified = checkCanonicals(members);
        logger.info(
                "[{}] pairs agree, [{}] of them similar, and [{}] members with their canonicals",
                pairs,
                similar,
                verified);
        assertTrue("no pair was similar or verified", similar > 0 && verified > 0);
    }

    /**
     * The lists for filters and the counts of the report contain the verified duplicates.
     */
    private void checkLists(PartitionReport report, Map<String, Map<?, ?>> members) {
        Set<String> duplicates = new TreeSet<>();
        Set<String> same = new TreeSet<>();
        members.forEach((id, member) -> {
            if (member.get("canonical").equals(false) && member.get("verified").equals(true)) {
                duplicates.add(id);
                if (member.get("relation").equals("same")) {
                    same.add(id);
                }
            }
        });
        assertEquals(duplicates, listed("duplicates-" + resolveIndex("pages").getUUID() + "-0"));
        assertEquals(same, listed("same-" + resolveIndex("pages").getUUID() + "-0"));
        assertEquals(duplicates.size(), report.counts().get(Count.DUPLICATES));
    }

    private static Set<String> listed(String list) {
        Map<String, Object> source =
                client().prepareGet("pages-ndd", list).get().getSourceAsMap();
        Set<String> ids = new TreeSet<>();
        if (source != null) {
            ((List<?>) source.values().iterator().next()).forEach(id -> ids.add((String) id));
        }
        return ids;
    }

    /**
     * A hit that the retriever hides is related to the hit that represents it, or shares enough text with it. Which text they share
     * follows from the texts that both share with their canonical document, up to {@link #ERROR_OF_SHARE}.
     */
    @SuppressWarnings("unchecked")
    private void checkHidden(Relation least) throws IOException {
        String json =
                "{\"size\":1000,\"_source\":false,\"retriever\":{\"near_dup\":{\"dest\":{\"index\":\"pages-ndd\"},"
                        + "\"rank_window_size\":1000,"
                        + "\"min_relation\":\"" + least.value() + "\",\"retriever\":{\"standard\":{}}}}}";
        SearchSourceBuilder source;
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
            source = new SearchSourceBuilder().parseXContent(parser, false, feature -> true);
        }
        record Hidden(String shown, Map<String, Object> similar) {}
        List<Hidden> hidden = new ArrayList<>();
        var response = client().prepareSearch("pages").setSource(source).get();
        try {
            for (SearchHit hit : response.getHits()) {
                Map<String, Object> field = hit.field("near_dup").getValue();
                for (Map<String, Object> similar :
                        (List<Map<String, Object>>) field.getOrDefault("similar", List.of())) {
                    hidden.add(new Hidden(hit.getId(), similar));
                }
            }
        } finally {
            response.decRef();
        }
        Collections.shuffle(hidden, random());
        for (Hidden pair : hidden.subList(0, Math.min(hidden.size(), HIDDEN))) {
            CompareResponse compared =
                    compare(pair.shown(), (String) pair.similar().get("_id"));
            // two hits represented by the same document are not compared, but share enough text
            assertTrue(
                    pair + ": " + Strings.toString(compared),
                    compared.comparison().relation().isAtLeast(least)
                            || least != Relation.SAME
                                    && pair.similar().get("relation") == null
                                    && compared.comparison().shared().resemblance()
                                            >= Signal.SUFFICIENT_SHARE - ERROR_OF_SHARE);
        }
        logger.info("[{}] pages are hidden, each [{}] at least to the hit that is shown", hidden.size(), least);
    }

    /** Checks the members that the run compared with their canonical document; exact copies are skipped. */
    private int checkCanonicals(Map<String, Map<?, ?>> members) throws IOException {
        Map<String, Map<String, Float>> found = new HashMap<>();
        int checked = 0;
        for (Map.Entry<String, Map<?, ?>> member : members.entrySet()) {
            String canonical = (String) member.getValue().get("canonical_id");
            boolean copies = Stream.of(member.getValue(), members.get(canonical))
                    // the canonical document of a singleton that contains others is not stored
                    .anyMatch(page -> page != null && page.get("role").equals("exact"));
            if (copies || canonical.equals(member.getKey()) || checked >= LIKE) {
                continue;
            }
            Float score =
                    found.computeIfAbsent(canonical, id -> search(id, true)).get(member.getKey());
            String pair = member.toString();
            // documents contained in the leader are not members
            if (member.getValue().get("role").equals("part_of") == false) {
                // the query does not find members without shared fingerprints, which joined through other members
                assertEquals(
                        pair,
                        member.getValue().get("verified"),
                        compare(canonical, member.getKey()).comparison().similar());
                assertTrue(
                        pair, score == null || member.getValue().get("verified").equals(true));
            }
            if (score != null) {
                assertEquals(pair, ((Number) member.getValue().get("resemblance")).floatValue(), score, 1e-6f);
            }
            checked++;
        }
        return checked;
    }

    private static List<String> queriedIds(List<Page> pages, Map<String, Map<?, ?>> members) {
        List<String> ids = new ArrayList<>(members.keySet());
        Collections.shuffle(ids, random());
        List<String> some = new ArrayList<>(ids.subList(0, Math.min(ids.size(), LIKE)));
        for (int i = 0; i < LIKE / 4; i++) {
            some.add(randomFrom(pages).id());
        }
        return some;
    }

    private void index(List<Page> pages) {
        TestCalls.putPipeline(
                client(), "pages", "{\"processors\":[{\"near_dup\":{\"field\":\"body\",\"url_field\":\"url\"}}]}");
        assertAcked(prepareCreate("pages").setSettings(indexSettings(3, 0)).setMapping("ndd", "type=near_dup"));
        BulkRequest bulk = new BulkRequest();
        for (Page page : pages) {
            Map<String, Object> source = new TreeMap<>();
            source.put("body", page.html() == null ? page.text() : page.html());
            if (page.url() != null) {
                source.put("url", page.url());
            }
            bulk.add(
                    new IndexRequest("pages").id(page.id()).setPipeline("pages").source(source));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        refresh("pages");
        TestCalls.deletePipelines(client());
    }

    /** Runs a partition. The query and the compare API use the boilerplate that it learns. */
    private PartitionReport partition() throws IOException {
        return TestPartitions.run(client(), "pages", "{}");
    }

    /** The members of the run by id. */
    private static Map<String, Map<?, ?>> members() {
        Map<String, Map<?, ?>> members = new TreeMap<>();
        for (Map<String, Object> source :
                Found.sources(client().prepareSearch("pages-ndd").setSize(10_000))) {
            // a document of one group may also be contained in the leader of another group
            members.merge(
                    (String) ((Map<?, ?>) source.get("doc")).get("id"),
                    source,
                    (one, other) -> one.get("role").equals("part_of") ? other : one);
        }
        return members;
    }

    private Map<String, Float> search(String id, boolean verify) {
        Map<String, Float> found = new HashMap<>();
        var search = client().prepareSearch("pages").setQuery(query(id, verify)).setSize(10_000);
        assertNoFailuresAndResponse(
                search, response -> response.getHits().forEach(hit -> found.put(hit.getId(), hit.getScore())));
        return found;
    }

    private QueryBuilder query(String id, boolean verify) {
        String json = "{\"near_dup\":{\"like\":{\"_id\":\"" + id + "\"},\"verify\":" + verify + "}}";
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
            return AbstractQueryBuilder.parseTopLevelQuery(parser);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private CompareResponse compare(String a, String b) throws IOException {
        String json = "{\"a\":{\"_id\":\"" + a + "\"},\"b\":{\"_id\":\"" + b + "\"}}";
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
            return client().execute(CompareAction.TYPE, CompareAction.Request.fromXContent("pages", parser))
                    .actionGet()
                    .body();
        }
    }
}
