package org.ndd.eval.simulate;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;

public class SimulationTests extends LuceneTestCase {

    private static final double GB = 1L << 30;

    /** Every document is decided in the first pass. */
    private static final ChainGrowth NO_WAITS = ChainGrowth.none();

    /** Round costs for documents with 30 fingerprints. */
    private static Map<Cost, Double> figures() {
        Map<Cost, Double> figures = new EnumMap<>(Cost.class);
        for (Cost cost : Cost.values()) {
            figures.put(cost, 0.0);
        }
        figures.put(Cost.PIN, 1e-3);
        figures.put(Cost.BOILERPLATE, 4e-3);
        figures.put(Cost.DIGESTS, 2e-3);
        figures.put(Cost.READ_TERMS, 1e-4);
        figures.put(Cost.KEEP_TERMS, 2e-4);
        figures.put(Cost.DECIDE, 1e-3);
        figures.put(Cost.COMPARE, 5e-3);
        figures.put(Cost.MEMBERS, 4e-3);
        figures.put(Cost.VERIFY, 6e-3);
        figures.put(Cost.WRITE, 1e-3);
        figures.put(Cost.LIST, 1e-3);
        figures.put(Cost.CHECK, 1e-3);
        figures.put(Cost.DIGEST, 60.0);
        figures.put(Cost.TEXT, 3000.0);
        figures.put(Cost.DISK, 6000.0);
        figures.put(Cost.POSTINGS, 30.0);
        figures.put(Cost.TERMS, 15.0);
        figures.put(Cost.CANDIDATES, 4.0);
        figures.put(Cost.COMPARISONS, 2.0);
        figures.put(Cost.VERIFICATIONS, 0.5);
        figures.put(Cost.FOLLOWERS, 0.5);
        figures.put(Cost.WRITTEN, 0.8);
        figures.put(Cost.DUPLICATES, 0.4);
        figures.put(Cost.PASSAGES, 32.0);
        return figures;
    }

    private static Costs costs(Map<Cost, Double> figures) {
        return new Costs("html", figures, Map.of());
    }

    /** Nodes with four cores, which is one thread per run. */
    private static Nodes nodes(int count, double answerSeconds) {
        return Nodes.on(machine(8 * GB, answerSeconds), count, 1);
    }

    private static Machine machine(double heap, double answerSeconds) {
        return new Machine(4, 1, heap, 1e9, answerSeconds, 0, 1e15, 0);
    }

    private static Outcome run(Costs costs, Pages pages, Nodes nodes) {
        return new Simulation(costs, pages, nodes, NO_WAITS, 1).run();
    }

    /** 1000 documents on one node, with manually computed costs. */
    public void testSingleNodeCosts() {
        Outcome outcome = run(costs(figures()), new Pages(1000, 10, 500, 0, true), nodes(1, 0.5));
        assertEquals(1, outcome.windows());
        assertEquals(1000 * 1e-3, outcome.seconds("pin"), 1e-9);
        assertEquals(500 * 4e-3, outcome.seconds("boilerplate"), 1e-9);
        assertEquals(1000 * 2e-3, outcome.seconds("digests"), 1e-9);
        assertEquals(1000 * 30 * (1e-4 + 2e-4), outcome.seconds("candidates"), 1e-9);
        // eleven seconds of work are eleven rounds, each with half a second of latency
        assertEquals(1000 * (1e-3 + 2 * 5e-3) * (1 + 0.5), outcome.seconds("decide"), 1e-9);
        assertEquals(500 * 4e-3, outcome.seconds("members"), 1e-9);
        // verifying takes longer than writing with four cores
        assertEquals(500 * 6e-3, outcome.seconds("groups"), 1e-9);
        assertEquals(400 * 1e-3, outcome.seconds("lists"), 1e-9);
        assertEquals(1000 * 1e-3, outcome.seconds("check"), 1e-9);
        double sum = outcome.names().stream().mapToDouble(outcome::seconds).sum();
        assertEquals(sum, outcome.seconds(), 1e-9);
        assertEquals("no network traffic", 0, outcome.wire() + outcome.busiestBytes(), 0);
        assertEquals(1, outcome.imbalance(), 1e-9);
    }

    public void testWorkIsIndependentOfNodeCount() {
        Pages pages = new Pages(1e6, 1e4, 1e6, 0, true);
        Map<Cost, Double> figures = figures();
        // a sample of each shard is checked, and there are as many shards as nodes
        figures.put(Cost.CHECK, 0.0);
        double alone = run(costs(figures), pages, nodes(1, 0)).work();
        Outcome four = run(costs(figures), pages, nodes(4, 0));
        // with two or more nodes the index of the run has a replica
        assertEquals(alone, four.work() - 1e6 * 0.8 * 1e-3, 1e-6 * alone);
    }

    public void testMoreNodesNeverTakeLonger() {
        Pages pages = new Pages(4e8, 4e6, 4e8, 0, false);
        double last = Double.POSITIVE_INFINITY;
        for (int nodes = 8; nodes <= 2048; nodes *= 2) {
            Outcome outcome = run(costs(figures()), pages, nodes(nodes, 0));
            if (outcome.impossible() == null) {
                assertTrue(nodes + " nodes: " + outcome.seconds(), outcome.seconds() <= last * (1 + 1e-9));
                last = outcome.seconds();
            }
        }
        assertTrue(last < Double.POSITIVE_INFINITY);
    }

    public void testTimeIsProportionalToDocuments() {
        Nodes node = nodes(1, 0);
        double all = run(costs(figures()), new Pages(40_000, 400, 40_000, 0, false), node)
                        .seconds()
                - 1;
        double half = run(costs(figures()), new Pages(20_000, 200, 20_000, 0, false), node)
                        .seconds()
                - 1;
        // except for the check of a sample
        assertEquals(2 * half, all + 20, 1e-6 * all);
    }

    public void testSentBytesEqualReceivedBytes() {
        for (int count : new int[] {1, 2, 3, 10, 100}) {
            Simulation simulation = new Simulation(
                    costs(figures()),
                    new Pages(1e7, 1e5, 1e7, 1e5, true),
                    nodes(count, 1e-4).withIndices(3),
                    NO_WAITS,
                    random().nextLong());
            for (Phase phase : simulation.run().phases()) {
                double sent = Arrays.stream(phase.sent()).sum();
                double received = Arrays.stream(phase.received()).sum();
                assertEquals(phase.name(), sent, received, 1e-6 * Math.max(1, sent));
                assertTrue(phase.name(), phase.wire() >= -1e-6 * sent);
            }
        }
    }

    /** Two nodes and documents with one unique fingerprint each: manually computed traffic. */
    public void testNetworkBytesOfTwoNodes() {
        Map<Cost, Double> figures = figures();
        figures.put(Cost.POSTINGS, 1.0);
        figures.put(Cost.TERMS, 1.0);
        Outcome outcome = run(costs(figures), new Pages(100_000, 1000, 50_000, 0, true), nodes(2, 0));
        double half = 100_000 / 2.0;
        assertEquals(50_000 / 2.0 * 3000, wire(outcome, "boilerplate"), 1);
        assertEquals(half * 60, wire(outcome, "digests"), 1);
        assertEquals("terms and documents, without posting lists", half * (15 + 24), wire(outcome, "candidates"), 1);
        assertEquals(half * 0.5 * 130, wire(outcome, "members"), 1);
        assertEquals(half * 0.5 * 3000, wire(outcome, "groups"), 1);
        assertEquals(half * 0.4 * 2 * 25, wire(outcome, "lists"), 1);
    }

    private static double wire(Outcome outcome, String phase) {
        return outcome.phases().stream()
                .filter(one -> one.name().equals(phase))
                .mapToDouble(Phase::wire)
                .sum();
    }

    public void testSlowNodeDelaysRun() {
        Pages pages = new Pages(1e7, 1e5, 1e7, 0, false);
        double alike = run(costs(figures()), pages, nodes(10, 0)).seconds();
        double slow = run(costs(figures()), pages, nodes(10, 0).withSlowest(2)).seconds();
        assertTrue(slow > 1.3 * alike);
        assertTrue(slow <= 2 * alike);
    }

    public void testLargeGroupIsOnSingleNode() {
        Pages pages = new Pages(1e7, 1e5, 1e7, 0, true);
        Outcome without = run(costs(figures()), pages, nodes(10, 0));
        Outcome with = run(costs(figures()), pages.withCrowd(2e6), nodes(10, 0));
        assertTrue(with.imbalance() > without.imbalance());
        assertTrue(with.seconds("groups") > 1.5 * without.seconds("groups"));
        assertEquals("other phases are unaffected", with.seconds("pin"), without.seconds("pin"), 1e-9);
    }

    public void testMembersOfLargeGroupUseHeap() {
        Map<Cost, Double> figures = figures();
        // without candidates, which would need more heap
        figures.put(Cost.POSTINGS, 1e-6);
        figures.put(Cost.TERMS, 1e-6);
        figures.put(Cost.CANDIDATES, 0.0);
        Pages pages = new Pages(1e7, 1e5, 1e7, 0, false);
        double without = run(costs(figures), pages, nodes(10, 0)).heap();
        double with = run(costs(figures), new Pages(1e7, 1e5, 1e7, 2e6, true), nodes(10, 0))
                .heap();
        assertTrue(with > without + 2e6 * 400);
    }

    public void testNodeLossCostsLessThanRestart() {
        Pages pages = new Pages(1e8, 1e6, 1e8, 0, false);
        Nodes large = Nodes.on(machine(128 * GB, 0), 10, 1);
        Simulation simulation = new Simulation(costs(figures()), pages, large, NO_WAITS, 1);
        double lost = simulation.nodeLossSeconds();
        Outcome all = simulation.run();
        assertTrue(lost > all.seconds("pin") + all.seconds("boilerplate") + all.seconds("candidates"));
        assertTrue(lost < all.seconds());
    }

    public void testSmallerHeapNeedsMoreWindows() {
        Pages pages = new Pages(1e8, 1e6, 1e8, 0, false);
        Nodes small = Nodes.on(machine(4 * GB, 0), 10, 1);
        Outcome little = run(costs(figures()), pages, small);
        Outcome much = run(costs(figures()), pages, nodes(10, 0));
        assertTrue(little.windows() > much.windows());
        assertTrue(little.seconds("candidates") > much.seconds("candidates"));
        assertEquals(little.seconds("decide"), much.seconds("decide"), 1e-6 * much.seconds("decide"));
    }

    public void testReportsWhyRunIsImpossible() {
        Costs costs = costs(figures());
        assertEquals(
                "more group documents than the maximum of the one shard of the destination index",
                run(costs, Pages.webPages(1e10), nodes(1000, 0)).impossible());
        assertNull(run(costs, Pages.webPages(1e10), nodes(1000, 0).withGroupShards(10))
                .impossible());
        assertEquals(
                "more documents than the maximum of a shard",
                run(costs, Pages.webPages(1e10), nodes(4, 0)).impossible());
        assertEquals(
                "ranks and members do not fit into the heap",
                run(costs, Pages.webPages(1e9), nodes(4, 0)).impossible());
        assertNull(run(costs, Pages.webPages(1e8), nodes(10, 0)).impossible());
    }

    public void testMessageLatency() {
        Pages pages = new Pages(1e7, 1e5, 1e7, 0, false);
        Outcome near = run(costs(figures()), pages, nodes(10, 0));
        Outcome far = run(costs(figures()), pages, nodes(10, 1));
        assertEquals(near.work(), far.work(), 1e-6 * near.work());
        assertTrue(far.seconds("members") > near.seconds("members"));
        assertEquals("waiting for responses", far.bound("members"));
        assertEquals("work", near.bound("members"));
    }

    public void testDeterministicForSeed() {
        Pages pages = new Pages(1e8, 1e6, 1e8, 0, true);
        Costs costs = costs(figures());
        double first =
                new Simulation(costs, pages, nodes(100, 0), NO_WAITS, 7).run().imbalance();
        assertEquals(
                first,
                new Simulation(costs, pages, nodes(100, 0), NO_WAITS, 7).run().imbalance(),
                0);
        assertNotEquals(
                first,
                new Simulation(costs, pages, nodes(100, 0), NO_WAITS, 8).run().imbalance(),
                0);
    }
}
