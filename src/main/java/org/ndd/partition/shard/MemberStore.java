package org.ndd.partition.shard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.ByteArray;
import org.elasticsearch.common.util.LongArray;
import org.elasticsearch.common.util.LongHash;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.core.group.Role;

/**
 * Stores the members of the groups that documents of a shard lead, by leader, in their format for messages: about 60 bytes and the id and
 * URL of each, on the request circuit breaker. The members of a leader are a linked list from the last to the first.
 */
final class MemberStore implements Releasable {

    /** Bytes before each member: the position of the previous member in the list, and the length of the member. */
    private static final int HEADER = Long.BYTES + Integer.BYTES;

    private static final long NONE = -1;

    private final BigArrays bigArrays;
    private LongHash heads;
    private LongArray last;
    private ByteArray data;
    private long size;
    private long followers;

    MemberStore(BigArrays bigArrays) {
        this.bigArrays = bigArrays;
        try (CloseOnFailure opened = new CloseOnFailure(this)) {
            heads = new LongHash(64, bigArrays);
            last = bigArrays.newLongArray(64, false);
            data = bigArrays.newByteArray(1024, false);
            opened.release();
        }
    }

    void add(List<Member> members) {
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            for (Member member : members) {
                out.reset();
                member.writeTo(out);
                add(member.head(), out.bytes().toBytesRef());
                followers += member.role() == Role.PART_OF ? 0 : 1;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(int head, BytesRef member) {
        long added = heads.add(head);
        long slot = added < 0 ? -1 - added : added;
        last = bigArrays.grow(last, slot + 1);
        data = bigArrays.grow(data, size + HEADER + member.length);
        byte[] header = ByteBuffer.allocate(HEADER)
                .putLong(added < 0 ? last.get(slot) : NONE)
                .putInt(member.length)
                .array();
        data.set(size, header, 0, HEADER);
        data.set(size + HEADER, member.bytes, member.offset, member.length);
        last.set(slot, size);
        size += HEADER + member.length;
    }

    /** Returns the number of members that are not only contained in their leader. */
    long followers() {
        return followers;
    }

    /** Passes each document that has followers to a sink, in no order. */
    void forEachHead(IntConsumer sink) {
        for (long slot = 0; slot < heads.size(); slot++) {
            sink.accept((int) heads.get(slot));
        }
    }

    private interface Sink {

        void accept(long start, int length) throws IOException;
    }

    private void forEachFollower(int head, Sink sink) {
        long slot = heads.find(head);
        long next = slot < 0 ? NONE : last.get(slot);
        BytesRef header = new BytesRef();
        try {
            while (next != NONE) {
                data.get(next, HEADER, header);
                ByteBuffer fields = ByteBuffer.wrap(header.bytes, header.offset, HEADER);
                long before = fields.getLong();
                sink.accept(next + HEADER, fields.getInt());
                next = before;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the approximate bytes of heap of the unpacked followers of a document. O(n). */
    long unpackedBytes(int head) {
        long[] bytes = new long[1];
        forEachFollower(head, (start, length) -> bytes[0] += Member.unpackedBytes(length));
        return bytes[0];
    }

    /** Returns the followers of a document, in no order. */
    List<Member> of(int head) {
        List<Member> members = new ArrayList<>();
        forEachFollower(head, (start, length) -> {
            BytesRef member = new BytesRef();
            data.get(start, length, member);
            try (StreamInput in = new BytesArray(member).streamInput()) {
                members.add(new Member(in));
            }
        });
        return members;
    }

    @Override
    public void close() {
        Releasables.close(heads, last, data);
    }
}
