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
 * What was measured of one run on real nodes.
 *
 * @param name of the run
 * @param kind of its pages, such as {@code html}
 * @param use what the figures are for
 * @param figures by name: what the report counts, {@code clock_PHASE} and {@code work_PHASE} in seconds by the clock and of all
 *     processors, {@code wire_PHASE} in bytes
 */
public record MeasuredRun(String name, String kind, Use use, Map<String, Double> figures) {

    private static final String HEADER = "run,kind,use,figure,value";

    /** Indexing comes before a run; what surrounds its phases is mostly waiting. */
    private static final Set<String> NOT_WORK = Set.of("work_index", "work_starting", "work_publish");

    /** What a run was measured for. */
    public enum Use {
        /** Costs are fitted to it. */
        FIT,
        /** The model's prediction is compared with it; nothing is fitted to it. */
        CHECK
    }

    /**
     * Reads a file of lines {@code run,kind,use,figure,value} after one that says so.
     *
     * @return the runs in the order of the file
     * @throws IllegalArgumentException where a line is not such a one, or a figure of a run is there twice
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
                throw new IllegalArgumentException("[figure] must be there once for each run, but was [" + cells[3]
                        + "] of [" + cells[0] + "] again");
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
     * A figure that every run has.
     *
     * @throws IllegalArgumentException where it was not measured
     */
    public double get(String figure) {
        Double value = figures.get(figure);
        if (value == null) {
            throw new IllegalArgumentException("[" + figure + "] must be measured of [" + name + "], but was not");
        }
        return value;
    }

    /** Seconds of one processor in a phase, over all nodes; 0 where the run was through it before anybody looked. */
    public double work(String phase) {
        return figures.getOrDefault("work_" + phase, 0.0);
    }

    /** Seconds of one processor in all phases that are simulated by what was measured. */
    public double worked() {
        return figures.entrySet().stream()
                .filter(figure -> figure.getKey().startsWith("work_") && NOT_WORK.contains(figure.getKey()) == false)
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** Bytes between nodes in a phase. */
    public double wire(String phase) {
        return figures.getOrDefault("wire_" + phase, 0.0);
    }

    /** Whether it ran as runs do by default, and wrote its groups. */
    public boolean isPlain() {
        return name.endsWith("-plain");
    }
}
