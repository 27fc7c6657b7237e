package org.ndd.export;

import org.elasticsearch.action.ActionRequestValidationException;
import org.ndd.groups.ReadGroupsRequest;

/** A request for the documents of groups. */
public final class ExportRequest extends ReadGroupsRequest {

    private final ExportOptions options;
    private RowStream.Begun rowHandler;

    /**
     * @param indices the source, as the user wrote it
     * @param dest the destination; {@code null} for that of the one name
     * @param field of the processor, from which titles are read
     * @param options which documents, and which of their fields
     */
    public ExportRequest(String[] indices, String dest, String field, ExportOptions options) {
        super("export", indices, dest, field);
        this.options = options;
    }

    /** Sets the handler of the rows. */
    public ExportRequest withRowHandler(RowStream.Begun rows) {
        rowHandler = rows;
        return this;
    }

    @Override
    protected ActionRequestValidationException validateOptions(ActionRequestValidationException before) {
        return options.validate(before);
    }

    ExportOptions options() {
        return options;
    }

    RowStream.Begun rowHandler() {
        return rowHandler;
    }
}
