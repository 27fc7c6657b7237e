package org.ndd.partition.node;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.partition.shard.ShardDecisions.Window;

/**
 * Orders a node to execute a step.
 *
 * @param prefix range of terms of a merge, empty for all
 * @param documents number of documents of the run that are not exact duplicates, for steps that need it
 * @param most maximum number of documents that the step may decide, 0 or more
 */
public record StepRequest(RunStep step, String prefix, Window window, long documents, long most) implements Writeable {

    public StepRequest(StreamInput in) throws IOException {
        this(RunStep.valueOf(in.readString()), in.readString(), new Window(in), in.readVLong(), in.readVLong());
    }

    public static StepRequest of(RunStep step) {
        return new StepRequest(step, "", Window.ALL, 0, Long.MAX_VALUE);
    }

    public StepRequest withPrefix(String termPrefix) {
        return new StepRequest(step, termPrefix, window, documents, most);
    }

    public StepRequest withWindow(Window ranks) {
        return new StepRequest(step, prefix, ranks, documents, most);
    }

    public StepRequest withDocuments(long all) {
        return new StepRequest(step, prefix, window, all, most);
    }

    public StepRequest atMost(long decisions) {
        return new StepRequest(step, prefix, window, documents, decisions);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(step.name());
        out.writeString(prefix);
        window.writeTo(out);
        out.writeVLong(documents);
        out.writeVLong(most);
    }
}
