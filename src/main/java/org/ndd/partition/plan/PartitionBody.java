package org.ndd.partition.plan;

import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.BodyFields;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentFields;
import org.ndd.config.MustAgree;
import org.ndd.config.RedirectFields;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CanonicalRule;
import org.ndd.core.group.CanonicalRules;
import org.ndd.groups.Destination;
import org.ndd.partition.plan.PartitionOptions.ExecutionOptions;
import org.ndd.partition.plan.PartitionOptions.GroupingOptions;
import org.ndd.partition.plan.PartitionRequest.Purpose;
import org.ndd.partition.plan.RunSpec.Publication;

/** Parses the body of a request to partition an index. The body of a job includes a part of its fields. */
public final class PartitionBody {

    private static final ObjectParser<PartitionBody, Void> PARSER = new ObjectParser<>("partition", PartitionBody::new);

    static {
        declareSource(PARSER, body -> body);
        declareDest(PARSER, body -> body);
        declareOptions(PARSER, body -> body);
        declareWindows(PARSER, body -> body);
        PARSER.declareBoolean((body, value) -> body.publish = value, new ParseField("publish"));
        PARSER.declareBoolean((body, value) -> body.dryRun = value, new ParseField("dry_run"));
        PARSER.declareBoolean((body, value) -> body.singletons = value, new ParseField("singletons"));
        PARSER.declareDouble((body, value) -> body.sample = value, new ParseField("sample"));
    }

    private static final class Dest {

        private static final ObjectParser<Dest, Void> PARSER = new ObjectParser<>("dest", Dest::new);

        static {
            PARSER.declareString((dest, value) -> dest.index = value, new ParseField("index"));
            PARSER.declareBoolean((dest, value) -> dest.replace = value, new ParseField("replace"));
            PARSER.declareBoolean(
                    (dest, value) -> dest.retainOnSourceDeletion = value, new ParseField("retain_on_source_deletion"));
        }

        private static Dest fromXContent(XContentParser parser) throws IOException {
            BodyFields.requireObjectWithIndex(Destination.PARAMETER, parser);
            return PARSER.parse(parser, null);
        }

        private String index;
        private boolean replace = Publication.DEFAULT.replace();
        private boolean retainOnSourceDeletion = Publication.DEFAULT.retainOnSourceDeletion();
    }

    private String field = DocumentFields.DEFAULT_PARENT;
    private QueryBuilder query;
    private Dest dest = new Dest();
    private boolean publish = Publication.DEFAULT.publish();
    private int maxRetainedRuns = Publication.DEFAULT.maxRetainedRuns();
    private CandidateParameters candidates = CandidateParameters.NEIGHBORS;
    private final SimilarityOptions.Builder similarity = new SimilarityOptions.Builder();
    private List<CanonicalRule> canonical = CanonicalRule.DEFAULT;
    private SortedMap<String, List<CanonicalRule>> markets = new TreeMap<>();
    private MustAgree mustAgree = MustAgree.NONE;
    private String redirectField;
    private String redirectUrlField;
    private String boilerplate = PartitionOptions.Boilerplate.LEARN.value();
    private boolean dryRun;
    private boolean singletons;
    private double sample = 1;
    private String decisionsIndex;
    private Reference against = Reference.NONE;
    private int windows = PartitionOptions.AUTOMATIC_WINDOWS;

    /** Declares the fields that select documents, in addition to the indices. */
    public static <V> void declareSource(ObjectParser<V, Void> parser, Function<V, PartitionBody> of) {
        parser.declareString((value, field) -> of.apply(value).field = field, new ParseField("target_field"));
        BodyFields.declareQuery(parser, (value, query) -> of.apply(value).query = query);
    }

    public static <V> void declareDest(ObjectParser<V, Void> parser, Function<V, PartitionBody> of) {
        parser.declareField(
                (value, dest) -> of.apply(value).dest = dest,
                (p, nothing) -> Dest.fromXContent(p),
                new ParseField("dest"),
                ObjectParser.ValueType.OBJECT_OR_STRING);
    }

    /** Declares the options that determine the groups of the documents, and the number of earlier runs that are retained. */
    public static <V> void declareOptions(ObjectParser<V, Void> parser, Function<V, PartitionBody> of) {
        BodyFields.declareInt(
                parser, (value, most) -> of.apply(value).maxRetainedRuns = most, new ParseField("max_retained_runs"));
        parser.declareField(
                (value, against) -> of.apply(value).against = against,
                (p, nothing) -> Reference.fromXContent(p),
                Reference.PARAMETER,
                ObjectParser.ValueType.OBJECT_OR_STRING);
        parser.declareObject(
                (value, candidates) -> of.apply(value).candidates = candidates,
                (p, nothing) -> CandidateOptions.fromXContent(p),
                new ParseField("candidates"));
        SimilarityOptions.declareFields(parser, value -> of.apply(value).similarity);
        BodyFields.declareList(
                parser,
                (value, canonical) -> of.apply(value).canonical = canonical,
                CanonicalOptions::ruleFromXContent,
                new ParseField(CanonicalOptions.CANONICAL),
                ObjectParser.ValueType.VALUE_OBJECT_ARRAY);
        parser.declareObject(
                (value, markets) -> of.apply(value).markets = markets,
                (p, nothing) -> CanonicalOptions.marketsFromXContent(p),
                new ParseField(CanonicalOptions.MARKETS));
        BodyFields.declareTexts(
                parser,
                (value, mustAgree) -> of.apply(value).mustAgree = new MustAgree(mustAgree),
                MustAgree.PARAMETER);
        parser.declareString(
                (value, index) -> of.apply(value).decisionsIndex = index, ComparisonOptions.DECISIONS_INDEX);
        parser.declareString((value, field) -> of.apply(value).redirectField = field, RedirectFields.FIELD);
        parser.declareString((value, field) -> of.apply(value).redirectUrlField = field, RedirectFields.URL);
        parser.declareString(
                (value, boilerplate) -> of.apply(value).boilerplate = boilerplate, new ParseField("boilerplate"));
    }

    public static <V> void declareWindows(ObjectParser<V, Void> parser, Function<V, PartitionBody> of) {
        BodyFields.declareInt(parser, (value, windows) -> of.apply(value).windows = windows, new ParseField("windows"));
    }

    static PartitionBody parse(XContentParser parser) throws IOException {
        return PARSER.parse(parser, null);
    }

    PartitionBody field(String name) {
        field = name;
        return this;
    }

    PartitionOptions options() {
        return new PartitionOptions(
                field,
                new GroupingOptions(
                        similarity.build(),
                        candidates,
                        new CanonicalRules(canonical, markets),
                        mustAgree,
                        RedirectFields.of(redirectField, redirectUrlField, field)),
                PartitionOptions.Boilerplate.of(boilerplate),
                new ExecutionOptions(dryRun, singletons, sample, windows, Double.POSITIVE_INFINITY),
                decisionsIndex,
                against);
    }

    /** Returns the request for indices as the user wrote them. */
    public PartitionRequest request(String[] indices, boolean waitForCompletion) {
        Publication publication = new Publication(publish, dest.replace, dest.retainOnSourceDeletion, maxRetainedRuns);
        return new PartitionRequest(indices, query, dest.index, publication, options(), waitForCompletion, Purpose.RUN);
    }
}
