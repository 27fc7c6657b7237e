package org.ndd.partition.shard;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.core.compare.ApartKeys;

/**
 * Documents that lead from the group of one leader to that of another: they followed one of the two, and the other was among the candidates
 * behind it.
 *
 * @param lower the leader that is lower in rank
 * @param upper the other
 * @param high upper half of the rank of {@code upper}
 * @param low lower half of that rank
 * @param apart keeps {@code upper} apart from others
 * @param count how many there are
 * @param first the first of them in rank order, at most {@link org.ndd.core.group.MemberRule#MEMBERS}
 */
public record Bridge(long lower, long upper, long high, long low, ApartKeys apart, int count, List<First> first)
        implements Writeable {

    /**
     * One of these documents.
     *
     * @param ref the document
     * @param high upper half of its rank
     * @param low lower half of its rank
     * @param followsLower whether it is the lower leader that it follows
     */
    public record First(long ref, long high, long low, boolean followsLower) implements Writeable {

        First(StreamInput in) throws IOException {
            this(in.readLong(), in.readLong(), in.readLong(), in.readBoolean());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeLong(ref);
            out.writeLong(high);
            out.writeLong(low);
            out.writeBoolean(followsLower);
        }

        int compareRank(First other) {
            return RankedOrder.compare(high, low, ref, other.high, other.low, other.ref);
        }
    }

    public Bridge(StreamInput in) throws IOException {
        this(
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                ApartKeys.of(in.readLongArray()),
                in.readVInt(),
                in.readCollectionAsList(First::new));
    }

    public Bridge {
        first = List.copyOf(first);
    }

    /** Whether this is the one to follow: more documents lead over it, or as many to a leader above. */
    boolean isBefore(Bridge other) {
        return count != other.count
                ? count > other.count
                : RankedOrder.compare(high, low, upper, other.high, other.low, other.upper) < 0;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeLong(lower);
        out.writeLong(upper);
        out.writeLong(high);
        out.writeLong(low);
        out.writeLongArray(apart.toArray());
        out.writeVInt(count);
        out.writeCollection(first);
    }
}
