package org.ndd.search;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.get.MultiGetResponse;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.index.get.GetResult;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.Rewriteable;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.plugins.MapperPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.plugins.SearchPlugin;
import org.elasticsearch.test.AbstractQueryTestCase;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.boilerplate.TestBoilerplate;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentFields;
import org.ndd.config.MatchRule;
import org.ndd.config.MustAgree;
import org.ndd.config.SimilarityOptionsTests;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.pair.CharacterLimit;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PageSource;
import org.ndd.pair.TestSources;
import org.ndd.plugin.NddPlugin;
import org.ndd.search.NearDupQuery.NearDupOptions;
import org.ndd.search.NearDupQuery.QueryCount;

public class NearDupQueryBuilderTests extends AbstractQueryTestCase<NearDupQueryBuilder> {

    private static final Supplier<BoilerplateRegistry> REGISTRY = TestBoilerplate::registry;

    /** The parts of the plugin that the tests need, with the services of a node. */
    public static final class Parts extends Plugin implements SearchPlugin, MapperPlugin {

        @Override
        public List<QuerySpec<?>> getQueries() {
            return List.of(new QuerySpec<>(
                    NearDupQueryBuilder.NAME,
                    in -> new NearDupQueryBuilder(in, REGISTRY),
                    parser -> NearDupQueryBuilder.fromXContent(parser, REGISTRY)));
        }

        @Override
        public Map<String, Mapper.TypeParser> getMappers() {
            return new NddPlugin().getMappers();
        }
    }

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(Parts.class);
    }

    @Override
    protected void initializeAdditionalMappings(MapperService mapperService) throws IOException {
        mapperService.merge(
                "_doc",
                new CompressedXContent("{\"properties\":{\"ndd\":{\"type\":\"near_dup\"}}}"),
                MapperService.MergeReason.MAPPING_UPDATE);
    }

    @Override
    protected NearDupQueryBuilder doCreateTestQueryBuilder() {
        List<PageSource> like = new ArrayList<>();
        for (int i = between(1, 3); i > 0; i--) {
            like.add(
                    switch (between(0, 2)) {
                        case 0 ->
                            PageSource.document(
                                    randomBoolean() ? null : "elsewhere",
                                    randomAlphaOfLength(4),
                                    randomBoolean() ? null : "r");
                        case 1 -> PageSource.text(randomRealisticUnicodeOfLength(30));
                        default ->
                            TestSources.of(Map.of("html", "<p>" + randomAlphaOfLength(30), "url", "https://a.org/"));
                    });
        }
        boolean verify = randomBoolean();
        double minContainment =
                verify && randomBoolean() ? randomDoubleBetween(0.01, 1, true) : MatchRule.NO_CONTAINMENT;
        NearDupOptions options = new NearDupOptions(
                between(1, 10),
                verify,
                between(1, 100),
                randomBoolean(),
                new ComparisonOptions(
                        new DocumentFields("ndd"),
                        SimilarityOptionsTests.randomParameters(),
                        new MatchRule(
                                verify && minContainment == MatchRule.NO_CONTAINMENT
                                        ? randomFrom(Relation.SAME, Relation.NEAR, Relation.OVERLAP)
                                        : Relation.NEAR,
                                minContainment),
                        like.stream().anyMatch(PageSource::isDocument) || randomBoolean()
                                ? MustAgree.NONE // values of documents are read by a search, which does not exist here
                                : new MustAgree(List.of("ndd.site", "ndd.digest")),
                        null));
        return new NearDupQueryBuilder(like, options, randomBoolean(), REGISTRY);
    }

    private final AtomicInteger requestsForPages = new AtomicInteger();

    @Override
    protected boolean canSimulateMethod(Method method, Object[] args) {
        return method.getName().equals("multiGet") && args.length == 2;
    }

    /** All documents exist; no index has boilerplate. */
    @Override
    @SuppressWarnings("unchecked")
    protected Object simulateMethod(Method method, Object[] args) {
        List<MultiGetRequest.Item> requested = ((MultiGetRequest) args[0]).getItems();
        requestsForPages.incrementAndGet();
        MultiGetItemResponse[] items = requested.stream()
                .map(item -> new MultiGetItemResponse(page(item), null))
                .toArray(MultiGetItemResponse[]::new);
        ((ActionListener<MultiGetResponse>) args[1]).onResponse(new MultiGetResponse(items));
        return null;
    }

    private static GetResponse page(MultiGetRequest.Item item) {
        String source = "{\"ndd\":{\"text\":\"the text of " + item.id() + "\",\"site\":\"a.org\",\"version\":\""
                + FingerprintParameters.BALANCED.version() + "\"}}";
        return new GetResponse(
                new GetResult(item.index(), item.id(), 0, 1, 0, true, new BytesArray(source), Map.of(), Map.of()));
    }

    public void testReadsAllDocumentsWithOneRequest() throws IOException {
        List<PageSource> like = IntStream.range(0, between(2, 64))
                .mapToObj(i -> randomBoolean() || i == 0
                        ? PageSource.document("pages", "id" + i, null)
                        : PageSource.text("text " + i))
                .toList();
        NearDupQueryBuilder builder = new NearDupQueryBuilder(like, NearDupOptions.DEFAULT, randomBoolean(), REGISTRY);
        SearchExecutionContext context = createSearchExecutionContext();
        NearDupQuery query = (NearDupQuery)
                rewriteQuery(builder, createQueryRewriteContext(), context).toQuery(context);
        assertEquals(1, requestsForPages.get());
        assertEquals(
                like.stream()
                        .map(page -> page.isDocument()
                                ? "the text of " + page.id()
                                : page.input().parts().get(0))
                        .toList(),
                query.like().stream().map(ComparablePage::text).toList());
    }

    public void testQueriesOfSearchShareLimit() throws IOException {
        SearchExecutionContext context = createSearchExecutionContext();
        List<NearDupQuery> queries = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            queries.add((NearDupQuery) rewriteQuery(doCreateTestQueryBuilder(), createQueryRewriteContext(), context)
                    .toQuery(context));
        }
        for (NearDupQuery query : queries) {
            assertEquals(CharacterLimit.MAX_CHARACTERS / 2, query.shard().maxCharacters());
        }
    }

    public void testRejectsManyQueries() throws IOException {
        BoolQueryBuilder all = new BoolQueryBuilder();
        IntStream.range(0, QueryCount.MAX_QUERIES).forEach(i -> all.should(createTestQueryBuilder()));
        Rewriteable.rewrite(all, createQueryRewriteContext());
        all.should(createTestQueryBuilder());
        QueryRewriteContext search = createQueryRewriteContext();
        Exception e = expectThrows(IllegalArgumentException.class, () -> Rewriteable.rewrite(all, search));
        assertEquals("[near_dup] must be at most [16] queries of a search, but was [17] or more", e.getMessage());
    }

    @Override
    protected void doAssertLuceneQuery(NearDupQueryBuilder builder, Query query, SearchExecutionContext context) {
        assertThat(query, instanceOf(NearDupQuery.class));
        assertEquals(IndexedPages.FIELDS, ((NearDupQuery) query).shard().fields());
        ((NearDupQuery) query).like().forEach(page -> {
            if (page.id() == null) {
                assertEquals(context.index().getName(), page.place().index());
            } else {
                assertEquals("the text of " + page.id(), page.text());
            }
        });
    }

    /** The result depends on boilerplate, which changes independently of the shard. */
    @Override
    protected boolean builderGeneratesCacheableQueries() {
        return false;
    }

    @Override
    public void testMustRewrite() throws IOException {
        SearchExecutionContext context = createSearchExecutionContext();
        for (boolean rewritten : new boolean[] {false, true}) {
            NearDupQueryBuilder builder = createTestQueryBuilder();
            // as for the filter of an alias
            QueryBuilder query = rewritten ? Rewriteable.rewrite(builder, context, true) : builder;
            Exception e = expectThrows(IllegalArgumentException.class, () -> query.toQuery(context));
            assertEquals("[near_dup] is supported only in searches", e.getMessage());
        }
    }

    @Override
    public void testCacheability() throws IOException {
        SearchExecutionContext context = createSearchExecutionContext();
        rewriteQuery(createTestQueryBuilder(), createQueryRewriteContext(), new SearchExecutionContext(context))
                .toQuery(context);
        assertFalse("the request cache must not store responses that depend on boilerplate", context.isCacheable());
    }

    public void testParsing() throws IOException {
        NearDupQueryBuilder one = parse("{\"near_dup\":{\"like\":{\"_id\":\"1\"}}}");
        assertEquals(
                new NearDupQueryBuilder(
                        List.of(PageSource.document(null, "1", null)), NearDupOptions.DEFAULT, false, REGISTRY),
                one);
        NearDupQueryBuilder all = parse(
                "{\"near_dup\":{\"target_field\":\"f\",\"like\":[{\"text\":\"a\"},{\"html\":\"b\",\"url\":\"c\"}],"
                        + "\"minimum_shared\":2,\"verify\":false,\"max_verified\":7,\"include_self\":true,\"ignore_unmapped\":true,"
                        + "\"preset\":\"strict\",\"resemblance\":0.7,\"boost\":2,\"_name\":\"n\"}}");
        assertEquals(2f, all.boost(), 0);
        assertEquals("n", all.queryName());
        assertEquals(all, parse(Strings.toString(all)));
    }

    private NearDupQueryBuilder parse(String json) throws IOException {
        return (NearDupQueryBuilder) parseQuery(json);
    }

    public void testBadInput() {
        rejected("\"target_field\":\"ndd\"", "[like] must be given, but was missing");
        rejected("\"like\":[]", "[like] must hold between [1] and [64] documents, but held [0]");
        for (int ids : new int[] {65, 100_000}) {
            rejected(
                    "\"like\":[" + "{\"_id\":\"1\"},".repeat(ids - 1) + "{\"_id\":\"1\"}]",
                    "[like] must hold between [1] and [64] documents, but held [" + ids + "]");
        }
        rejected("\"like\":{}", "[like] must hold exactly one of [_id, text, html, input], but held [0]");
        rejected("\"like\":{\"_id\":\"\"}", "[like._id] must be the id of a document, but was []");
        rejected("\"like\":{\"_id\":\"1\",\"url\":\"u\"}", "[like.url] must be omitted for a document, but was [u]");
        String like = "\"like\":{\"_id\":\"1\"},";
        rejected(like + "\"minimum_shared\":0", "[minimum_shared] must be between [1] and [1024], but was [0]");
        rejected(like + "\"max_verified\":10001", "[max_verified] must be between [1] and [10000], but was [10001]");
        rejected(like + "\"resemblance\":1.5", "[resemblance] must be between [0] and [1], but was [1.5]");
        rejected(like + "\"target_field\":\"\"", "[target_field] must be the name of a field, but was []");
        rejected(
                like + "\"min_relation\":\"other_item\"",
                "[min_relation] must be one of [same, near, overlap], but was [other_item]");
        rejected(
                like + "\"verify\":false,\"min_relation\":\"same\"",
                "[min_relation] must be omitted if [verify] is false, as nothing is compared then, but was [same]");
        for (double wrong : new double[] {0, -0.5, 1.01}) {
            rejected(
                    like + "\"min_containment\":" + wrong,
                    "[min_containment] must be above [0] and at most [1], but was [" + wrong + "]");
        }
        rejected(
                like + "\"min_containment\":0.5,\"verify\":false",
                "[min_containment] must be omitted if [verify] is false, as nothing is compared then, but was [0.5]");
        rejected(
                like + "\"min_containment\":0.5,\"min_relation\":\"near\"",
                "[min_relation] must be omitted with [min_containment], but was [near]");
        rejected(like + "\"verified\":true", "unknown field [verified]");
    }

    private void rejected(String body, String message) {
        Exception e = expectThrows(Exception.class, () -> parse("{\"near_dup\":{" + body + "}}"));
        StringBuilder all = new StringBuilder();
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            all.append(cause.getMessage()).append('\n');
        }
        assertThat(all.toString(), containsString(message));
    }

    private static NearDupQueryBuilder textQuery(String field, boolean verify, boolean ignoreUnmapped) {
        return new NearDupQueryBuilder(
                List.of(PageSource.text("some text")),
                new NearDupOptions(
                        1,
                        verify,
                        10,
                        false,
                        new ComparisonOptions(
                                new DocumentFields(field),
                                SimilarityParameters.BALANCED,
                                MatchRule.DEFAULT,
                                MustAgree.NONE,
                                null)),
                ignoreUnmapped,
                REGISTRY);
    }

    public void testUnmappedField() throws IOException {
        SearchExecutionContext context = createSearchExecutionContext();
        QueryBuilder missing = rewriteQuery(textQuery("nothing", true, false), createQueryRewriteContext(), context);
        IllegalArgumentException e = expectThrows(IllegalArgumentException.class, () -> missing.toQuery(context));
        String index = context.index().getName();
        assertEquals(
                "[target_field] must be mapped as [near_dup] in index [" + index + "], but was [nothing], whose "
                        + "[nothing.fingerprints] is not mapped: add the mapping with [PUT /" + index
                        + "/_mapping {\"properties\": {\"nothing\": {\"type\": \"near_dup\"}}}], and then run [POST /"
                        + index + "/_ndd/backfill]",
                e.getMessage());
        QueryBuilder ignored = rewriteQuery(textQuery("nothing", true, true), createQueryRewriteContext(), context);
        assertThat(ignored.toQuery(context), instanceOf(MatchNoDocsQuery.class));
    }

    public void testDisallowedExpensiveQueries() throws IOException {
        SearchExecutionContext context = createSearchExecutionContext();
        SearchExecutionContext cheap = org.mockito.Mockito.spy(context);
        org.mockito.Mockito.when(cheap.allowExpensiveQueries()).thenReturn(false);
        QueryBuilder verified = rewriteQuery(textQuery("ndd", true, false), createQueryRewriteContext(), context);
        ElasticsearchException e = expectThrows(ElasticsearchException.class, () -> verified.toQuery(cheap));
        assertThat(
                e.getMessage(),
                containsString("[search.allow_expensive_queries] is set to false: set [verify] to false"));
        rewriteQuery(textQuery("ndd", false, false), createQueryRewriteContext(), context)
                .toQuery(cheap);
    }

    public void testRewrittenQueryHoldsTextOnce() throws IOException {
        SearchExecutionContext context = createSearchExecutionContext();
        QueryBuilder rewritten = rewriteQuery(textQuery("ndd", true, false), createQueryRewriteContext(), context);
        assertFalse(Strings.toString(rewritten).contains("some text"));
        assertEquals(
                rewritten,
                copyWriteable(
                        (NearDupQueryBuilder) rewritten,
                        namedWriteableRegistry(),
                        in -> new NearDupQueryBuilder(in, REGISTRY)));
    }
}
