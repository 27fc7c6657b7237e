package org.ndd.partition.shard;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * What comparing a document with its candidates came to.
 *
 * @param kind whether it follows another
 * @param shard ordinal of the other's shard: pages of several indices may have the same id, and so the same rank
 * @param high upper half of the rank of the other, 0 where there is none
 * @param low lower half of that rank
 */
record Decision(Kind kind, int shard, long high, long low) implements Writeable {

    static final Decision LEADS = new Decision(Kind.LEADS, 0, 0, 0);

    /** How a document stands to another. */
    enum Kind {
        /** It is similar to none of its candidates. */
        LEADS,
        /** The same, and it is contained in one. */
        PART_OF,
        /** It is similar to one. */
        FOLLOWS
    }

    Decision(StreamInput in) throws IOException {
        this(in.readEnum(Kind.class), in.readVInt(), in.readLong(), in.readLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeEnum(kind);
        out.writeVInt(shard);
        out.writeLong(high);
        out.writeLong(low);
    }
}
