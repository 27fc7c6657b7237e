package org.ndd.partition.shard;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * The result of comparing a document with its candidates.
 *
 * @param kind whether it follows another document
 * @param shard ordinal of the other document's shard: documents of several indices may have the same id, and so the same rank; 0 without
 *     another document
 * @param high upper half of the rank of the other document, 0 without another document
 * @param low lower half of that rank
 */
record Decision(Kind kind, int shard, long high, long low) implements Writeable {

    static final Decision ALONE = new Decision(Kind.ALONE, 0, 0, 0);
    static final Decision LEADS = new Decision(Kind.LEADS, 0, 0, 0);

    /** The relation of a document to its candidates. */
    enum Kind {
        /** The document has no candidates, and leads. */
        ALONE('A'),
        /** The document is similar to none of its candidates, and leads. */
        LEADS('L'),
        /** The document leads, and is contained in one of its candidates. */
        PART_OF('P'),
        /** The document is similar to one of its candidates, and follows it. */
        FOLLOWS('F');

        /** Code of the kind in stored decisions. */
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
            throw new IllegalArgumentException("[kind] must be one of [A, L, P, F], but was [" + (char) kept + "]");
        }
    }

    static Decision readFrom(StreamInput in) throws IOException {
        Kind kind = Kind.of(in.readByte());
        return switch (kind) {
            case ALONE -> ALONE;
            case LEADS -> LEADS;
            case PART_OF, FOLLOWS -> new Decision(kind, in.readVInt(), in.readLong(), in.readLong());
        };
    }

    /** Whether the decision names another document. */
    boolean hasOther() {
        return kind == Kind.PART_OF || kind == Kind.FOLLOWS;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeByte((byte) kind.letter);
        if (hasOther()) {
            out.writeVInt(shard);
            out.writeLong(high);
            out.writeLong(low);
        }
    }
}
