package org.ndd.partition.shard;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.ndd.core.group.Verdict;
import org.ndd.partition.shard.ShardMethod.ListDocs;

/** Sends the documents of lists to their own shards, which list them in order of id. */
public final class DuplicateSender {

    private final ShardClients peers;
    private final PageLists lists;
    private final SortedMap<Integer, SortedMap<Integer, IntStream.Builder>> byList = new TreeMap<>();

    public DuplicateSender(ShardClients peers, PageLists lists) {
        this.peers = peers;
        this.lists = lists;
    }

    /**
     * Adds a document of a group to its lists.
     *
     * @param toCanonical verdict on the document and the canonical document; {@code null} for the canonical document itself
     * @param canonicalIn markets in which it is canonical
     */
    public void add(Member page, Verdict toCanonical, List<String> canonicalIn) {
        lists.forEach(
                page,
                toCanonical,
                canonicalIn,
                list -> byList.computeIfAbsent(list, l -> new TreeMap<>())
                        .computeIfAbsent(DocRef.shard(page.ref()), shard -> IntStream.builder())
                        .add(DocRef.doc(page.ref())));
    }

    /** Sends the documents that were not sent yet. */
    public void send() throws IOException {
        for (int list : byList.keySet()) {
            for (Map.Entry<Integer, IntStream.Builder> docs : byList.get(list).entrySet()) {
                peers.shard(docs.getKey())
                        .call(
                                ShardMethod.LISTED,
                                new ListDocs(list, docs.getValue().build().toArray()));
            }
        }
        byList.clear();
    }
}
