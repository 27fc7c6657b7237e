package org.ndd.eval;

import java.awt.BasicStroke;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.lines.SeriesLines;

/** Plots as SVG files. Needs no display. */
final class Plots {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 520;
    private static final int NAMES_DEGREES = 60;
    private static final float GRID_WIDTH = 0.4f;
    private static final Pattern CLIP = Pattern.compile("clip[0-9]+");

    /** Minimum comparisons per document on the logarithmic axis; lower values are drawn as this value. */
    private static final double MIN_COMPARISONS = 0.01;

    static {
        System.setProperty("java.awt.headless", "true");
    }

    private Plots() {}

    /**
     * A series of a plot.
     *
     * @param name name in the legend
     * @param points x to y
     * @param line whether points are connected, which is not the case for a few known values of a paper
     */
    record Series(String name, TreeMap<Double, Double> points, boolean line) {}

    /** Plots F1 of each method on each corpus. */
    static void f1(Path file, Map<String, List<Measurement>> byMethod) throws IOException {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .theme(ChartTheme.Matlab)
                .title("F1 over labeled pairs, whole groups")
                .yAxisTitle("F1")
                .build();
        CategoryStyler styler = chart.getStyler();
        styler.setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Scatter);
        styler.setYAxisMin(0.0).setYAxisMax(1.0);
        styler.setXAxisLabelRotation(NAMES_DEGREES);
        styler.setLegendPosition(LegendPosition.OutsideE);
        Map<String, TreeMap<Integer, Double>> byCorpus = new LinkedHashMap<>();
        List<String> methods = List.copyOf(byMethod.keySet());
        for (int method = 0; method < methods.size(); method++) {
            for (Measurement measurement : byMethod.get(methods.get(method))) {
                byCorpus.computeIfAbsent(measurement.corpus(), corpus -> new TreeMap<>())
                        .put(method, measurement.median().pairs().f1());
            }
        }
        byCorpus.forEach((corpus, values) -> chart.addSeries(corpus, methods, List.copyOf(values.values())));
        save(chart, file);
    }

    /** Plots the mean F1 of each method against its comparisons. */
    static void cost(Path file, Map<String, List<Measurement>> byMethod) throws IOException {
        XYChart chart = xy("Mean F1 against comparisons", "comparisons per document, geometric mean", "F1");
        chart.getStyler().setXAxisLogarithmic(true);
        chart.getStyler().setYAxisMin(0.0).setYAxisMax(1.0);
        byMethod.forEach((method, measurements) -> {
            double logarithm = measurements.stream()
                    .mapToDouble(each -> Math.log(Math.max(MIN_COMPARISONS, each.comparisons())))
                    .average()
                    .orElse(0);
            double f1 = measurements.stream()
                    .mapToDouble(each -> each.median().pairs().f1())
                    .average()
                    .orElse(0);
            chart.addSeries(method, new double[] {Math.exp(logarithm)}, new double[] {f1});
        });
        save(chart, file);
    }

    /** Plots series over a common x axis. */
    static void lines(Path file, String title, String x, String y, List<Series> series) throws IOException {
        XYChart chart = xy(title, x, y);
        for (Series each : series) {
            List<Double> values = List.copyOf(each.points().values());
            XYSeries drawn =
                    chart.addSeries(each.name(), List.copyOf(each.points().keySet()), values);
            drawn.setLineStyle(each.line() ? SeriesLines.SOLID : SeriesLines.NONE);
        }
        save(chart, file);
    }

    private static XYChart xy(String title, String x, String y) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .theme(ChartTheme.Matlab)
                .title(title)
                .xAxisTitle(x)
                .yAxisTitle(y)
                .build();
        XYStyler styler = chart.getStyler();
        styler.setLegendPosition(LegendPosition.OutsideE);
        return chart;
    }

    private static void save(Chart<? extends AxesChartStyler, ?> chart, Path file) throws IOException {
        // Solid lines, because each dashed line, the default, takes 20 KB.
        chart.getStyler().setPlotGridLinesStroke(new BasicStroke(GRID_WIDTH));
        VectorGraphicsEncoder.saveVectorGraphic(chart, file.toString(), VectorGraphicsFormat.SVG);
        Files.writeString(file, renumbered(Files.readString(file)));
    }

    /** Replaces the names of clip paths, which the library derives from hash codes of objects, so that equal plots have equal bytes. */
    static String renumbered(String svg) {
        Map<String, String> names = new LinkedHashMap<>();
        return CLIP.matcher(svg)
                .replaceAll(found -> names.computeIfAbsent(found.group(), name -> "clip-" + (names.size() + 1)));
    }
}
