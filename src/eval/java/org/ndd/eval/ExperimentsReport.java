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

/** Writes the report's experiments as tables and plots, the values that the report gives in words or tables beside ours. */
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
            "ndd-report",
            List.of("0.95", "1.86", "0.91", "1.03", "118"));

    private static final List<String> COMPARED = List.of(SIMHASH, "cosine", "ndd-report", Variant.BALANCED.name());

    private final List<Experiments> experiments;
    private final List<Measurement> measurements;

    /** @param measurements of the same corpora; the comparison of methods is made of those that are there */
    ExperimentsReport(List<Experiments> experiments, List<Measurement> measurements) {
        this.experiments = experiments;
        this.measurements = measurements;
    }

    /**
     * Writes {@code experiments.md} and the plots.
     *
     * @param command that made it, as users type it
     */
    void write(Path folder, String command) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("experiments.md"), page(command));
        plot(
                folder,
                "figure-5-coverage",
                "Coverage rate",
                "fingerprints a page, at most",
                each -> each.fingerprints().coverage(),
                Map.of());
        plot(
                folder,
                "figure-5-trustable",
                "Trustable rate",
                "fingerprints a page, at most",
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
        return "# The report's experiments\n\nWritten by `" + command + "`; do not edit.\n\n"
                + "The technical report's section 5 and the tables of its slides, on our corpora with our code of preset `report`, and the "
                + "report's own values beside. Its corpus was 430 million Chinese pages, judged by people; so shapes can be compared, "
                + "values "
                + "hardly.\n\n"
                + "## Figure 5: number of fingerprints\n\nCoverage / trustable rate. Pages drawn from those with a duplicate. The "
                + "report: with "
                + "more fingerprints coverage rises and the trustable rate falls; they balance at 14.\n\n"
                + both(
                        each -> each.fingerprints().coverage(),
                        each -> each.fingerprints().trustable(),
                        "Fingerprints")
                + "\n![Coverage](figure-5-coverage.svg)\n![Trustable](figure-5-trustable.svg)\n\n"
                + "## Figure 6: window of the filtered sketch\n\nStrain-away / reserved rate. The report: 0.87 / 0.975 at 16, which it "
                + "takes; "
                + "strain-away reaches 0.8 at 6 already. Its pairs share fingerprints; ours are labeled ones, the reserved rate "
                + "without equal "
                + "texts. It can exceed 1 if texts are so long that the LCS of the whole is an approximation.\n\n"
                + both(each -> each.window().strainAway(), each -> each.window().reserved(), "Window")
                + "\n![Strain-away](figure-6-strain-away.svg)\n![Reserved](figure-6-reserved.svg)\n\n"
                + "## Figure 7: slope of the trustable region\n\nPrecision at recall 0.90 by resemblance alone / the threshold that "
                + "gives that "
                + "recall. The report: best at 0.10 with 0.948 (threshold 0.28), about 0.93 at 0.20 and without the third stage. As many "
                + "duplicates as others were drawn.\n\n"
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
                new StringBuilder("## Section 5.4 and table 1 of the slides: against simhash and cosine\n\n"
                        + "Recall is a multiple of simhash's (absolute in brackets). Whole groups over labeled pairs here, samples of "
                        + "sets judged by "
                        + "people there. Time: seconds of one thread here, hours of the report's cluster there.\n\n");
        MarkdownTable table = new MarkdownTable(List.of(
                "Corpus", "Method", "Precision", "Recall", "Precision, same site", "Recall, same site", "Time"));
        for (String method : COMPARED) {
            if (SLIDES.containsKey(method)) {
                List<String> cells = new ArrayList<>(List.of("the report's", "`" + method + "`"));
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
        table.row(List.of("the report's", "9.2e16", "several years", "–", "5700 h", "0.67", "118 h", "0.95"));
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
        return "## Table 2 of the slides: stages\n\nSeconds of one thread, the mean of a sample of pairs times the number of pairs. Our "
                + "LCS is "
                + "bit-parallel where the report's is Myers' greedy one, so whole texts cost less here than there.\n\n"
                + table;
    }

    private static String share(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private static String seconds(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
    }
}
