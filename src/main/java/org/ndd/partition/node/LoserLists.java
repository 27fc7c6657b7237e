package org.ndd.partition.node;

import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.index.mapper.Uid;
import org.ndd.config.GroupFields;
import org.ndd.partition.shard.Peers;
import org.ndd.partition.shard.TermKind;
import org.ndd.partition.shard.TermQuery;

/**
 * Makes lists of the ids of all losers of an index, many a document: a terms query can look up such a list, and so one filter hides the
 * duplicates from any search of the pages. A list holds as many ids as a terms query takes by default; list {@code n} of an index has the
 * id {@code losers-{index}-{n}}, from 0 on. Losers are the members that are not their group's winner and were found to be its
 * near-duplicates. Lists {@code same-{index}-{n}} hold those of them that are the same as their winner, for who deletes. The ids come in
 * order from the dictionaries of the shards that have them, so it takes one pass for each of the two and memory for one list.
 */
final class LoserLists {

    /** The default of {@code index.max_terms_count}. */
    static final int LIST = 1 << 16;

    private final Peers peers;
    private final CircuitBreaker breaker;
    private final Runnable ensureNotCancelled;
    private final int listSize;
    private final Sink sink;

    /** What happens to a list. */
    interface Sink {

        void accept(String id, BytesReference document) throws IOException;
    }

    LoserLists(Peers peers, CircuitBreaker breaker, Runnable ensureNotCancelled, int listSize, Sink sink) {
        this.peers = peers;
        this.breaker = breaker;
        this.ensureNotCancelled = ensureNotCancelled;
        this.listSize = listSize;
        this.sink = sink;
    }

    /**
     * Makes all lists of an index.
     *
     * @param shards ordinals of its shards
     */
    void write(String index, List<Integer> shards) throws IOException {
        write(GroupFields.LOSER_LIST + index, TermKind.LOSER, shards);
        write(GroupFields.SAME_LIST + index, TermKind.SAME, shards);
    }

    private void write(String name, TermKind kind, List<Integer> shards) throws IOException {
        TermQuery losers = new TermQuery(kind, new BytesRef(), null, 0, 0, 1);
        List<String> list = new ArrayList<>();
        int[] number = new int[1];
        try (TermCursors cursors = new TermCursors(breaker, shards, peers, losers, ensureNotCancelled)) {
            new TermMerge(cursors.all(), ensureNotCancelled).run((id, frequency, same) -> {
                list.add(Uid.decodeId(id.bytes, id.offset, id.length));
                if (list.size() == listSize) {
                    write(name, number[0]++, list);
                    list.clear();
                }
            });
        }
        if (list.isEmpty() == false) {
            write(name, number[0], list);
        }
    }

    private void write(String name, int number, List<String> list) throws IOException {
        sink.accept(
                name + "-" + number,
                BytesReference.bytes(jsonBuilder()
                        .startObject()
                        .field(GroupFields.LOSERS, list)
                        .endObject()));
    }
}
