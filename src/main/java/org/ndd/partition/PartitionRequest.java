package org.ndd.partition;

import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.BodyFields;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentFields;
import org.ndd.config.LocalAction.IndicesActionRequest;
import org.ndd.config.MustAgree;
import org.ndd.config.RedirectFields;
import org.ndd.config.SimilarityOptions;
import org.ndd.config.Speed;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CanonicalRule;
import org.ndd.core.group.CanonicalRules;
import org.ndd.groups.Destination;
import org.ndd.partition.plan.CandidateOptions;
import org.ndd.partition.plan.CanonicalOptions;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionOptions.ExecutionOptions;
import org.ndd.partition.plan.PartitionOptions.GroupingOptions;
import org.ndd.partition.plan.Reference;
import org.ndd.partition.plan.RunSpec.Publication;

/** A request to partition an index. All parameters except the index have defaults. */
public final class PartitionRequest extends IndicesActionRequest {

    public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueMinutes(10);

    private final QueryBuilder query;
    private final String dest;
    private final Publication publication;
    private final PartitionOptions options;
    private final boolean waitForCompletion;
    private final boolean boilerplateOnly;
    private TimeValue timeout = DEFAULT_TIMEOUT;
    private boolean forJob;
    private boolean checkOnly;

    /**
     * @param query selects the documents of the run; {@code null} for all
     * @param dest name of the destination; {@code null} for the default
     * @param boilerplateOnly whether the run only learns the boilerplate of the sites
     */
    public PartitionRequest(
            String[] indices,
            QueryBuilder query,
            String dest,
            Publication publication,
            PartitionOptions options,
            boolean waitForCompletion,
            boolean boilerplateOnly) {
        super(indices);
        this.query = query;
        this.dest = dest;
        this.publication = publication;
        this.options = options;
        this.waitForCompletion = waitForCompletion;
        this.boilerplateOnly = boilerplateOnly;
    }

    /** Reads the request of a job's full runs, which {@link #store} wrote. */
    public static PartitionRequest readStored(StreamInput in) throws IOException {
        String[] indices = in.readStringArray();
        IndicesOptions indicesOptions = IndicesOptions.readIndicesOptions(in);
        PartitionRequest request = new PartitionRequest(
                indices,
                in.readOptionalNamedWriteable(QueryBuilder.class),
                in.readOptionalString(),
                new Publication(in),
                new PartitionOptions(in),
                false,
                false);
        request.indicesOptions(indicesOptions);
        return request.timeout(in.readTimeValue());
    }

    /** Writes the request of a job's full runs into the record of the job. */
    public void store(StreamOutput out) throws IOException {
        out.writeStringArray(indices());
        indicesOptions().writeIndicesOptions(out);
        out.writeOptionalNamedWriteable(query);
        out.writeOptionalString(dest);
        publication.writeTo(out);
        options.writeTo(out);
        out.writeTimeValue(timeout);
    }

    /** Reads a request; the body is {@code null} if the request has none. */
    public static PartitionRequest parse(String[] indices, XContentParser body, boolean waitForCompletion)
            throws IOException {
        return (body == null ? new PartitionBody() : PartitionBody.parse(body)).request(indices, waitForCompletion);
    }

    /** Returns the same request with another speed: documents per second, more than 0, or −1 for no limit. */
    public PartitionRequest atMost(double documentsPerSecond) {
        return copy(dest, options.atMost(Speed.typed(documentsPerSecond)), waitForCompletion);
    }

    public PartitionRequest to(String destination) {
        return copy(destination, options, waitForCompletion);
    }

    /** Returns the same request with this reference, for example with names of indices instead of patterns. */
    public PartitionRequest against(Reference reference) {
        return copy(dest, options.against(reference), waitForCompletion);
    }

    /** Returns all indices that the run reads, as the user wrote them: those of the source, then those of the reference. */
    public OriginalIndices readIndices() {
        return options.against().with(new OriginalIndices(this));
    }

    /**
     * Returns the same request as a request of the destination's job, which does not wait for the end of the run.
     *
     * @param starts whether a run starts; otherwise the request only checks whether it could
     */
    public PartitionRequest forJob(boolean starts) {
        PartitionRequest request = copy(dest, options, false);
        request.forJob = true;
        request.checkOnly = starts == false;
        return request;
    }

    private PartitionRequest copy(String newDest, PartitionOptions newOptions, boolean wait) {
        PartitionRequest copy =
                new PartitionRequest(indices().clone(), query, newDest, publication, newOptions, wait, boilerplateOnly);
        copy.indicesOptions(indicesOptions());
        return copy.timeout(timeout);
    }

    /** Returns a request that only learns the boilerplate of the sites of an index. */
    public static PartitionRequest boilerplate(String[] indices, String field) {
        PartitionOptions options = new PartitionBody().field(field).options();
        return new PartitionRequest(indices, null, null, Publication.DEFAULT, options, true, true);
    }

    public QueryBuilder query() {
        return query;
    }

    public String dest() {
        return dest;
    }

    public Publication publication() {
        return publication;
    }

    public PartitionOptions options() {
        return options;
    }

    /**
     * Returns the maximum time that the run waits for a missing resource, such as a shard without a copy, or a destination that rejects
     * writes.
     */
    public TimeValue timeout() {
        return timeout;
    }

    /** Sets {@link #timeout()}; more than 0. */
    public PartitionRequest timeout(TimeValue longest) {
        checkTimeout(longest);
        timeout = longest;
        return this;
    }

    public boolean waitForCompletion() {
        return waitForCompletion;
    }

    public boolean boilerplateOnly() {
        return boilerplateOnly;
    }

    boolean isOfJob() {
        return forJob;
    }

    /** Whether the request starts no run, but only checks whether it could: also all privileges that the run needs until its end. */
    boolean checkOnly() {
        return checkOnly;
    }

    @Override
    public String getDescription() {
        return "partition of [" + String.join(",", indices()) + "]";
    }

    /** Parses the body of a request to partition an index. The body of a job includes a part of its fields. */
    public static final class PartitionBody {

        private static final ObjectParser<PartitionBody, Void> PARSER =
                new ObjectParser<>("partition", PartitionBody::new);

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
                        (dest, value) -> dest.retainOnSourceDeletion = value,
                        new ParseField("retain_on_source_deletion"));
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
                    parser,
                    (value, most) -> of.apply(value).maxRetainedRuns = most,
                    new ParseField("max_retained_runs"));
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
            BodyFields.declareInt(
                    parser, (value, windows) -> of.apply(value).windows = windows, new ParseField("windows"));
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
            Publication publication =
                    new Publication(publish, dest.replace, dest.retainOnSourceDeletion, maxRetainedRuns);
            return new PartitionRequest(indices, query, dest.index, publication, options(), waitForCompletion, false);
        }
    }
}
