package org.ndd.eval;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import org.ndd.eval.method.Method;

/**
 * Compares the in-memory method with MinHash over the same documents, in one thread and by CPU time. For ndd, the time includes boilerplate
 * and partition, without text and fingerprints of the processor. For MinHash, it includes signatures.
 */
final class MethodsBench {

    private static final String PEER = "minhash-28x4-tuned";
    private static final int WARM_UP = 2;

    private final Evaluation evaluation;
    private final NddMethod ndd = new NddMethod(Variant.BALANCED);
    private final Method minHash = Methods.named(PEER).get(0);
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    MethodsBench(Evaluation evaluation) {
        this.evaluation = evaluation;
    }

    /** CPU time over all documents: first ndd, second MinHash. */
    AlternatingBenchmark.Seconds measure(int rounds) throws IOException, InterruptedException {
        NddMethod.PreparedPages prepared = ndd.prepare(evaluation.pages());
        return AlternatingBenchmark.take(
                WARM_UP,
                rounds,
                () -> cpu(() -> prepared.partition("")),
                () -> cpu(() -> minHash.prepare(evaluation.pages()).group("")));
    }

    private double cpu(Runnable work) {
        long start = threads.getCurrentThreadCpuTime();
        work.run();
        return (threads.getCurrentThreadCpuTime() - start) / 1e9;
    }

    /** F1 of both over the labeled pairs, because a ratio of speeds requires comparable results. */
    String quality() {
        return String.format(
                Locale.ROOT,
                "F1 over labeled pairs: ndd %.3f, %s %.3f",
                evaluation.run(ndd).pairs().f1(),
                PEER,
                evaluation.run(minHash).pairs().f1());
    }
}
