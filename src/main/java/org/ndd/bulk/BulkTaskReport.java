package org.ndd.bulk;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.index.Index;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.DocumentName;

/**
 * The progress or result of a bulk task: its response and, without documents, its status. The keys are part of the API. Keys that {@code
 * _update_by_query} also has mean the same.
 *
 * @param fields the object that users see, in order
 * @param status 200, or the status of the failure that ended the task
 */
public record BulkTaskReport(Map<String, Object> fields, RestStatus status) implements Task.Status {

    public static final String NAME = "ndd_bulk";
    static final String STATE = "state";
    /** Key of the first documents that were not changed, each with a reason, which is the key of a count. */
    static final String SKIPPED = "skipped";
    /** Key of the first failures of documents, which do not end the task, and the failure that ended it. */
    static final String FAILURES = "failures";

    private static final String INDEX = "index";

    public BulkTaskReport(StreamInput in) throws IOException {
        this(in.readGenericMap(), RestStatus.readFrom(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeGenericMap(fields);
        RestStatus.writeTo(out, status);
    }

    /** Returns a failure of a document as users see it; without a document, the failure that ended the task. */
    static Map<String, Object> failure(@Nullable DocumentName document, Exception e) {
        Map<String, Object> failure = new LinkedHashMap<>();
        if (document != null) {
            failure.put(INDEX, document.index());
            failure.put("id", document.id());
        }
        failure.put("status", ExceptionsHelper.status(e).getStatus());
        Throwable cause = TransientFailures.cause(e);
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("type", ElasticsearchException.getExceptionName(cause));
        described.put("reason", otherIndex(document, cause) + cause.getMessage());
        failure.put("cause", described);
        return failure;
    }

    /** Returns the name of the index that caused a failure, for example of the backup, if it is not the index of the document. */
    private static String otherIndex(@Nullable DocumentName document, Throwable cause) {
        Index index = cause instanceof ElasticsearchException of ? of.getIndex() : null;
        return document == null
                        || index == null
                        || index.getName().equals(document.index())
                        || String.valueOf(cause.getMessage()).contains(index.getName())
                ? ""
                : "[" + index.getName() + "] ";
    }

    /**
     * Returns this report without ids of documents. The tasks API returns it to all users with the right to see tasks, including users
     * without the right to read the documents.
     */
    public BulkTaskReport withoutDocuments() {
        Map<String, Object> remaining = new LinkedHashMap<>(fields);
        remaining.computeIfPresent(SKIPPED, (key, documents) -> List.of());
        remaining.put(
                FAILURES,
                ((List<?>) fields.get(FAILURES))
                        .stream()
                                .filter(failure -> ((Map<?, ?>) failure).containsKey(INDEX) == false)
                                .toList());
        return new BulkTaskReport(remaining, status);
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        return builder.map(fields);
    }
}
