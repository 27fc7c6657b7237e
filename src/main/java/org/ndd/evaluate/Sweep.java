package org.ndd.evaluate;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.pair.JudgedPair;
import org.ndd.pair.PairJudge;

/**
 * Counts verdicts at all combinations of {@link Thresholds}, of which there are some thousand: each pair is judged by one rule at a time,
 * about a dozen times, and its place among the values of that rule is all that is needed. Used by one thread at a time.
 */
final class Sweep {

    private final Thresholds thresholds;
    private final List<PairJudge> byResemblance;
    private final List<PairJudge> bySketch;
    private final List<PairJudge> byContainment;

    /** Pairs by label, and by how many values of each rule they are similar at. */
    private final int[][][][] pairs;

    Sweep(SimilarityParameters asked, ComparisonMemory memory) {
        this.thresholds = Thresholds.around(asked);
        this.byResemblance = judges(thresholds.byResemblance(), memory);
        this.bySketch = judges(thresholds.bySketch(), memory);
        this.byContainment = judges(thresholds.byContainment(), memory);
        this.pairs = new int[2][byResemblance.size() + 1][bySketch.size() + 1][byContainment.size() + 1];
    }

    private static List<PairJudge> judges(List<SimilarityParameters> points, ComparisonMemory memory) {
        return points.stream().map(point -> new PairJudge(point, memory)).toList();
    }

    /** Counts a pair. */
    void add(JudgedPair pair, boolean duplicate, Runnable check) {
        pairs[duplicate ? 1 : 0][reached(byResemblance, pair, check)][reached(bySketch, pair, check)][
                reached(byContainment, pair, check)]++;
    }

    private static int reached(List<PairJudge> judges, JudgedPair pair, Runnable check) {
        return reached(
                judges.size(), point -> judges.get(point).judge(pair, check).similar());
    }

    /**
     * How many points a pair is similar at, from the lowest on. O(log points) verdicts.
     *
     * @param similarAt says whether the pair is similar at a point; for none above one that it is not similar at
     */
    static int reached(int points, IntPredicate similarAt) {
        int low = 0;
        int high = points;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (similarAt.test(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** What was counted. O(number of combinations). */
    Curves curves() {
        int[][][] others = upTo(pairs[0]);
        int[][][] duplicates = upTo(pairs[1]);
        int r = thresholds.resemblance().indexOf(thresholds.asked().resemblance());
        int s = thresholds.sketchResemblance().indexOf(thresholds.asked().sketchResemblance());
        int c = thresholds.containment().indexOf(thresholds.asked().containment());
        Nearest best = new Nearest(thresholds.asked(), point(duplicates, others, r, s, c), r, s, c);
        for (int i = 0; i < byResemblance.size(); i++) {
            for (int j = 0; j < bySketch.size(); j++) {
                for (int k = 0; k < byContainment.size(); k++) {
                    best = best.or(point(duplicates, others, i, j, k), i, j, k);
                }
            }
        }
        Nearest at = best;
        return new Curves(
                at.point.confusion().f1() == null ? null : at.point,
                line(byResemblance.size(), i -> point(duplicates, others, i, at.s, at.c)),
                line(bySketch.size(), j -> point(duplicates, others, at.r, j, at.c)),
                line(byContainment.size(), k -> point(duplicates, others, at.r, at.s, k)));
    }

    private static List<CurvePoint> line(int points, IntFunction<CurvePoint> point) {
        return IntStream.range(0, points).mapToObj(point).toList();
    }

    /** Pairs that are not similar at a combination are those that reach none of its three values. */
    private CurvePoint point(int[][][] duplicates, int[][][] others, int r, int s, int c) {
        int missed = duplicates[r][s][c];
        int apart = others[r][s][c];
        return new CurvePoint(
                thresholds.at(r, s, c), new Confusion(all(duplicates) - missed, missed, all(others) - apart, apart));
    }

    private static int all(int[][][] sums) {
        int[][] last = sums[sums.length - 1];
        int[] row = last[last.length - 1];
        return row[row.length - 1];
    }

    /** For each cell, the sum of all that are not above it in any direction. */
    private static int[][][] upTo(int[][][] cells) {
        int[][][] sums = new int[cells.length][cells[0].length][cells[0][0].length];
        for (int i = 0; i < sums.length; i++) {
            for (int j = 0; j < sums[i].length; j++) {
                int row = 0;
                for (int k = 0; k < sums[i][j].length; k++) {
                    row += cells[i][j][k];
                    sums[i][j][k] = row
                            + (i > 0 ? sums[i - 1][j][k] : 0)
                            + (j > 0 ? sums[i][j - 1][k] : 0)
                            - (i > 0 && j > 0 ? sums[i - 1][j - 1][k] : 0);
                }
            }
        }
        return sums;
    }

    /** The best point so far: of best F1, and of equal ones the one nearest to what was asked for, so that nothing moves without need. */
    private record Nearest(SimilarityParameters asked, CurvePoint point, int r, int s, int c) {

        Nearest or(CurvePoint other, int i, int j, int k) {
            Double f1 = other.confusion().f1();
            Double known = point.confusion().f1();
            if (f1 == null || known != null && f1 < known) {
                return this;
            }
            boolean better = known == null || f1 > known || distance(other) < distance(point);
            return better ? new Nearest(asked, other, i, j, k) : this;
        }

        private double distance(CurvePoint other) {
            SimilarityParameters there = other.similarity();
            return Math.abs(there.resemblance() - asked.resemblance())
                    + Math.abs(there.sketchResemblance() - asked.sketchResemblance())
                    + Math.abs(there.containment() - asked.containment());
        }
    }
}
