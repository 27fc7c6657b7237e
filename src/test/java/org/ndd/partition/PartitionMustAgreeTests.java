package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.Strings;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.partition.PartitionParameters;
import org.ndd.partition.plan.StepCounts.Count;

/**
 * Fields that must agree: a cluster computes the groups of the in-memory partition, for any distribution over shards and any field types.
 */
@ESIntegTestCase.ClusterScope(numDataNodes = 2, numClientNodes = 0, supportsDedicatedMasters = false)
public class PartitionMustAgreeTests extends PartitionTestCase {

    /** Values of each field, as indexed and as read. */
    private static final Map<String, List<List<Object>>> VALUES = Map.of(
            "lang", List.of(List.of(), List.of("en"), List.of("de"), List.of("en", "de")),
            "number", List.of(List.of(), List.of(17), List.of(-3000000000L)),
            "price", List.of(List.of(), List.of(2), List.of(2.3, 3)),
            "beta", List.of(List.of(), List.of(true), List.of(false)),
            "day", List.of(List.of(), List.of("2024-05-01T00:00:00.000Z"), List.of("2024-05-01T00:00:00.001Z")),
            "host", List.of(List.of(), List.of("10.0.0.1"), List.of("2001:db8::1")));

    private static final String[] TYPES = {
        "lang",
        "type=keyword",
        "number",
        "type=long",
        "price",
        "type=double",
        "beta",
        "type=boolean",
        "day",
        "type=date",
        "host",
        "type=ip"
    };

    private static final String[] OTHER_TYPES = {
        "lang",
        "type=keyword",
        "number",
        "type=keyword",
        "price",
        "type=half_float",
        "beta",
        "type=keyword",
        "day",
        "type=date_nanos",
        "host",
        "type=keyword"
    };

    private final Map<String, Map<String, List<Object>>> values = new HashMap<>();
    private List<String> mustAgree;

    private TestCorpus corpus(int size, String... fields) {
        mustAgree = List.of(fields);
        TestCorpus corpus = new TestCorpus(random(), size);
        for (TestCorpus.Page page : corpus.pages()) {
            Map<String, List<Object>> own = new HashMap<>();
            VALUES.forEach((field, choices) -> own.put(field, randomFrom(choices)));
            values.put(page.id(), own);
        }
        return corpus;
    }

    private List<String> expected(TestCorpus corpus, PartitionParameters parameters, FingerprintParameters prints) {
        return expected(corpus, parameters, prints, true);
    }

    private List<String> expected(
            TestCorpus corpus, PartitionParameters parameters, FingerprintParameters prints, boolean withBoilerplate) {
        return TestCorpus.lines(corpus.expected(
                parameters,
                prints,
                withBoilerplate,
                page -> MustAgreeKeys.of(mustAgree.stream()
                        .map(field -> values.get(page.id()).get(field).stream()
                                .map(Object::toString)
                                .toList())
                        .toList())));
    }

    private void index(
            List<TestCorpus.Page> pages, String index, int shards, String[] types, FingerprintParameters prints)
            throws IOException {
        List<String> mapping = new ArrayList<>(List.of(types));
        mapping.addAll(List.of("ndd", "type=near_dup"));
        assertAcked(
                prepareCreate(index).setSettings(indexSettings(shards, 0)).setMapping(mapping.toArray(String[]::new)));
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (TestCorpus.Page page : pages) {
            Map<String, Object> source = new HashMap<>(source(page, prints));
            source.putAll(values.get(page.id()));
            bulk.add(new IndexRequest(index).id(page.id()).source(source));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        ensureGreen(index);
    }

    private String body(String more) throws IOException {
        XContentBuilder body = jsonBuilder().startObject().field("must_agree", mustAgree);
        String printed = Strings.toString(body.endObject());
        return printed.substring(0, printed.length() - 1) + more + "}";
    }

    public void testEqualsInMemoryPartition() throws IOException {
        String[] fields = randomSubsetOf(between(1, 3), VALUES.keySet()).toArray(String[]::new);
        TestCorpus corpus = corpus(between(100, 400), fields);
        List<String> expected = expected(corpus, PartitionParameters.BALANCED, FingerprintParameters.BALANCED);
        index(corpus.pages(), "one", 1, TYPES, FingerprintParameters.BALANCED);
        index(corpus.pages(), "five", 5, OTHER_TYPES, FingerprintParameters.BALANCED);
        partition("one", body(""));
        assertEquals(expected, lines("one-ndd"));
        partition("five", body(""));
        assertEquals(expected, lines("five-ndd"));
        PartitionReport report = partition("five", body(", \"windows\": 7"));
        assertEquals(expected, lines("five-ndd"));
        String shown = Strings.toString(report);
        assertTrue(shown, shown.contains("\"must_agree\":[\"" + String.join("\",\"", mustAgree) + "\"]"));
    }

    /** Only the first documents of a common fingerprint count, in any shards and windows. */
    public void testCommonFingerprints() throws IOException {
        TestCorpus corpus = corpus(between(100, 300), "lang", "beta");
        int maxDf = between(2, 40);
        CandidateParameters usual = CandidateParameters.NEIGHBORS;
        CandidateParameters candidates =
                new CandidateParameters(usual.mode(), maxDf, usual.siteDf(), usual.siteMax(), usual.maxLeaders());
        PartitionParameters parameters =
                new PartitionParameters(candidates, SimilarityParameters.BALANCED, CanonicalRules.DEFAULT);
        index(corpus.pages(), "common", between(1, 5), TYPES, FingerprintParameters.BALANCED);
        PartitionReport report = partition(
                "common", body(", \"windows\": " + between(1, 9) + ", \"candidates\": {\"max_df\": " + maxDf + "}"));
        assertEquals(expected(corpus, parameters, FingerprintParameters.BALANCED), lines("common-ndd"));
        assertTrue(report.counts().get(Count.FINGERPRINTS) > report.counts().get(Count.COMMON_FINGERPRINTS));
    }

    public void testIndicesWithDifferentFieldTypes() throws IOException {
        TestCorpus corpus = corpus(200, "number", "price", "day");
        int half = corpus.pages().size() / 2;
        index(corpus.pages().subList(0, half), "left", 2, TYPES, FingerprintParameters.BALANCED);
        index(
                corpus.pages().subList(half, corpus.pages().size()),
                "right",
                3,
                OTHER_TYPES,
                FingerprintParameters.BALANCED);
        partition("left,right", body(", \"dest\": {\"index\": \"both\"}"));
        assertEquals(expected(corpus, PartitionParameters.BALANCED, FingerprintParameters.BALANCED), lines("both"));
    }

    public void testSets() throws IOException {
        TestCorpus corpus = corpus(between(50, 200), "lang");
        index(corpus.pages(), "report", between(1, 4), TYPES, FingerprintParameters.PKU2007);
        partition("report", body(", \"candidates\": {\"mode\": \"sets\"}, \"preset\": \"pku2007\""));
        assertEquals(expected(corpus, PartitionParameters.PKU2007, FingerprintParameters.PKU2007), lines("report-ndd"));
    }

    public void testSetsWithFewLeaders() throws IOException {
        TestCorpus corpus = corpus(between(50, 200), "beta", "lang");
        index(corpus.pages(), "few", between(1, 4), TYPES, FingerprintParameters.BALANCED);
        CandidateParameters candidates = new CandidateParameters(CandidateParameters.Mode.SETS, 10_000, 400, 5, 2);
        PartitionParameters parameters =
                new PartitionParameters(candidates, SimilarityParameters.BALANCED, CanonicalRules.DEFAULT);
        partition("few", body(", \"candidates\": {\"mode\": \"sets\", \"max_leaders\": 2}"));
        assertEquals(expected(corpus, parameters, FingerprintParameters.BALANCED), lines("few-ndd"));
    }

    /**
     * A text with more values than are read for a digest and for the list of a fingerprint. It is in most of the documents, so its lines
     * would be boilerplate.
     */
    public void testOneTextWithManyValues() throws IOException {
        mustAgree = List.of("number");
        List<TestCorpus.Page> pages = new ArrayList<>();
        for (int i = 0; i < 1600; i++) {
            String text = "A description that two packages of one name have, word for word, and many others have too."
                    + (i % 4 > 0 ? "" : " This one comes with a sentence more than the others, about a detail.");
            pages.add(new TestCorpus.Page("doc" + i, null, text));
            values.put("doc" + i, Map.of("number", List.of(rarely() || i % 4 == 0 ? random().nextInt(1600) : i)));
        }
        TestCorpus corpus = new TestCorpus(random(), pages);
        CandidateParameters all =
                new CandidateParameters(CandidateParameters.Mode.NEIGHBORS, 5000, Long.MAX_VALUE, 5, 8);
        PartitionParameters parameters =
                new PartitionParameters(all, SimilarityParameters.BALANCED, CanonicalRules.DEFAULT);
        List<String> expected = expected(corpus, parameters, FingerprintParameters.BALANCED, false);
        index(corpus.pages(), "many", 3, TYPES, FingerprintParameters.BALANCED);
        PartitionReport report =
                partition("many", body(", \"candidates\": {\"max_df\": 5000}, \"boilerplate\": \"none\""));
        assertEquals(expected, lines("many-ndd"));
        assertTrue(report.counts().get(Count.EXACT_DUPLICATES) > 0);
        assertTrue(report.counts().get(Count.COMPARISONS) > 0);
        assertTrue("no pair whose values differ", report.counts().get(Count.COMPARISONS) < 1600);
    }

    public void testBadValuesAreRejectedBeforeStart() throws IOException {
        assertAcked(prepareCreate("wrong")
                .setMapping(
                        "ndd",
                        "type=near_dup",
                        "lang",
                        "type=keyword",
                        "body",
                        "type=text",
                        "bare",
                        "type=keyword,doc_values=false",
                        "at",
                        "type=geo_point",
                        "parts",
                        "type=nested"));
        assertAcked(prepareCreate("other").setMapping("ndd", "type=near_dup"));
        assertWrong("wrong", "langs", "[langs], which is not mapped");
        assertWrong("wrong", "body", "[body], which is of type [text] without doc values");
        assertWrong("wrong", "bare", "[bare], which is of type [keyword] without doc values");
        assertWrong("wrong", "ndd.text", "[ndd.text], which is of type [near_dup_text]");
        assertWrong("wrong", "at", "[at], which is of type [geo_point]");
        assertWrong("other,wrong", "lang", "[lang], which is not mapped");
        partition("wrong", "{\"must_agree\": \"lang\"}");
        partition("wrong", "{\"must_agree\": [\"lang\", \"ndd.site\"]}");
    }

    private void assertWrong(String indices, String field, String message) throws IOException {
        String body = "{\"dest\": {\"index\": \"dest\"}, \"must_agree\": [\"" + field + "\"]}";
        Exception e = expectThrows(Exception.class, () -> partition(indices, body));
        Throwable cause = ExceptionsHelper.unwrapCause(e);
        assertTrue(cause.toString(), cause instanceof IllegalArgumentException);
        assertTrue(cause.getMessage(), cause.getMessage().startsWith("[must_agree] must be fields of index ["));
        assertTrue(cause.getMessage(), cause.getMessage().contains(message));
    }
}
