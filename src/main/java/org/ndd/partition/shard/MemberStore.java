package org.ndd.partition.shard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.BytesRefArray;
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

    private static final long NONE = -1;

    private final BigArrays bigArrays;
    private LongHash heads;
    private LongArray last;
    private LongArray previous;
    private BytesRefArray data;
    private long followers;

    MemberStore(BigArrays bigArrays) {
        this.bigArrays = bigArrays;
        try (CloseOnFailure opened = new CloseOnFailure(this)) {
            heads = new LongHash(64, bigArrays);
            last = bigArrays.newLongArray(64, false);
            previous = bigArrays.newLongArray(64, false);
            data = new BytesRefArray(64, bigArrays);
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
        previous = bigArrays.grow(previous, data.size() + 1);
        previous.set(data.size(), added < 0 ? last.get(slot) : NONE);
        last.set(slot, data.size());
        data.append(member);
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

    private void forEachFollower(int head, Consumer<BytesRef> sink) {
        long slot = heads.find(head);
        for (long next = slot < 0 ? NONE : last.get(slot); next != NONE; next = previous.get(next)) {
            sink.accept(data.get(next, new BytesRef()));
        }
    }

    /** Returns the approximate bytes of heap of the unpacked followers of a document. O(n). */
    long unpackedBytes(int head) {
        long[] bytes = new long[1];
        forEachFollower(head, member -> bytes[0] += Member.unpackedBytes(member.length));
        return bytes[0];
    }

    /** Returns the followers of a document, in no order. */
    List<Member> of(int head) {
        List<Member> members = new ArrayList<>();
        forEachFollower(head, member -> {
            try (StreamInput in = new BytesArray(member).streamInput()) {
                members.add(new Member(in));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return members;
    }

    @Override
    public void close() {
        Releasables.close(heads, last, previous, data);
    }
}
