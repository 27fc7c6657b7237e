package org.ndd.eval.method;

import com.carrotsearch.hppc.IntArrayList;
import java.util.List;

/** Documents with all similar pairs, grouped by {@link Leaders}. */
public final class PairedPages implements Method.Prepared {

    private final List<Page> pages;
    private final IntArrayList[] similar;
    private final long comparisons;
    private final long bytes;

    /** A pair of positions. */
    public record Pair(int first, int second) {}

    /**
     * @param pairs similar pairs, each in one direction or both
     * @param comparisons number of compared pairs
     * @param bytes index size of the method
     */
    public PairedPages(List<Page> pages, Iterable<Pair> pairs, long comparisons, long bytes) {
        this.pages = pages;
        this.comparisons = comparisons;
        this.bytes = bytes;
        this.similar = new IntArrayList[pages.size()];
        for (Pair pair : pairs) {
            add(pair.first(), pair.second());
            add(pair.second(), pair.first());
        }
    }

    private void add(int page, int other) {
        if (similar[page] == null) {
            similar[page] = new IntArrayList();
        }
        similar[page].add(other);
    }

    @Override
    public Grouping group(String salt) {
        boolean[] leads = new boolean[pages.size()];
        Leaders.Candidates candidates = new Leaders.Candidates() {
            @Override
            public int[] of(int page) {
                IntArrayList leaders = new IntArrayList();
                if (similar[page] != null) {
                    similar[page].forEach((com.carrotsearch.hppc.procedures.IntProcedure) other -> {
                        if (leads[other]) {
                            leaders.add(other);
                        }
                    });
                }
                return leaders.toArray();
            }

            @Override
            public void lead(int page) {
                leads[page] = true;
            }
        };
        int[] groups =
                Leaders.group(pages, salt, candidates, (page, other) -> true).groups();
        return new Grouping(groups, comparisons);
    }

    @Override
    public long bytes() {
        return bytes;
    }
}
