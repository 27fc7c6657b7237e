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
 * A pair that people have read, and our verdict on it.
 *
 * @param corpus name of the corpus
 * @param block pairs of one block are right or wrong together
 * @param read what people say
 * @param comparison what we say
 * @param first the page of the first id
 * @param second the page of the second id
 */
record JudgedPair(
        String corpus, String block, GradedPair read, Comparison comparison, PageText first, PageText second) {

    /** A question to which both readers and verdicts give an answer. */
    enum RpcMethod {
        /** Whether two pages are near-duplicates. Unclear pairs count neither way. */
        NEAR {
            @Override
            boolean counts(GradedPair read) {
                return read.isUnclear() == false;
            }

            @Override
            boolean so(GradedPair read) {
                return read.isDuplicate();
            }

            @Override
            boolean said(Comparison comparison) {
                return comparison.similar();
            }
        },
        /** Whether what is called the same is a near-duplicate at least. An unclear pair is not: nobody should delete it unseen. */
        SAME_IS_NEAR {
            @Override
            boolean so(GradedPair read) {
                return read.isDuplicate();
            }
        },
        /** Whether two pages are the same except for trivial differences. */
        SAME {
            @Override
            boolean so(GradedPair read) {
                return read.grade() == 3;
            }
        };

        boolean counts(GradedPair read) {
            return true;
        }

        /** What readers say. */
        abstract boolean so(GradedPair read);

        /** What the verdict says. */
        boolean said(Comparison comparison) {
            return comparison.relation() == Relation.SAME;
        }

        /** How well verdicts agree with readers. */
        PairScore score(List<JudgedPair> pairs) {
            long found = 0;
            long missed = 0;
            long wrong = 0;
            for (JudgedPair pair : pairs) {
                if (counts(pair.read())) {
                    boolean said = said(pair.comparison());
                    found += so(pair.read()) && said ? 1 : 0;
                    missed += so(pair.read()) && said == false ? 1 : 0;
                    wrong += so(pair.read()) == false && said ? 1 : 0;
                }
            }
            return new PairScore(found, missed, wrong);
        }

        /** The interval of a figure of that score. */
        Bootstrap.Interval interval(List<JudgedPair> pairs, ToDoubleFunction<PairScore> figure) {
            List<PairScore> blocks =
                    Bootstrap.blocks(pairs, pair -> pair.corpus() + " " + pair.block()).values().stream()
                            .map(this::score)
                            .toList();
            return new Bootstrap(blocks).of(figure);
        }
    }

    /** Whether the verdict says otherwise than readers. */
    boolean isWrong() {
        return read.isUnclear() == false && read.isDuplicate() != comparison.similar();
    }

    /** How far the confidence is from what readers say. */
    double error() {
        return Math.abs(comparison.confidence() - (read.isDuplicate() ? 1 : 0));
    }

    /** What the confidence promises, and what readers say. */
    Calibration.Answer answer() {
        return new Calibration.Answer(comparison.confidence(), read.isDuplicate());
    }
}
