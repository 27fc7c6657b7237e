package org.ndd.eval.method;

import com.carrotsearch.hppc.IntArrayList;
import java.util.Arrays;
import java.util.List;

/** Documents with signatures, grouped by {@link Leaders}: a document is compared with the leaders that share a key with it. */
public final class SignedPages implements Method.Prepared {

    private final List<Page> pages;
    private final Signatures signatures;

    public SignedPages(List<Page> pages, Signatures signatures) {
        this.pages = pages;
        this.signatures = signatures;
    }

    @Override
    public Grouping group(String salt) {
        boolean keyed = pages.isEmpty() == false && signatures.keys(0) != Signatures.NO_KEYS;
        return Leaders.group(pages, salt, keyed ? new ByKey() : new All(), signatures::similar);
    }

    @Override
    public long bytes() {
        return signatures.bytes();
    }

    private static final class All implements Leaders.Candidates {

        private final IntArrayList leaders = new IntArrayList();

        @Override
        public int[] of(int page) {
            return leaders.toArray();
        }

        @Override
        public void lead(int page) {
            leaders.add(page);
        }
    }

    private final class ByKey implements Leaders.Candidates {

        private final Buckets buckets = new Buckets();
        private final int[] seenFor = new int[pages.size()];

        private ByKey() {
            Arrays.fill(seenFor, -1);
        }

        @Override
        public int[] of(int page) {
            IntArrayList found = new IntArrayList();
            for (long key : signatures.keys(page)) {
                buckets.each(key, leader -> {
                    if (seenFor[leader] != page) {
                        seenFor[leader] = page;
                        found.add(leader);
                    }
                });
            }
            return found.toArray();
        }

        @Override
        public void lead(int page) {
            for (long key : signatures.keys(page)) {
                buckets.add(key, page);
            }
        }
    }
}
