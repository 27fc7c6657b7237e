package org.ndd.core.align;

import java.util.Arrays;
import java.util.function.ToLongBiFunction;

/**
 * Computes the LCS of the kept parts of two texts, as positions of the texts. Exact by code units within the work budget. Above it common
 * prefix and suffix are still matched by code unit, and the middle by sentence (docs/algorithm.md, Comparing two texts). The choice between
 * the two is a function of the texts alone. Not thread-safe.
 */
final class SketchAligner {
    private final String a;
    private final String b;
    private final int[] positionsA;
    private final int[] positionsB;
    private final Runnable check;
    private final long budget;
    private final BitVectorLcs exact;

    /**
     * @param positionsA ascending positions of {@code a} to align
     * @param positionsB ascending positions of {@code b} to align
     * @param check called periodically; throws to cancel
     */
    SketchAligner(String a, int[] positionsA, String b, int[] positionsB, Runnable check) {
        this(a, positionsA, b, positionsB, check, BitVectorLcs.BUDGET);
    }

    /** Creates an aligner with another budget, so that tests reach the approximation with short texts. */
    SketchAligner(String a, int[] positionsA, String b, int[] positionsB, Runnable check, long budget) {
        this.a = a;
        this.b = b;
        this.positionsA = positionsA;
        this.positionsB = positionsB;
        this.check = check;
        this.budget = budget;
        CharacterSymbols symbols = new CharacterSymbols();
        int[] symbolsA = symbols.add(a.toCharArray(), positionsA);
        this.exact = new BitVectorLcs(symbolsA, symbols.find(b.toCharArray(), positionsB), symbols.size(), check);
    }

    /** Returns whether the middle exceeds the budget. */
    boolean isApproximate() {
        return exact.wordSteps() > budget;
    }

    /** Returns |L|, in code units; cheaper than {@link #align()} if the positions are not needed. */
    int length() {
        return isApproximate() ? align().length() : exact.length();
    }

    /** Returns the alignment. */
    Alignment align() {
        if (isApproximate()) {
            return inSentences();
        }
        BitVectorLcs.Matches matches = exact.matches();
        return new Alignment(at(positionsA, matches.inA()), at(positionsB, matches.inB()), false);
    }

    private static int[] at(int[] positions, int[] indices) {
        int[] values = new int[indices.length];
        for (int i = 0; i < indices.length; i++) {
            values[i] = positions[indices[i]];
        }
        return values;
    }

    /** Returns the alignment by whole sentences, or by coarser pieces if there are too many: much cheaper, but approximate. */
    private Alignment inSentences() {
        int prefix = exact.prefix();
        int suffix = exact.suffix();
        int endA = positionsA.length - suffix;
        int endB = positionsB.length - suffix;
        Pieces piecesA = Pieces.of(a, positionsA, prefix, endA);
        Pieces piecesB = Pieces.of(b, positionsB, prefix, endB);
        ToLongBiFunction<Pieces, Pieces> work = (left, right) -> (long) right.count() * MatchMasks.words(left.count());
        // Increasingly coarse, by content, so that both texts are cut alike; texts without sentences end in few pieces.
        for (int level = 1; work.applyAsLong(piecesA, piecesB) > budget && level <= Pieces.MAX_LEVEL; level++) {
            piecesA = piecesA.coarser(level);
            piecesB = piecesB.coarser(level);
        }
        int[] inA = new int[Math.min(positionsA.length, positionsB.length)];
        int[] inB = new int[inA.length];
        int n = 0;
        for (; n < prefix; n++) {
            inA[n] = positionsA[n];
            inB[n] = positionsB[n];
        }
        if (work.applyAsLong(piecesA, piecesB) <= budget) {
            n = addPieces(piecesA, piecesB, inA, inB, n);
        }
        for (int i = 0; i < suffix; i++, n++) {
            inA[n] = positionsA[endA + i];
            inB[n] = positionsB[endB + i];
        }
        return new Alignment(Arrays.copyOf(inA, n), Arrays.copyOf(inB, n), true);
    }

    private int addPieces(Pieces piecesA, Pieces piecesB, int[] inA, int[] inB, int from) {
        PieceSymbols symbols = new PieceSymbols();
        int[] symbolsA = symbols.add(piecesA);
        BitVectorLcs coarse = new BitVectorLcs(symbolsA, symbols.find(piecesB), symbols.size(), check);
        BitVectorLcs.Matches matches = coarse.matches();
        int n = from;
        for (int m = 0; m < matches.inA().length; m++) {
            int startA = piecesA.start(matches.inA()[m]);
            int startB = piecesB.start(matches.inB()[m]);
            int length = piecesA.end(matches.inA()[m]) - startA;
            for (int i = 0; i < length; i++, n++) {
                inA[n] = positionsA[startA + i];
                inB[n] = positionsB[startB + i];
            }
        }
        return n;
    }

    /** Numbers the different code units of one text from 0, in order of appearance. Not thread-safe. */
    private static final class CharacterSymbols {
        private static final int PAGE = 256;

        /** Number of a code unit plus one, by its upper and its lower byte: texts use few of the 256 ranges of the upper byte. */
        private final int[][] pages = new int[PAGE][];

        private int size;

        /** Returns the symbols of the code units at {@code positions}; new code units get numbers. */
        int[] add(char[] text, int[] positions) {
            int[] symbols = new int[positions.length];
            for (int i = 0; i < positions.length; i++) {
                char unit = text[positions[i]];
                int[] page = pages[unit >>> 8];
                if (page == null) {
                    page = new int[PAGE];
                    pages[unit >>> 8] = page;
                }
                int low = unit & (PAGE - 1);
                if (page[low] == 0) {
                    page[low] = ++size;
                }
                symbols[i] = page[low] - 1;
            }
            return symbols;
        }

        /** Returns the symbols of the code units at {@code positions}; −1 for those that were never added. */
        int[] find(char[] text, int[] positions) {
            int[] symbols = new int[positions.length];
            Arrays.fill(symbols, -1);
            for (int i = 0; i < positions.length; i++) {
                char unit = text[positions[i]];
                int[] page = pages[unit >>> 8];
                if (page != null) {
                    symbols[i] = page[unit & (PAGE - 1)] - 1;
                }
            }
            return symbols;
        }

        /** Returns the number of different code units added. */
        int size() {
            return size;
        }
    }
}
