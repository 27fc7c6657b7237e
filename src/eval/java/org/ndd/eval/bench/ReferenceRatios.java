package org.ndd.eval.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The reference ratios of the project: a header line, and lines {@code name,ratio,better,tolerance}. */
public final class ReferenceRatios {

    private static final String HEADER = "name,ratio,better,tolerance";

    private final Map<String, Ratio> ratios = new LinkedHashMap<>();

    private ReferenceRatios(List<Ratio> all) {
        for (Ratio ratio : all) {
            if (ratios.put(ratio.name(), ratio) != null) {
                throw new IllegalArgumentException("[name] must be unique, but was [" + ratio.name() + "] again");
            }
        }
    }

    /** The result of the comparison of a ratio. */
    public enum Outcome {
        WORSE,
        BETTER,
        SAME,
        /** The ratio has no reference. */
        NEW,
        /** The ratio has a reference, but was not measured. */
        MISSING
    }

    /**
     * A measured ratio and its reference.
     *
     * @param measured {@code null} if it was not measured
     * @param kept {@code null} if it has no reference
     */
    public record Compared(Outcome outcome, Ratio measured, Ratio kept) {

        public String name() {
            return (measured == null ? kept : measured).name();
        }

        /** Returns whether the result is a failure. */
        public boolean fails() {
            return outcome == Outcome.WORSE || outcome == Outcome.MISSING;
        }
    }

    /** Reads the file. A missing file has no ratios. */
    public static ReferenceRatios read(Path file) throws IOException {
        if (Files.exists(file) == false) {
            return new ReferenceRatios(List.of());
        }
        List<String> lines = Files.readAllLines(file);
        if (lines.isEmpty() || lines.get(0).equals(HEADER) == false) {
            throw new IllegalArgumentException("[" + file + "] must begin with [" + HEADER + "]");
        }
        return new ReferenceRatios(lines.subList(1, lines.size()).stream()
                .map(ReferenceRatios::ratio)
                .toList());
    }

    private static Ratio ratio(String line) {
        String[] cells = line.split(",", -1);
        if (cells.length != 4) {
            throw new IllegalArgumentException("[line] must be [" + HEADER + "], but was [" + line + "]");
        }
        Ratio.Better better = switch (cells[2]) {
            case "higher" -> Ratio.Better.HIGHER;
            case "lower" -> Ratio.Better.LOWER;
            default ->
                throw new IllegalArgumentException(
                        "[better] must be one of [higher, lower], but was [" + cells[2] + "]");
        };
        return new Ratio(cells[0], Double.parseDouble(cells[1]), better, Double.parseDouble(cells[3]));
    }

    /** Writes new reference ratios, and keeps the tolerances of existing ones. */
    public void write(Path file, List<Ratio> measured) throws IOException {
        List<String> lines = new ArrayList<>(List.of(HEADER));
        for (Ratio ratio : new ReferenceRatios(measured).ratios.values()) {
            double tolerance = ratios.getOrDefault(ratio.name(), ratio).tolerance();
            lines.add(String.format(
                    Locale.ROOT,
                    "%s,%.4g,%s,%s",
                    ratio.name(),
                    ratio.value(),
                    ratio.better().word(),
                    tolerance));
        }
        Files.write(file, lines);
    }

    /** Compares measured ratios with their references: first measured ratios in their order, then the others. */
    public List<Compared> compare(List<Ratio> measured) {
        List<Compared> all = new ArrayList<>();
        Map<String, Ratio> left = new LinkedHashMap<>(ratios);
        for (Ratio ratio : measured) {
            Ratio kept = left.remove(ratio.name());
            all.add(new Compared(outcome(ratio, kept), ratio, kept));
        }
        left.values().forEach(kept -> all.add(new Compared(Outcome.MISSING, null, kept)));
        return all;
    }

    private static Outcome outcome(Ratio measured, Ratio kept) {
        if (kept == null) {
            return Outcome.NEW;
        }
        if (measured.worseThan(kept)) {
            return Outcome.WORSE;
        }
        return measured.betterThan(kept) ? Outcome.BETTER : Outcome.SAME;
    }
}
