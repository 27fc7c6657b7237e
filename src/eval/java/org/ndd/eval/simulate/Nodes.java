package org.ndd.eval.simulate;

/**
 * The nodes of a run.
 *
 * @param count how many
 * @param shards of the pages on each
 * @param machine what each runs on
 * @param slowed how many times as long the first node takes for the same work; 1 where all are alike
 * @param hosts machines that the nodes share evenly
 * @param indices that the pages are in
 * @param groupShards primary shards of the index that a run writes its groups to: one, as runs make it
 */
public record Nodes(int count, int shards, Machine machine, double slowed, int hosts, int indices, int groupShards) {

    /** Steps of a node that are ordered at once. */
    private static final int STEPS = 4;

    public Nodes {
        if (count < 1 || shards < 1 || hosts < 1 || indices < 1 || groupShards < 1) {
            throw new IllegalArgumentException(
                    "[nodes, shards, hosts, indices, groupShards] must each be at least [1], but was [" + count + ", "
                            + shards + ", " + hosts + ", " + indices + ", " + groupShards + "]");
        }
    }

    /** Each on a machine of its own. */
    static Nodes on(Machine machine, int count, int shards) {
        return new Nodes(count, shards, machine, 1, count, 1, 1);
    }

    /** Each on a machine as in a cluster: see {@link Machine}. */
    public static Nodes ofTheirOwn(int count, int shards) {
        return on(Machine.ofACluster(), count, shards);
    }

    /** The nodes of a run that was measured, which share one machine. */
    public static Nodes of(MeasuredRun run) {
        int nodes = (int) run.get("nodes");
        int shards = Math.max(1, (int) Math.round(run.get("shards") / nodes));
        return new Nodes(nodes, shards, Machine.of(run), 1, 1, 1, 1);
    }

    /** The same on other machines. */
    public Nodes on(Machine other) {
        return new Nodes(count, shards, other, slowed, hosts, indices, groupShards);
    }

    /** The same, of which the first takes so many times as long for its work. */
    public Nodes withSlowest(double times) {
        return new Nodes(count, shards, machine, times, hosts, indices, groupShards);
    }

    /** As many that are left when one is lost; they have its shards. */
    public Nodes without(int lost) {
        int left = count - lost;
        int shardsEach = (int) Math.ceil((double) shards * count / left);
        return new Nodes(left, shardsEach, machine, slowed, hosts == count ? left : hosts, indices, groupShards);
    }

    /** The same with the pages in so many indices. */
    public Nodes withIndices(int number) {
        return new Nodes(count, shards, machine, slowed, hosts, number, groupShards);
    }

    /** The same with groups in an index of so many shards. */
    public Nodes withGroupShards(int number) {
        return new Nodes(count, shards, machine, slowed, hosts, indices, number);
    }

    /** Threads of a run on each. */
    int threads() {
        return machine.threads();
    }

    /** Steps of a node that go on at the same time. */
    int steps() {
        return Math.min(threads(), STEPS);
    }

    /** Steps of shards that do. */
    int shardSteps() {
        return Math.min(steps(), shards);
    }

    double allShards() {
        return (double) count * shards;
    }

    /** Shards that are on other nodes than one. */
    double farShards() {
        return (double) (count - 1) * shards;
    }

    /** The share of anything that is on other nodes. */
    double far() {
        return 1 - 1.0 / count;
    }
}
