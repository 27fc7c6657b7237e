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
        LEADS('L'),
        /** The same, and it is contained in one. */
        PART_OF('P'),
        /** It is similar to one. */
        FOLLOWS('F');

        /** Stands for it in what is kept. */
        private final char letter;

        Kind(char letter) {
            this.letter = letter;
        }

        private static Kind of(byte kept) {
            for (Kind kind : values()) {
                if (kind.letter == kept) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("[kind] must be one of [L, P, F], but was [" + (char) kept + "]");
        }
    }

    Decision(StreamInput in) throws IOException {
        this(Kind.of(in.readByte()), in.readVInt(), in.readLong(), in.readLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeByte((byte) kind.letter);
        out.writeVInt(shard);
        out.writeLong(high);
        out.writeLong(low);
    }
}
