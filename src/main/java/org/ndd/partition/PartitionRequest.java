package org.ndd.partition;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.ApartBy;
import org.ndd.config.DocumentFields;
import org.ndd.config.IndicesActionRequest;
import org.ndd.config.SimilarityOptions;
import org.ndd.config.Speed;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.WinnerRule;
import org.ndd.partition.plan.CandidateOptions;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.Publication;

/** Asks to partition an index. Everything but the index has a default. */
public final class PartitionRequest extends IndicesActionRequest {

    /** How long a run waits where the request does not say. */
    public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueMinutes(10);

    private final QueryBuilder query;
    private final String dest;
    private final Publication publication;
    private final PartitionOptions options;
    private final boolean waitForCompletion;
    private final boolean templatesOnly;
    private TimeValue timeout = DEFAULT_TIMEOUT;

    /**
     * @param query which documents take part; {@code null} for all
     * @param dest name of the destination; {@code null} for the default
     * @param publication what becomes of the groups
     * @param templatesOnly whether the templates of the sites are learned and nothing else is done
     */
    public PartitionRequest(
            String[] indices,
            QueryBuilder query,
            String dest,
            Publication publication,
            PartitionOptions options,
            boolean waitForCompletion,
            boolean templatesOnly) {
        super(indices);
        this.query = query;
        this.dest = dest;
        this.publication = publication;
        this.options = options;
        this.waitForCompletion = waitForCompletion;
        this.templatesOnly = templatesOnly;
    }

    public PartitionRequest(StreamInput in) throws IOException {
        super(in);
        query = in.readOptionalNamedWriteable(QueryBuilder.class);
        dest = in.readOptionalString();
        publication = new Publication(in);
        options = new PartitionOptions(in);
        waitForCompletion = in.readBoolean();
        templatesOnly = in.readBoolean();
        timeout = in.readTimeValue();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeOptionalNamedWriteable(query);
        out.writeOptionalString(dest);
        publication.writeTo(out);
        options.writeTo(out);
        out.writeBoolean(waitForCompletion);
        out.writeBoolean(templatesOnly);
        out.writeTimeValue(timeout);
    }

    /** What a request says of the destination. */
    private static final class Dest {

        private static final ObjectParser<Dest, Void> PARSER = new ObjectParser<>("dest", Dest::new);

        static {
            PARSER.declareString((dest, value) -> dest.index = value, new ParseField("index"));
            PARSER.declareBoolean((dest, value) -> dest.replace = value, new ParseField("replace"));
            PARSER.declareBoolean((dest, value) -> dest.outlivesSource = value, new ParseField("outlives_source"));
        }

        private String index;
        private boolean replace = Publication.DEFAULT.replace();
        private boolean outlivesSource = Publication.DEFAULT.outlivesSource();
    }

    /** What stands in the body of a request. */
    private static final class Body {

        private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>("partition", Body::new);

        static {
            PARSER.declareString((body, value) -> body.field = value, new ParseField("field"));
            PARSER.declareObject(
                    (body, value) -> body.query = value,
                    (parser, nothing) -> AbstractQueryBuilder.parseTopLevelQuery(parser),
                    new ParseField("query"));
            PARSER.declareObject(
                    (body, value) -> body.dest = value,
                    (parser, nothing) -> Dest.PARSER.parse(parser, null),
                    new ParseField("dest"));
            PARSER.declareBoolean((body, value) -> body.publish = value, new ParseField("publish"));
            PARSER.declareInt((body, value) -> body.keep = value, new ParseField("keep"));
            PARSER.declareObject(
                    (body, value) -> body.candidates = value,
                    (parser, nothing) -> CandidateOptions.fromXContent(parser),
                    new ParseField("candidates"));
            SimilarityOptions.declareFields(PARSER, body -> body.similarity);
            PARSER.declareFieldArray(
                    (body, value) -> body.winner = value,
                    (parser, nothing) -> parseWinner(parser),
                    new ParseField("winner"),
                    ObjectParser.ValueType.VALUE_OBJECT_ARRAY);
            PARSER.declareStringArray((body, value) -> body.apartBy = new ApartBy(value), ApartBy.PARAMETER);
            PARSER.declareString((body, value) -> body.templates = value, new ParseField("templates"));
            PARSER.declareBoolean((body, value) -> body.dryRun = value, new ParseField("dry_run"));
            PARSER.declareBoolean((body, value) -> body.singletons = value, new ParseField("singletons"));
            PARSER.declareDouble((body, value) -> body.sample = value, new ParseField("sample"));
            PARSER.declareInt((body, value) -> body.windows = value, new ParseField("windows"));
        }

        private String field = DocumentFields.DEFAULT_PARENT;
        private QueryBuilder query;
        private Dest dest = new Dest();
        private boolean publish = Publication.DEFAULT.publish();
        private int keep = Publication.DEFAULT.keep();
        private CandidateParameters candidates = CandidateParameters.NEIGHBOURS;
        private final SimilarityOptions.Builder similarity = new SimilarityOptions.Builder();
        private List<WinnerRule> winner = WinnerRule.DEFAULT;
        private ApartBy apartBy = ApartBy.NONE;
        private String templates = PartitionOptions.Templates.LEARN.value();
        private boolean dryRun;
        private boolean singletons;
        private double sample = 1;
        private int windows = PartitionOptions.AUTOMATIC_WINDOWS;

        private static WinnerRule parseWinner(XContentParser parser) throws IOException {
            if (parser.currentToken() == XContentParser.Token.VALUE_STRING) {
                return WinnerRule.of(parser.text());
            }
            Map<String, Object> rules = parser.map();
            if (rules.size() != 1) {
                throw new IllegalArgumentException(
                        "[winner] must be a list of names and of objects with one field, but was an object with ["
                                + rules.size() + "]");
            }
            Map.Entry<String, Object> rule = rules.entrySet().iterator().next();
            if (rule.getValue() instanceof List<?> values) {
                return WinnerRule.preferring(
                        rule.getKey(), values.stream().map(String::valueOf).toList());
            }
            return new WinnerRule(rule.getKey(), WinnerRule.Order.of(String.valueOf(rule.getValue())));
        }

        private Publication publication() {
            return new Publication(publish, dest.replace, dest.outlivesSource, keep);
        }

        private PartitionOptions options() {
            return new PartitionOptions(
                    field,
                    similarity.build(),
                    candidates,
                    winner,
                    apartBy,
                    PartitionOptions.Templates.of(templates),
                    dryRun,
                    singletons,
                    sample,
                    windows,
                    Double.POSITIVE_INFINITY);
        }
    }

    /**
     * Reads a request.
     *
     * @param indices from the path
     * @param body {@code null} where there is none
     */
    public static PartitionRequest parse(String[] indices, XContentParser body, boolean waitForCompletion)
            throws IOException {
        Body parsed = body == null ? new Body() : Body.PARSER.parse(body, null);
        return new PartitionRequest(
                indices,
                parsed.query,
                parsed.dest.index,
                parsed.publication(),
                parsed.options(),
                waitForCompletion,
                false);
    }

    /**
     * The same at another speed.
     *
     * @param documentsPerSecond more than 0, or −1 for as fast as it goes
     */
    public PartitionRequest atMost(double documentsPerSecond) {
        PartitionOptions atSpeed = options.atMost(Speed.typed(documentsPerSecond));
        return new PartitionRequest(indices(), query, dest, publication, atSpeed, waitForCompletion, templatesOnly)
                .timeout(timeout);
    }

    /**
     * Asks for groups of some documents of this request's, as they would be among all: with the templates that searches use. Nobody is
     * shown them.
     *
     * @param documents which
     * @param destination names the run; nothing is published there
     */
    public PartitionRequest ofPart(QueryBuilder documents, String destination) {
        Publication unpublished = new Publication(false, false, false, 0);
        return new PartitionRequest(
                        indices(), documents, destination, unpublished, options.withStoredTemplates(), true, false)
                .timeout(timeout);
    }

    /** Asks to learn the templates of an index's sites, and nothing else. */
    public static PartitionRequest templates(String[] indices, String field) {
        Body body = new Body();
        body.field = field;
        return new PartitionRequest(indices, null, null, Publication.DEFAULT, body.options(), true, true);
    }

    public QueryBuilder query() {
        return query;
    }

    public String dest() {
        return dest;
    }

    /** What becomes of the groups. */
    public Publication publication() {
        return publication;
    }

    public PartitionOptions options() {
        return options;
    }

    /** How long the run waits for what it lacks, such as a shard without a copy or a destination that takes no writes. */
    public TimeValue timeout() {
        return timeout;
    }

    /** Sets {@link #timeout()}; more than 0. */
    public PartitionRequest timeout(TimeValue longest) {
        if (longest.millis() <= 0) {
            throw new IllegalArgumentException("[timeout] must be more than [0], but was [" + longest + "]");
        }
        timeout = longest;
        return this;
    }

    public boolean waitForCompletion() {
        return waitForCompletion;
    }

    public boolean templatesOnly() {
        return templatesOnly;
    }

    @Override
    public String getDescription() {
        return "partition of [" + String.join(",", indices()) + "]";
    }

    @Override
    public Task createTask(long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
        return new CancellableTask(id, type, action, getDescription(), parentTaskId, headers);
    }
}
