package org.ndd.core.align;

/**
 * Computes d(x), x = 0…|A|: the number of edits before position x of A that turn A into B (PKU report, section 4.4, figure 3). A's
 * unmatched elements are deletions. B's unmatched elements are insertions: each is charged before the next matched element of A, and
 * counted from that position. Those after the last match are charged at |A|. Both are counted against the whole texts, not their sketches,
 * so d(|A|) = |A| + |B| − 2|L|. Takes O(|A|) time and 4 bytes per code unit. Immutable.
 */
final class EditCurve {
    private final int[] edits;

    /**
     * @param lengthA |A|, in code units
     * @param lengthB |B|, in code units
     * @param alignment matched positions
     */
    EditCurve(int lengthA, int lengthB, Alignment alignment) {
        this.edits = new int[lengthA + 1];
        int next = 0;
        int nextInB = 0;
        int count = 0;
        for (int x = 0; x < lengthA; x++) {
            boolean matched = next < alignment.length() && alignment.inA()[next] == x;
            if (matched) {
                count += alignment.inB()[next] - nextInB;
                nextInB = alignment.inB()[next] + 1;
                next++;
            }
            edits[x] = count;
            if (matched == false) {
                count++;
            }
        }
        edits[lengthA] = count + lengthB - nextInB;
    }

    /** Returns |A|, in code units. */
    int length() {
        return edits.length - 1;
    }

    /** Returns d(x), 0 ≤ x ≤ |A|. */
    int at(int x) {
        return edits[x];
    }

    /** Returns the average slope (d(to) − d(from)) / (to − from), for from &lt; to. */
    double slope(int from, int to) {
        return (double) (edits[to] - edits[from]) / (to - from);
    }
}
