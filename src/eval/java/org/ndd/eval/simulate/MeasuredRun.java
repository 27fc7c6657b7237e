package org.ndd.eval.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The measurements of one run on real nodes.
 *
 * @param name name of the run
 * @param kind kind of its documents, such as {@code html}
 * @param use purpose of the measurements
 * @param figures values by name: counts of the report, {@code clock_PHASE} and {@code work_PHASE}, the duration and the processor time in
 *     seconds, and {@code wire_PHASE} in bytes
 */
public record MeasuredRun(String name, String kind, Use use, Map<String, Double> figures) {

    private static final String HEADER = "run,kind,use,figure,value";

    /** Phases that are not simulated: indexing precedes a run, and the others mostly wait. */
    private static final Set<String> NOT_WORK = Set.of("work_index", "work_starting", "work_publish");

    /** The purpose of a measured run. */
    public enum Use {
        /** Costs are fitted to the run. */
        FIT,
        /** The model is compared with the run, to which it is not fitted. */
        CHECK
    }

    /**
     * Reads a file of lines {@code run,kind,use,figure,value} with a header line.
     *
     * @return the runs in the order of the file
     * @throws IllegalArgumentException if a line is invalid, or a value of a run is repeated
     */
    public static List<MeasuredRun> read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (lines.isEmpty() || lines.get(0).equals(HEADER) == false) {
            throw new IllegalArgumentException("[" + file + "] must begin with [" + HEADER + "]");
        }
        Map<String, MeasuredRun> runs = new LinkedHashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            if (cells.length != 5) {
                throw new IllegalArgumentException("[line] must be [" + HEADER + "], but was [" + line + "]");
            }
            MeasuredRun run = runs.computeIfAbsent(
                    cells[0], name -> new MeasuredRun(name, cells[1], use(cells[2]), new LinkedHashMap<>()));
            if (run.figures.put(cells[3], Double.parseDouble(cells[4])) != null) {
                throw new IllegalArgumentException(
                        "[figure] must be unique per run, but was [" + cells[3] + "] of [" + cells[0] + "] again");
            }
        }
        return new ArrayList<>(runs.values());
    }

    private static Use use(String word) {
        return switch (word) {
            case "fit" -> Use.FIT;
            case "check" -> Use.CHECK;
            default -> throw new IllegalArgumentException("[use] must be one of [fit, check], but was [" + word + "]");
        };
    }

    /**
     * Returns a required value.
     *
     * @throws IllegalArgumentException if it was not measured
     */
    public double get(String figure) {
        Double value = figures.get(figure);
        if (value == null) {
            throw new IllegalArgumentException("[" + figure + "] must be measured of [" + name + "], but was not");
        }
        return value;
    }

    /** Returns the processor time of a phase over all nodes; 0 if the phase ended before it was polled. */
    public double work(String phase) {
        return figures.getOrDefault("work_" + phase, 0.0);
    }

    /** Returns the measured processor time of all simulated phases. */
    public double worked() {
        return figures.entrySet().stream()
                .filter(figure -> figure.getKey().startsWith("work_") && NOT_WORK.contains(figure.getKey()) == false)
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** Returns the bytes between nodes in a phase. */
    public double wire(String phase) {
        return figures.getOrDefault("wire_" + phase, 0.0);
    }

    /** Returns whether the run had default options and wrote its groups. */
    public boolean isPlain() {
        return name.endsWith("-plain");
    }
}
