package org.ndd.backfill;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.DocumentFields;

/** Asks to backfill indices. Everything but their names has a default. */
public final class BackfillRequest extends ActionRequest implements IndicesRequest.Replaceable {

    static final IndicesOptions INDICES_OPTIONS = IndicesOptions.strictExpandOpenAndForbidClosed();

    private String[] indices;
    private final String field;
    private final QueryBuilder query;
    private final boolean stale;
    private final BackfillOptions options;
    private final boolean waitForCompletion;

    private BackfillRequest(String[] indices, Body body, BackfillOptions options, boolean waitForCompletion) {
        this.indices = indices;
        this.field = new DocumentFields(body.field).parent();
        this.query = body.query;
        this.stale = body.stale;
        this.options = options;
        this.waitForCompletion = waitForCompletion;
    }

    public BackfillRequest(StreamInput in) throws IOException {
        super(in);
        indices = in.readStringArray();
        field = in.readString();
        query = in.readOptionalNamedWriteable(QueryBuilder.class);
        stale = in.readBoolean();
        options = new BackfillOptions(in);
        waitForCompletion = in.readBoolean();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeStringArray(indices);
        out.writeString(field);
        out.writeOptionalNamedWriteable(query);
        out.writeBoolean(stale);
        options.writeTo(out);
        out.writeBoolean(waitForCompletion);
    }

    /** What stands in the body of a request. */
    private static final class Body {

        private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>("backfill", Body::new);

        static {
            PARSER.declareString((body, value) -> body.field = value, new ParseField("field"));
            PARSER.declareObject(
                    (body, value) -> body.query = value,
                    (parser, nothing) -> AbstractQueryBuilder.parseTopLevelQuery(parser),
                    new ParseField("query"));
            PARSER.declareBoolean((body, value) -> body.stale = value, new ParseField("stale"));
        }

        private String field = DocumentFields.DEFAULT_PARENT;
        private QueryBuilder query;
        private boolean stale = true;
    }

    /**
     * Reads a request.
     *
     * @param indices from the path
     * @param body {@code null} where there is none
     */
    public static BackfillRequest parse(
            String[] indices, XContentParser body, BackfillOptions options, boolean waitForCompletion)
            throws IOException {
        Body parsed = body == null ? new Body() : Body.PARSER.parse(body, null);
        return new BackfillRequest(indices, parsed, options, waitForCompletion);
    }

    @Override
    public ActionRequestValidationException validate() {
        return indices.length == 0 ? addValidationError("[index] must be named, but was missing", null) : null;
    }

    @Override
    public String[] indices() {
        return indices;
    }

    @Override
    public IndicesRequest indices(String... replacement) {
        this.indices = replacement;
        return this;
    }

    @Override
    public IndicesOptions indicesOptions() {
        return INDICES_OPTIONS;
    }

    @Override
    public boolean includeDataStreams() {
        return true;
    }

    /** The processor's target field. */
    public String field() {
        return field;
    }

    /** Which documents are looked at; {@code null} for all. */
    public QueryBuilder query() {
        return query;
    }

    /**
     * Whether documents whose input changed since are looked for too. That reads all documents; without it, only those are read that lack
     * fingerprints or have others than the pipeline makes.
     */
    public boolean stale() {
        return stale;
    }

    public BackfillOptions options() {
        return options;
    }

    public boolean waitForCompletion() {
        return waitForCompletion;
    }

    @Override
    public String getDescription() {
        return "backfill of [" + String.join(",", indices) + "][" + field + "]";
    }

    @Override
    public Task createTask(long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
        return new BackfillTask(id, type, action, getDescription(), parentTaskId, headers, options.requestsPerSecond());
    }
}
