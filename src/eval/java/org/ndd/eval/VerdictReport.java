package org.ndd.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.ndd.core.compare.Signal;
import org.ndd.eval.VerdictFit.Sample;
import org.ndd.eval.VerdictFit.Use;
import org.ndd.eval.score.Calibration;
import org.ndd.eval.score.GradedPair;
import org.ndd.eval.score.PairScore;

/** Quality of the weights of the verdict on kinds of documents that were left out of the fit, compared with other methods. */
final class VerdictReport {

    /** Minimum number of near-duplicates of a kind to report F1. */
    private static final int MIN_DUPLICATES = 5;

    private static final String ALL = "all";

    private final VerdictFit fit;
    private final Map<Sample, Double> leftOut;
    private final Map<String, List<Sample>> kinds;
    private final Map<String, Predicate<Sample>> methods = new LinkedHashMap<>();

    VerdictReport(VerdictFit fit) {
        this.fit = fit;
        this.leftOut = fit.leftOut();
        this.kinds = leftOut.keySet().stream()
                .collect(Collectors.groupingBy(Sample::kind, LinkedHashMap::new, Collectors.toList()));
        methods.put("left out", sample -> leftOut.get(sample) >= 0.5);
        methods.put("plugin", sample -> sample.verdict().relation().isNear());
        methods.put("resemblance ≥ .6", sample -> sample.verdict().sketchResemblance() >= 0.6 || sample.isSame());
        methods.put("verified MinHash", sample -> sample.minHash() || sample.isSame());
    }

    @Override
    public String toString() {
        return scores() + "\n"
                + Arrays.stream(Use.values())
                        .map(use -> means(use.label(), kinds(use)))
                        .collect(Collectors.joining())
                + means(ALL, kinds)
                + "\n```\n" + fit.file()
                + "```\n\n### Reliability of kinds that are left out\n\n" + reliability()
                + "\n### Errors on kinds that are left out\n\n" + errors();
    }

    /**
     * Returns a table with a line per pair: kind, {@link Use}, ids, grade, confidence with weights fitted to all other kinds, and the
     * value of each signal. So other models of the same signals are measured in seconds, without the texts. Pairs that the whole texts
     * decide have no values. Columns are separated by tabs.
     */
    String signals() {
        StringBuilder table = new StringBuilder("kind\tuse\tid1\tid2\tgrade\tleft_out");
        for (Signal signal : Signal.values()) {
            table.append('\t').append(signal.value());
        }
        leftOut.forEach((sample, confidence) -> {
            String use = fit.use(sample.kind()).name().toLowerCase(Locale.ROOT);
            GradedPair read = sample.read();
            table.append('\n').append(sample.kind()).append('\t').append(use);
            table.append('\t').append(read.first()).append('\t').append(read.second());
            table.append('\t').append(read.grade()).append('\t').append(confidence);
            for (Signal signal : Signal.values()) {
                table.append('\t').append(sample.isFitted() ? sample.signals().getOrDefault(signal, 0.0) : "");
            }
        });
        return table.append('\n').toString();
    }

    private MarkdownTable scores() {
        List<String> head = new ArrayList<>(List.of("Kind", "Duplicates", "Others", "Precision", "Recall"));
        methods.keySet().forEach(method -> head.add("F1 " + method));
        head.addAll(List.of("Calibration error", "`same`", "of grade 3", "of grade 2 or 3", "Recall of grade 3"));
        MarkdownTable table = new MarkdownTable(head);
        for (Use use : Use.values()) {
            kinds(use).forEach((kind, samples) -> table.row(scores("`" + kind + "`", samples)));
            table.row(scores(use.label(), samples(kinds(use))));
        }
        table.row(scores(ALL, samples(kinds)));
        return table;
    }

    private Map<String, List<Sample>> kinds(Use use) {
        Map<String, List<Sample>> some = new LinkedHashMap<>(kinds);
        some.keySet().removeIf(kind -> fit.use(kind) != use);
        return some;
    }

    private static List<Sample> samples(Map<String, List<Sample>> kinds) {
        return kinds.values().stream().flatMap(List::stream).toList();
    }

    private List<String> scores(String name, List<Sample> samples) {
        List<PairScore> scores =
                methods.values().stream().map(near -> score(samples, near)).toList();
        PairScore first = scores.get(0);
        List<String> row = new ArrayList<>(List.of(
                name,
                Long.toString(first.duplicates()),
                Long.toString(samples.size() - first.duplicates()),
                share(first.precision()),
                share(first.recall())));
        scores.forEach(score -> row.add(share(score.f1())));
        row.add(share(calibration(samples).error()));
        List<Sample> same = samples.stream().filter(Sample::isSame).toList();
        long equal = samples.stream().filter(VerdictReport::isGradeThree).count();
        long found = same.stream().filter(VerdictReport::isGradeThree).count();
        row.add(Integer.toString(same.size()));
        row.add(Long.toString(found));
        row.add(Long.toString(same.stream().filter(Sample::isDuplicate).count()));
        row.add(equal == 0 ? "–" : share((double) found / equal));
        return row;
    }

    private static boolean isGradeThree(Sample sample) {
        return sample.read().grade() == 3;
    }

    private Calibration calibration(List<Sample> samples) {
        return Calibration.of(samples.stream()
                .map(sample -> new Calibration.JudgedVerdict(leftOut.get(sample), sample.isDuplicate()))
                .toList());
    }

    private String means(String name, Map<String, List<Sample>> some) {
        return methods.entrySet().stream()
                .map(method -> String.format(
                        Locale.ROOT,
                        "%s: mean F1 %.3f, %d errors",
                        method.getKey(),
                        meanF1(some, method.getValue()),
                        errors(samples(some), method.getValue())))
                .collect(Collectors.joining("; ", "- " + name + ": ", "\n"));
    }

    private static double meanF1(Map<String, List<Sample>> some, Predicate<Sample> near) {
        return some.values().stream()
                .map(samples -> score(samples, near))
                .filter(score -> score.duplicates() >= MIN_DUPLICATES)
                .mapToDouble(PairScore::f1)
                .average()
                .orElse(0);
    }

    private static long errors(List<Sample> samples, Predicate<Sample> near) {
        PairScore score = score(samples, near);
        return score.falseNegatives() + score.falsePositives();
    }

    private static PairScore score(List<Sample> samples, Predicate<Sample> near) {
        long found = 0;
        long missed = 0;
        long wrong = 0;
        for (Sample sample : samples) {
            boolean duplicate = sample.isDuplicate();
            boolean reported = near.test(sample);
            found += duplicate && reported ? 1 : 0;
            missed += duplicate && reported == false ? 1 : 0;
            wrong += duplicate == false && reported ? 1 : 0;
        }
        return new PairScore(found, missed, wrong);
    }

    /** Prints the near-duplicates and the pairs of each kind by tenths of confidence. */
    private MarkdownTable reliability() {
        List<String> head = new ArrayList<>(List.of("Kind"));
        Calibration.of(List.of()).bins().forEach(bin -> head.add(String.format(Locale.ROOT, "%.1f", bin.low())));
        MarkdownTable table = new MarkdownTable(head);
        kinds.forEach((kind, samples) -> table.row(reliability("`" + kind + "`", samples)));
        table.row(reliability(ALL, samples(kinds)));
        return table;
    }

    private List<String> reliability(String name, List<Sample> samples) {
        List<String> row = new ArrayList<>(List.of(name));
        for (Calibration.Bin bin : calibration(samples).bins()) {
            row.add(bin.count() == 0 ? "–" : Math.round(bin.share() * bin.count()) + " of " + bin.count());
        }
        return row;
    }

    private MarkdownTable errors() {
        MarkdownTable table = new MarkdownTable(List.of("Pair", "Grade", "Confidence", "Signals", "Words"));
        leftOut.entrySet().stream()
                .filter(each -> each.getValue() >= 0.5 != each.getKey().isDuplicate())
                .sorted(Comparator.comparingDouble(each -> -Math.abs(each.getValue() - 0.5)))
                .forEach(each -> table.row(error(each.getKey(), each.getValue())));
        return table;
    }

    private static List<String> error(Sample sample, double confidence) {
        String signals = sample.signals().entrySet().stream()
                .filter(signal -> signal.getValue() > 0)
                .map(signal -> signal.getKey().value() + " " + share(signal.getValue()))
                .collect(Collectors.joining(", "));
        String words = sample.verdict().contributions().stream()
                .filter(c -> c.ofA().isEmpty() == false || c.ofB().isEmpty() == false)
                .map(c -> c.ofA() + " " + c.ofB())
                .findFirst()
                .orElse("");
        return List.of(
                "`" + sample.kind() + "` `" + sample.read().first() + "` `"
                        + sample.read().second() + "`",
                Integer.toString(sample.read().grade()),
                share(confidence),
                signals,
                words.replace("|", ""));
    }

    private static String share(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
