package org.ndd.inspect;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ElasticsearchTimeoutException;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.After;
import org.junit.Before;
import org.ndd.RequestFilterPlugin;
import org.ndd.compat.TestCalls;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.Reason;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.inspect.PairEvaluator.Calibration;
import org.ndd.inspect.PairEvaluator.LabeledPair;
import org.ndd.inspect.PairEvaluator.RelationCounts;
import org.ndd.inspect.Sweep.Curve;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.plugin.NddPlugin;

public class EvaluateActionTests extends ESSingleNodeTestCase {

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class, HangingSearches.class);
    }

    /** Searches of users do not respond until their task is cancelled, if this is enabled. */
    public static final class HangingSearches extends RequestFilterPlugin {

        private static volatile boolean enabled;

        @Override
        protected <Q extends ActionRequest, R extends ActionResponse> void filter(
                Task task, String action, Q request, ActionListener<R> listener, ActionFilterChain<Q, R> chain) {
            if (enabled && action.equals(TransportSearchAction.NAME)) {
                ((CancellableTask) task).addListener(() -> listener.onFailure(new TaskCancelledException("cancelled")));
            } else {
                chain.proceed(task, action, request, listener);
            }
        }
    }

    @Before
    public void makeIndex() {
        String pipeline = "{\"processors\":[{\"near_dup\":{\"field\":\"body\"}}]}";
        TestCalls.putPipeline(client(), "pages", pipeline);
        client().admin()
                .indices()
                .prepareCreate("pages")
                .setMapping("ndd", "type=near_dup")
                .get();
    }

    @After
    public void deletePipelines() {
        TestCalls.deletePipelines(client());
    }

    private static String story(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> "sentence " + "abcdefghijklmnopqrstuvwxyz".charAt(i) + "number" + i * 7919
                        + " tells what happened in the harbour that night. ")
                .collect(Collectors.joining());
    }

    private void index(String id, String text) {
        client().index(new IndexRequest("pages")
                        .id(id)
                        .routing(randomBoolean() ? null : "r" + id)
                        .setPipeline("pages")
                        .source(Map.of("body", text)))
                .actionGet();
    }

    private static LabeledPair pair(String a, String b, boolean duplicate) {
        return new LabeledPair(new DocumentName(null, a), new DocumentName(null, b), duplicate);
    }

    private EvaluateAction.Response evaluate(List<LabeledPair> pairs, SimilarityParameters similarity, int size) {
        client().admin().indices().prepareRefresh("pages").get();
        EvaluateAction.Request request = new EvaluateAction.Request(
                "pages", pairs, 2, ComparisonOptions.DEFAULT.with(similarity), size, TimeValue.timeValueMinutes(5));
        return client().execute(EvaluateAction.TYPE, request).actionGet().body();
    }

    public void testVerdictsCurveAndErrors() {
        index("whole", story(0, 20));
        index("most", story(0, 15));
        index(
                "half",
                story(0, 10) + "but then the second half of it is told in words that nobody else has used. "
                        + "the ships went out, and what they brought home was neither fish nor any other thing that we know.");
        index("other", story(20, 26));
        EvaluateAction.Response response = evaluate(
                List.of(
                        pair("whole", "most", true),
                        pair("most", "whole", false),
                        pair("whole", "half", true),
                        pair("whole", "other", false),
                        pair("whole", "absent", true)),
                SimilarityParameters.BALANCED,
                10);
        assertEquals(new Confusion(1, 1, 1, 1), response.confusion());
        assertEquals(1, response.ignored().skipped());
        assertEquals(
                List.of(new DocumentName(null, "absent")), response.ignored().missing());
        assertEquals(2, response.wrong().size());
        assertEquals(pair("most", "whole", false), response.wrong().get(0).pair());
        assertEquals(Reason.SIGNALS, response.wrong().get(0).comparison().reason());
        assertEquals(Relation.NEAR, response.wrong().get(0).comparison().relation());
        assertTrue(response.wrong().get(0).comparison().confidence() >= 0.5);
        assertFalse(response.wrong().get(0).comparison().contributions().isEmpty());
        assertEquals("half", response.wrong().get(1).pair().b().id());
        Comparison half = response.wrong().get(1).comparison();
        assertEquals(0.45, half.shared().resemblance(), 0.05);
        assertFalse(half.similar());
        RelationCounts expected = new RelationCounts()
                .add(true, Relation.NEAR)
                .add(false, Relation.NEAR)
                .add(true, half.relation())
                .add(false, Relation.DIFFERENT);
        for (Relation relation : Relation.values()) {
            assertEquals(expected.atLeast(relation), response.relations().atLeast(relation));
        }
        assertEquals(
                4,
                response.calibration().bins().stream()
                        .mapToInt(Calibration.Bin::pairs)
                        .sum());
        assertEquals(2, response.ignored().unlabeled());
        Curve curve = response.curve();
        assertTrue(curve.points().contains(curve.suggested()));
        int found = 2;
        for (Curve.Point point : curve.points()) {
            assertTrue(point.confusion().truePositives() <= found);
            found = point.confusion().truePositives();
            assertEquals(4, point.confusion().pairs());
            if (point.threshold() == SimilarityParameters.BALANCED.minConfidence()) {
                assertEquals(response.confusion(), point.confusion());
            }
        }
    }

    public void testCountsDuplicatesThatAreNotCandidates() {
        // too many passages for character n-grams, and a change in each of them
        index("text", story(0, 12));
        index("note", story(0, 12).replace("harbour", "harbours"));
        index("story", story(13, 25));
        EvaluateAction.Response response = evaluate(
                List.of(pair("text", "note", true), pair("text", "story", false)), SimilarityParameters.BALANCED, 1);
        assertEquals(new Confusion(1, 0, 0, 1), response.confusion());
        assertEquals(1, response.notCandidates());
    }

    public void testSuggestsThresholdOnlyIfBetter() {
        index("one", story(0, 12));
        index("two", story(0, 12));
        Curve curve = evaluate(List.of(pair("one", "two", true)), SimilarityParameters.BALANCED, 1)
                .curve();
        assertEquals(
                SimilarityParameters.BALANCED.minConfidence(), curve.suggested().threshold(), 0);
        Curve none = evaluate(List.of(pair("one", "two", false)), SimilarityParameters.STRICT, 1)
                .curve();
        assertEquals(
                "no threshold has a correct verdict",
                0.0,
                none.suggested().confusion().f1(),
                0);
        assertEquals(
                SimilarityParameters.STRICT.minConfidence(), none.suggested().threshold(), 0);
    }

    public void testReportedErrorsAreBounded() {
        int copies = 30;
        for (int i = 0; i < copies; i++) {
            index("d" + i, story(0, 12) + " copy " + i);
        }
        List<LabeledPair> pairs = new ArrayList<>();
        for (int i = 1; i < copies; i++) {
            pairs.add(pair("d0", "d" + i, i % 3 == 0));
        }
        EvaluateAction.Response response = evaluate(pairs, SimilarityParameters.BALANCED, 2);
        assertEquals(copies - 1, response.confusion().pairs());
        assertEquals(
                0, response.confusion().falseNegatives() + response.confusion().trueNegatives());
        assertEquals(2, response.wrong().size());
    }

    private DoubtfulPairsAction.Response doubtful(String body) throws IOException {
        client().admin().indices().prepareRefresh("pages").get();
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            DoubtfulPairsAction.Request request =
                    DoubtfulPairsAction.Request.fromXContent("pages", TimeValue.timeValueMinutes(5), parser);
            return client().execute(DoubtfulPairsAction.TYPE, request)
                    .actionGet()
                    .body();
        }
    }

    /** Stories with increasing overlap: pairs with the most uncertain verdicts are returned first. */
    public void testDoubtfulPairsHaveMediumConfidence() throws IOException {
        for (int i = 0; i < 6; i++) {
            index("d" + i, story(0, 4 + 4 * i));
        }
        index(
                "alone",
                "Nothing in this text is told by any other, whatever they say of harbours and of storms that night.");
        client().index(new IndexRequest("pages").id("raw").source(Map.of("body", "words")))
                .actionGet();
        DoubtfulPairsAction.Response all = doubtful("{\"size\": 100}");
        assertEquals(7, all.sampled());
        assertTrue(all.compared() + "", all.compared() >= 10 && all.compared() <= 15);
        assertEquals(all.compared(), all.pairs().size());
        double doubt = 0;
        for (DoubtfulPairsAction.DoubtfulPairs.Pair pair : all.pairs()) {
            assertTrue(pair.a().compareTo(pair.b()) < 0);
            assertTrue(Math.abs(pair.confidence() - 0.5) >= doubt);
            doubt = Math.abs(pair.confidence() - 0.5);
        }
        assertTrue("confidence differs from 0.5 for later pairs", doubt > 0.3);
        assertEquals(
                all.pairs().subList(0, 3),
                doubtful("{\"size\": 3, \"seed\": 7}").pairs());
        assertEquals(3, doubtful("{\"sample\": 3}").sampled());
        assertEquals(
                doubtful("{\"sample\": 3}").pairs(), doubtful("{\"sample\": 3}").pairs());
        DoubtfulPairsAction.Response few = doubtful("{\"query\": {\"ids\": {\"values\": [\"alone\", \"raw\"]}}}");
        assertEquals(1, few.sampled());
        assertEquals(List.of(), few.pairs());
    }

    public void testDoubtfulPairsSkipIdsWithSeveralRoutings() throws IOException {
        client().admin().indices().prepareDelete("pages").get();
        client().admin()
                .indices()
                .prepareCreate("pages")
                .setMapping("ndd", "type=near_dup")
                .setSettings(Settings.builder().put("index.number_of_shards", 20))
                .get();
        index("one", story(0, 12));
        index("two", story(0, 10));
        for (String routing : List.of("a", "b", "c", "d")) {
            client().index(new IndexRequest("pages")
                            .id("routed")
                            .routing(routing)
                            .setPipeline("pages")
                            .source(Map.of("body", story(0, 11))))
                    .actionGet();
        }
        DoubtfulPairsAction.Response response = doubtful("{}");
        assertEquals(2, response.sampled());
        assertEquals(1, response.compared());
        assertEquals(
                List.of("one two"),
                response.pairs().stream().map(pair -> pair.a() + " " + pair.b()).toList());
        Exception e = expectThrows(
                IllegalArgumentException.class,
                () -> evaluate(List.of(pair("one", "routed", true)), SimilarityParameters.BALANCED, 10));
        assertThat(e.getMessage(), containsString("but was [routed], which is stored with two routings"));
        assertEquals("illegal_argument_exception", ElasticsearchException.getExceptionName(e));
    }

    public void testDoubtfulPairsRoundTrip() throws IOException {
        index("one", story(0, 12));
        index("two", story(0, 10));
        String given = Strings.toString(doubtful("{}"));
        assertThat(given, containsString("{\"a\":\"one\",\"b\":\"two\",\"duplicate\":null}"));
        String pairs = given.substring(given.indexOf("\"pairs\""), given.length() - 1);
        for (String label : List.of("true", "false")) {
            String body = "{" + pairs.replace("null", label) + "}";
            try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
                EvaluateAction.Request request =
                        EvaluateAction.Request.fromXContent("pages", PairsRequest.DEFAULT_TIMEOUT, parser);
                EvaluateAction.Response response = client().execute(EvaluateAction.TYPE, request)
                        .actionGet()
                        .body();
                assertEquals(1, response.confusion().pairs());
            }
        }
    }

    public void testDoubtfulPairsRejectUnmappedField() {
        Exception e = expectThrows(IllegalArgumentException.class, () -> doubtful("{\"target_field\": \"other\"}"));
        assertThat(
                e.getMessage(),
                containsString("[target_field] must be mapped as [near_dup] in index [pages], but was [other]"));
    }

    public void testRejectsUnprocessedDocuments() {
        index("1", story(0, 3));
        client().index(new IndexRequest("pages").id("raw").source(Map.of("body", "words")))
                .actionGet();
        Exception e = expectThrows(
                IllegalArgumentException.class,
                () -> evaluate(List.of(pair("1", "raw", true)), SimilarityParameters.BALANCED, 1));
        assertThat(e.getMessage(), containsString("document [raw] of index [pages] has no [ndd.text]"));
    }

    public void testTimeoutWhileSearchesDoNotRespond() throws IOException {
        index("1", story(0, 20));
        index("2", story(0, 20));
        TimeValue timeout = TimeValue.timeValueMillis(200);
        EvaluateAction.Request evaluate = new EvaluateAction.Request(
                "pages", List.of(pair("1", "2", true)), 0, ComparisonOptions.DEFAULT, 1, timeout);
        DoubtfulPairsAction.Request pairs = DoubtfulPairsAction.Request.fromXContent("pages", timeout, null);
        HangingSearches.enabled = true;
        try {
            for (ActionFuture<?> response : List.<ActionFuture<?>>of(
                    client().execute(EvaluateAction.TYPE, evaluate),
                    client().execute(DoubtfulPairsAction.TYPE, pairs))) {
                ElasticsearchStatusException e = expectThrows(
                        ElasticsearchStatusException.class, () -> response.actionGet(TimeValue.timeValueSeconds(30)));
                assertEquals(RestStatus.REQUEST_TIMEOUT, e.status());
            }
        } finally {
            HangingSearches.enabled = false;
        }
    }

    public void testEvaluationCanBeAborted() {
        LabeledPair pair = pair("1", "2", true);
        PairEvaluator tally = new PairEvaluator(SimilarityParameters.BALANCED, 1, ComparisonMemory.UNLIMITED, () -> {
            throw new ElasticsearchTimeoutException("over");
        });
        Exception e = expectThrows(
                ElasticsearchTimeoutException.class,
                () -> tally.add(pair, Map.of(pair.a(), page("1"), pair.b(), page("2"))));
        assertEquals("over", e.getMessage());
    }

    private static ComparablePage page(String id) {
        String version = FingerprintParameters.BALANCED.version();
        return new ComparablePage(new IndexedSite("pages", null), id, story(0, 3) + id, "", version);
    }
}
