package org.ndd.eval.baseline;

import java.util.Arrays;
import java.util.List;
import org.ndd.core.group.Rank;
import org.ndd.eval.method.Grouping;
import org.ndd.eval.method.Method;
import org.ndd.eval.method.Page;

/**
 * MinHash and locality-sensitive hashing as fast as one thread can: what our method's speed is measured against. Finds what {@code
 * minhash-28x4-verified} finds, but for the chance in its hash functions: 28 bands of 4 values over shingles of five words, pages that
 * share a band are similar if half of all values are equal, and a page joins the first leader in rank order that it is similar to.
 *
 * <p>The hash functions are permutations of 32 bits, an odd factor and a summand each, of which 31 are kept, applied to the hash of a
 * shingle; written so that the processor does eight at a time. Leaders stand in a table of open addresses under their bands; nothing is
 * allocated for a page.
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

    /** The least value of each hash function over the shingles. */
    static void sign(int[] shingles, int count, int[] least) {
        Arrays.fill(least, Integer.MAX_VALUE);
        for (int i = 0; i < count; i++) {
            lower(shingles[i], least);
        }
    }

    /** The lesser of two numbers of 31 bits by their difference: Java 17 has no vectors for the minimum of integers. */
    private static void lower(int shingle, int[] least) {
        for (int i = 0; i < VALUES; i++) {
            int value = (shingle * FACTORS[i] + SUMMANDS[i]) >>> 1;
            int above = least[i] - value;
            least[i] = value + (above & above >> 31);
        }
    }

    /** Equal values of two pages. */
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
     * Pages with their values.
     *
     * @param values of all pages, one after the other
     * @param signed whether a page has any shingle; one without is alone
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
                    // Leaders of a band stand in rank order: those behind the best one so far cannot be first.
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

        /** Positions in rank order: sorted by the first bits of the ranks, then where these are equal by all. */
        private int[] order(String salt) {
            int size = pages.size();
            Rank[] ranks = new Rank[size];
            long[] keys = new long[size];
            long positions = -1L >>> Integer.SIZE + Integer.numberOfLeadingZeros(size | 1);
            for (int page = 0; page < size; page++) {
                ranks[page] = Rank.of(pages.get(page).id(), salt);
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
