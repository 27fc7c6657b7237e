package org.ndd.eval.simulate;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Fits costs to measured runs: local work to runs on one node, communication to runs on several nodes. */
public final class CostFit {

    private static final double OUTDATED_SAMPLE = 20_000;

    private final String kind;
    private final List<MeasuredRun> all;
    private final List<MeasuredRun> alone;
    private final List<MeasuredRun> plain;
    private final List<MeasuredRun> several;
    private final Map<Cost, Double> values = new EnumMap<>(Cost.class);
    private final Map<Cost, String> from = new EnumMap<>(Cost.class);

    private CostFit(String kind, List<MeasuredRun> runs) {
        this.kind = kind;
        this.all = runs.stream()
                .filter(run -> run.kind().equals(kind) && run.use() == MeasuredRun.Use.FIT)
                .toList();
        this.alone = all.stream().filter(run -> run.get("nodes") == 1).toList();
        this.plain = alone.stream().filter(MeasuredRun::isPlain).toList();
        this.several = all.stream()
                .filter(run -> run.get("nodes") > 1 && run.isPlain())
                .toList();
        if (plain.isEmpty() || several.isEmpty()) {
            throw new IllegalArgumentException("[runs] of [" + kind
                    + "] must contain a plain run on one node and a run on several nodes, but was " + all.size());
        }
    }

    /**
     * Returns the costs for one kind of documents.
     *
     * @param runs measured runs, of which only those with use {@code fit} are used
     */
    public static Costs of(String kind, List<MeasuredRun> runs) {
        return new CostFit(kind, runs).fit();
    }

    /** Returns the mean group size, including singletons, of the largest run to fit to. */
    public static double meanSize(String kind, List<MeasuredRun> runs) {
        MeasuredRun largest = new CostFit(kind, runs).largest();
        return 1 / (1 - followers(largest) / largest.get("documents"));
    }

    private MeasuredRun largest() {
        return plain.stream()
                .max(Comparator.comparingDouble(run -> run.get("documents")))
                .orElseThrow();
    }

    private Costs fit() {
        ratio(Cost.INDEX, plain, run -> run.get("work_index"), run -> run.get("documents"));
        ratio(Cost.PIN, alone, run -> run.work("pin"), run -> run.get("documents"));
        ratio(Cost.BOILERPLATE, alone, run -> run.work("boilerplate"), run -> run.get("boilerplate_pages"));
        ratio(Cost.DIGESTS, alone, run -> run.work("digests"), run -> run.get("documents"));
        two(
                Cost.READ_TERMS,
                run -> run.get("postings") * run.get("windows"),
                Cost.KEEP_TERMS,
                run -> run.get("postings"),
                run -> run.work("candidates"));
        two(
                Cost.DECIDE,
                run -> run.get("documents"),
                Cost.COMPARE,
                run -> run.get("comparisons"),
                run -> run.work("decide"));
        ratio(Cost.MEMBERS, plain, run -> run.work("members"), CostFit::followers);
        List<MeasuredRun> dry =
                alone.stream().filter(run -> run.isPlain() == false).toList();
        ratio(Cost.VERIFY, dry, run -> run.work("groups"), run -> run.get("verifications"));
        ratio(
                Cost.WRITE,
                plain,
                run -> Math.max(0, run.work("groups") - run.get("verifications") * values.get(Cost.VERIFY)),
                run -> run.get("written"));
        ratio(Cost.LIST, plain, run -> run.work("lists"), run -> run.get("duplicates"));
        ratio(
                Cost.CHECK,
                alone,
                run -> run.work("check"),
                run -> Math.min(run.get("documents"), OUTDATED_SAMPLE * run.get("shards")));
        ofPages();
        wire();
        return new Costs(kind, values, from);
    }

    private static double followers(MeasuredRun run) {
        return run.get("written") - run.get("groups");
    }

    /** Properties of documents, from the largest run, which is most similar to large runs. */
    private void ofPages() {
        MeasuredRun largest = largest();
        List<MeasuredRun> one = List.of(largest);
        ratio(Cost.DISK, one, run -> run.get("bytes_in_index"), run -> run.get("documents"));
        ratio(Cost.POSTINGS, one, run -> run.get("postings"), run -> run.get("documents"));
        ratio(Cost.TERMS, one, run -> run.get("fingerprints"), run -> run.get("documents"));
        ratio(Cost.CANDIDATES, one, run -> run.get("candidates"), run -> run.get("documents"));
        ratio(Cost.COMPARISONS, one, run -> run.get("comparisons"), run -> run.get("documents"));
        ratio(Cost.VERIFICATIONS, one, run -> run.get("verifications"), run -> run.get("documents"));
        ratio(Cost.FOLLOWERS, one, CostFit::followers, run -> run.get("documents"));
        ratio(Cost.WRITTEN, one, run -> run.get("written"), run -> run.get("documents"));
        ratio(Cost.DUPLICATES, one, run -> run.get("duplicates"), run -> run.get("documents"));
        put(Cost.PASSAGES, largest.get("passages"), largest.name());
    }

    private void wire() {
        ratio(Cost.DIGEST, several, run -> run.wire("digests"), run -> far(run) * run.get("documents"));
        ratio(Cost.TEXT, several, run -> run.wire("groups"), run -> far(run) * run.get("verifications"));
    }

    private static double far(MeasuredRun run) {
        return 1 - 1 / run.get("nodes");
    }

    private void ratio(
            Cost cost,
            List<MeasuredRun> runs,
            ToDoubleFunction<MeasuredRun> what,
            ToDoubleFunction<MeasuredRun> units) {
        double sum = runs.stream().mapToDouble(what).sum();
        put(cost, sum / Math.max(1, runs.stream().mapToDouble(units).sum()), names(runs));
    }

    /** Fits two non-negative costs of one phase by least squares over runs on one node. */
    private void two(
            Cost a,
            ToDoubleFunction<MeasuredRun> unitsOfA,
            Cost b,
            ToDoubleFunction<MeasuredRun> unitsOfB,
            ToDoubleFunction<MeasuredRun> what) {
        double aa = 0;
        double ab = 0;
        double bb = 0;
        double ay = 0;
        double by = 0;
        for (MeasuredRun run : alone) {
            // relative errors, so that small runs have the same weight as large ones
            double scale = 1 / Math.max(1e-3, what.applyAsDouble(run));
            double x = unitsOfA.applyAsDouble(run) * scale;
            double y = unitsOfB.applyAsDouble(run) * scale;
            double z = what.applyAsDouble(run) * scale;
            aa += x * x;
            ab += x * y;
            bb += y * y;
            ay += x * z;
            by += y * z;
        }
        double determinant = aa * bb - ab * ab;
        double first = determinant == 0 ? ay / aa : (ay * bb - by * ab) / determinant;
        double second = determinant == 0 ? 0 : (by * aa - ay * ab) / determinant;
        if (second < 0) {
            first = ay / aa;
            second = 0;
        } else if (first < 0) {
            first = 0;
            second = by / bb;
        }
        put(a, first, names(alone));
        put(b, second, names(alone));
    }

    private void put(Cost cost, double value, String names) {
        values.put(cost, value);
        from.put(cost, names);
    }

    private static String names(List<MeasuredRun> runs) {
        return runs.stream().map(MeasuredRun::name).collect(Collectors.joining(" "));
    }
}
