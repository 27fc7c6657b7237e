package org.ndd.partition.shard;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.core.compare.MustAgreeKeys;

/**
 * The bridges between two leaders: documents that follow one leader, and have the other as candidate.
 *
 * @param lower the second of the two leaders in rank order
 * @param upper the first of the two leaders in rank order
 * @param mustAgreeKeys the values of {@code upper} in the fields of {@code must_agree}
 * @param count number of bridges
 * @param first the first bridges in rank order, at most {@link org.ndd.core.group.MemberRule#MEMBERS}
 */
public record Bridge(long lower, RankedDoc upper, MustAgreeKeys mustAgreeKeys, int count, List<First> first)
        implements Writeable {

    /**
     * One bridge.
     *
     * @param doc the document
     * @param followsLower whether it follows the lower leader
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

    /** Whether this bridge has precedence: it has more documents than the other, or equally many and an upper leader above the other's. */
    boolean isBefore(Bridge other) {
        return count != other.count ? count > other.count : upper.compareTo(other.upper) < 0;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeLong(lower);
        upper.writeTo(out);
        out.writeLongArray(mustAgreeKeys.toArray());
        out.writeVInt(count);
        out.writeCollection(first);
    }
}
