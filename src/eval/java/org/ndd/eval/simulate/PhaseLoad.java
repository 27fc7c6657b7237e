package org.ndd.eval.simulate;

import java.util.Arrays;

/** What a phase is for each node: how long it is busy, what it sends and receives. What one sends, another receives. */
final class PhaseLoad {

    private final Nodes nodes;
    private final double[] busy;
    private final double[] sent;
    private final double[] received;
    private double work;
    private double waits;
    private double messages;
    private double written;

    PhaseLoad(Nodes nodes) {
        this.nodes = nodes;
        this.busy = new double[nodes.count()];
        this.sent = new double[nodes.count()];
        this.received = new double[nodes.count()];
    }

    /**
     * A node works.
     *
     * @param seconds of one core
     * @param threads that share it
     */
    void work(int node, double seconds, double threads) {
        work += seconds;
        busy[node] += seconds * (node == 0 ? nodes.slowed() : 1) / threads;
    }

    /** All nodes work, together so much. */
    void workOnAll(double seconds, double threads) {
        for (int node = 0; node < nodes.count(); node++) {
            work(node, seconds / nodes.count(), threads);
        }
    }

    /** A node is busy for as long as something else takes at least, such as the writes that it gets. */
    void atLeast(int node, double seconds, double threads) {
        work += seconds;
        busy[node] = Math.max(busy[node], seconds * (node == 0 ? nodes.slowed() : 1) / threads);
    }

    /** A node waits, for so many threads at once. */
    void wait(int node, double seconds, double threads) {
        waits += seconds / threads / nodes.count();
        busy[node] += seconds / threads;
    }

    /** A node asks others and waits for each answer; asking and answering are work. */
    void ask(int node, double number, double request, double threads) {
        messages += number;
        work(node, number * request, threads);
        wait(node, number * nodes.machine().answerSeconds(), threads);
    }

    /** Others send something to a node, in equal parts. */
    void receive(int node, double bytes) {
        move(node, bytes, received, sent);
    }

    /** A node sends something to all others, in equal parts. */
    void send(int node, double bytes) {
        move(node, bytes, sent, received);
    }

    private void move(int node, double bytes, double[] one, double[] others) {
        if (nodes.count() == 1) {
            return;
        }
        one[node] += bytes;
        for (int other = 0; other < nodes.count(); other++) {
            others[other] += other == node ? 0 : bytes / (nodes.count() - 1);
        }
    }

    /** All nodes send something to each other. */
    void exchange(double bytes) {
        for (int node = 0; node < nodes.count() && nodes.count() > 1; node++) {
            sent[node] += bytes / nodes.count();
            received[node] += bytes / nodes.count();
        }
    }

    /** Documents are written to the node of the run's index, and from there to that of its replica. */
    void write(int node, int replica, double bytes) {
        receive(node, bytes * nodes.far());
        if (replica != node) {
            sent[node] += bytes;
            received[replica] += bytes;
        }
        written += nodes.count() == 1 ? 0 : bytes * nodes.far() + (replica == node ? 0 : bytes);
    }

    /**
     * The phase that it makes.
     *
     * @param few what bounds it where not all nodes have something to do; {@code null} where they have
     */
    Phase phase(String name, String few) {
        double threads = max(busy);
        double network = Math.max(max(sent), max(received)) / nodes.machine().bytesPerSecond();
        double cores = work / ((double) nodes.hosts() * nodes.machine().cores());
        double seconds = Math.max(threads, Math.max(network, cores));
        String bound = few != null ? few : waits > threads / 2 ? "waiting for answers" : "work";
        if (seconds == network && network > 0) {
            bound = "network";
        }
        return new Phase(name, seconds, bound, work, messages, written, busy, sent, received);
    }

    private static double max(double[] values) {
        return Arrays.stream(values).max().orElse(0);
    }
}
