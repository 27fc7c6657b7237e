package org.ndd.core.compare;

import java.util.Arrays;

/**
 * Finds the cheapest edits that turn one short string into another: characters are inserted, deleted or replaced, each at cost 1. Pairs of
 * characters that scanners read as one, and a hyphen at the end of a line, cost 1 together. Texts are expected to have about the same
 * characters in the same places: O(|A|+|B|) times the difference of their lengths.
 */
final class EditPath {

    /** Two characters, and the character that they look like. */
    private static final String[] SIMILAR_CHARACTERS = {"rnm", "cld", "vvw", "iiu", "nnm", "lih", "inm", "tlh"};

    /** Numbers of characters of A, and below of B, that a step takes; steps of equal cost are preferred in this order. */
    private static final int[] A_STEPS = {1, 1, 0, 2, 1, 2, 0};

    private static final int[] B_STEPS = {1, 0, 1, 1, 2, 0, 2};

    /** Maximum number of characters by which errors displace a text. */
    private static final int MAX_OFFSET = 12;

    private static final int UNREACHABLE = Integer.MAX_VALUE / 2;

    private final String a;
    private final String b;
    /** Costs of the cells near the diagonal, for each character of A: words with errors are not far from it. */
    private final int[] costs;

    /** Minimum and maximum offset of B from A within which cells are computed. */
    private final int least;

    private final int most;
    private final int[] inA;
    private final int[] inB;
    private int length;
    private int costAtRestart;

    EditPath(String a, String b) {
        this.a = a;
        this.b = b;
        this.least = Math.min(0, b.length() - a.length()) - MAX_OFFSET;
        this.most = Math.max(0, b.length() - a.length()) + MAX_OFFSET;
        this.costs = new int[(a.length() + 1) * (most - least + 1)];
        this.inA = new int[a.length() + b.length() + 1];
        this.inB = new int[inA.length];
        fill();
        trace();
    }

    private int cell(int i, int j) {
        return i * (most - least + 1) + j - i - least;
    }

    private int at(int i, int j) {
        return j - i < least || j - i > most ? UNREACHABLE : costs[cell(i, j)];
    }

    private void fill() {
        Arrays.fill(costs, UNREACHABLE);
        for (int i = 0; i <= a.length(); i++) {
            for (int j = Math.max(0, i + least); j <= Math.min(b.length(), i + most); j++) {
                int cheapest = i + j == 0 ? 0 : UNREACHABLE;
                for (int step = 0; step < A_STEPS.length; step++) {
                    int ofA = A_STEPS[step];
                    int ofB = B_STEPS[step];
                    if (ofA <= i && ofB <= j && at(i - ofA, j - ofB) < cheapest) {
                        int cost = cost(i, j, ofA, ofB);
                        cheapest = cost < 0 ? cheapest : Math.min(cheapest, at(i - ofA, j - ofB) + cost);
                    }
                }
                costs[cell(i, j)] = cheapest;
            }
        }
    }

    /** Returns the cost of a step, or -1 if there is no such step. */
    private int cost(int i, int j, int ofA, int ofB) {
        if (ofA <= 1 && ofB <= 1) {
            return ofA == 1 && ofB == 1 && a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        }
        if (ofA == 2 && ofB == 1) {
            return isLookAlike(a, i - 2, b.charAt(j - 1)) ? 1 : -1;
        }
        if (ofA == 1 && ofB == 2) {
            return isLookAlike(b, j - 2, a.charAt(i - 1)) ? 1 : -1;
        }
        if (ofA == 2 && ofB == 0) {
            return isHyphenation(a, i - 2) ? 1 : -1;
        }
        return ofA == 0 && ofB == 2 && isHyphenation(b, j - 2) ? 1 : -1;
    }

    private static boolean isLookAlike(String pair, int start, char single) {
        for (String similar : SIMILAR_CHARACTERS) {
            if (similar.charAt(2) == single
                    && similar.charAt(0) == pair.charAt(start)
                    && similar.charAt(1) == pair.charAt(start + 1)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isHyphenation(String text, int start) {
        return text.charAt(start) == '-' && Character.isWhitespace(text.charAt(start + 1));
    }

    /** Traces the path from the end, each time by the first step that is cheapest: equal characters first. */
    private void trace() {
        int i = a.length();
        int j = b.length();
        int n = inA.length;
        while (true) {
            n--;
            inA[n] = i;
            inB[n] = j;
            if (i + j == 0) {
                break;
            }
            int step = 0;
            while (isStep(i, j, A_STEPS[step], B_STEPS[step]) == false) {
                step++;
            }
            i -= A_STEPS[step];
            j -= B_STEPS[step];
        }
        length = inA.length - n;
        System.arraycopy(inA, n, inA, 0, length);
        System.arraycopy(inB, n, inB, 0, length);
    }

    private boolean isStep(int i, int j, int ofA, int ofB) {
        if (ofA > i || ofB > j) {
            return false;
        }
        int cost = cost(i, j, ofA, ofB);
        return cost >= 0 && at(i - ofA, j - ofB) + cost == at(i, j);
    }

    /** Returns the number of positions on the path, including both ends. */
    int length() {
        return length;
    }

    /** Returns the position in A after a number of steps. */
    int inA(int step) {
        return inA[step];
    }

    /** Returns the position in B after a number of steps. */
    int inB(int step) {
        return inB[step];
    }

    /** Returns the number of edits up to a step, from the beginning or the last {@link #restart}. */
    int cost(int step) {
        return at(inA[step], inB[step]) - costAtRestart;
    }

    /** Restarts the count of edits at a step. */
    void restart(int step) {
        costAtRestart = at(inA[step], inB[step]);
    }
}
