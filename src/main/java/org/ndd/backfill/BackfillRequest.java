package org.ndd.backfill;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.DocumentFields;
import org.ndd.config.IndicesActionRequest;

/** A request to backfill indices. All options have defaults; only the names of the indices are required. */
public final class BackfillRequest extends IndicesActionRequest {

    private final String field;
    private final QueryBuilder query;
    private final boolean outdated;
    private final BackfillOptions options;
    private final boolean waitForCompletion;

    private BackfillRequest(String[] indices, Body body, BackfillOptions options, boolean waitForCompletion) {
        super(indices);
        this.field = new DocumentFields(body.field).parent();
        this.query = body.query;
        this.outdated = body.outdated;
        this.options = options;
        this.waitForCompletion = waitForCompletion;
    }

    /** The body of a request. */
    private static final class Body {

        private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>("backfill", Body::new);

        static {
            PARSER.declareString((body, value) -> body.field = value, new ParseField("target_field"));
            PARSER.declareObject(
                    (body, value) -> body.query = value,
                    (parser, nothing) -> AbstractQueryBuilder.parseTopLevelQuery(parser),
                    new ParseField("query"));
            PARSER.declareBoolean((body, value) -> body.outdated = value, new ParseField("outdated"));
        }

        private String field = DocumentFields.DEFAULT_PARENT;
        private QueryBuilder query;
        private boolean outdated = true;
    }

    /**
     * Reads a request.
     *
     * @param indices from the path
     * @param body {@code null} if there is none
     */
    public static BackfillRequest parse(
            String[] indices, XContentParser body, BackfillOptions options, boolean waitForCompletion)
            throws IOException {
        Body parsed = body == null ? new Body() : Body.PARSER.parse(body, null);
        return new BackfillRequest(indices, parsed, options, waitForCompletion);
    }

    /** The processor's target field. */
    public String field() {
        return field;
    }

    /** Query for the documents to read; {@code null} for all. */
    public QueryBuilder query() {
        return query;
    }

    /**
     * Whether to include documents whose input changed after the processor ran. That reads all documents; otherwise only those are read
     * that lack fingerprints or have fingerprints of another version than the pipeline's.
     */
    public boolean outdated() {
        return outdated;
    }

    public BackfillOptions options() {
        return options;
    }

    public boolean waitForCompletion() {
        return waitForCompletion;
    }

    @Override
    public String getDescription() {
        return "backfill of [" + String.join(",", indices()) + "][" + field + "]";
    }

    @Override
    public void writeTo(StreamOutput out) {
        TransportAction.localOnly();
    }

    @Override
    public Task createTask(long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
        return new BackfillTask(id, type, action, getDescription(), parentTaskId, headers, options.requestsPerSecond());
    }
}
