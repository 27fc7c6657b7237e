package org.ndd.partition.node;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.partition.shard.Window;

/**
 * An order to a node to execute a step.
 *
 * @param step the step
 * @param prefix range of terms of a merge, empty for all; if the step is for an index, its name
 * @param window the ranks to decide
 * @param documents number of documents of the run that are not exact duplicates, if the step needs it
 * @param most maximum number of documents that the step may decide, 0 or more
 */
public record StepOrder(RunStep step, String prefix, Window window, long documents, long most) implements Writeable {

    public StepOrder(StreamInput in) throws IOException {
        this(RunStep.valueOf(in.readString()), in.readString(), new Window(in), in.readVLong(), in.readVLong());
    }

    public static StepOrder of(RunStep step) {
        return new StepOrder(step, "", Window.ALL, 0, Long.MAX_VALUE);
    }

    public StepOrder over(String termPrefix) {
        return new StepOrder(step, termPrefix, window, documents, most);
    }

    public StepOrder in(Window ranks) {
        return new StepOrder(step, prefix, ranks, documents, most);
    }

    public StepOrder among(long all) {
        return new StepOrder(step, prefix, window, all, most);
    }

    public StepOrder atMost(long decisions) {
        return new StepOrder(step, prefix, window, documents, decisions);
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
