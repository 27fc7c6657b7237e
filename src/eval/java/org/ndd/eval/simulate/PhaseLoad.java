package org.ndd.eval.simulate;

import java.util.Arrays;

/** The load of each node in a phase: busy time, sent and received bytes. Bytes that one node sends are received by another. */
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
     * Adds work to a node.
     *
     * @param seconds seconds of one core
     * @param threads number of threads that share the work
     */
    void work(int node, double seconds, double threads) {
        work += seconds;
        busy[node] += seconds * (node == 0 ? nodes.slowed() : 1) / threads;
    }

    /** Adds work that is distributed over all nodes. */
    void workOnAll(double seconds, double threads) {
        for (int node = 0; node < nodes.count(); node++) {
            work(node, seconds / nodes.count(), threads);
        }
    }

    /** Sets a minimum busy time of a node, such as for writes that it receives. */
    void atLeast(int node, double seconds, double threads) {
        work += seconds;
        busy[node] = Math.max(busy[node], seconds * (node == 0 ? nodes.slowed() : 1) / threads);
    }

    /** Adds waiting time to a node, divided by the number of concurrent threads. */
    void wait(int node, double seconds, double threads) {
        waits += seconds / threads / nodes.count();
        busy[node] += seconds / threads;
    }

    /** Adds requests of a node to others, which wait for each response. Requests and responses require work. */
    void request(int node, double number, double request, double threads) {
        messages += number;
        work(node, number * request, threads);
        wait(node, number * nodes.machine().answerSeconds(), threads);
    }

    /** Adds bytes that all other nodes send to a node in equal parts. */
    void receive(int node, double bytes) {
        move(node, bytes, received, sent);
    }

    /** Adds bytes that a node sends to all other nodes in equal parts. */
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

    /** Adds bytes that all nodes send to each other. */
    void exchange(double bytes) {
        for (int node = 0; node < nodes.count() && nodes.count() > 1; node++) {
            sent[node] += bytes / nodes.count();
            received[node] += bytes / nodes.count();
        }
    }

    /** Adds documents that are written to the node of the run's index, which sends them to the node of its replica. */
    void write(int node, int replica, double bytes) {
        receive(node, bytes * nodes.far());
        if (replica != node) {
            sent[node] += bytes;
            received[replica] += bytes;
        }
        written += nodes.count() == 1 ? 0 : bytes * nodes.far() + (replica == node ? 0 : bytes);
    }

    /**
     * Returns the phase.
     *
     * @param few the limiting factor if not all nodes have work, or {@code null}
     */
    Phase phase(String name, String few) {
        double threads = max(busy);
        double network = Math.max(max(sent), max(received)) / nodes.machine().bytesPerSecond();
        double cores = work / ((double) nodes.hosts() * nodes.machine().cores());
        double seconds = Math.max(threads, Math.max(network, cores));
        String bound = few != null ? few : waits > threads / 2 ? "waiting for responses" : "work";
        if (seconds == network && network > 0) {
            bound = "network";
        }
        return new Phase(name, seconds, bound, work, messages, written, busy, sent, received);
    }

    private static double max(double[] values) {
        return Arrays.stream(values).max().orElse(0);
    }
}
