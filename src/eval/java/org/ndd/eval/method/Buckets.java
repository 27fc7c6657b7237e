package org.ndd.eval.method;

import com.carrotsearch.hppc.LongIntHashMap;
import java.util.Arrays;
import java.util.function.IntConsumer;

/** Pages by key: a map from 64-bit keys to lists of positions, 20 bytes an entry. Not thread-safe. */
final class Buckets {

    private static final int NONE = -1;

    private final LongIntHashMap heads = new LongIntHashMap();
    private int[] pages = new int[1024];
    private int[] next = new int[1024];
    private int size;

    /** Adds a page to the list of a key. */
    void add(long key, int page) {
        if (size == pages.length) {
            pages = Arrays.copyOf(pages, 2 * size);
            next = Arrays.copyOf(next, 2 * size);
        }
        pages[size] = page;
        next[size] = heads.getOrDefault(key, NONE);
        heads.put(key, size);
        size++;
    }

    /** Hands out the pages of a key. */
    void each(long key, IntConsumer consumer) {
        for (int entry = heads.getOrDefault(key, NONE); entry != NONE; entry = next[entry]) {
            consumer.accept(pages[entry]);
        }
    }
}
