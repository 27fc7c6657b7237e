package org.ndd.continuous;

import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.IndicesActionRequest;
import org.ndd.partition.PartitionBody;
import org.ndd.partition.PartitionRequest;

/** A request to keep the groups of an index up to date. */
public final class ContinuousRequest extends IndicesActionRequest {

    private static final TimeValue LEAST = TimeValue.timeValueSeconds(1);
    private static final TimeValue MOST = TimeValue.timeValueHours(1);
    private static final TimeValue LEAST_KEPT = TimeValue.timeValueHours(1);

    private final PartitionRequest partition;
    private final TimeValue frequency;
    private final TimeValue keepChanges;
    private final String from;

    /** What stands in the body of a request: what stands in that of a run, and more. */
    private static final class Body {

        private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>("continuous", Body::new);

        static {
            PartitionBody.declareFields(PARSER, body -> body.partition);
            PARSER.declareString((body, value) -> body.frequency = value, new ParseField("frequency"));
            PARSER.declareString((body, value) -> body.keepChanges = value, new ParseField("keep_changes"));
            PARSER.declareString((body, value) -> body.from = value, new ParseField("from"));
        }

        private final PartitionBody partition = new PartitionBody();
        private String frequency = "60s";
        private String keepChanges = "30d";
        private String from;
    }

    /**
     * @param partition the request of full runs, with the indices as the user wrote them
     * @param frequency how long after one checkpoint the next one begins, 1 second to 1 hour
     * @param keepChanges how long a line of the list of changes is kept, 1 hour or more
     * @param from the run whose groups are kept up to date; {@code null} for one that the job begins with
     */
    public ContinuousRequest(PartitionRequest partition, TimeValue frequency, TimeValue keepChanges, String from) {
        super(partition.indices().clone());
        if (frequency.compareTo(LEAST) < 0 || frequency.compareTo(MOST) > 0) {
            throw frequency(frequency.getStringRep());
        }
        if (keepChanges.compareTo(LEAST_KEPT) < 0) {
            throw keepChanges(keepChanges.getStringRep());
        }
        refuse("dry_run", partition.options().dryRun());
        refuse("singletons", partition.options().singletons());
        if (partition.publication().publish() == false) {
            throw new IllegalArgumentException("[publish] must be [true] for a continuous job, but was [false]");
        }
        this.partition = partition;
        this.frequency = frequency;
        this.keepChanges = keepChanges;
        this.from = from;
    }

    public ContinuousRequest(StreamInput in) throws IOException {
        super(in);
        partition = new PartitionRequest(in);
        frequency = in.readTimeValue();
        keepChanges = in.readTimeValue();
        from = in.readOptionalString();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        partition.writeTo(out);
        out.writeTimeValue(frequency);
        out.writeTimeValue(keepChanges);
        out.writeOptionalString(from);
    }

    private static void refuse(String option, boolean value) {
        if (value) {
            throw new IllegalArgumentException("[" + option + "] must be [false] for a continuous job, but was [true]");
        }
    }

    private static IllegalArgumentException frequency(String value) {
        return new IllegalArgumentException("[frequency] must be a time between [" + LEAST.getStringRep() + "] and ["
                + MOST.getStringRep() + "], but was [" + value + "]");
    }

    private static IllegalArgumentException keepChanges(String value) {
        return new IllegalArgumentException("[keep_changes] must be a time of at least [" + LEAST_KEPT.getStringRep()
                + "], but was [" + value + "]");
    }

    /**
     * Reads a request.
     *
     * @param indices from the path
     * @param body {@code null} if the request has none
     * @param documentsPerSecond of full runs: more than 0, or −1 for no limit
     * @param timeout how long full runs wait for resources or shards that are not available yet
     */
    public static ContinuousRequest parse(
            String[] indices, XContentParser body, double documentsPerSecond, TimeValue timeout) throws IOException {
        Body parsed = body == null ? new Body() : Body.PARSER.parse(body, null);
        PartitionRequest partition = parsed.partition
                .request(indices, false)
                .atMost(documentsPerSecond)
                .timeout(timeout);
        return new ContinuousRequest(
                partition,
                time(parsed.frequency, ContinuousRequest::frequency),
                time(parsed.keepChanges, ContinuousRequest::keepChanges),
                parsed.from);
    }

    private static TimeValue time(String value, Function<String, IllegalArgumentException> wrong) {
        try {
            return TimeValue.parseTimeValue(value, "time");
        } catch (IllegalArgumentException e) {
            throw wrong.apply(value);
        }
    }

    /** The request of full runs, with the indices as the user wrote them. */
    public PartitionRequest partition() {
        return partition;
    }

    public TimeValue frequency() {
        return frequency;
    }

    /** How long a line of the list of changes is kept. */
    public TimeValue keepChanges() {
        return keepChanges;
    }

    /** The run whose groups are kept up to date; {@code null} for one that the job begins with. */
    public String from() {
        return from;
    }

    @Override
    public String getDescription() {
        return "continuous job of [" + String.join(",", indices()) + "]";
    }

    @Override
    public Task createTask(long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
        return new CancellableTask(id, type, action, getDescription(), parentTaskId, headers);
    }
}
