package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.ndd.partition.shard.Member.Role;

/** Tells the homes of the leaders who follows them. Equal texts follow whom the document that stands for them follows. */
public final class MemberSender {

    private static final int CHUNK = 512;

    private final ShardRun shard;
    private final Peers peers;
    private final Runnable ensureNotCancelled;

    public MemberSender(ShardRun shard, Peers peers, Runnable ensureNotCancelled) {
        this.shard = shard;
        this.peers = peers;
        this.ensureNotCancelled = ensureNotCancelled;
    }

    /** Sends every document that does not lead, and those contained in another's leader. */
    public void send() throws IOException {
        FixedBitSet participants = shard.participants();
        List<Integer> chunk = new ArrayList<>(CHUNK);
        for (int doc = DocBits.next(participants, 0);
                doc != DocIdSetIterator.NO_MORE_DOCS;
                doc = DocBits.next(participants, doc + 1)) {
            if (shard.leaders().ref(doc) != DocRef.of(shard.ordinal(), doc)) {
                chunk.add(doc);
                if (chunk.size() == CHUNK) {
                    sendMembers(chunk);
                    chunk.clear();
                }
            }
        }
        sendMembers(chunk);
        sendContained();
    }

    private void sendMembers(List<Integer> docs) throws IOException {
        ensureNotCancelled.run();
        long[] originals = docs.stream()
                .filter(shard.exact()::get)
                .mapToLong(doc -> shard.leaders().ref(doc))
                .toArray();
        KnownLeaders leadersOfOriginals = KnownLeaders.ask(peers, originals);
        SortedMap<Integer, List<Member>> byShard = new TreeMap<>();
        for (int doc : docs) {
            long leader = shard.leaders().ref(doc);
            long ref = DocRef.of(shard.ordinal(), doc);
            if (shard.exact().get(doc)) {
                long head = leadersOfOriginals.leader(leader);
                add(byShard, head, member(doc, head, Role.EXACT, leader));
            } else {
                add(byShard, leader, member(doc, leader, Role.MEMBER, ref));
            }
        }
        deliver(byShard);
    }

    private void sendContained() throws IOException {
        SortedMap<Integer, List<Member>> byShard = new TreeMap<>();
        for (Map.Entry<Integer, Long> entry : shard.partOf().entrySet()) {
            ensureNotCancelled.run();
            long ref = DocRef.of(shard.ordinal(), entry.getKey());
            add(byShard, entry.getValue(), member(entry.getKey(), entry.getValue(), Role.PART_OF, ref));
        }
        deliver(byShard);
    }

    private Member member(int doc, long leader, Role role, long original) throws IOException {
        return shard.member(doc, DocRef.doc(leader), role, original);
    }

    private static void add(SortedMap<Integer, List<Member>> byShard, long leader, Member member) {
        byShard.computeIfAbsent(DocRef.shard(leader), home -> new ArrayList<>()).add(member);
    }

    private void deliver(SortedMap<Integer, List<Member>> byShard) throws IOException {
        for (Map.Entry<Integer, List<Member>> entry : byShard.entrySet()) {
            peers.shard(entry.getKey()).addMembers(entry.getValue());
        }
    }
}
