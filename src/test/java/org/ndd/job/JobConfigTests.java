package org.ndd.job;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.NamedWriteableAwareStreamInput;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParseException;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.job.PutJobAction.NewJob;
import org.ndd.partition.plan.PartitionRequest;

/** Reading, printing and updating the configuration of jobs. */
public class JobConfigTests extends ESTestCase {

    private static final SearchModule SEARCH = new SearchModule(Settings.EMPTY, List.of());
    private static final NamedXContentRegistry REGISTRY = new NamedXContentRegistry(SEARCH.getNamedXContents());

    private static final String FULL = """
            { "source": { "index": ["a", "b*"], "target_field": "f", "query": { "term": { "lang": { "value": "en" } } } },
              "dest": { "index": "d", "replace": true, "retain_on_source_deletion": true },
              "frequency": "5m", "changes_retention": "7d", "max_retained_runs": 7, "initial_run": "x",
              "preset": "strict", "window": 7, "canonical": ["_id"], "markets": { "de": { "canonical": [ { "lang": ["de"] } ] } },
              "must_agree": ["sku"], "redirect_field": "target", "boilerplate": "stored",
              "candidates": { "max_leaders": 3, "site_df": 9, "site_max": 2 },
              "settings": { "docs_per_second": 5, "timeout": "3m", "windows": 2 } }
            """;

    @Override
    protected NamedXContentRegistry xContentRegistry() {
        return REGISTRY;
    }

    private NewJob parse(String body) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            return NewJob.parse(parser);
        }
    }

    private static JobConfig copyOverWire(JobConfig config) throws IOException {
        NamedWriteableRegistry queries = new NamedWriteableRegistry(SEARCH.getNamedWriteables());
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            config.writeTo(out);
            try (StreamInput in = new NamedWriteableAwareStreamInput(out.bytes().streamInput(), queries)) {
                return new JobConfig(in);
            }
        }
    }

    private static JobConfig printed(JobConfig config) throws IOException {
        try (XContentParser parser = XContentHelper.mapToXContentParser(
                XContentParserConfiguration.EMPTY.withRegistry(REGISTRY), config.asMap())) {
            return JobConfig.parse(parser);
        }
    }

    private static JobConfig updated(JobConfig config, Map<String, Object> changes) throws IOException {
        return config.with(changes, REGISTRY);
    }

    private static Map<String, Object> nulls(String... names) {
        Map<String, Object> nulls = new HashMap<>();
        for (String name : names) {
            nulls.put(name, null);
        }
        return nulls;
    }

    public void testDefaults() throws IOException {
        NewJob job = parse("{\"source\": {\"index\": \"a\"}}");
        assertNull(job.initialRun());
        JobConfig config = job.config();
        assertEquals(TimeValue.timeValueSeconds(60), config.frequency());
        assertEquals(TimeValue.timeValueDays(30), config.changesRetention());
        PartitionRequest run = PartitionRequest.parse(new String[] {"a"}, null, false);
        assertEquals(run.options(), config.run().options());
        assertEquals(run.publication(), config.run().publication());
        assertEquals(PartitionRequest.DEFAULT_TIMEOUT, config.run().timeout());
        assertNull(config.dest());
        assertArrayEquals(new String[] {"a"}, config.run().indices());
        Map<String, Object> printed = config.asMap();
        assertEquals(Map.of("index", List.of("a"), "target_field", "ndd"), printed.get("source"));
        assertEquals(Map.of("docs_per_second", -1.0, "timeout", "10m", "windows", 0), printed.get("settings"));
    }

    public void testPrintsMaximumOfSites() throws IOException {
        JobConfig config = parse("{\"source\": {\"index\": \"a\"}, \"candidates\": {\"site_max\": 2}}")
                .config();
        assertEquals(config.run().options(), printed(config).run().options());
    }

    public void testAllOptions() throws IOException {
        NewJob job = parse(FULL);
        assertEquals("x", job.initialRun());
        for (JobConfig one : List.of(job.config(), copyOverWire(job.config()), printed(job.config()))) {
            assertEquals(TimeValue.timeValueMinutes(5), one.frequency());
            assertEquals(TimeValue.timeValueDays(7), one.changesRetention());
            assertEquals("d", one.dest());
            PartitionRequest run = one.run();
            assertEquals("a,b*", Strings.arrayToCommaDelimitedString(run.indices()));
            assertEquals(job.config().run().query(), run.query());
            assertEquals(7, run.publication().maxRetainedRuns());
            assertTrue(run.publication().replace());
            assertTrue(run.publication().publish());
            assertTrue(run.publication().retainOnSourceDeletion());
            assertEquals("f", run.options().field());
            assertEquals(
                    "_id", run.options().grouping().canonicals().rules().get(0).name());
            assertEquals("f.url", run.options().grouping().redirects().url());
            assertEquals(5, run.options().execution().requestsPerSecond(), 0);
            assertEquals(2, run.options().execution().windows());
            assertEquals(TimeValue.timeValueMinutes(3), run.timeout());
            assertFalse(run.waitForCompletion());
            assertEquals(job.config().run().options(), run.options());
            assertEquals(job.config().asMap(), one.asMap());
            assertTrue(one.hasGroupsOf(job.config()));
        }
    }

    /** Security replaces the indices of a request by the authorized ones; a job stores those of the request. */
    public void testKeepsOriginalIndices() throws IOException {
        JobConfig config = parse(FULL).config();
        PartitionRequest run = config.run().forJob(true);
        run.indices("b2");
        assertEquals("a,b*", Strings.arrayToCommaDelimitedString(config.run().indices()));
        assertEquals(TimeValue.timeValueMinutes(3), run.timeout());
    }

    public void testUpdateWithoutNewFullRun() throws IOException {
        JobConfig config = parse(FULL).config();
        JobConfig other = updated(
                config,
                Map.of(
                        "frequency",
                        "1m",
                        "changes_retention",
                        "1h",
                        "max_retained_runs",
                        0,
                        "dest",
                        Map.of("retain_on_source_deletion", false),
                        "settings",
                        Map.of("docs_per_second", -1, "windows", 9)));
        assertTrue(other.hasGroupsOf(config));
        assertEquals("1m", other.frequency().getStringRep());
        assertEquals("1h", other.changesRetention().getStringRep());
        assertEquals(0, other.run().publication().maxRetainedRuns());
        assertFalse(other.run().publication().retainOnSourceDeletion());
        assertTrue(
                "keeps the other options of an object",
                other.run().publication().replace());
        assertEquals("d", other.dest());
        assertEquals(9, other.run().options().execution().windows());
        assertEquals(TimeValue.timeValueMinutes(3), other.run().timeout());
    }

    public void testUpdateThatRequiresFullRun() throws IOException {
        JobConfig config = parse(FULL).config();
        for (Map<String, Object> changes : List.<Map<String, Object>>of(
                Map.of("source", Map.of("index", "a")),
                Map.of("source", nulls("query")),
                Map.of("source", Map.of("target_field", "g")),
                Map.of("dest", Map.of("replace", false)),
                Map.of("preset", "balanced"),
                Map.of("canonical", List.of("_url_length")),
                nulls("markets"),
                Map.of("must_agree", List.of()),
                Map.of("boilerplate", "none"),
                nulls("redirect_field"),
                Map.of("candidates", Map.of("max_leaders", 4)))) {
            assertFalse(changes.toString(), updated(config, changes).hasGroupsOf(config));
        }
        assertNull(updated(config, Map.of("source", nulls("query"))).run().query());
        JobConfig balanced = updated(config, Map.of("preset", "balanced"));
        assertEquals(
                "the parameters of a preset are replaced with it",
                parse("{\"source\": {\"index\": \"a\"}}")
                        .config()
                        .run()
                        .options()
                        .grouping()
                        .similarity(),
                balanced.run().options().grouping().similarity());
        assertTrue(updated(config, nulls("redirect_field"))
                .run()
                .options()
                .grouping()
                .redirects()
                .isEmpty());
        assertEquals("60s", updated(config, nulls("frequency")).frequency().getStringRep());
    }

    public void testRejectsInvalidUpdate() throws IOException {
        JobConfig config = parse(FULL).config();
        Exception e = expectThrows(IllegalArgumentException.class, () -> updated(config, Map.of("frequency", "2h")));
        assertEquals("[frequency] must be a time between [1s] and [1h], but was [2h]", e.getMessage());
        e = expectThrows(XContentParseException.class, () -> updated(config, Map.of("initial_run", "x")));
        assertThat(e.getMessage(), containsString("unknown field [initial_run]"));
        e = expectThrows(IllegalArgumentException.class, () -> updated(config, nulls("source")));
        assertEquals("[source.index] must name at least one index, but was missing", e.getMessage());
    }

    public void testBadValues() {
        rejected("\"frequency\": \"999ms\"", "[frequency] must be a time between [1s] and [1h], but was [999ms]");
        rejected("\"frequency\": \"61m\"", "[frequency] must be a time between [1s] and [1h], but was [61m]");
        rejected("\"frequency\": \"-1\"", "[frequency] must be a time between [1s] and [1h], but was [-1]");
        rejected("\"frequency\": \"often\"", "[frequency] must be a time between [1s] and [1h], but was [often]");
        rejected(
                "\"changes_retention\": \"59m\"", "[changes_retention] must be a time of at least [1h], but was [59m]");
        rejected("\"changes_retention\": \"-1\"", "[changes_retention] must be a time of at least [1h], but was [-1]");
        rejected("\"max_retained_runs\": -1", "[max_retained_runs] must be between [0] and [1000], but was [-1]");
        rejected(
                "\"settings\": {\"timeout\": \"0s\"}",
                "[settings.timeout] must be a time of more than [0], but was [0s]");
        rejected(
                "\"settings\": {\"docs_per_second\": 0}",
                "[settings.docs_per_second] must be at least [0.001], or [-1] for no limit, but was [0.0]");
        rejected(
                "\"settings\": {\"docs_per_second\": 1e-30}",
                "[settings.docs_per_second] must be at least [0.001], or [-1] for no limit, but was [1.0E-30]");
        for (String unknown : List.of("dry_run", "publish", "singletons", "sample", "from", "field", "query")) {
            Exception e = expectThrows(
                    XContentParseException.class,
                    () -> parse("{\"source\": {\"index\": \"a\"}, \"" + unknown + "\": true}"));
            assertThat(e.getMessage(), containsString("unknown field [" + unknown + "]"));
        }
        Exception e = expectThrows(IllegalArgumentException.class, () -> parse("{}"));
        assertEquals("[source.index] must name at least one index, but was missing", e.getMessage());
    }

    private void rejected(String option, String message) {
        Exception e = expectThrows(
                IllegalArgumentException.class, () -> parse("{\"source\": {\"index\": \"a\"}, " + option + "}"));
        assertEquals(message, e.getMessage());
    }

    public void testPatterns() {
        assertEquals(List.of("*"), JobPattern.of(null, true).patterns());
        assertEquals(List.of("*"), JobPattern.of("_all", true).patterns());
        JobPattern some = JobPattern.of("a,b*,a", true);
        assertEquals(List.of("a"), some.ids());
        assertEquals(List.of("b*"), some.patterns());
        for (String id : List.of("a", "pages-live", "0_1.x")) {
            JobPattern.checkNewId(id);
        }
        for (String id : List.of("", "A", "a*", "_all", "a-", ".a", "a,b", "a/b", "a".repeat(65))) {
            Exception e = expectThrows(IllegalArgumentException.class, () -> JobPattern.checkNewId(id));
            assertThat(e.getMessage(), containsString("[job_id] must be 1 to 64 characters of [a-z0-9_.-]"));
        }
    }
}
