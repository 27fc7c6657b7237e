package org.ndd.eval;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ndd.eval.simulate.ChainGrowth;
import org.ndd.eval.simulate.CostFit;
import org.ndd.eval.simulate.Costs;
import org.ndd.eval.simulate.MeasuredRun;
import org.ndd.eval.simulate.Nodes;
import org.ndd.eval.simulate.Outcome;
import org.ndd.eval.simulate.Pages;
import org.ndd.eval.simulate.Simulation;

/** Prints results of the simulation as tables in Markdown. All values are modeled, unless they are marked as measured. */
final class Simulate {

    private static final double[] PAGES = {4.3e8, 1e9, 1e10};
    private static final int[] NODES = {10, 30, 100, 300, 1000};
    private static final int[] GENERATED = {10_000, 100_000, 1_000_000, 3_000_000};
    private static final double CROWD = 1e7;
    private static final long SEED = 1;

    private final List<MeasuredRun> runs;
    private final Path costsFile;
    private final String kind;
    private final int shards;

    private Simulate(List<MeasuredRun> runs, Path costsFile, String kind, int shards) {
        this.runs = runs;
        this.costsFile = costsFile;
        this.kind = kind;
        this.shards = shards;
    }

    /**
     * Runs the simulation.
     *
     * @param args {@code COMMAND RUNS COSTS KIND SHARDS}: COMMAND is {@code web}, {@code check} or {@code fit}, RUNS and COSTS are files,
     *     KIND is the kind of documents such as {@code html}, SHARDS is the number of shards per node
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 5) {
            throw new IllegalArgumentException(
                    "[arguments] must be COMMAND RUNS COSTS KIND SHARDS, but was [" + args.length + "] of them");
        }
        Simulate simulate =
                new Simulate(MeasuredRun.read(Path.of(args[1])), Path.of(args[2]), args[3], Integer.parseInt(args[4]));
        switch (args[0]) {
            case "fit" -> simulate.fit();
            case "check" -> simulate.check();
            case "web" -> simulate.web();
            default ->
                throw new IllegalArgumentException(
                        "[COMMAND] must be one of [web, check, fit], but was [" + args[0] + "]");
        }
    }

    /** Returns the growth of chains for the measured mean group size. */
    private ChainGrowth waiting(String of) {
        return ChainGrowth.generate(CostFit.meanSize(of, runs), SEED, GENERATED);
    }

    private void fit() throws IOException {
        List<Costs> all = new ArrayList<>();
        for (String one : runs.stream().map(MeasuredRun::kind).distinct().toList()) {
            all.add(CostFit.of(one, runs));
        }
        Costs.write(costsFile, all);
        System.out.println("wrote " + costsFile);
    }

    private Costs costs(String of) throws IOException {
        return Costs.read(costsFile).stream()
                .filter(costs -> costs.kind().equals(of))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("[KIND] must be in [" + costsFile + "], but was [" + of + "]"));
    }

    /** Compares the model with runs that were not used to fit it. */
    private void check() throws IOException {
        MarkdownTable table = new MarkdownTable(List.of(
                "Run",
                "documents",
                "nodes",
                "shards",
                "processor time, s: measured",
                "modeled",
                "error",
                "clock, s: measured",
                "modeled",
                "error",
                "bytes per document between nodes: measured",
                "modeled",
                "error",
                "request breaker, MB: measured",
                "modeled",
                "error"));
        Map<String, ChainGrowth> laws = new HashMap<>();
        for (MeasuredRun run : runs) {
            if (run.use() == MeasuredRun.Use.CHECK) {
                ChainGrowth waiting = laws.computeIfAbsent(run.kind(), this::waiting);
                Costs costs = costs(run.kind());
                Costs own = run.isPlain() ? costs.like(run) : costs;
                Outcome outcome = new Simulation(own, Pages.of(run), Nodes.of(run), waiting, SEED).run();
                double documents = run.get("documents");
                List<String> row = new ArrayList<>(List.of(
                        run.name(),
                        format("%,.0f", documents),
                        format("%.0f", run.get("nodes")),
                        format("%.0f", run.get("shards"))));
                during(row, "%.1f", run.worked(), outcome.work());
                during(row, "%.1f", run.figures().getOrDefault("seconds", 0.0), outcome.seconds());
                during(row, "%,.0f", run.get("bytes_on_wire") / documents, outcome.wire() / documents);
                during(row, "%.0f", run.figures().getOrDefault("breaker_bytes", 0.0) / 1e6, outcome.heap() / 1e6);
                table.row(row);
            }
        }
        System.out.println(table);
    }

    /** Returns three cells. The first and the last are empty without a measured value. */
    private static void during(List<String> row, String format, double measured, double modeled) {
        row.add(measured == 0 ? "" : format(format, measured));
        row.add(format(format, modeled));
        row.add(error(modeled, measured));
    }

    private static String error(double modeled, double measured) {
        return measured == 0 ? "" : format("%+.0f %%", 100 * (modeled / measured - 1));
    }

    private void web() throws IOException {
        Costs costs = costs(kind);
        ChainGrowth waiting = waiting(kind);
        System.out.println(sizes(costs, waiting, false));
        System.out.println("With one shard of the destination index per node:\n");
        System.out.println(sizes(costs, waiting, true));
        System.out.println(phases(costs, waiting));
        System.out.println(others(costs, waiting));
        System.out.println(chains(waiting));
    }

    private Outcome outcome(Costs costs, ChainGrowth waiting, double documents, int nodes) {
        return new Simulation(costs, Pages.webPages(documents), Nodes.separate(nodes, shards), waiting, SEED).run();
    }

    private MarkdownTable sizes(Costs costs, ChainGrowth waiting, boolean groupsSpread) {
        MarkdownTable table = new MarkdownTable(List.of(
                "Documents",
                "nodes",
                "hours",
                "speed-up",
                "windows",
                "TB between nodes",
                "GB of the busiest node",
                "imbalance",
                "GB of heap",
                "longest phase"));
        for (double documents : PAGES) {
            double first = 0;
            int firstNodes = 0;
            for (int nodes : NODES) {
                Nodes own = Nodes.separate(nodes, shards).withGroupShards(groupsSpread ? nodes : 1);
                Outcome outcome = new Simulation(costs, Pages.webPages(documents), own, waiting, SEED).run();
                if (outcome.impossible() != null) {
                    table.row(List.of(
                            format("%.1e", documents),
                            String.valueOf(nodes),
                            "-",
                            "-",
                            "-",
                            "-",
                            "-",
                            "-",
                            format("%.0f", outcome.heap() / 1e9),
                            "not possible: " + outcome.impossible()));
                    continue;
                }
                if (first == 0) {
                    first = outcome.seconds();
                    firstNodes = nodes;
                }
                table.row(List.of(
                        format("%.1e", documents),
                        String.valueOf(nodes),
                        format("%.1f", outcome.seconds() / 3600),
                        format("%.1f of ", first / outcome.seconds()) + format("%.0f", (double) nodes / firstNodes),
                        outcome.windows() + (outcome.failedGuesses() == 0 ? "" : " (" + outcome.failedGuesses() + ")"),
                        format("%.2f", outcome.wire() / 1e12),
                        format("%,.0f", outcome.busiestBytes() / 1e9),
                        format("%.2f", outcome.imbalance()),
                        format("%.1f", outcome.heap() / 1e9),
                        outcome.longest()));
            }
        }
        return table;
    }

    private MarkdownTable phases(Costs costs, ChainGrowth waiting) {
        List<String> header = new ArrayList<>(List.of("Phase"));
        List<Outcome> outcomes = new ArrayList<>();
        for (int nodes : NODES) {
            header.add(nodes + " nodes");
            outcomes.add(outcome(costs, waiting, PAGES[0], nodes));
        }
        MarkdownTable table = new MarkdownTable(header);
        for (String phase : outcomes.get(0).names()) {
            List<String> row = new ArrayList<>(List.of("`" + phase + "`"));
            outcomes.forEach(outcome ->
                    row.add(format("%.2f", outcome.seconds(phase) / 3600) + " (" + outcome.bound(phase) + ")"));
            table.row(row);
        }
        return table;
    }

    /** Prints results for ten nodes with one change each. */
    private MarkdownTable others(Costs costs, ChainGrowth waiting) {
        MarkdownTable table =
                new MarkdownTable(List.of("4.3·10⁸ documents on 10 nodes", "hours", "imbalance", "GB of heap"));
        Pages pages = Pages.webPages(PAGES[0]);
        Nodes nodes = Nodes.separate(NODES[0], shards);
        row(table, "as above", costs, pages, nodes, waiting);
        row(table, "equal group sizes", costs, pages.even(), nodes, waiting);
        row(table, "an additional group of ten million documents", costs, pages.withCrowd(CROWD), nodes, waiting);
        row(table, "one node with half the speed", costs, pages, nodes.withSlowest(2), waiting);
        row(
                table,
                "the whole index in memory",
                costs,
                pages,
                nodes.on(nodes.machine().inMemory()),
                waiting);
        row(table, "one thread per core", costs, pages, nodes.on(nodes.machine().withAllCores()), waiting);
        row(table, "destination index with 10 shards", costs, pages, nodes.withGroupShards(10), waiting);
        row(table, "10 source indices", costs, pages, nodes.withIndices(10), waiting);
        row(table, "1 shard per node", costs, pages, Nodes.separate(NODES[0], 1), waiting);
        row(table, "16 shards per node", costs, pages, Nodes.separate(NODES[0], 16), waiting);
        double lost = new Simulation(costs, pages, nodes, waiting, SEED).nodeLossSeconds();
        table.row(List.of("loss of a node after all decisions: additional time", format("%.1f", lost / 3600), "", ""));
        return table;
    }

    private static void row(
            MarkdownTable table, String what, Costs costs, Pages pages, Nodes nodes, ChainGrowth waiting) {
        Outcome outcome = new Simulation(costs, pages, nodes, waiting, SEED).run();
        table.row(List.of(
                what,
                outcome.impossible() == null ? format("%.1f", outcome.seconds() / 3600) : outcome.impossible(),
                outcome.impossible() == null ? format("%.2f", outcome.imbalance()) : "-",
                format("%.1f", outcome.heap() / 1e9)));
    }

    private static MarkdownTable chains(ChainGrowth waiting) {
        MarkdownTable table = new MarkdownTable(List.of(
                "Documents",
                "longest chain",
                "mean passes per document",
                "maximum passes",
                "mean requests per predecessor"));
        for (ChainGrowth.Measured seen : waiting.generated()) {
            table.row(List.of(
                    format("%,.0f", seen.documents()) + " generated",
                    String.valueOf(seen.longest()),
                    format("%.1f", seen.passes()),
                    String.valueOf(seen.mostPasses()),
                    format("%.1f", seen.requested())));
        }
        for (double documents : PAGES) {
            table.row(List.of(
                    format("%.1e", documents) + ", extrapolated",
                    format("%.0f", waiting.longest().at(documents)),
                    format("%.1f", waiting.passes().at(documents)),
                    format("%.0f", waiting.mostPasses().at(documents)),
                    format("%.1f", waiting.requested().at(documents))));
        }
        return table;
    }

    private static String format(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
