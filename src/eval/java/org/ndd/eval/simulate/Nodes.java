package org.ndd.eval.simulate;

/**
 * The nodes of a run.
 *
 * @param count number of nodes
 * @param shards shards of the documents per node
 * @param machine machine of each node
 * @param slowed factor by which the first node is slower; 1 if all are equal
 * @param hosts number of machines, which the nodes share evenly
 * @param indices number of source indices
 * @param groupShards primary shards of the destination index; 1 by default
 */
public record Nodes(int count, int shards, Machine machine, double slowed, int hosts, int indices, int groupShards) {

    /** Concurrent steps per node. */
    private static final int STEPS = 4;

    public Nodes {
        if (count < 1 || shards < 1 || hosts < 1 || indices < 1 || groupShards < 1) {
            throw new IllegalArgumentException(
                    "[nodes, shards, hosts, indices, groupShards] must each be at least [1], but was [" + count + ", "
                            + shards + ", " + hosts + ", " + indices + ", " + groupShards + "]");
        }
    }

    /** Creates nodes on separate machines. */
    static Nodes on(Machine machine, int count, int shards) {
        return new Nodes(count, shards, machine, 1, count, 1, 1);
    }

    /** Creates nodes on separate default machines, see {@link Machine}. */
    public static Nodes separate(int count, int shards) {
        return on(Machine.clusterNode(), count, shards);
    }

    /** Returns the nodes of a measured run, which share one machine. */
    public static Nodes of(MeasuredRun run) {
        int nodes = (int) run.get("nodes");
        int shards = Math.max(1, (int) Math.round(run.get("shards") / nodes));
        return new Nodes(nodes, shards, Machine.of(run), 1, 1, 1, 1);
    }

    /** Returns the nodes on other machines. */
    public Nodes on(Machine other) {
        return new Nodes(count, shards, other, slowed, hosts, indices, groupShards);
    }

    /** Returns the nodes with a slower first node. */
    public Nodes withSlowest(double times) {
        return new Nodes(count, shards, machine, times, hosts, indices, groupShards);
    }

    /** Returns the nodes after the loss of one of them, with its shards. */
    public Nodes without(int lost) {
        int left = count - lost;
        int shardsEach = (int) Math.ceil((double) shards * count / left);
        return new Nodes(left, shardsEach, machine, slowed, hosts == count ? left : hosts, indices, groupShards);
    }

    /** Returns the nodes with several source indices. */
    public Nodes withIndices(int number) {
        return new Nodes(count, shards, machine, slowed, hosts, number, groupShards);
    }

    /** Returns the nodes with several shards of the destination index. */
    public Nodes withGroupShards(int number) {
        return new Nodes(count, shards, machine, slowed, hosts, indices, number);
    }

    /** Returns the threads of a run per node. */
    int threads() {
        return machine.threads();
    }

    /** Returns the number of concurrently executed steps per node. */
    int steps() {
        return Math.min(threads(), STEPS);
    }

    /** Returns the number of concurrently executed steps of shards. */
    int shardSteps() {
        return Math.min(steps(), shards);
    }

    double allShards() {
        return (double) count * shards;
    }

    /** Returns the number of shards on other nodes. */
    double farShards() {
        return (double) (count - 1) * shards;
    }

    /** Returns the fraction of data on other nodes. */
    double far() {
        return 1 - 1.0 / count;
    }
}
