package org.ndd.search;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.index.mapper.KeywordFieldMapper;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.NumberFieldMapper;
import org.elasticsearch.index.query.TermQueryBuilder;
import org.elasticsearch.plugins.SearchPlugin;
import org.elasticsearch.search.aggregations.AggregationBuilder;
import org.elasticsearch.search.aggregations.AggregatorTestCase;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.search.aggregations.bucket.filter.FilterAggregationBuilder;
import org.elasticsearch.search.aggregations.bucket.filter.InternalFilter;
import org.elasticsearch.search.aggregations.bucket.global.GlobalAggregationBuilder;
import org.elasticsearch.search.aggregations.bucket.global.InternalGlobal;
import org.elasticsearch.search.aggregations.bucket.terms.StringTerms;
import org.elasticsearch.search.aggregations.bucket.terms.TermsAggregationBuilder;
import org.elasticsearch.search.aggregations.metrics.Max;
import org.elasticsearch.search.aggregations.metrics.MaxAggregationBuilder;
import org.elasticsearch.search.aggregations.metrics.TopHits;
import org.elasticsearch.search.aggregations.metrics.TopHitsAggregationBuilder;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.compat.Calls;
import org.ndd.compat.TestCalls;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.ingest.TextCodec;
import org.ndd.plugin.NddPlugin;
import org.ndd.search.InternalNearDup.NearDupBucket;

public class NearDupAggregatorTests extends AggregatorTestCase {

    static final MappedFieldType FINGERPRINTS = new KeywordFieldMapper.KeywordFieldType("ndd.fingerprints");
    static final MappedFieldType DIGEST = new KeywordFieldMapper.KeywordFieldType("ndd.digest");
    static final MappedFieldType DAY = new KeywordFieldMapper.KeywordFieldType("day");
    private static final MappedFieldType FAMILY =
            new NumberFieldMapper.NumberFieldType("family", NumberFieldMapper.NumberType.LONG);
    private static final int FAMILIES = 8;

    private final List<List<String>> articles = new ArrayList<>();

    @Override
    protected List<SearchPlugin> getSearchPlugins() {
        return List.of(new NddPlugin());
    }

    @Override
    public void setUp() throws Exception {
        super.setUp();
        for (int family = 0; family < FAMILIES; family++) {
            List<String> sentences = new ArrayList<>();
            for (int s = 0; s < 20; s++) {
                sentences.add(sentence());
            }
            articles.add(sentences);
        }
    }

    private static String sentence() {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            words.append(randomAlphaOfLength(6).toLowerCase(Locale.ROOT)).append(' ');
        }
        return words.append(". ").toString();
    }

    /** A version of an article, with at most one different sentence. */
    private String page(int family) {
        List<String> sentences = new ArrayList<>(articles.get(family));
        if (randomBoolean()) {
            sentences.set(between(0, sentences.size() - 1), sentence());
        }
        return String.join("", sentences);
    }

    static Document document(String text, FingerprintParameters parameters) {
        PageAnalysis page = new PageAnalyzer(new PageParameters(parameters, Format.TEXT, 1 << 20))
                .analyze(PageInput.of(text, null));
        Document document = new Document();
        for (String term : page.fingerprintTerms()) {
            document.add(new StringField("ndd.fingerprints", term, Field.Store.NO));
        }
        if (page.digest() != null) {
            document.add(new SortedSetDocValuesField("ndd.digest", new BytesRef(page.digest())));
        }
        document.add(new SortedSetDocValuesField("ndd.version", new BytesRef(parameters.version())));
        document.add(new BinaryDocValuesField("ndd.text", TextCodec.encode(page.text())));
        return document;
    }

    private void add(RandomIndexWriter writer, int family, String day) throws IOException {
        Document document = document(page(family), FingerprintParameters.BALANCED);
        document.add(new StringField("day", day, Field.Store.NO));
        document.add(new SortedSetDocValuesField("day", new BytesRef(day)));
        document.add(new NumericDocValuesField("family", family));
        writer.addDocument(document);
    }

    static NearDupAggregationBuilder dups(Object... options) {
        return TestAggregations.dups("dups", () -> null, options);
    }

    private static NearDupAggregationBuilder dupsWithFamilies() {
        return dups().subAggregation(new MaxAggregationBuilder("family").field("family"));
    }

    private void check(
            Query query,
            AggregationBuilder builder,
            CheckedConsumer<RandomIndexWriter, IOException> index,
            Consumer<? extends InternalAggregation> verify)
            throws IOException {
        @SuppressWarnings({"unchecked", "rawtypes"})
        Consumer<InternalAggregation> any = (Consumer) verify;
        testCase(index, any, new AggTestConfig(builder, FINGERPRINTS, DIGEST, DAY, FAMILY).withQuery(query));
    }

    /** Every family is one bucket, for any number of segments, with and without a reduction. */
    public void testFamiliesAreBuckets() throws IOException {
        Map<Integer, Long> sizes = new HashMap<>();
        List<Integer> families = new ArrayList<>();
        for (int i = between(20, 60); i > 0; i--) {
            int family = between(0, FAMILIES - 1);
            families.add(family);
            sizes.merge(family, 1L, Long::sum);
        }
        check(
                TestCalls.matchAll(),
                dupsWithFamilies(),
                writer -> {
                    for (int family : families) {
                        add(writer, family, "today");
                    }
                    writer.addDocument(document("", FingerprintParameters.BALANCED));
                    writer.addDocument(new Document());
                },
                (InternalNearDup result) -> {
                    Map<Integer, Long> found = new HashMap<>();
                    for (NearDupBucket bucket : result.getBuckets()) {
                        Max family = bucket.getAggregations().get("family");
                        assertNull(found.put((int) family.value(), bucket.getDocCount()));
                    }
                    sizes.values().removeIf(size -> size < 2);
                    assertEquals(sizes, found);
                    assertEquals(0, result.documentError());
                    assertEquals(
                            families.size()
                                    - sizes.values().stream()
                                            .mapToLong(Long::longValue)
                                            .sum(),
                            result.otherDocuments());
                    List<Long> counts = result.getBuckets().stream()
                            .map(NearDupBucket::getDocCount)
                            .toList();
                    assertEquals(
                            counts.stream().sorted((a, b) -> Long.compare(b, a)).toList(), counts);
                });
    }

    public void testCountsMatchingDocumentsOnly() throws IOException {
        check(
                new TermQuery(new Term("day", "today")),
                dupsWithFamilies(),
                writer -> {
                    for (int i = 0; i < 5; i++) {
                        add(writer, 0, "yesterday");
                        add(writer, 1, i < 3 ? "today" : "yesterday");
                    }
                },
                (InternalNearDup result) -> {
                    assertEquals(1, result.getBuckets().size());
                    assertEquals(3, result.getBuckets().get(0).getDocCount());
                    assertEquals(0, result.otherDocuments());
                });
    }

    public void testGroupsEqualTextsWithoutFingerprints() throws IOException {
        check(
                TestCalls.matchAll(),
                dups(),
                writer -> {
                    for (String text : List.of("Not found", "Not found", "Gone", "Not found")) {
                        writer.addDocument(document(text, FingerprintParameters.BALANCED));
                    }
                },
                (InternalNearDup result) -> {
                    assertEquals(1, result.getBuckets().size());
                    assertEquals(3, result.getBuckets().get(0).getDocCount());
                    assertEquals(1, result.otherDocuments());
                });
    }

    public void testSizeAndMinDocCount() throws IOException {
        CheckedConsumer<RandomIndexWriter, IOException> index = writer -> {
            for (int family = 0; family < FAMILIES; family++) {
                for (int i = 0; i <= family; i++) {
                    add(writer, family, "today");
                }
            }
        };
        check(TestCalls.matchAll(), dups("size", 2), index, (InternalNearDup result) -> {
            assertEquals(
                    List.of(8L, 7L),
                    result.getBuckets().stream().map(NearDupBucket::getDocCount).toList());
            assertEquals(21, result.otherDocuments());
        });
        check(
                TestCalls.matchAll(),
                dups("min_doc_count", 6),
                index,
                (InternalNearDup result) -> assertEquals(
                        List.of(8L, 7L, 6L),
                        result.getBuckets().stream()
                                .map(NearDupBucket::getDocCount)
                                .toList()));
        check(
                TestCalls.matchAll(),
                dups("min_doc_count", 1),
                index,
                (InternalNearDup result) ->
                        assertEquals(FAMILIES, result.getBuckets().size()));
    }

    /** A shard returns the largest sets; the error is the size of the largest dropped set. */
    public void testDocumentErrorOfTruncatedShard() throws IOException {
        testCase(
                writer -> {
                    for (int family = 0; family < FAMILIES; family++) {
                        for (int i = 0; i <= family; i++) {
                            add(writer, family, "today");
                        }
                    }
                    writer.forceMerge(1);
                },
                (InternalNearDup result) -> {
                    assertEquals(
                            List.of(8L, 7L, 6L),
                            result.getBuckets().stream()
                                    .map(NearDupBucket::getDocCount)
                                    .toList());
                    assertEquals(5, result.documentError());
                    assertEquals(15, result.otherDocuments());
                },
                new AggTestConfig(dups("size", 3, "shard_size", 3), FINGERPRINTS, DIGEST, DAY, FAMILY)
                        .withSplitLeavesIntoSeperateAggregators(false));
    }

    public void testInsideTermsAggregation() throws IOException {
        check(
                TestCalls.matchAll(),
                new TermsAggregationBuilder("days").field("day").subAggregation(dupsWithFamilies()),
                writer -> {
                    for (int i = 0; i < 4; i++) {
                        add(writer, 0, "today");
                        add(writer, 0, i < 3 ? "yesterday" : "today");
                        add(writer, 1, "yesterday");
                    }
                },
                (StringTerms days) -> {
                    InternalNearDup today =
                            days.getBucketByKey("today").getAggregations().get("dups");
                    assertEquals(1, today.getBuckets().size());
                    assertEquals(5, today.getBuckets().get(0).getDocCount());
                    InternalNearDup yesterday =
                            days.getBucketByKey("yesterday").getAggregations().get("dups");
                    assertEquals(
                            List.of(4L, 3L),
                            yesterday.getBuckets().stream()
                                    .map(NearDupBucket::getDocCount)
                                    .toList());
                });
    }

    public void testInsideFilterAndGlobalAggregations() throws IOException {
        CheckedConsumer<RandomIndexWriter, IOException> index = writer -> {
            for (int i = 0; i < 5; i++) {
                add(writer, 0, i < 2 ? "today" : "yesterday");
            }
        };
        check(
                new TermQuery(new Term("day", "today")),
                new GlobalAggregationBuilder("all").subAggregation(dupsWithFamilies()),
                index,
                (InternalGlobal all) ->
                        assertEquals(5, first(all.getAggregations().get("dups")).getDocCount()));
        check(
                TestCalls.matchAll(),
                new FilterAggregationBuilder("some", new TermQueryBuilder("day", "yesterday"))
                        .subAggregation(dupsWithFamilies()),
                index,
                (InternalFilter some) -> assertEquals(
                        3, first(some.getAggregations().get("dups")).getDocCount()));
    }

    private static NearDupBucket first(InternalNearDup dups) {
        return dups.getBuckets().get(0);
    }

    /** Sub-aggregations collect documents in a second pass, with their scores. */
    public void testTopHitsHaveScores() throws IOException {
        check(
                new TermQuery(new Term("day", "today")),
                dups().subAggregation(new TopHitsAggregationBuilder("hits").size(2)),
                writer -> {
                    for (int i = 0; i < 5; i++) {
                        add(writer, 0, "today");
                        add(writer, 1, "yesterday");
                    }
                },
                (InternalNearDup result) -> {
                    TopHits hits = first(result).getAggregations().get("hits");
                    assertEquals(5, Calls.total(hits.getHits()));
                    assertTrue(hits.getHits().getMaxScore() > 0);
                });
    }

    public void testRejectsOtherFieldType() {
        Exception e = expectThrows(
                IllegalArgumentException.class,
                () -> testCase(
                        writer -> writer.addDocument(new Document()),
                        (InternalNearDup result) -> fail("must not work"),
                        new AggTestConfig(dups(), FINGERPRINTS)));
        assertThat(e.getMessage(), containsString("[target_field] must be mapped as [near_dup], but was [ndd]"));
    }

    public void testWarnsAboutTwoVersions() throws IOException {
        check(
                TestCalls.matchAll(),
                dups(),
                writer -> {
                    writer.addDocument(document(page(0), FingerprintParameters.BALANCED));
                    writer.addDocument(document(page(0), FingerprintParameters.BALANCED));
                    writer.addDocument(document(page(0) + " And one thing more.", FingerprintParameters.PKU2007));
                },
                (InternalNearDup result) -> {
                    assertEquals(1, result.getBuckets().size());
                    assertEquals(2, result.getBuckets().get(0).getDocCount());
                });
        assertWarnings("[near_dup] may miss sets of documents whose fingerprints are of different versions: "
                + "POST /{index}/_ndd/backfill converts them to one version");
    }
}
