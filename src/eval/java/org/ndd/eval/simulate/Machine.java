package org.ndd.eval.simulate;

/**
 * The machine of a node. All values are assumptions.
 *
 * @param cores number of cores
 * @param threads threads of a run: a quarter of the cores by default, at least one
 * @param heap heap in bytes, of which a run may use 60 %, the default of the request breaker
 * @param bytesPerSecond maximum bytes per second in each direction
 * @param answerSeconds latency of a short request, without work
 * @param messageSeconds seconds of one core for a request and its response, on both nodes together
 * @param pageCache bytes of the index in the page cache
 * @param readSeconds seconds to read a text that is not in the page cache
 */
public record Machine(
        int cores,
        int threads,
        double heap,
        double bytesPerSecond,
        double answerSeconds,
        double messageSeconds,
        double pageCache,
        double readSeconds) {

    private static final double GB = 1L << 30;
    private static final double MESSAGE_SECONDS = 0.0001;

    public Machine {
        if (cores < 1 || threads < 1) {
            throw new IllegalArgumentException(
                    "[cores, threads] must each be at least [1], but was [" + cores + ", " + threads + "]");
        }
    }

    /** 16 cores, 64 GB with 31 GB of heap, 10 Gbit/s, solid state disks. */
    static Machine clusterNode() {
        return new Machine(16, quarter(16), 31 * GB, 1.25e9, 0.0003, MESSAGE_SECONDS, 32 * GB, 0.0001);
    }

    /** The machine of measured runs: no network, and the whole index in memory. */
    static Machine of(MeasuredRun run) {
        int cores = (int) run.get("cores");
        double all = Double.POSITIVE_INFINITY;
        return new Machine(cores, quarter(cores), 2 * GB, all, 0.0001, MESSAGE_SECONDS, all, 0);
    }

    private static int quarter(int cores) {
        return Math.max(1, cores / 4);
    }

    /** Returns the machine with the whole index in memory. */
    public Machine inMemory() {
        return new Machine(
                cores,
                threads,
                heap,
                bytesPerSecond,
                answerSeconds,
                messageSeconds,
                Double.POSITIVE_INFINITY,
                readSeconds);
    }

    /** Returns the machine with one thread of the run per core. */
    public Machine withAllCores() {
        return new Machine(cores, cores, heap, bytesPerSecond, answerSeconds, messageSeconds, pageCache, readSeconds);
    }

    double breaker() {
        return 0.6 * heap;
    }
}
