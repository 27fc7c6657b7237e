package org.ndd.backfill;

import java.io.IOException;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.bulk.BulkTask;
import org.ndd.bulk.BulkTaskRequest;
import org.ndd.config.DocumentFields;

/** A request to backfill indices. All options have defaults; only the names of the indices are required. */
public final class BackfillRequest extends BulkTaskRequest {

    private final String field;
    private final QueryBuilder query;
    private final boolean outdated;
    private final BackfillOptions options;

    private BackfillRequest(String[] indices, Body body, BackfillOptions options, boolean waitForCompletion) {
        super(indices, BulkTask.Operation.BACKFILL, false, options.requestsPerSecond(), waitForCompletion);
        this.field = new DocumentFields(body.field).parent();
        this.query = body.query;
        this.outdated = body.outdated;
        this.options = options;
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

    @Override
    public String getDescription() {
        return "backfill of [" + String.join(",", indices()) + "][" + field + "]";
    }
}
