package org.ndd.partition.node;

import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.index.mapper.Uid;
import org.ndd.groups.DuplicateList;
import org.ndd.partition.shard.PageLists;
import org.ndd.partition.shard.ShardClients;
import org.ndd.partition.shard.TermQuery;

/**
 * Writes lists of the ids of all duplicates of an index. A terms query can look up such a list, so one filter hides the duplicates from any
 * search of the documents. A list holds as many ids as a terms query accepts by default. List {@code n} of an index has the id
 * {@code duplicates-{uuid}-{n}}, starting from 0. The UUID is that of the index, because documents of another index of the same name were
 * not compared.
 *
 * <p>Duplicates are members of a group that are near-duplicates of its canonical document. Lists {@code same-{uuid}-{n}} hold the
 * duplicates that are the same as their canonical document, for deletions. Lists of a market hold the documents hidden in it. The ids are
 * read in order from the dictionaries of their shards, in one pass per list of {@link PageLists} and with memory for one list. Works in
 * rounds; not thread-safe.
 */
final class DuplicateListWriter {

    private final String indexUuid;
    private final List<Integer> shards;
    private final PageLists lists;
    private final CircuitBreaker breaker;
    private final int listSize;
    private final List<String> list = new ArrayList<>();
    private int of;
    private int number;
    private BytesRef last;

    /**
     * @param indexUuid UUID of the index
     * @param shards ordinals of the shards of the index
     * @param lists the kinds of lists
     */
    DuplicateListWriter(String indexUuid, List<Integer> shards, PageLists lists, CircuitBreaker breaker, int listSize) {
        this.indexUuid = indexUuid;
        this.shards = shards;
        this.lists = lists;
        this.breaker = breaker;
        this.listSize = listSize;
    }

    /**
     * Adds at least one id to the lists.
     *
     * @param sink receives the id of each list and its document
     * @param mayContinue whether the round has time for another id
     * @return whether all lists are written
     */
    boolean round(
            ShardClients peers,
            BiConsumer<String, BytesReference> sink,
            BooleanSupplier mayContinue,
            Runnable ensureNotCancelled)
            throws IOException {
        TermQuery duplicates = TermQuery.listed(of, last);
        try (TermCursors cursors = new TermCursors(breaker, shards, List.of(), peers, duplicates, ensureNotCancelled)) {
            last = cursors.merge()
                    .run(
                            (id, frequency, same) -> {
                                list.add(Uid.decodeId(id.bytes, id.offset, id.length));
                                if (list.size() == listSize) {
                                    write(sink);
                                }
                            },
                            mayContinue);
        }
        if (last == null) {
            if (list.isEmpty() == false) {
                write(sink);
            }
            of++;
            number = 0;
        }
        return of == lists.count();
    }

    private String kind() {
        return switch (of) {
            case PageLists.DUPLICATES -> DuplicateList.ALL;
            case PageLists.SAME -> DuplicateList.SAME;
            default -> DuplicateList.ofMarket(lists.market(of));
        };
    }

    private void write(BiConsumer<String, BytesReference> sink) throws IOException {
        sink.accept(
                DuplicateList.name(kind(), indexUuid) + number,
                BytesReference.bytes(jsonBuilder().map(DuplicateList.of(list))));
        number++;
        list.clear();
    }
}
