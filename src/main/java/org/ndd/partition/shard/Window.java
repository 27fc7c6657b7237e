package org.ndd.partition.shard;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * A range of ranks that is decided in one step. Windows are decided from the first ranks to the last, so all data that a window depends on
 * is in it or decided earlier. Any number of windows gives the same result, and more windows need less memory.
 *
 * @param number 0 to {@code count} − 1
 * @param count number of windows of equal width into which the ranks are divided; 1 to 65,536
 */
public record Window(int number, int count) implements Writeable {

    public static final Window ALL = new Window(0, 1);

    public Window(StreamInput in) throws IOException {
        this(in.readVInt(), in.readVInt());
    }

    /** Whether a document with this upper half of its rank belongs to the window. */
    boolean holds(long rankHigh) {
        return ((rankHigh >>> 32) * count) >>> 32 == number;
    }

    boolean isAll() {
        return count == 1;
    }

    boolean isFirst() {
        return number == 0;
    }

    boolean isLast() {
        return number == count - 1;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVInt(number);
        out.writeVInt(count);
    }
}
