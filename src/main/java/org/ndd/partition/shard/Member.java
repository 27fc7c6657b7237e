package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.bulk.PeriodicCheck;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.CanonicalRule.CanonicalCandidate;
import org.ndd.core.group.Rank;
import org.ndd.core.group.Role;
import org.ndd.pair.CandidateReader.StoredDoc;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.RankedDoc;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.shard.Leaders.KnownLeaders;
import org.ndd.partition.shard.ShardMethod.ShardClients;

/**
 * A document of a group, as it is sent to the home shard of the group's leader.
 *
 * @param head document number of the leader (in mode sets: of the set's label) in the receiving shard
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

    /** Sends each document to the home shard of its leader. An exact duplicate follows the leader of its original. */
    public static final class MemberSender {

        private static final int CHUNK = 512;

        private final PinnedShard pinned;
        private final ShardDecisions decisions;
        private final ShardClients peers;
        private final Runnable ensureNotCancelled;

        public MemberSender(ShardRun shard, ShardClients peers, Runnable ensureNotCancelled) {
            this.pinned = shard.pinned();
            this.decisions = shard.decisions();
            this.peers = peers;
            this.ensureNotCancelled = ensureNotCancelled;
        }

        private record Named(int doc, String id) {}

        /** Sends every document that does not lead and every contained one; returns the number of contained documents. */
        public StepCounts send() throws IOException {
            FixedBitSet following = pinned.participants().clone();
            for (int doc = PinnedShard.nextDoc(following, 0);
                    doc != DocIdSetIterator.NO_MORE_DOCS;
                    doc = PinnedShard.nextDoc(following, doc + 1)) {
                if (decisions.isLeader(doc)) {
                    following.clear(doc);
                }
            }
            PeriodicCheck check = new PeriodicCheck(ensureNotCancelled);
            List<Named> chunk = new ArrayList<>(CHUNK);
            PinnedShard.forEachId(pinned.reader(), following, check, (doc, id) -> {
                chunk.add(new Named(doc, id));
                if (chunk.size() == CHUNK) {
                    sendMembers(chunk);
                    chunk.clear();
                }
            });
            sendMembers(chunk);
            return sendContained();
        }

        private void sendMembers(List<Named> members) throws IOException {
            ensureNotCancelled.run();
            members.sort(Comparator.comparingInt(Named::doc));
            DocList leaders = KnownLeaders.current(
                    decisions, peers, members.stream().mapToInt(Named::doc).toArray());
            SortedMap<Integer, List<Member>> byShard = new TreeMap<>();
            for (int i = 0; i < members.size(); i++) {
                Named member = members.get(i);
                long head = leaders.ref(i);
                boolean exact = decisions.exact().get(member.doc());
                long original = exact
                        ? decisions.leaders().ref(member.doc())
                        : pinned.docs().ref(member.doc());
                Role role = exact ? Role.EXACT : Role.MEMBER;
                add(byShard, head, pinned.member(member.doc(), member.id(), DocRef.doc(head), role, original));
            }
            peers.callEach(ShardMethod.MEMBERS, byShard);
        }

        private StepCounts sendContained() throws IOException {
            StepCounts counts = new StepCounts();
            SortedMap<Integer, Long> chunk = decisions.partOf(0, CHUNK);
            while (chunk.isEmpty() == false) {
                ensureNotCancelled.run();
                int last = chunk.lastKey();
                counts.add(StepCounts.Count.PART_OF, sendContained(chunk));
                chunk = decisions.partOf(last + 1, CHUNK);
            }
            return counts;
        }

        /**
         * Sends the contained documents that still lead: such a document may have joined another group after its container was found. The
         * container may also have joined another group. If its new leader and the contained document must not be duplicates, the contained
         * document is not sent.
         *
         * @return the number of documents sent
         */
        private int sendContained(SortedMap<Integer, Long> contained) throws IOException {
            contained.keySet().removeIf(doc -> decisions.isLeader(doc) == false);
            KnownLeaders merged = KnownLeaders.of(
                    peers,
                    contained.values().stream().mapToLong(Long::longValue).toArray());
            contained
                    .entrySet()
                    .removeIf(entry -> merged.disagrees(pinned.docs(), entry.getKey(), entry.getValue())
                            || decisions
                                    .decided()
                                    .disagree(pinned.docs().ref(entry.getKey()), merged.leader(entry.getValue())));
            SortedMap<Integer, List<Member>> byShard = new TreeMap<>();
            for (Map.Entry<Integer, Long> entry : contained.entrySet()) {
                long ref = pinned.docs().ref(entry.getKey());
                long head = merged.leader(entry.getValue());
                add(byShard, head, pinned.member(entry.getKey(), DocRef.doc(head), Role.PART_OF, ref));
            }
            peers.callEach(ShardMethod.MEMBERS, byShard);
            return contained.size();
        }

        private static void add(SortedMap<Integer, List<Member>> byShard, long leader, Member member) {
            byShard.computeIfAbsent(DocRef.shard(leader), ignored -> new ArrayList<>())
                    .add(member);
        }
    }
}
