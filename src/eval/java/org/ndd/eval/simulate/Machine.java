package org.ndd.eval.simulate;

/**
 * What a node runs on. All of it is assumed.
 *
 * @param cores how many
 * @param threads of a run: a quarter of the cores by default, at least one
 * @param heap bytes; a run may use 60 % of it, as is the default of the request breaker
 * @param bytesPerSecond that it can send, and receive at the same time
 * @param answerSeconds until a short message is answered, beside the work for it
 * @param messageSeconds of one core for a message and its answer, on both nodes together
 * @param pageCache bytes of the index that it keeps in memory
 * @param readSeconds to read a text that is not in there
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

    /** 16 cores, 64 GB of which 31 are heap, 10 Gbit/s, solid state disks. */
    static Machine ofACluster() {
        return new Machine(16, quarter(16), 31 * GB, 1.25e9, 0.0003, MESSAGE_SECONDS, 32 * GB, 0.0001);
    }

    /** The one on which a run was measured: no network, and all of the index in memory. */
    static Machine of(MeasuredRun run) {
        int cores = (int) run.get("cores");
        double all = Double.POSITIVE_INFINITY;
        return new Machine(cores, quarter(cores), 2 * GB, all, 0.0001, MESSAGE_SECONDS, all, 0);
    }

    private static int quarter(int cores) {
        return Math.max(1, cores / 4);
    }

    /** The same with all of the index in memory. */
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

    /** The same with a thread of the run for each core. */
    public Machine withAllCores() {
        return new Machine(cores, cores, heap, bytesPerSecond, answerSeconds, messageSeconds, pageCache, readSeconds);
    }

    double breaker() {
        return 0.6 * heap;
    }
}
