package org.ndd.eval.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.core.PathUtils;

public class CostFitTests extends LuceneTestCase {

    /** A run with the work computed from known costs. */
    private static MeasuredRun run(
            String name, MeasuredRun.Use use, double documents, double comparisons, double windows) {
        boolean writes = name.endsWith("-plain");
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("nodes", 1.0);
        figures.put("cores", 2.0);
        figures.put("shards", 1.0);
        figures.put("documents", documents);
        figures.put("sites", 10.0);
        figures.put("boilerplate_pages", 5000.0);
        figures.put("postings", 30 * documents);
        figures.put("fingerprints", 10 * documents);
        figures.put("candidates", 5 * documents);
        figures.put("comparisons", comparisons);
        figures.put("verifications", documents / 2);
        figures.put("groups", documents / 5);
        figures.put("duplicates", documents / 2);
        figures.put("written", writes ? documents * 0.8 : 0);
        figures.put("windows", windows);
        figures.put("bytes_in_index", 7000 * documents);
        figures.put("passages", 90.0);
        figures.put("work_index", 2e-3 * documents);
        figures.put("work_pin", 1e-6 * documents);
        figures.put("work_boilerplate", 3e-4 * 5000);
        figures.put("work_digests", 5e-6 * documents);
        figures.put("work_candidates", 30 * documents * (1e-6 * windows + 2e-6));
        figures.put("work_decide", 2e-5 * documents + 1e-4 * comparisons);
        figures.put("work_members", 1e-5 * documents * 0.6);
        figures.put("work_groups", 2e-4 * documents / 2 + (writes ? 5e-5 * documents * 0.8 : 0));
        figures.put("work_lists", 1e-6 * documents / 2);
        figures.put("work_check", 4e-5 * Math.min(documents, 20_000));
        return new MeasuredRun(name, "html", use, figures);
    }

    /** The same run on two nodes, with their network traffic. */
    private static MeasuredRun onTwo(MeasuredRun run) {
        Map<String, Double> figures = new LinkedHashMap<>(run.figures());
        figures.put("nodes", 2.0);
        figures.put("shards", 2.0);
        figures.put("wire_digests", run.get("documents") / 2 * 70);
        figures.put("wire_groups", run.get("verifications") / 2 * 3000);
        return new MeasuredRun(run.name(), run.kind(), run.use(), figures);
    }

    private static List<MeasuredRun> runs() {
        List<MeasuredRun> runs = new ArrayList<>();
        runs.add(run("a-plain", MeasuredRun.Use.FIT, 20_000, 30_000, 1));
        runs.add(run("a-windows", MeasuredRun.Use.FIT, 20_000, 30_000, 4));
        runs.add(run("a-leaders", MeasuredRun.Use.FIT, 20_000, 9_000, 1));
        runs.add(run("a-dry", MeasuredRun.Use.FIT, 20_000, 30_000, 1));
        runs.add(run("b-plain", MeasuredRun.Use.FIT, 60_000, 90_000, 1));
        runs.add(onTwo(run("c-plain", MeasuredRun.Use.FIT, 60_000, 90_000, 1)));
        return runs;
    }

    public void testRecoversCosts() {
        Costs costs = CostFit.of("html", runs());
        assertCost(costs, Cost.INDEX, 2e-3);
        assertCost(costs, Cost.PIN, 1e-6);
        assertCost(costs, Cost.BOILERPLATE, 3e-4);
        assertCost(costs, Cost.DIGESTS, 5e-6);
        assertCost(costs, Cost.READ_TERMS, 1e-6);
        assertCost(costs, Cost.KEEP_TERMS, 2e-6);
        assertCost(costs, Cost.DECIDE, 2e-5);
        assertCost(costs, Cost.COMPARE, 1e-4);
        assertCost(costs, Cost.MEMBERS, 1e-5);
        assertCost(costs, Cost.VERIFY, 2e-4);
        assertCost(costs, Cost.WRITE, 5e-5);
        assertCost(costs, Cost.LIST, 1e-6);
        assertCost(costs, Cost.CHECK, 4e-5);
        assertCost(costs, Cost.DIGEST, 70);
        assertCost(costs, Cost.TEXT, 3000);
        assertCost(costs, Cost.COMPARISONS, 1.5);
        assertCost(costs, Cost.POSTINGS, 30);
        assertCost(costs, Cost.FOLLOWERS, 0.6);
        assertEquals("c-plain", costs.from().get(Cost.TEXT));
    }

    private static void assertCost(Costs costs, Cost cost, double expected) {
        assertEquals(cost.key(), expected, costs.get(cost), 1e-6 * expected);
    }

    public void testCheckRunsAreNotFitted() {
        List<MeasuredRun> more = new ArrayList<>(runs());
        more.add(run("d-plain", MeasuredRun.Use.CHECK, 1_000_000, 5, 1));
        assertEquals(
                CostFit.of("html", runs()).values(), CostFit.of("html", more).values());
    }

    public void testCostsAreNotNegative() {
        List<MeasuredRun> runs = new ArrayList<>(runs());
        // a measurement error: more comparisons took less time
        runs.get(2).figures().put("work_decide", 100.0);
        Costs costs = CostFit.of("html", runs);
        for (Cost cost : Cost.values()) {
            assertTrue(cost.key(), costs.get(cost) >= 0);
        }
    }

    public void testCostsFile() throws IOException {
        Costs costs = CostFit.of("html", runs());
        Path file = createTempFile();
        Costs.write(file, List.of(costs));
        Costs read = Costs.read(file).get(0);
        for (Cost cost : Cost.values()) {
            assertEquals(cost.key(), costs.get(cost), read.get(cost), 1e-3 * costs.get(cost));
        }
        List<String> lines = Files.readAllLines(file);
        lines.remove(3);
        Files.write(file, lines);
        IllegalArgumentException e = expectThrows(IllegalArgumentException.class, () -> Costs.read(file));
        assertEquals("[boilerplate] of [html] must be at least [0], but was [null]", e.getMessage());
    }

    /** The costs file must be updated after new measurements. */
    public void testCostsFileMatchesMeasuredRuns() throws IOException {
        Path distribution = PathUtils.get(System.getProperty("ndd.project.directory", ""))
                .toAbsolutePath()
                .resolve("distribution");
        List<MeasuredRun> runs = MeasuredRun.read(distribution.resolve("measured-runs.csv"));
        for (Costs kept : Costs.read(distribution.resolve("costs.csv"))) {
            Costs fitted = CostFit.of(kept.kind(), runs);
            for (Cost cost : Cost.values()) {
                assertEquals(cost.key(), fitted.get(cost), kept.get(cost), 1e-3 * fitted.get(cost));
                assertEquals(fitted.from().get(cost), kept.from().get(cost));
            }
        }
    }

    private static List<MeasuredRun> read(String... lines) throws IOException {
        Path file = createTempFile();
        Files.write(file, List.of(lines));
        return MeasuredRun.read(file);
    }

    public void testRunsFile() throws IOException {
        String header = "run,kind,use,figure,value";
        MeasuredRun run = read(header, "a-plain,html,check,documents,1000", "a-plain,html,check,work_pin,0.25")
                .get(0);
        assertEquals(1000, run.get("documents"), 0);
        assertEquals(0.25, run.worked(), 0);
        assertEquals(MeasuredRun.Use.CHECK, run.use());
        assertTrue(run.isPlain());
        assertRejected("[sites] must be measured of [a-plain], but was not", () -> run.get("sites"));
        assertRejected("[use] must be one of [fit, check], but was [guess]", () -> read(header, "a,html,guess,x,1"));
        assertRejected("[line] must be [" + header + "], but was [a,b]", () -> read(header, "a,b"));
        assertRejected(
                "[figure] must be unique per run, but was [x] of [a] again",
                () -> read(header, "a,html,fit,x,1", "a,html,fit,x,2"));
    }

    private static void assertRejected(String message, ThrowingRunnable what) {
        assertEquals(message, expectThrows(IllegalArgumentException.class, what).getMessage());
    }
}
