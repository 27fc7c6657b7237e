package org.ndd.eval;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.ndd.eval.experiment.StagesExperiment;
import org.ndd.eval.score.PairScore;

/** Writes the experiments of the PKU report as tables and plots, with the values of the report and those of ndd. */
final class ExperimentsReport {

    private static final String REPORT = "report";
    private static final String SIMHASH = "simhash-128";
    private static final String SAME_SITE = "site: the same";

    /** Table 1 of the slides: precision, recall over simhash's, the same for pages of one site, hours. */
    private static final Map<String, List<String>> SLIDES = Map.of(
            SIMHASH,
            List.of("0.72", "1.00", "0.52", "1.00", "94"),
            "cosine",
            List.of("0.82", "1.19", "0.63", "1.00", "68 + 534"),
            "ndd-pku2007",
            List.of("0.95", "1.86", "0.91", "1.03", "118"));

    private static final List<String> COMPARED = List.of(SIMHASH, "cosine", "ndd-pku2007", Variant.BALANCED.name());

    private final List<Experiments> experiments;
    private final List<Measurement> measurements;

    /** @param measurements measurements of the same corpora; missing methods are omitted from the comparison */
    ExperimentsReport(List<Experiments> experiments, List<Measurement> measurements) {
        this.experiments = experiments;
        this.measurements = measurements;
    }

    /**
     * Writes {@code experiments.md} and the plots.
     *
     * @param command the command line that creates them
     */
    void write(Path folder, String command) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("experiments.md"), page(command));
        plot(
                folder,
                "figure-5-coverage",
                "Coverage rate",
                "maximum fingerprints per document",
                each -> each.fingerprints().coverage(),
                Map.of());
        plot(
                folder,
                "figure-5-trustable",
                "Trustable rate",
                "maximum fingerprints per document",
                each -> each.fingerprints().trustable(),
                Map.of());
        plot(
                folder,
                "figure-6-strain-away",
                "Strain-away rate",
                "window",
                each -> each.window().strainAway(),
                Map.of(6.0, 0.8, 16.0, 0.87));
        plot(
                folder,
                "figure-6-reserved",
                "Reserved rate",
                "window",
                each -> each.window().reserved(),
                Map.of(16.0, 0.975));
        plot(
                folder,
                "figure-7-slope",
                "Precision at recall 0.90",
                "slope",
                each -> each.slope().precision(),
                Map.of(0.10, 0.948, 0.20, 0.93));
    }

    private void plot(
            Path folder,
            String name,
            String figure,
            String x,
            Function<Experiments, TreeMap<Double, Double>> values,
            Map<Double, Double> ofReport)
            throws IOException {
        List<Plots.Series> series = new ArrayList<>();
        for (Experiments each : experiments) {
            series.add(new Plots.Series(each.corpus(), values.apply(each), true));
        }
        if (ofReport.isEmpty() == false) {
            series.add(new Plots.Series(REPORT, new TreeMap<>(ofReport), false));
        }
        Plots.lines(folder.resolve(name + ".svg"), figure, x, figure, series);
    }

    private String page(String command) {
        return "# Experiments of the PKU report\n\nWritten by `" + command + "`; do not edit.\n\n"
                + "Section 5 of the technical report and the tables of its slides, on the corpora of this project with preset "
                + "`pku2007`, and the "
                + "values of the report. Its corpus was 430 million Chinese pages with judgments of people, so only the shapes of curves "
                + "can be compared.\n\n"
                + "## Figure 5: number of fingerprints\n\nCoverage / trustable rate. Sample of documents with a duplicate. In the "
                + "report, coverage increases and the trustable rate decreases with the number of fingerprints; they are balanced at "
                + "14.\n\n"
                + both(
                        each -> each.fingerprints().coverage(),
                        each -> each.fingerprints().trustable(),
                        "Fingerprints")
                + "\n![Coverage](figure-5-coverage.svg)\n![Trustable](figure-5-trustable.svg)\n\n"
                + "## Figure 6: window of the filtered sketch\n\nStrain-away / reserved rate. The report: 0.87 / 0.975 at 16, its "
                + "default; strain-away reaches 0.8 at 6. Pairs of the report share fingerprints; pairs here are labeled, and the reserved "
                + "rate excludes equal texts. It can exceed 1 if the LCS of long texts is an approximation.\n\n"
                + both(each -> each.window().strainAway(), each -> each.window().reserved(), "Window")
                + "\n![Strain-away](figure-6-strain-away.svg)\n![Reserved](figure-6-reserved.svg)\n\n"
                + "## Figure 7: slope of the trustable region\n\nPrecision at recall 0.90 by resemblance only / the threshold of "
                + "this recall. The report: maximum 0.948 at 0.10 (threshold 0.28), about 0.93 at 0.20 and without the third stage. The "
                + "sample has as many duplicates as other pairs.\n\n"
                + both(each -> each.slope().precision(), each -> each.slope().threshold(), "Slope")
                + "\n![Slope](figure-7-slope.svg)\n\n" + comparison() + stages();
    }

    private MarkdownTable both(
            Function<Experiments, TreeMap<Double, Double>> first,
            Function<Experiments, TreeMap<Double, Double>> second,
            String x) {
        List<String> header = new ArrayList<>(List.of(x));
        experiments.forEach(each -> header.add(each.corpus()));
        MarkdownTable table = new MarkdownTable(header);
        for (double at : first.apply(experiments.get(0)).keySet()) {
            List<String> cells = new ArrayList<>(List.of(at < 1 ? share(at) : String.format(Locale.ROOT, "%.0f", at)));
            experiments.forEach(each -> cells.add(share(first.apply(each).get(at)) + " / "
                    + share(second.apply(each).get(at))));
            table.row(cells);
        }
        return table;
    }

    /** Section 5.4 and table 1 of the slides. */
    private String comparison() {
        StringBuilder text =
                new StringBuilder("## Section 5.4 and table 1 of the slides: comparison with simhash and cosine\n\n"
                        + "Recall is relative to simhash (absolute in brackets). Values of ndd are for whole groups over labeled "
                        + "pairs, values of the report for samples of sets with judgments of people. Time: seconds of one thread, "
                        + "or hours of the cluster of the report.\n\n");
        MarkdownTable table = new MarkdownTable(List.of(
                "Corpus", "Method", "Precision", "Recall", "Precision, same site", "Recall, same site", "Time"));
        for (String method : COMPARED) {
            if (SLIDES.containsKey(method)) {
                List<String> cells = new ArrayList<>(List.of("PKU report", "`" + method + "`"));
                cells.addAll(SLIDES.get(method));
                table.row(cells);
            }
        }
        Map<String, Measurement> byName = new LinkedHashMap<>();
        measurements.forEach(each -> byName.put(each.corpus() + " " + each.method(), each));
        for (Experiments each : experiments) {
            Measurement simhash = byName.get(each.corpus() + " " + SIMHASH);
            for (String method : COMPARED) {
                Measurement measurement = byName.get(each.corpus() + " " + method);
                if (measurement != null && simhash != null) {
                    table.row(row(measurement, simhash));
                }
            }
        }
        return text.append(table).append('\n').toString();
    }

    private static List<String> row(Measurement measurement, Measurement simhash) {
        List<String> cells = new ArrayList<>(List.of(measurement.corpus(), "`" + measurement.method() + "`"));
        add(cells, measurement.median().pairs(), simhash.median().pairs());
        Facets.Part sameSite = measurement.facets().get(SAME_SITE);
        if (sameSite == null || sameSite.score().duplicates() == 0) {
            cells.addAll(List.of("–", "–"));
        } else {
            add(cells, sameSite.score(), simhash.facets().get(SAME_SITE).score());
        }
        cells.add(String.format(Locale.ROOT, "%.1f", measurement.seconds()));
        return cells;
    }

    private static void add(List<String> cells, PairScore score, PairScore simhash) {
        cells.add(share(score.precision()));
        cells.add(
                simhash.recall() == 0
                        ? "– (" + share(score.recall()) + ")"
                        : String.format(Locale.ROOT, "%.2f (%.3f)", score.recall() / simhash.recall(), score.recall()));
    }

    /** Table 2 of the slides. */
    private String stages() {
        MarkdownTable table = new MarkdownTable(List.of(
                "Corpus",
                "Pairs without stage one",
                "Seconds",
                "Compared after stage one",
                "Seconds, whole texts",
                "Precision of sets",
                "Seconds after stage two",
                "Precision after stage three"));
        table.row(List.of("PKU report", "9.2e16", "several years", "–", "5700 h", "0.67", "118 h", "0.95"));
        for (Experiments each : experiments) {
            StagesExperiment.Stages stages = each.stages();
            table.row(List.of(
                    each.corpus(),
                    String.format(Locale.ROOT, "%.1e", stages.pagePairs()),
                    seconds(stages.pagePairs() * stages.wholeSeconds()),
                    Long.toString(stages.comparisons()),
                    seconds(stages.comparisons() * stages.wholeSeconds()),
                    share(stages.sets().precision()),
                    seconds(stages.comparisons() * stages.sketchSeconds()),
                    share(stages.groups().precision())));
        }
        return "## Table 2 of the slides: stages\n\nSeconds of one thread, extrapolated from the mean of a sample of pairs. "
                + "The LCS of ndd is bit-parallel, that of the report is the greedy algorithm of Myers, which is slower for whole "
                + "texts.\n\n"
                + table;
    }

    private static String share(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private static String seconds(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
    }
}
