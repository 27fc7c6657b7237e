package org.ndd.eval.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The costs of runs over one kind of documents.
 *
 * @param kind kind of documents
 * @param values value of each {@link Cost}
 * @param from runs to which each cost was fitted
 */
public record Costs(String kind, Map<Cost, Double> values, Map<Cost, String> from) {

    private static final String HEADER = "kind,cost,value,unit,from";

    public Costs {
        for (Cost cost : Cost.values()) {
            Double value = values.get(cost);
            if (value == null || value < 0 || value.isNaN()) {
                throw new IllegalArgumentException(
                        "[" + cost.key() + "] of [" + kind + "] must be at least [0], but was [" + value + "]");
            }
        }
        values = Map.copyOf(values);
        from = Map.copyOf(from);
    }

    /** Returns a cost. */
    public double get(Cost cost) {
        return values.get(cost);
    }

    /** Returns the costs with the counts per document of a measured run instead of those of the fitted runs. */
    public Costs like(MeasuredRun run) {
        Map<Cost, Double> own = new EnumMap<>(values);
        double documents = run.get("documents");
        own.put(Cost.POSTINGS, run.get("postings") / documents);
        own.put(Cost.TERMS, run.get("fingerprints") / documents);
        own.put(Cost.CANDIDATES, run.get("candidates") / documents);
        own.put(Cost.COMPARISONS, run.get("comparisons") / documents);
        own.put(Cost.VERIFICATIONS, run.get("verifications") / documents);
        own.put(Cost.FOLLOWERS, (run.get("written") - run.get("groups")) / documents);
        own.put(Cost.WRITTEN, run.get("written") / documents);
        own.put(Cost.DUPLICATES, run.get("duplicates") / documents);
        return new Costs(kind, own, from);
    }

    /** Reads the costs of all kinds of documents, in the order of the file. */
    public static List<Costs> read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (lines.isEmpty() || lines.get(0).equals(HEADER) == false) {
            throw new IllegalArgumentException("[" + file + "] must begin with [" + HEADER + "]");
        }
        Map<String, Map<Cost, Double>> values = new LinkedHashMap<>();
        Map<String, Map<Cost, String>> from = new LinkedHashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", 5);
            if (cells.length != 5) {
                throw new IllegalArgumentException("[line] must be [" + HEADER + "], but was [" + line + "]");
            }
            Cost cost = Cost.valueOf(cells[1].toUpperCase(Locale.ROOT));
            Double before = values.computeIfAbsent(cells[0], kind -> new EnumMap<>(Cost.class))
                    .put(cost, Double.valueOf(cells[2]));
            if (before != null) {
                throw new IllegalArgumentException("[cost] must be unique, but was [" + cells[1] + "] again");
            }
            from.computeIfAbsent(cells[0], kind -> new EnumMap<>(Cost.class)).put(cost, cells[4]);
        }
        List<Costs> all = new ArrayList<>();
        values.forEach((kind, of) -> all.add(new Costs(kind, of, from.get(kind))));
        return all;
    }

    /** Writes the costs to a file. */
    public static void write(Path file, List<Costs> all) throws IOException {
        List<String> lines = new ArrayList<>(List.of(HEADER));
        for (Costs costs : all) {
            for (Cost cost : Cost.values()) {
                lines.add(String.format(
                        Locale.ROOT,
                        "%s,%s,%.4g,%s,%s",
                        costs.kind,
                        cost.key(),
                        costs.get(cost),
                        cost.unit().replace(",", ""),
                        costs.from.get(cost)));
            }
        }
        Files.write(file, lines);
    }
}
