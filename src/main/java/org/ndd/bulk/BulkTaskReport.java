package org.ndd.bulk;

import java.io.IOException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.XContentBuilder;

/** The progress or result of a bulk task: its response, and without documents its status. */
public interface BulkTaskReport extends Task.Status {

    BulkTaskProgress progress();

    /**
     * The same without ids of documents. The tasks API shows it to all users who may see tasks, whether they may read the documents or not.
     */
    BulkTaskReport withoutDocuments();

    /** 200, or the status of what ended the task. */
    default RestStatus status() {
        Failure cause = progress().cause();
        return cause == null ? RestStatus.OK : cause.status();
    }

    /** Writes the failures; the last one is the failure that ended the task. */
    default void failuresToXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startArray("failures");
        for (Failure failure : progress().failures()) {
            failure.toXContent(builder, params);
        }
        if (progress().cause() != null) {
            progress().cause().toXContent(builder, params);
        }
        builder.endArray();
    }
}
