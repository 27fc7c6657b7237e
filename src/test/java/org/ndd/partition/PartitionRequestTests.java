package org.ndd.partition;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.NamedWriteableAwareStreamInput;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.TermQueryBuilder;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CanonicalRule;
import org.ndd.core.group.CanonicalRules;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.partition.plan.PartitionRequest.Purpose;
import org.ndd.partition.plan.Reference;
import org.ndd.partition.plan.RunSpec.Publication;

/** Accepted options, and the errors of all other input. */
public class PartitionRequestTests extends ESTestCase {

    private static final String[] INDICES = {"pages"};
    private static final SearchModule SEARCH = new SearchModule(Settings.EMPTY, List.of());

    @Override
    protected NamedXContentRegistry xContentRegistry() {
        return new NamedXContentRegistry(SEARCH.getNamedXContents());
    }

    @Override
    protected NamedWriteableRegistry writableRegistry() {
        return new NamedWriteableRegistry(SEARCH.getNamedWriteables());
    }

    private PartitionRequest parse(String body) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            return PartitionRequest.parse(INDICES, parser, false);
        }
    }

    public void testDefaults() throws IOException {
        for (PartitionRequest request :
                List.of(PartitionRequest.parse(INDICES, null, true), parse("{}"), parse("{\"dest\": {}}"))) {
            assertArrayEquals(INDICES, request.indices());
            assertNull(request.query());
            assertNull(request.dest());
            assertEquals(Purpose.RUN, request.purpose());
            assertEquals("partition of [pages]", request.getDescription());
            PartitionOptions options = request.options();
            assertEquals(new Publication(true, false, false, 3), request.publication());
            assertEquals("ndd", options.field());
            assertEquals(SimilarityParameters.BALANCED, options.grouping().similarity());
            assertEquals(CandidateParameters.NEIGHBORS, options.grouping().candidates());
            assertEquals(CanonicalRules.DEFAULT, options.grouping().canonicals());
            assertEquals(PartitionOptions.Boilerplate.LEARN, options.boilerplate());
            assertEquals(MustAgree.NONE, options.grouping().mustAgree());
            assertFalse(options.execution().dryRun());
            assertFalse(options.execution().singletons());
            assertEquals(1, options.execution().sample(), 0);
            assertEquals(PartitionOptions.AUTOMATIC_WINDOWS, options.execution().windows());
        }
    }

    private static final String FULL = """
            {
              "target_field": "near",
              "query": { "term": { "lang": "en" } },
              "dest": { "index": "groups", "replace": true, "retain_on_source_deletion": true },
              "publish": false,
              "max_retained_runs": 7,
              "candidates": { "mode": "neighbors", "max_df": 77, "site_df": 40, "site_max": 3, "max_leaders": 6 },
              "preset": "strict",
              "resemblance": 0.9,
              "canonical": [ { "popularity": "asc" }, "views", { "lang": [ "en", "de" ] }, "_url_length", { "_length": "asc" }, "_id" ],
              "must_agree": [ "lang", "product.number" ],
              "boilerplate": "stored",
              "dry_run": true,
              "singletons": true,
              "sample": 0.25,
              "windows": 12
            }""";

    public void testEveryOption() throws IOException {
        PartitionRequest request = parse(FULL);
        assertEquals(new TermQueryBuilder("lang", "en"), request.query());
        assertEquals("groups", request.dest());
        assertEquals(new Publication(false, true, true, 7), request.publication());
        assertEquals(request.publication(), request.atMost(7).publication());
        PartitionOptions options = request.options();
        assertEquals("near", options.field());
        assertEquals(
                new CandidateParameters(CandidateParameters.Mode.NEIGHBORS, 77, 40, 3, 6),
                options.grouping().candidates());
        assertNotEquals(SimilarityParameters.BALANCED, options.grouping().similarity());
        assertEquals(
                List.of(
                        new CanonicalRule("popularity", CanonicalRule.Order.ASC),
                        new CanonicalRule("views", CanonicalRule.Order.DESC),
                        CanonicalRule.preferring("lang", List.of("en", "de")),
                        new CanonicalRule("_url_length", CanonicalRule.Order.ASC),
                        new CanonicalRule("_length", CanonicalRule.Order.ASC),
                        CanonicalRule.of("_id")),
                options.grouping().canonicals().rules());
        assertEquals(PartitionOptions.Boilerplate.STORED, options.boilerplate());
        assertEquals(
                new MustAgree(List.of("lang", "product.number")),
                options.grouping().mustAgree());
        assertEquals(
                options.grouping().mustAgree(), options.atMost(7).grouping().mustAgree());
        assertTrue(options.execution().dryRun());
        assertTrue(options.execution().singletons());
        assertEquals(0.25, options.execution().sample(), 0);
        assertEquals(12, options.execution().windows());
    }

    public void testReference() throws IOException {
        assertEquals(Reference.NONE, parse("{}").options().against());
        assertThat(Strings.toString(parse("{}").options(), false, false), not(containsString("against")));
        String against = "{\"index\":[\"archive\",\"old\"],\"query\":{\"term\":{\"lang\":{\"value\":\"en\"}}}}";
        PartitionOptions options = parse("{\"against\":" + against + "}").options();
        assertEquals(List.of("archive", "old"), options.against().indices());
        assertThat(Strings.toString(options, false, false), containsString("\"against\":" + against));
    }

    public void testMarkets() throws IOException {
        PartitionOptions options = parse("""
                        {
                          "canonical": [ "_length" ],
                          "markets": {
                            "us": { "canonical": "_static_url" },
                            "de": {
                              "canonical": [
                                { "_host_suffix": [ ".de", ".at" ] }, { "ndd.site": [ "example.de" ] }, { "views": "asc" }
                              ]
                            },
                            "all": { "canonical": [] }
                          }
                        }""").options();
        assertEquals(
                List.of(CanonicalRule.of("_length")),
                options.grouping().canonicals().rules());
        assertEquals(
                Map.of(
                        "all",
                        List.of(),
                        "de",
                        List.of(
                                CanonicalRule.preferring("_host_suffix", List.of("de", "at")),
                                CanonicalRule.preferring("ndd.site", List.of("example.de")),
                                new CanonicalRule("views", CanonicalRule.Order.ASC)),
                        "us",
                        List.of(CanonicalRule.of("_static_url"))),
                options.grouping().canonicals().markets());
        String shown = Strings.toString(options, false, false);
        assertThat(
                shown,
                containsString(
                        "\"markets\":{\"all\":{\"canonical\":[]},\"de\":{\"canonical\":[{\"_host_suffix\":[\"de\","
                                + "\"at\"]},{\"ndd.site\":[\"example.de\"]},"
                                + "{\"views\":\"asc\"}]},\"us\":{\"canonical\":[{\"_static_url\":\"asc\"}]}}"));
        assertThat(Strings.toString(parse("{}").options(), false, false), not(containsString("markets")));
    }

    public void testBadMarkets() {
        String markets = IntStream.range(0, 17)
                .mapToObj(i -> "\"m" + i + "\": {\"canonical\": []}")
                .collect(Collectors.joining(","));
        Map.of(
                        "{\"markets\": {\"DE\": {\"canonical\": []}}}",
                        "[markets] must name a market with 1 to 32 lower-case letters",
                        "{\"markets\": {\"de\": {\"canonical\": [\"_size\"]}}}",
                        "[canonical] must be a field or one of",
                        "{\"markets\": {\"de\": {\"canonical\": [7]}}}",
                        "[canonical] must be a list of names and of objects, but was [VALUE_NUMBER]",
                        "{\"markets\": {\"de\": {\"canonical\": [[\"_length\"]]}}}",
                        "[canonical] must not have lists as elements, but has one",
                        "{\"markets\": {\"de\": {\"canonical\": [" + "\"_id\",".repeat(100_000) + "\"_id\"]}}}",
                        "[canonical] must have at most [100000] elements, but has more",
                        "{\"markets\": {" + markets + ", \"last\": 1}}",
                        "[markets] must have at most [16] markets, but was [m0, m1, m10,",
                        "{\"markets\": [\"de\"]}",
                        "markets doesn't support values of type: START_ARRAY",
                        "{\"markets\": {\"de\": [\"_length\"]}}",
                        "[markets.de] must be an object with [canonical] only",
                        "{\"markets\": {\"de\": {\"canonical\": [], \"more\": 1}}}",
                        "[markets.de] must be an object with [canonical] only")
                .forEach((body, message) -> {
                    Throwable e =
                            expectThrows(Exception.class, () -> parse(body).options());
                    assertThat(body, messages(e), containsString(message));
                });
    }

    private static String messages(Throwable e) {
        return e == null ? "" : e.getMessage() + "\n" + messages(e.getCause());
    }

    public void testSetsModeDefaults() throws IOException {
        assertEquals(
                CandidateParameters.SETS,
                parse("{\"candidates\": {\"mode\": \"sets\"}}")
                        .options()
                        .grouping()
                        .candidates());
    }

    public void testSerialization() throws IOException {
        for (PartitionRequest request :
                List.of(parse(FULL).forJob(true), parse("{}").forJob(true))) {
            BytesReference bytes;
            try (BytesStreamOutput out = new BytesStreamOutput()) {
                request.store(out);
                bytes = out.bytes();
            }
            try (StreamInput in = new NamedWriteableAwareStreamInput(bytes.streamInput(), writableRegistry())) {
                PartitionRequest copy = PartitionRequest.readStored(in);
                assertEquals(0, in.available());
                assertArrayEquals(request.indices(), copy.indices());
                assertEquals(request.query(), copy.query());
                assertEquals(request.dest(), copy.dest());
                assertEquals(request.options(), copy.options());
                assertEquals(request.publication(), copy.publication());
                assertEquals(request.waitForCompletion(), copy.waitForCompletion());
                assertEquals("a job stores the requests of its full runs", Purpose.RUN, copy.purpose());
            }
        }
    }

    private void assertRejected(String body, String message) {
        Exception e = expectThrows(Exception.class, () -> parse(body));
        assertEquals(body, RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        assertTrue(body + ": " + cause.getMessage(), cause.getMessage().endsWith(message));
    }

    public void testBadValues() {
        Map<String, String> rejected = new TreeMap<>();
        rejected.put("{\"target_field\": \" \"}", "[target_field] must not be empty, but was [ ]");
        rejected.put(
                "{\"sample\": 0, \"dry_run\": true}", "[sample] must be more than [0] and at most [1], but was [0.0]");
        rejected.put(
                "{\"sample\": 1.5, \"dry_run\": true}",
                "[sample] must be more than [0] and at most [1], but was [1.5]");
        rejected.put("{\"sample\": 0.5}", "[sample] must be [1] unless [dry_run] is [true], but was [0.5]");
        rejected.put(
                "{\"windows\": -1}",
                "[windows] must be between [1] and [4096], or [0] to choose them by the available memory, but was [-1]");
        rejected.put(
                "{\"windows\": 4097}",
                "[windows] must be between [1] and [4096], or [0] to choose them by the available memory, but was [4097]");
        rejected.put(
                "{\"windows\": 2, \"candidates\": {\"mode\": \"sets\"}}",
                "[windows] must be [1] in mode [sets], but was [2]");
        rejected.put("{\"dest\": \"x\"}", "[dest] must be an object, as in [{\"index\": \"x\"}], but was [x]");
        rejected.put("{\"against\": \"x\"}", "[against] must be an object, as in [{\"index\": \"x\"}], but was [x]");
        rejected.put("{\"windows\": 2.7}", "[windows] must be an integer, but was [2.7]");
        rejected.put("{\"candidates\": {\"max_df\": 99.5}}", "[max_df] must be an integer, but was [99.5]");
        for (String value : List.of("null", "[]", "{}")) {
            rejected.put(
                    "{\"canonical\": [{\"lang\": [\"en\", " + value + "]}]}",
                    "[canonical] must prefer values of [lang] that are strings, numbers or booleans, but was [" + value
                            + "]");
        }
        rejected.put("{\"max_retained_runs\": 0.5}", "[max_retained_runs] must be an integer, but was [0.5]");
        rejected.put("{\"max_retained_runs\": -1}", "[max_retained_runs] must be between [0] and [1000], but was [-1]");
        rejected.put(
                "{\"max_retained_runs\": 1001}", "[max_retained_runs] must be between [0] and [1000], but was [1001]");
        rejected.put("{\"boilerplate\": \"all\"}", "[boilerplate] must be one of [learn, stored, none], but was [all]");
        rejected.put(
                "{\"candidates\": {\"mode\": \"both\"}}", "[mode] must be one of [neighbors, sets], but was [both]");
        rejected.put(
                "{\"candidates\": {\"mode\": \"sets\", \"max_df\": 10001}}",
                "[max_df] must be between [1] and [10000], but was [10001]");
        rejected.put("{\"candidates\": {\"max_df\": 0}}", "[max_df] must be at least [1], but was [0]");
        rejected.put("{\"candidates\": {\"site_df\": 0}}", "[site_df] must be at least [1], but was [0]");
        rejected.put(
                "{\"candidates\": {\"site_max\": 0}}",
                "[site_max] must be between [1] and [" + Integer.MAX_VALUE + "], but was [0]");
        rejected.put(
                "{\"candidates\": {\"max_leaders\": 0}}", "[max_leaders] must be between [1] and [10000], but was [0]");
        rejected.put(
                "{\"candidates\": {\"max_leaders\": 10001}}",
                "[max_leaders] must be between [1] and [10000], but was [10001]");
        rejected.put("{\"preset\": \"loose\"}", "[preset] must be one of [balanced, strict, pku2007], but was [loose]");
        rejected.put("{\"canonical\": [{\"views\": \"up\"}]}", "[order] must be one of [asc, desc], but was [up]");
        rejected.put(
                "{\"canonical\": [{\"views\": \"asc\", \"age\": \"asc\"}]}",
                "[canonical] must be a list of names and of objects with one field, but was an object with [2]");
        rejected.put(
                "{\"canonical\": [{}]}",
                "[canonical] must be a list of names and of objects with one field, but was an object with [0]");
        rejected.forEach(this::assertRejected);
    }

    public void testUnknownKeys() {
        assertRejected(
                "{\"target_fields\": \"ndd\"}",
                "[partition] unknown field [target_fields] did you mean [target_field]?");
        assertRejected("{\"dest\": {\"alias\": \"x\"}}", "[dest] unknown field [alias]");
        assertRejected("{\"candidates\": {\"limit\": 1}}", "[candidates] unknown field [limit]");
    }

    public void testRequiresIndex() {
        IllegalArgumentException e =
                expectThrows(IllegalArgumentException.class, () -> PartitionRequest.parse(new String[0], null, false));
        assertEquals("[index] must be named, but was missing", e.getMessage());
    }

    /** At a very low speed, a run would never end. */
    public void testMinimumSpeed() {
        Exception e =
                expectThrows(IllegalArgumentException.class, () -> new RunActions.Rethrottle.Request("run", 1e-30));
        assertEquals(
                "[requests_per_second] must be at least [0.001], or [-1] for no limit, but was [1.0E-30]",
                e.getMessage());
        assertEquals(0.001, new RunActions.Rethrottle.Request("run", 0.001).requestsPerSecond, 0);
    }
}
