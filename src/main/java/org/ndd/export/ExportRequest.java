package org.ndd.export;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import java.util.Map;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.ndd.config.IndicesActionRequest;
import org.ndd.config.NameCheck;

/** A request for the documents of groups. */
public final class ExportRequest extends IndicesActionRequest {

    private final String dest;
    private final String field;
    private final ExportOptions options;
    private RowStream.Begun begun;

    /**
     * @param indices the source, as the user wrote it
     * @param dest the destination; {@code null} for that of the one name
     * @param field of the processor, from which titles are read
     * @param options which documents, and which of their fields
     */
    public ExportRequest(String[] indices, String dest, String field, ExportOptions options) {
        super(indices);
        this.dest = dest == null && NameCheck.isOneName(indices) ? indices[0] + "-ndd" : dest;
        this.field = field;
        this.options = options;
    }

    /** Sets what gets the rows. */
    public ExportRequest to(RowStream.Begun rows) {
        begun = rows;
        return this;
    }

    @Override
    public void writeTo(StreamOutput out) {
        TransportAction.localOnly();
    }

    @Override
    public ActionRequestValidationException validate() {
        ActionRequestValidationException errors = options.validate(super.validate());
        return dest == null
                ? addValidationError(
                        "[dest] must be specified if the path is not one name, but was missing for ["
                                + String.join(",", indices()) + "]",
                        errors)
                : errors;
    }

    String dest() {
        return dest;
    }

    String field() {
        return field;
    }

    ExportOptions options() {
        return options;
    }

    RowStream.Begun begun() {
        return begun;
    }

    @Override
    public Task createTask(long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
        return new CancellableTask(id, type, action, "export of [" + dest + "]", parentTaskId, headers);
    }
}
