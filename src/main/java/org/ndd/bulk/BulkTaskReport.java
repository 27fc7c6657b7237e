package org.ndd.bulk;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.XContentBuilder;

/** The progress or result of a bulk task: its response, and without documents its status. */
public interface BulkTaskReport extends Task.Status {

    BulkTaskState state();

    /** Number of documents to process. */
    long total();

    /** Maximum number of documents per second; infinite for no limit. */
    double requestsPerSecond();

    /** The first failures; a document that failed does not end a task. */
    List<Failure> failures();

    /** The failure that ended the task; {@code null} if it did not fail. */
    Failure cause();

    /**
     * The same without ids of documents. The tasks API shows it to all users who may see tasks, whether they may read the documents or not.
     */
    BulkTaskReport withoutDocuments();

    /** 200, or the status of what ended the task. */
    default RestStatus status() {
        return cause() == null ? RestStatus.OK : cause().status();
    }

    /** Writes the failures; the last one is the failure that ended the task. */
    default void failuresToXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startArray("failures");
        for (Failure failure : failures()) {
            failure.toXContent(builder, params);
        }
        if (cause() != null) {
            cause().toXContent(builder, params);
        }
        builder.endArray();
    }
}
