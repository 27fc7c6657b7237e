package org.ndd.pair;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.core.compare.Distinction;
import org.ndd.core.compare.Reason;

/** What tells the objects of two pages apart, on its way from node to node and to the user: the same wherever it is said. */
public final class DistinctionFormat {

    private DistinctionFormat() {}

    /** @param distinction null where nothing tells the objects apart */
    public static void write(Distinction distinction, StreamOutput out) throws IOException {
        out.writeBoolean(distinction != null);
        if (distinction != null) {
            out.writeEnum(distinction.kind());
            out.writeStringCollection(distinction.ofA());
            out.writeStringCollection(distinction.ofB());
        }
    }

    /** Reads what {@link #write} wrote. */
    public static Distinction read(StreamInput in) throws IOException {
        return in.readBoolean()
                ? new Distinction(
                        in.readEnum(Reason.class), in.readStringCollectionAsList(), in.readStringCollectionAsList())
                : null;
    }

    /** Prints it into the object that the builder is in; nothing where it is null. */
    public static void toXContent(Distinction distinction, XContentBuilder builder) throws IOException {
        if (distinction != null) {
            builder.startObject("distinction");
            builder.field("a", distinction.ofA());
            builder.field("b", distinction.ofB());
            builder.endObject();
        }
    }
}
