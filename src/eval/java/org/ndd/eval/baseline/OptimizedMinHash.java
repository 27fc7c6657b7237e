package org.ndd.eval.baseline;

import java.util.Arrays;
import java.util.List;
import org.ndd.core.group.Rank;
import org.ndd.eval.method.Grouping;
import org.ndd.eval.method.Method;
import org.ndd.eval.method.Page;

/**
 * Optimized single-threaded MinHash with locality-sensitive hashing, to compare speeds. Its results are those of {@code
 * minhash-28x4-verified} with other hash functions: 28 bands of 4 values over shingles of five words. Documents that share a band are
 * similar if half of all values are equal, and a document joins the first similar leader in rank order.
 *
 * <p>The hash functions are permutations of 32 bits with an odd factor and a summand, of which 31 bits are used, applied to the hash of a
 * shingle. The loop can be vectorized. Leaders are stored in a hash table with open addressing by their bands, without allocation per
 * document.
 */
final class OptimizedMinHash implements Method {

    static final int BANDS = 28;
    static final int ROWS = 4;
    static final int VALUES = BANDS * ROWS;

    private static final int AGREEMENT = VALUES / 2;
    private static final int[] FACTORS = new int[VALUES];
    private static final int[] SUMMANDS = new int[VALUES];

    static {
        for (int i = 0; i < VALUES; i++) {
            FACTORS[i] = (int) Hash64.seeded(1, i) | 1;
            SUMMANDS[i] = (int) Hash64.seeded(2, i);
        }
    }

    @Override
    public String name() {
        return "minhash-28x4-tuned";
    }

    @Override
    public Prepared prepare(List<Page> pages) {
        int[] values = new int[Math.multiplyExact(pages.size(), VALUES)];
        boolean[] signed = new boolean[pages.size()];
        ShingleScanner scanner = new ShingleScanner();
        int[] least = new int[VALUES];
        for (int page = 0; page < signed.length; page++) {
            int count = scanner.scan(pages.get(page).text());
            signed[page] = count > 0;
            sign(scanner.shingles(), count, least);
            System.arraycopy(least, 0, values, page * VALUES, VALUES);
        }
        return new SignedTexts(pages, values, signed);
    }

    /** Computes the minimum value of each hash function over the shingles. */
    static void sign(int[] shingles, int count, int[] least) {
        Arrays.fill(least, Integer.MAX_VALUE);
        for (int i = 0; i < count; i++) {
            lower(shingles[i], least);
        }
    }

    /** Returns the minimum of two 31-bit numbers by their difference, because Java 17 does not vectorize the minimum of integers. */
    private static void lower(int shingle, int[] least) {
        for (int i = 0; i < VALUES; i++) {
            int value = (shingle * FACTORS[i] + SUMMANDS[i]) >>> 1;
            int above = least[i] - value;
            least[i] = value + (above & above >> 31);
        }
    }

    /** Returns the number of equal values of two documents. */
    static int agreement(int[] values, int page, int other) {
        int first = page * VALUES;
        int second = other * VALUES;
        int different = 0;
        for (int i = 0; i < VALUES; i++) {
            int apart = values[first + i] ^ values[second + i];
            different += (apart | -apart) >>> 31;
        }
        return VALUES - different;
    }

    /**
     * Documents with their values.
     *
     * @param values values of all documents in one array
     * @param signed whether a document has shingles; documents without shingles are singletons
     */
    private record SignedTexts(List<Page> pages, int[] values, boolean[] signed) implements Prepared {

        @Override
        public Grouping group(String salt) {
            int[] order = order(salt);
            int[] groups = new int[order.length];
            BandTable table = new BandTable();
            int[] seenFor = new int[order.length];
            Arrays.fill(seenFor, -1);
            long comparisons = 0;
            for (int place = 0; place < order.length; place++) {
                int page = order[place];
                int best = signed[page] ? Integer.MAX_VALUE : place;
                for (int band = 0; signed[page] && band < BANDS; band++) {
                    int entry = table.first(values, page * VALUES + band * ROWS, band);
                    // Leaders of a band are in rank order, so entries after the best one cannot be better.
                    while (entry >= 0 && table.leader(entry) < best) {
                        int leader = table.leader(entry);
                        if (seenFor[leader] != place) {
                            seenFor[leader] = place;
                            comparisons++;
                            best = agreement(values, page, order[leader]) >= AGREEMENT ? leader : best;
                        }
                        entry = table.next(entry);
                    }
                }
                groups[page] = best == Integer.MAX_VALUE ? page : order[best];
                if (best == Integer.MAX_VALUE) {
                    for (int band = 0; band < BANDS; band++) {
                        table.add(values, page * VALUES + band * ROWS, band, place);
                    }
                }
            }
            return new Grouping(groups, comparisons);
        }

        /** Returns positions in rank order: sorted by the first bits of the ranks, and ties by all bits. */
        private int[] order(String salt) {
            int size = pages.size();
            Rank[] ranks = new Rank[size];
            long[] keys = new long[size];
            long positions = -1L >>> Integer.SIZE + Integer.numberOfLeadingZeros(size | 1);
            for (int page = 0; page < size; page++) {
                ranks[page] = Rank.of(salt + pages.get(page).id());
                keys[page] = (ranks[page].high() ^ Long.MIN_VALUE) & ~positions | page;
            }
            Arrays.sort(keys);
            int[] order = new int[size];
            for (int place = 0; place < size; place++) {
                int page = (int) (keys[place] & positions);
                int to = place;
                while (to > 0 && ranks[order[to - 1]].compareTo(ranks[page]) > 0) {
                    order[to] = order[to - 1];
                    to--;
                }
                order[to] = page;
            }
            return order;
        }

        @Override
        public long bytes() {
            return (long) values.length * Integer.BYTES;
        }
    }
}
