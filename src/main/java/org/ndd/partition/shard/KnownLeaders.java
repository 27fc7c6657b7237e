package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;

/** What is known of the leaders of some documents of any shard: one question to each shard that has some of them. */
final class KnownLeaders {

    private final long[] docs;
    private final long[] leaders;
    private final long[] high;
    private final long[] low;
    private KeyList keys = new KeyList(0);

    private KnownLeaders(long[] docs) {
        this.docs = docs;
        this.leaders = new long[docs.length];
        this.high = new long[docs.length];
        this.low = new long[docs.length];
    }

    /** @param refs documents, any order, repetitions allowed */
    static KnownLeaders ask(Peers peers, long[] refs) throws IOException {
        KnownLeaders known =
                new KnownLeaders(Arrays.stream(refs).sorted().distinct().toArray());
        for (int start = 0; start < known.docs.length; ) {
            int shard = DocRef.shard(known.docs[start]);
            int end = start + 1;
            while (end < known.docs.length && DocRef.shard(known.docs[end]) == shard) {
                end++;
            }
            int[] asked =
                    Arrays.stream(known.docs, start, end).mapToInt(DocRef::doc).toArray();
            LeaderStates states = peers.shard(shard).leaders(asked);
            System.arraycopy(states.refs(), 0, known.leaders, start, asked.length);
            System.arraycopy(states.high(), 0, known.high, start, asked.length);
            System.arraycopy(states.low(), 0, known.low, start, asked.length);
            known.addKeys(start, states);
            start = end;
        }
        return known;
    }

    private void addKeys(int start, LeaderStates states) {
        keys = start == 0 ? new KeyList(states.keys().width()) : keys;
        for (int i = 0; i < states.refs().length; i++) {
            keys.set(start + i, states.keys(), i);
        }
    }

    /** The leader of a document that was asked for, {@link DocRef#NONE} where it is not decided yet. */
    long leader(long ref) {
        return leaders[Arrays.binarySearch(docs, ref)];
    }

    /** Puts the leader in the place of a predecessor; false where it is not decided yet. */
    boolean resolve(Predecessors predecessors, long entry) {
        int i = Arrays.binarySearch(docs, predecessors.ref(entry));
        if (leaders[i] == DocRef.NONE) {
            return false;
        }
        predecessors.resolve(entry, leaders[i], high[i], low[i], keys, i);
        return true;
    }
}
