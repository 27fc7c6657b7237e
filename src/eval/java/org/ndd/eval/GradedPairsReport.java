package org.ndd.eval;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ndd.core.compare.Contribution;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.Relation;
import org.ndd.eval.JudgedPair.Criterion;
import org.ndd.eval.score.Bootstrap;
import org.ndd.eval.score.GradedPair;
import org.ndd.eval.score.PairScore;

/** Agreement of verdicts with judgments of people, as tables. */
final class GradedPairsReport {

    private static final int SHOWN = 10;
    private static final int SHOWN_WORDS = 7;
    private static final int SHOWN_LENGTH = 40;

    private final Map<String, List<JudgedPair>> byCorpus;
    private final Set<String> together;

    /**
     * @param byCorpus verdicts of each corpus
     * @param together corpora with an additional common line
     */
    GradedPairsReport(Map<String, List<JudgedPair>> byCorpus, Set<String> together) {
        this.byCorpus = byCorpus;
        this.together = together;
    }

    private List<JudgedPair> all() {
        return byCorpus.values().stream().flatMap(List::stream).toList();
    }

    @Override
    public String toString() {
        return "### Near-duplicates or not\n\n" + near() + "\n### The same except for minor differences\n\n" + same()
                + "\n### By relation\n\n"
                + by(pair -> pair.comparison().relation().value(), relations())
                + "\n### By stratum\n\n" + by(pair -> pair.read().stratum(), strata())
                + "\n### The most confident errors\n\n" + errors();
    }

    /** Lines for each corpus, for corpora that are counted together, and for all. */
    private Map<String, List<JudgedPair>> rows() {
        Map<String, List<JudgedPair>> rows = new LinkedHashMap<>();
        byCorpus.forEach((corpus, pairs) -> rows.put("`" + corpus + "`", pairs));
        List<JudgedPair> asOne = byCorpus.entrySet().stream()
                .filter(each -> together.contains(each.getKey()))
                .flatMap(each -> each.getValue().stream())
                .toList();
        if (asOne.isEmpty() == false) {
            rows.put(together.stream().sorted().collect(Collectors.joining(", ")), asOne);
        }
        rows.put("all", all());
        return rows;
    }

    private String near() {
        MarkdownTable table = new MarkdownTable(List.of(
                "Corpus",
                "Duplicates",
                "Others",
                "Unclear",
                "Precision",
                "Recall",
                "F1",
                "False positives",
                "False negatives"));
        rows().forEach((name, pairs) -> {
            PairScore score = Criterion.NEAR.score(pairs);
            long unclear = count(pairs, GradedPair.UNCLEAR);
            table.row(List.of(
                    name,
                    Long.toString(score.duplicates()),
                    Long.toString(pairs.size() - unclear - score.duplicates()),
                    Long.toString(unclear),
                    figure(Criterion.NEAR, pairs, PairScore::precision),
                    figure(Criterion.NEAR, pairs, PairScore::recall),
                    figure(Criterion.NEAR, pairs, PairScore::f1),
                    Long.toString(score.falsePositives()),
                    Long.toString(score.falseNegatives())));
        });
        return table.toString();
    }

    private String same() {
        MarkdownTable table = new MarkdownTable(List.of(
                "Corpus",
                "Verdict same",
                "Precision, grade 2 or 3",
                "Precision, grade 3",
                "Pairs of grade 3",
                "Recall, grade 3"));
        rows().forEach((name, pairs) -> {
            PairScore score = Criterion.SAME.score(pairs);
            table.row(List.of(
                    name,
                    Long.toString(score.truePositives() + score.falsePositives()),
                    figure(Criterion.SAME_IS_NEAR, pairs, PairScore::precision),
                    figure(Criterion.SAME, pairs, PairScore::precision),
                    Long.toString(score.duplicates()),
                    figure(Criterion.SAME, pairs, PairScore::recall)));
        });
        return table.toString();
    }

    private static String figure(Criterion criterion, List<JudgedPair> pairs, ToDoubleFunction<PairScore> figure) {
        PairScore score = criterion.score(pairs);
        if (score.duplicates() == 0 && score.falsePositives() == 0) {
            return "–";
        }
        Bootstrap.Interval interval = criterion.interval(pairs, figure);
        return String.format(
                Locale.ROOT, "%.3f (%.2f–%.2f)", figure.applyAsDouble(score), interval.low(), interval.high());
    }

    private static long count(List<JudgedPair> pairs, int grade) {
        return pairs.stream().filter(pair -> pair.read().grade() == grade).count();
    }

    private static List<String> relations() {
        return Stream.of(Relation.values()).map(Relation::value).toList();
    }

    private List<String> strata() {
        return all().stream()
                .map(pair -> pair.read().stratum())
                .distinct()
                .sorted()
                .toList();
    }

    private String by(Function<JudgedPair, String> key, List<String> keys) {
        MarkdownTable table = new MarkdownTable(List.of(
                "",
                "Pairs",
                "Grade 3",
                "2",
                "1",
                "0",
                "Fraction of near-duplicates in clear pairs",
                "Verdict near",
                "Precision"));
        Map<String, List<JudgedPair>> parts =
                all().stream().collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList()));
        for (String each : keys) {
            List<JudgedPair> pairs = parts.getOrDefault(each, List.of());
            PairScore score = Criterion.NEAR.score(pairs);
            long clear = pairs.size() - count(pairs, GradedPair.UNCLEAR);
            long near = score.truePositives() + score.falsePositives();
            table.row(List.of(
                    each.isEmpty() ? "none" : "`" + each + "`",
                    Integer.toString(pairs.size()),
                    Long.toString(count(pairs, 3)),
                    Long.toString(count(pairs, 2)),
                    Long.toString(count(pairs, 1)),
                    Long.toString(count(pairs, 0)),
                    share(score.duplicates(), clear),
                    Long.toString(near),
                    share(score.truePositives(), near)));
        }
        return table.toString();
    }

    private static String share(long part, long whole) {
        return whole == 0 ? "–" : String.format(Locale.ROOT, "%.3f", (double) part / whole);
    }

    private String errors() {
        MarkdownTable table = new MarkdownTable(List.of(
                "Pair",
                "Readers",
                "Verdict",
                "Confidence",
                "Resemblance",
                "Distinguished by",
                "Titles or first words"));
        all().stream()
                .filter(JudgedPair::isWrong)
                .sorted(Comparator.comparingDouble(JudgedPair::error)
                        .reversed()
                        .thenComparing(pair -> pair.read().first()))
                .limit(SHOWN)
                .forEach(pair -> table.row(List.of(
                        "`" + pair.corpus() + "` `" + pair.read().first() + "` `"
                                + pair.read().second() + "`",
                        Integer.toString(pair.read().grade()),
                        pair.comparison().relation().value() + ", "
                                + pair.comparison().reason().value(),
                        String.format(Locale.ROOT, "%.3f", pair.comparison().confidence()),
                        String.format(
                                Locale.ROOT, "%.2f", pair.comparison().shared().resemblance()),
                        apart(pair.comparison().distinction()),
                        words(pair.first()) + " / " + words(pair.second()))));
        return table.toString();
    }

    private static String apart(Contribution distinction) {
        return distinction == null
                ? ""
                : cell(String.join(" ", distinction.ofA()) + " / " + String.join(" ", distinction.ofB()));
    }

    private static String words(PageText page) {
        String text = page.title().isBlank() ? page.text() : page.title();
        String shown = Stream.of(text.strip().split("\\s+", SHOWN_WORDS + 1))
                .limit(SHOWN_WORDS)
                .collect(Collectors.joining(" "));
        return cell(shown.length() > SHOWN_LENGTH ? shown.substring(0, SHOWN_LENGTH) + "…" : shown);
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }
}
