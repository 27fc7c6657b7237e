package org.ndd.partition.shard;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.ndd.core.compare.Relation;
import org.ndd.partition.shard.Grouper.Group;

/** Sends losers to their homes, so that they can be listed in order of id there. */
public final class LoserSender implements Grouper.Sink {

    private final Peers peers;
    private final Map<Relation, SortedMap<Integer, IntStream.Builder>> byRelation = new EnumMap<>(Relation.class);

    public LoserSender(Peers peers) {
        this.peers = peers;
    }

    @Override
    public void page(Group group, Member page, Verdict toWinner) {
        if (toWinner != null && toWinner.verifies(page.role())) {
            byRelation
                    .computeIfAbsent(toWinner.relation(), relation -> new TreeMap<>())
                    .computeIfAbsent(DocRef.shard(page.ref()), shard -> IntStream.builder())
                    .add(DocRef.doc(page.ref()));
        }
    }

    @Override
    public void complete(Group group) {}

    /** Tells of those that are not told yet. */
    public void send() throws IOException {
        for (Relation relation : byRelation.keySet()) {
            for (Map.Entry<Integer, IntStream.Builder> docs :
                    byRelation.get(relation).entrySet()) {
                peers.shard(docs.getKey())
                        .addLosers(relation, docs.getValue().build().toArray());
            }
        }
        byRelation.clear();
    }
}
