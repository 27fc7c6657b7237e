package org.ndd.partition.shard;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.core.compare.MustAgreeKeys;

/**
 * The bridges between two leaders: documents that follow one of them, and had the other among the candidates after it.
 *
 * @param lower the second of the two leaders in rank order
 * @param upper the first
 * @param apart the values that keep {@code upper} apart from others
 * @param count number of bridges
 * @param first the first of them in rank order, at most {@link org.ndd.core.group.MemberRule#MEMBERS}
 */
public record Bridge(long lower, RankedDoc upper, MustAgreeKeys apart, int count, List<First> first)
        implements Writeable {

    /**
     * One of the bridges.
     *
     * @param doc the document
     * @param followsLower whether it is the lower leader that it follows
     */
    public record First(RankedDoc doc, boolean followsLower) implements Writeable {

        First(StreamInput in) throws IOException {
            this(new RankedDoc(in), in.readBoolean());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            doc.writeTo(out);
            out.writeBoolean(followsLower);
        }
    }

    public Bridge(StreamInput in) throws IOException {
        this(
                in.readLong(),
                new RankedDoc(in),
                MustAgreeKeys.of(in.readLongArray()),
                in.readVInt(),
                in.readCollectionAsList(First::new));
    }

    public Bridge {
        first = List.copyOf(first);
    }

    /** Whether this is the one to follow: more documents connect its leaders, or as many and its upper leader is above the other's. */
    boolean isBefore(Bridge other) {
        return count != other.count ? count > other.count : upper.compareTo(other.upper) < 0;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeLong(lower);
        upper.writeTo(out);
        out.writeLongArray(apart.toArray());
        out.writeVInt(count);
        out.writeCollection(first);
    }
}
