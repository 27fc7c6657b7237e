package org.ndd.eval.method;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.LongObjectHashMap;
import java.util.function.IntConsumer;

/** Documents by key: a map from 64-bit keys to lists of positions. Not thread-safe. */
final class Buckets {

    private static final int FIRST_CAPACITY = 2;

    private final LongObjectHashMap<IntArrayList> lists = new LongObjectHashMap<>();

    /** Adds a document to the list of a key. */
    void add(long key, int page) {
        IntArrayList list = lists.get(key);
        if (list == null) {
            list = new IntArrayList(FIRST_CAPACITY);
            lists.put(key, list);
        }
        list.add(page);
    }

    /** Passes the documents of a key to a consumer. */
    void each(long key, IntConsumer consumer) {
        IntArrayList list = lists.get(key);
        if (list != null) {
            for (int i = 0; i < list.elementsCount; i++) {
                consumer.accept(list.buffer[i]);
            }
        }
    }
}
