package org.ndd.eval;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ndd.core.compare.PairComparator;
import org.ndd.eval.score.PairScore;

/**
 * What value each constant would get, alone, if it were chosen on all corpora but one, and how good that is on the one left out. A value is
 * better by its mean F1 over corpora; among equals, the one nearest to the default.
 */
final class ConstantsReport {

    /** Fewer near-duplicates than this say nothing about F1. */
    private static final int LEAST_DUPLICATES = 10;

    /** Differences of F1 below this are of rounding. */
    private static final double EQUAL = 1e-9;

    private final List<ReadPairs> voting;
    private final List<ReadPairs> others;

    ConstantsReport(List<ReadPairs> corpora) {
        this.voting = corpora.stream()
                .filter(each -> each.duplicates() >= LEAST_DUPLICATES)
                .toList();
        this.others = corpora.stream()
                .filter(each -> each.duplicates() < LEAST_DUPLICATES)
                .toList();
    }

    /** What one value gives: the score of each corpus. */
    private record Outcome(Map<String, PairScore> scores) {

        double f1(ReadPairs corpus) {
            return scores.get(corpus.corpus()).f1();
        }
    }

    /** Mean F1 over corpora but one. */
    private double mean(Outcome outcome, ReadPairs leftOut) {
        return voting.stream()
                .filter(each -> each != leftOut)
                .mapToDouble(outcome::f1)
                .average()
                .orElse(0);
    }

    private long wrongOfOthers(Outcome outcome) {
        return others.stream()
                .mapToLong(each -> outcome.scores().get(each.corpus()).wrong())
                .sum();
    }

    @Override
    public String toString() {
        MarkdownTable summary = new MarkdownTable(List.of(
                "Constant",
                "Default",
                "Tried",
                "Best in sample",
                "F1, default",
                "F1, in sample",
                "F1, left out",
                "Wrong of others, default",
                "in sample"));
        List<String> header = new ArrayList<>(List.of("Constant"));
        voting.forEach(each -> header.add("`" + each.corpus() + "`"));
        MarkdownTable byCorpus = new MarkdownTable(header);
        Map<Constant, TreeMap<Double, Outcome>> all =
                outcomes(Stream.concat(voting.stream(), others.stream()).toList());
        for (Constant constant : Constant.ALL) {
            TreeMap<Double, Outcome> outcomes = all.get(constant);
            Outcome usual = outcomes.get(constant.usual());
            double best = best(constant, outcomes, null);
            List<String> cells = new ArrayList<>(List.of("`" + constant.name() + "`"));
            double sum = 0;
            for (ReadPairs each : voting) {
                double chosen = best(constant, outcomes, each);
                double f1 = outcomes.get(chosen).f1(each);
                sum += f1;
                cells.add(String.format(Locale.ROOT, "%s: %.3f (%.3f)", number(chosen), f1, usual.f1(each)));
            }
            byCorpus.row(cells);
            summary.row(List.of(
                    "`" + constant.name() + "`",
                    number(constant.usual()),
                    number(constant.values().get(0)) + " – "
                            + number(constant.values().get(constant.values().size() - 1)),
                    number(best),
                    share(mean(usual, null)),
                    share(mean(outcomes.get(best), null)),
                    share(sum / voting.size()),
                    Long.toString(wrongOfOthers(usual)),
                    Long.toString(wrongOfOthers(outcomes.get(best)))));
        }
        return summary + "\nThe corpus left out: the value chosen on the others, F1 with it (and with the default).\n\n"
                + byCorpus;
    }

    /** All values of all constants on one corpus after the other, since measuring a pair takes nearly all of the time. */
    private static Map<Constant, TreeMap<Double, Outcome>> outcomes(List<ReadPairs> corpora) {
        Map<Constant, TreeMap<Double, Outcome>> outcomes = new LinkedHashMap<>();
        List<PairComparator> comparators = new ArrayList<>();
        for (Constant constant : Constant.ALL) {
            outcomes.put(constant, new TreeMap<>());
            for (double value : constant.values()) {
                outcomes.get(constant).put(value, new Outcome(new LinkedHashMap<>()));
                comparators.add(constant.comparators().with(value));
            }
        }
        for (ReadPairs each : corpora) {
            Iterator<List<JudgedPair>> verdicts = each.judge(comparators).iterator();
            outcomes.forEach((constant, byValue) -> byValue.values()
                    .forEach(outcome -> outcome.scores()
                            .put(each.corpus(), constant.question().score(verdicts.next()))));
        }
        return outcomes;
    }

    private double best(Constant constant, TreeMap<Double, Outcome> outcomes, ReadPairs leftOut) {
        double best = constant.usual();
        for (double value : constant.values()) {
            double more = mean(outcomes.get(value), leftOut) - mean(outcomes.get(best), leftOut);
            boolean nearer = Math.abs(value - constant.usual()) < Math.abs(best - constant.usual());
            if (more > EQUAL || more > -EQUAL && nearer) {
                best = value;
            }
        }
        return best;
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) > 1 ? Long.toString((long) value) : Double.toString(value);
    }

    private static String share(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
