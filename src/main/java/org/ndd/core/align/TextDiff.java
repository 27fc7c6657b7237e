package org.ndd.core.align;

import java.util.ArrayList;
import java.util.List;
import org.ndd.core.text.ApiName;

/**
 * Computes the difference of two texts as runs for highlighting: by words if that is within the work budget of one LCS, else by sentences,
 * else by increasingly long passages. The equal runs and those of A, in order, make A; the equal runs and those of B make B. Runs never
 * divide a surrogate pair.
 */
public final class TextDiff {
    private TextDiff() {}

    /** The texts that contain a run. */
    public enum Kind implements ApiName {
        /** In both texts. */
        EQUAL,
        /** Only in A. */
        ONLY_A,
        /** Only in B. */
        ONLY_B
    }

    /**
     * A passage of text, never empty.
     *
     * @param kind the texts that contain it
     * @param text the passage
     */
    public record Run(Kind kind, String text) {}

    /**
     * Computes the runs; no two adjacent runs are of the same kind, and text only in A comes before text only in B. At most
     * {@link BitVectorLcs#BUDGET} word steps, and O(|A|+|B|) other work.
     *
     * @param a canonical text
     * @param b canonical text
     * @param cancellationCheck called periodically; throws to cancel
     */
    public static List<Run> of(String a, String b, Runnable cancellationCheck) {
        return of(a, b, cancellationCheck, BitVectorLcs.BUDGET);
    }

    /** Computes the runs with another budget, so that tests reach the coarse units with short texts. */
    static List<Run> of(String a, String b, Runnable check, long budget) {
        Pieces piecesA = Pieces.ofWords(a);
        Pieces piecesB = Pieces.ofWords(b);
        BitVectorLcs lcs = lcs(piecesA, piecesB, check);
        for (int level = 0; lcs.wordSteps() > budget && level <= Pieces.MAX_LEVEL; level++) {
            piecesA = level == 0 ? Pieces.ofSentences(a) : piecesA.coarser(level);
            piecesB = level == 0 ? Pieces.ofSentences(b) : piecesB.coarser(level);
            lcs = lcs(piecesA, piecesB, check);
        }
        RunBuilder runs = new RunBuilder(a, b);
        if (lcs.wordSteps() <= budget) {
            BitVectorLcs.Matches matches = lcs.matches();
            for (int i = 0; i < matches.inA().length; i++) {
                runs.equal(piecesA, matches.inA()[i], piecesB, matches.inB()[i]);
            }
        } else {
            for (int i = 0; i < lcs.prefix(); i++) {
                runs.equal(piecesA, i, piecesB, i);
            }
            for (int i = lcs.suffix(); i > 0; i--) {
                runs.equal(piecesA, piecesA.count() - i, piecesB, piecesB.count() - i);
            }
        }
        return runs.build();
    }

    private static BitVectorLcs lcs(Pieces a, Pieces b, Runnable check) {
        check.run();
        PieceSymbols symbols = new PieceSymbols();
        int[] symbolsA = symbols.add(a);
        return new BitVectorLcs(symbolsA, symbols.find(b), symbols.size(), check);
    }

    /** Converts matched pieces, which arrive in order, and the text between them into runs. */
    private static final class RunBuilder {
        private final String a;
        private final String b;
        private final List<Run> runs = new ArrayList<>();
        /** Start of the open equal run, which ends before the next positions. */
        private int equalStart;

        private int nextA;
        private int nextB;

        RunBuilder(String a, String b) {
            this.a = a;
            this.b = b;
        }

        void equal(Pieces piecesA, int pieceA, Pieces piecesB, int pieceB) {
            differ(piecesA.start(pieceA), piecesB.start(pieceB));
            nextA = piecesA.end(pieceA);
            nextB = piecesB.end(pieceB);
        }

        List<Run> build() {
            differ(a.length(), b.length());
            closeEqual();
            return List.copyOf(runs);
        }

        private void differ(int untilA, int untilB) {
            if (untilA == nextA && untilB == nextB) {
                return;
            }
            closeEqual();
            add(Kind.ONLY_A, a.substring(nextA, untilA));
            add(Kind.ONLY_B, b.substring(nextB, untilB));
            nextA = untilA;
            nextB = untilB;
            equalStart = untilA;
        }

        private void closeEqual() {
            add(Kind.EQUAL, a.substring(equalStart, nextA));
            equalStart = nextA;
        }

        private void add(Kind kind, String text) {
            if (text.isEmpty() == false) {
                runs.add(new Run(kind, text));
            }
        }
    }
}
