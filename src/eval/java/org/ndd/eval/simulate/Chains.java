package org.ndd.eval.simulate;

import java.util.Random;

/**
 * Dependencies between documents during decisions. Neighbors are generated: groups by a power law, with members in random rank order. Each
 * member has up to 16 predecessors among the first 64 of its group, and some have a predecessor in another group. The order of documents in
 * shards is independent of ranks. All shards iterate over their documents repeatedly, and decide those whose predecessors are decided.
 *
 * @param longest number of documents in the longest chain of predecessors
 * @param passes mean number of passes until a document is decided
 * @param mostPasses number of passes until all documents are decided
 * @param requested mean number of requests for a predecessor until it is decided
 */
record Chains(int longest, double passes, int mostPasses, double requested) {

    private static final int HEAD = 64;
    private static final int PREDECESSORS = 16;

    /**
     * Generates neighbors and decides them. O(16 · documents), 16 bytes per document and 256 per group of 64 or more.
     *
     * @param strayShare fraction of documents with a predecessor in another group
     * @param windows number of ranges of ranks that are decided one after the other
     */
    static Chains generate(int documents, GroupSizes sizes, double strayShare, int windows, long seed) {
        Random dice = new Random(seed);
        int[] group = new int[documents];
        int groups = 0;
        for (int filled = 0; filled < documents; groups++) {
            int end = Math.min(documents, filled + sizes.one(dice));
            for (; filled < end; filled++) {
                group[filled] = groups;
            }
        }
        shuffle(group, dice);
        int[][] heads = new int[groups][];
        byte[] members = new byte[groups];
        float[] place = new float[documents];
        short[] depth = new short[documents];
        short[] pass = new short[documents];
        int longest = 0;
        int most = 0;
        double passes = 0;
        double asked = 0;
        double predecessors = 0;
        int[] picked = new int[HEAD];
        for (int document = 0; document < documents; document++) {
            place[document] = dice.nextFloat();
            int above = members[group[document]];
            int[] head = heads[group[document]];
            int count = Math.min(above, PREDECESSORS);
            short deepest = 0;
            short last = 1;
            for (int i = 0; i < above; i++) {
                picked[i] = head[i];
            }
            for (int i = 0; i <= count; i++) {
                int predecessor;
                if (i < count) {
                    int other = i + dice.nextInt(above - i);
                    predecessor = picked[other];
                    picked[other] = picked[i];
                } else if (document > 0 && dice.nextDouble() < strayShare) {
                    predecessor = dice.nextInt(document);
                } else {
                    break;
                }
                deepest = (short) Math.max(deepest, depth[predecessor]);
                boolean before = (long) predecessor * windows / documents < (long) document * windows / documents;
                int own = place[predecessor] < place[document] ? pass[predecessor] : pass[predecessor] + 1;
                int after = before ? 1 : own;
                last = (short) Math.max(last, after);
                asked += after;
                predecessors++;
            }
            depth[document] = (short) (deepest + 1);
            pass[document] = last;
            longest = Math.max(longest, deepest + 1);
            most = Math.max(most, last);
            passes += last;
            if (above < HEAD) {
                heads[group[document]] = with(head, above, document);
                members[group[document]]++;
            }
        }
        return new Chains(longest, passes / documents, most, predecessors == 0 ? 1 : asked / predecessors);
    }

    private static int[] with(int[] head, int size, int document) {
        int[] longer = head;
        if (head == null || head.length == size) {
            longer = new int[Math.max(1, Math.min(HEAD, 2 * size))];
            if (head != null) {
                System.arraycopy(head, 0, longer, 0, size);
            }
        }
        longer[size] = document;
        return longer;
    }

    private static void shuffle(int[] values, Random dice) {
        for (int i = values.length - 1; i > 0; i--) {
            int other = dice.nextInt(i + 1);
            int value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
    }
}
