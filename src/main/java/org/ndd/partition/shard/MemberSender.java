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
import org.ndd.core.group.Role;
import org.ndd.partition.shard.Leaders.KnownLeaders;

/** Sends each document to the home shard of its leader. An exact duplicate follows the leader of its original. */
public final class MemberSender {

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
        for (int doc = DocRef.next(following, 0);
                doc != DocIdSetIterator.NO_MORE_DOCS;
                doc = DocRef.next(following, doc + 1)) {
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
        deliver(byShard);
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
                peers, contained.values().stream().mapToLong(Long::longValue).toArray());
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
        deliver(byShard);
        return contained.size();
    }

    private static void add(SortedMap<Integer, List<Member>> byShard, long leader, Member member) {
        byShard.computeIfAbsent(DocRef.shard(leader), ignored -> new ArrayList<>())
                .add(member);
    }

    private void deliver(SortedMap<Integer, List<Member>> byShard) throws IOException {
        for (Map.Entry<Integer, List<Member>> entry : byShard.entrySet()) {
            peers.call(entry.getKey(), ShardMethod.MEMBERS, entry.getValue());
        }
    }
}
