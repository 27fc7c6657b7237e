package org.ndd.partition.shard;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.CanonicalRule.CanonicalCandidate;
import org.ndd.core.group.Rank;
import org.ndd.core.group.Role;

/**
 * A document of a group, as it is sent to the home shard of the group's leader.
 *
 * @param head document number of the leader (in mode sets: of the set's label) in the receiving shard
 * @param ref the document
 * @param role its role in the group
 * @param original the document whose text it has: another document for {@link Role#EXACT}, otherwise itself
 * @param stored its routing, and the version that was compared
 * @param candidate the values that canonical document rules compare
 * @param mustAgreeKeys its values in the fields of {@code must_agree}
 */
public record Member(
        int head,
        long ref,
        Role role,
        long original,
        StoredDoc stored,
        CanonicalCandidate candidate,
        MustAgreeKeys mustAgreeKeys)
        implements Writeable {

    /** Bytes of its objects and list entries (220), and of its entry with a verdict in an open group. */
    private static final long OBJECT_BYTES = 370;

    private static final long STRING_BYTES = 48;

    public Member(StreamInput in) throws IOException {
        this(
                in.readVInt(),
                in.readLong(),
                in.readEnum(Role.class),
                in.readLong(),
                new StoredDoc(in),
                new CanonicalCandidate(
                        in.readString(),
                        new Rank(in.readLong(), in.readLong()),
                        in.readVLong(),
                        in.readOptionalString(),
                        in.readCollectionAsList(StreamInput::readOptionalDouble)),
                MustAgreeKeys.of(in.readLongArray()));
    }

    public String id() {
        return candidate.id();
    }

    public Rank rank() {
        return candidate.rank();
    }

    /** Returns the approximate bytes of heap while its group is open. */
    long ramBytes() {
        return OBJECT_BYTES
                + stringBytes(candidate.id())
                + stringBytes(candidate.url())
                + stringBytes(stored.routing())
                + 24L * candidate.fields().size()
                + 8L * mustAgreeKeys.size();
    }

    /**
     * Returns the approximate bytes of heap of a member.
     *
     * @param length bytes in messages
     */
    static long unpackedBytes(int length) {
        return OBJECT_BYTES + 3 * STRING_BYTES + length;
    }

    private static long stringBytes(String string) {
        return string == null ? 0 : STRING_BYTES + string.length();
    }

    /** Compares two documents in rank order. Negative if this document is above the other. */
    public int compareRank(Member other) {
        return new RankedDoc(ref, rank()).compareTo(new RankedDoc(other.ref, other.rank()));
    }

    public Member withHead(int otherHead, Role otherRole) {
        return new Member(otherHead, ref, otherRole, original, stored, candidate, mustAgreeKeys);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVInt(head);
        out.writeLong(ref);
        out.writeEnum(role);
        out.writeLong(original);
        stored.writeTo(out);
        out.writeString(candidate.id());
        out.writeLong(candidate.rank().high());
        out.writeLong(candidate.rank().low());
        out.writeVLong(candidate.length());
        out.writeOptionalString(candidate.url());
        out.writeCollection(candidate.fields(), StreamOutput::writeOptionalDouble);
        out.writeLongArray(mustAgreeKeys.toArray());
    }

    static List<Member> sorted(List<Member> members) {
        return members.stream().sorted(Member::compareRank).toList();
    }

    /** The routing, or {@code null}, and the version of a compared document. A write on this condition fails after a change. */
    public record StoredDoc(String routing, long seqNo, long primaryTerm) implements Writeable {

        StoredDoc(StreamInput in) throws IOException {
            this(in.readOptionalString(), in.readZLong(), in.readVLong());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeOptionalString(routing);
            out.writeZLong(seqNo);
            out.writeVLong(primaryTerm);
        }
    }
}
