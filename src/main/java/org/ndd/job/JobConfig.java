package org.ndd.job;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.config.BodyFields;
import org.ndd.config.RedirectFields;
import org.ndd.config.SimilarityOptions;
import org.ndd.config.Speed;
import org.ndd.partition.plan.PartitionBody;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.partition.plan.RunSpec.Publication;

/**
 * The configuration of a job, as users write it. Its JSON contains all options, including those with default values, and can be parsed
 * again.
 *
 * @param run the request of the full runs of the job, with the indices as the user typed them
 * @param frequency pause between the end of one checkpoint and the start of the next, 1 second to 1 hour
 * @param changesRetention minimum time to keep an entry of the list of changes, 1 hour or more
 */
public record JobConfig(PartitionRequest run, TimeValue frequency, TimeValue changesRetention)
        implements Writeable, ToXContentFragment {

    private static final TimeValue SHORTEST_FREQUENCY = TimeValue.timeValueSeconds(1);
    private static final TimeValue LONGEST_FREQUENCY = TimeValue.timeValueHours(1);
    private static final TimeValue SHORTEST_RETENTION = TimeValue.timeValueHours(1);

    private static final String SOURCE = "source";
    private static final ParseField SOURCE_FIELD = new ParseField(SOURCE);
    private static final String DEST = "dest";
    private static final String SETTINGS = "settings";

    /** Objects in which an update can change single options. */
    private static final Set<String> OBJECTS = Set.of(SOURCE, DEST, SETTINGS);

    /** Sets of options that an update replaces together, because the defaults of options depend on each other. */
    private static final List<Set<String>> DEPENDENT_OPTIONS = List.of(
            SimilarityOptions.NAMES,
            Set.of(RedirectFields.FIELD.getPreferredName(), RedirectFields.URL.getPreferredName()));

    static class Body {

        private static final ObjectParser<Body, Void> SOURCE_PARSER = new ObjectParser<>(SOURCE);
        private static final ObjectParser<Body, Void> SETTINGS_PARSER = new ObjectParser<>(SETTINGS);
        private static final ObjectParser<Body, Void> PARSER = parser("job", Body::new);

        static {
            BodyFields.declareTexts(
                    SOURCE_PARSER,
                    (body, indices) -> body.indices = indices.toArray(String[]::new),
                    new ParseField("index"));
            PartitionBody.declareSource(SOURCE_PARSER, body -> body.run);
            PartitionBody.declareWindows(SETTINGS_PARSER, body -> body.run);
            SETTINGS_PARSER.declareDouble(
                    (body, value) -> body.docsPerSecond = value, new ParseField("docs_per_second"));
            SETTINGS_PARSER.declareString((body, value) -> body.timeout = value, new ParseField("timeout"));
        }

        static <B extends Body> ObjectParser<B, Void> parser(String name, Supplier<B> empty) {
            ObjectParser<B, Void> parser = new ObjectParser<>(name, empty);
            parser.declareField(
                    (p, body, nothing) -> {
                        BodyFields.requireObjectWithIndex(SOURCE_FIELD, p);
                        SOURCE_PARSER.parse(p, body, null);
                    },
                    SOURCE_FIELD,
                    ObjectParser.ValueType.OBJECT_OR_STRING);
            parser.declareField(
                    (p, body, nothing) -> SETTINGS_PARSER.parse(p, body, null),
                    new ParseField(SETTINGS),
                    ObjectParser.ValueType.OBJECT);
            PartitionBody.declareDest(parser, body -> body.run);
            PartitionBody.declareOptions(parser, body -> body.run);
            parser.declareString((body, value) -> body.frequency = value, new ParseField("frequency"));
            parser.declareString((body, value) -> body.changesRetention = value, new ParseField("changes_retention"));
            return parser;
        }

        final PartitionBody run = new PartitionBody();
        private String[] indices = Strings.EMPTY_ARRAY;
        private double docsPerSecond = Speed.shown(Double.POSITIVE_INFINITY);
        private String timeout = PartitionRequest.DEFAULT_TIMEOUT.getStringRep();
        String frequency = "60s";
        String changesRetention = "30d";

        /** @throws IllegalArgumentException if an option has no valid value */
        final JobConfig config() {
            if (indices.length == 0) {
                throw new IllegalArgumentException("[source.index] must name at least one index, but was missing");
            }
            Speed.check("settings.docs_per_second", Speed.typed(docsPerSecond), Speed.MIN_PER_SECOND);
            PartitionRequest request = run.request(indices, false)
                    .atMost(docsPerSecond)
                    .timeout(time(timeout, value -> invalid("settings.timeout", "be a time of more than [0]", value)));
            return new JobConfig(
                    request,
                    time(frequency, JobConfig::frequency),
                    time(changesRetention, JobConfig::changesRetention));
        }
    }

    public JobConfig {
        if (frequency.compareTo(SHORTEST_FREQUENCY) < 0 || frequency.compareTo(LONGEST_FREQUENCY) > 0) {
            throw frequency(frequency.getStringRep());
        }
        if (changesRetention.compareTo(SHORTEST_RETENTION) < 0) {
            throw changesRetention(changesRetention.getStringRep());
        }
    }

    public JobConfig(StreamInput in) throws IOException {
        this(PartitionRequest.readStored(in), in.readTimeValue(), in.readTimeValue());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        run.store(out);
        out.writeTimeValue(frequency);
        out.writeTimeValue(changesRetention);
    }

    public static JobConfig parse(XContentParser parser) throws IOException {
        return Body.PARSER.parse(parser, null).config();
    }

    private static TimeValue time(String value, Function<String, IllegalArgumentException> wrong) {
        try {
            TimeValue time = TimeValue.parseTimeValue(value, "time");
            if (time.millis() <= 0) {
                throw wrong.apply(value);
            }
            return time;
        } catch (IllegalArgumentException e) {
            throw wrong.apply(value);
        }
    }

    private static IllegalArgumentException frequency(String value) {
        return invalid(
                "frequency",
                "be a time between [" + SHORTEST_FREQUENCY.getStringRep() + "] and [" + LONGEST_FREQUENCY.getStringRep()
                        + "]",
                value);
    }

    private static IllegalArgumentException changesRetention(String value) {
        return invalid("changes_retention", "be a time of at least [" + SHORTEST_RETENTION.getStringRep() + "]", value);
    }

    private static IllegalArgumentException invalid(String option, String rule, String value) {
        return new IllegalArgumentException("[" + option + "] must " + rule + ", but was [" + value + "]");
    }

    /** Returns the name of the destination; {@code null} for the default. */
    String dest() {
        return run.dest();
    }

    /** Returns the configuration with the name of the destination. The default name is derived from the source. */
    JobConfig to(String dest) {
        return new JobConfig(run.to(dest), frequency, changesRetention);
    }

    /**
     * Returns the configuration after an update.
     *
     * @param changes the options to change, as users write them; {@code null} for the default. In {@code source}, {@code dest} and
     *     {@code settings}, only the given options change; other objects are replaced. The options of the similarity are replaced together.
     * @param registry registry for parsing queries
     */
    JobConfig with(Map<String, Object> changes, NamedXContentRegistry registry) throws IOException {
        Map<String, Object> merged = asMap();
        for (Set<String> names : DEPENDENT_OPTIONS) {
            if (names.stream().anyMatch(changes::containsKey)) {
                merged.keySet().removeAll(names);
            }
        }
        merge(merged, changes, OBJECTS);
        XContentParserConfiguration queries = XContentParserConfiguration.EMPTY.withRegistry(registry);
        try (XContentBuilder builder = XContentFactory.jsonBuilder().map(merged);
                XContentParser parser = XContentHelper.createParserNotCompressed(
                        queries, BytesReference.bytes(builder), XContentType.JSON)) {
            return parse(parser);
        }
    }

    private static void merge(Map<String, Object> merged, Map<?, ?> changes, Set<String> objects) {
        changes.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (objects.contains(name) && value instanceof Map<?, ?> single) {
                Object before = merged.getOrDefault(name, Map.of());
                Map<String, Object> object = new HashMap<>(XContentMapValues.nodeMapValue(before, name));
                merge(object, single, Set.of());
                merged.put(name, object);
            } else if (value == null) {
                merged.remove(name);
            } else {
                merged.put(name, value);
            }
        });
    }

    boolean hasOptionsOf(JobConfig other) {
        return Strings.toString(this).equals(Strings.toString(other));
    }

    /** Returns whether another configuration results in the same groups, so that the job need not compute them again. */
    boolean hasGroupsOf(JobConfig other) {
        return List.of(run.indices()).equals(List.of(other.run.indices()))
                && Objects.equals(run.query(), other.run.query())
                && run.publication().replace() == other.run.publication().replace()
                && run.options()
                        .withDefaultExecution()
                        .equals(other.run.options().withDefaultExecution());
    }

    Map<String, Object> asMap() throws IOException {
        try (XContentBuilder builder = XContentFactory.jsonBuilder()) {
            toXContent(builder.startObject(), EMPTY_PARAMS).endObject();
            return XContentHelper.convertToMap(BytesReference.bytes(builder), true, XContentType.JSON)
                    .v2();
        }
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject(SOURCE);
        builder.array("index", run.indices())
                .field("target_field", run.options().field());
        if (run.query() != null) {
            builder.field("query", run.query());
        }
        builder.endObject();
        Publication publication = run.publication();
        builder.startObject(DEST);
        if (run.dest() != null) {
            builder.field("index", run.dest());
        }
        builder.field("replace", publication.replace());
        builder.field("retain_on_source_deletion", publication.retainOnSourceDeletion());
        builder.endObject();
        builder.field("frequency", frequency.getStringRep());
        builder.field("changes_retention", changesRetention.getStringRep());
        builder.field("max_retained_runs", publication.maxRetainedRuns());
        run.options().groupingToXContent(builder);
        builder.startObject(SETTINGS);
        builder.field("docs_per_second", Speed.shown(run.options().execution().requestsPerSecond()));
        builder.field("timeout", run.timeout().getStringRep());
        builder.field("windows", run.options().execution().windows());
        return builder.endObject();
    }
}
