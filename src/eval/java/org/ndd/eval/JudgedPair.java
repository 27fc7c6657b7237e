package org.ndd.eval;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.Relation;
import org.ndd.eval.score.Bootstrap;
import org.ndd.eval.score.Calibration;
import org.ndd.eval.score.GradedPair;
import org.ndd.eval.score.PairScore;

/**
 * A judged pair and the verdict of ndd on it.
 *
 * @param corpus name of the corpus
 * @param block name of a set of correlated pairs
 * @param read judgment of the readers
 * @param comparison verdict of ndd
 * @param first document of the first id
 * @param second document of the second id
 */
record JudgedPair(
        String corpus, String block, GradedPair read, Comparison comparison, PageText first, PageText second) {

    /** A binary property that both readers and verdicts determine. */
    enum Criterion {
        /** Whether two documents are near-duplicates. Unclear pairs are ignored. */
        NEAR {
            @Override
            boolean counts(GradedPair read) {
                return read.isUnclear() == false;
            }

            @Override
            boolean isMet(GradedPair read) {
                return read.isDuplicate();
            }

            @Override
            boolean reported(Comparison comparison) {
                return comparison.similar();
            }
        },
        /**
         * Whether pairs with the verdict "same" are near-duplicates. Unclear pairs are not, because they must not be deleted without
         * review.
         */
        SAME_IS_NEAR {
            @Override
            boolean isMet(GradedPair read) {
                return read.isDuplicate();
            }
        },
        /** Whether two documents are the same except for minor differences. */
        SAME {
            @Override
            boolean isMet(GradedPair read) {
                return read.grade() == 3;
            }
        };

        boolean counts(GradedPair read) {
            return true;
        }

        /** The judgment of the readers. */
        abstract boolean isMet(GradedPair read);

        /** The verdict. */
        boolean reported(Comparison comparison) {
            return comparison.relation() == Relation.SAME;
        }

        /** Returns the agreement of verdicts with readers. */
        PairScore score(List<JudgedPair> pairs) {
            long found = 0;
            long missed = 0;
            long wrong = 0;
            for (JudgedPair pair : pairs) {
                if (counts(pair.read())) {
                    boolean reported = reported(pair.comparison());
                    found += isMet(pair.read()) && reported ? 1 : 0;
                    missed += isMet(pair.read()) && reported == false ? 1 : 0;
                    wrong += isMet(pair.read()) == false && reported ? 1 : 0;
                }
            }
            return new PairScore(found, missed, wrong);
        }

        /** Returns the interval of a value of this score. */
        Bootstrap.Interval interval(List<JudgedPair> pairs, ToDoubleFunction<PairScore> figure) {
            List<PairScore> blocks =
                    Bootstrap.blocks(pairs, pair -> pair.corpus() + " " + pair.block()).values().stream()
                            .map(this::score)
                            .toList();
            return new Bootstrap(blocks).of(figure);
        }
    }

    /** Returns whether the verdict differs from the judgment. */
    boolean isWrong() {
        return read.isUnclear() == false && read.isDuplicate() != comparison.similar();
    }

    /** Returns the difference between the confidence and the judgment. */
    double error() {
        return Math.abs(comparison.confidence() - (read.isDuplicate() ? 1 : 0));
    }

    /** Returns the confidence and the judgment. */
    Calibration.JudgedVerdict response() {
        return new Calibration.JudgedVerdict(comparison.confidence(), read.isDuplicate());
    }
}
