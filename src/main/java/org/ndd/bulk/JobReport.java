package org.ndd.bulk;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.XContentBuilder;

/** How a job stands, or what came of it: its answer, and without documents the status of its task. */
public interface JobReport extends Task.Status {

    JobState state();

    /** Documents that are looked at. */
    long total();

    /** Documents a second at most; infinite for no limit. */
    double requestsPerSecond();

    /** The first of what went wrong; a document that failed does not end a job. */
    List<Failure> failures();

    /** What ended the job, where it failed; otherwise {@code null}. */
    Failure cause();

    /**
     * The same without ids of documents. The tasks API shows it to all users who may see tasks, whether they may read the documents or not.
     */
    JobReport withoutDocuments();

    /** 200, or the status of what ended the job. */
    default RestStatus status() {
        return cause() == null ? RestStatus.OK : cause().status();
    }

    /** Writes what went wrong, what ended the job as the last of it. */
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
