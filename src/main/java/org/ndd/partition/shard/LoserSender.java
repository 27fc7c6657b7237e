package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.ndd.partition.shard.Grouper.Group;

/** Tells the homes of losers, pages that are similar to another that won, so that they can be listed in order of id where they are. */
public final class LoserSender implements Grouper.Sink {

    private final Peers peers;
    private final SortedMap<Integer, IntStream.Builder> byShard = new TreeMap<>();

    public LoserSender(Peers peers) {
        this.peers = peers;
    }

    @Override
    public void page(Group group, Member page, Verdict toWinner) {
        if (toWinner != null && toWinner.verified()) {
            byShard.computeIfAbsent(DocRef.shard(page.ref()), shard -> IntStream.builder())
                    .add(DocRef.doc(page.ref()));
        }
    }

    @Override
    public void complete(Group group) {}

    /** Tells of those that are not told yet. */
    public void send() throws IOException {
        for (Map.Entry<Integer, IntStream.Builder> docs : byShard.entrySet()) {
            peers.shard(docs.getKey()).addLosers(docs.getValue().build().toArray());
        }
        byShard.clear();
    }
}
