package org.ndd.eval;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.ndd.eval.method.Method;
import org.ndd.eval.score.Bootstrap;
import org.ndd.eval.score.PairScore;

/**
 * The measurements of a method on a corpus.
 *
 * @param corpus name
 * @param method name
 * @param documents number of documents
 * @param median run with the median F1 over labeled pairs, to which all other values belong
 * @param orders number of runs with different orders of the documents
 * @param least minimum F1 over labeled pairs of the runs
 * @param most maximum F1 over labeled pairs of the runs
 * @param interval interval of F1 of the median run, over resampled labeled sets
 * @param facets score of the median run over the pairs of each kind
 * @param preparation time to compute signatures
 * @param bytes size of the index per document, to find candidates and to decide, without texts
 * @param memory maximum heap in use in bytes, in addition to the corpus, including garbage
 */
record Measurement(
        String corpus,
        String method,
        int documents,
        Evaluation.Outcome median,
        int orders,
        double least,
        double most,
        Bootstrap.Interval interval,
        Map<String, Facets.Part> facets,
        Duration preparation,
        double bytes,
        long memory) {

    /** A method that exceeds this time is not run with further orders, except for the default of ndd. */
    private static final Duration MIN_DURATION = Duration.ofSeconds(10);

    /**
     * Measures a method.
     *
     * @param salts number of orders of the documents, at least one
     */
    static Measurement of(Evaluation evaluation, Facets facets, Method method, List<String> salts) {
        long before = startMemory();
        long start = System.nanoTime();
        Method.Prepared prepared = method.prepare(evaluation.pages());
        Duration preparation = Duration.ofNanos(System.nanoTime() - start);
        List<Evaluation.Outcome> outcomes = new ArrayList<>();
        long spent = 0;
        for (String salt : salts) {
            if (spent < MIN_DURATION.toNanos() || method.name().equals(Variant.BALANCED.name())) {
                outcomes.add(evaluation.run(prepared, salt));
                spent += outcomes.get(outcomes.size() - 1).grouping().toNanos();
            }
        }
        int orders = outcomes.size();
        outcomes.sort(Comparator.comparingDouble(outcome -> outcome.pairs().f1()));
        Evaluation.Outcome median = outcomes.get((outcomes.size() - 1) / 2);
        return new Measurement(
                evaluation.corpus().name(),
                method.name(),
                evaluation.pages().size(),
                median,
                orders,
                outcomes.get(0).pairs().f1(),
                outcomes.get(outcomes.size() - 1).pairs().f1(),
                evaluation.bootstrap(median.groups()).of(PairScore::f1),
                facets.parts(evaluation.pairs(), median.groups()),
                preparation,
                (double) prepared.bytes() / Math.max(1, evaluation.pages().size()),
                Math.max(0, heap(pool -> pool.getPeakUsage().getUsed()) - before));
    }

    /** Returns the compared pairs per document. */
    double comparisons() {
        return (double) median.comparisons() / Math.max(1, documents);
    }

    /** Returns the total time in seconds. */
    double seconds() {
        return preparation.plus(median.grouping()).toMillis() / 1000.0;
    }

    private static long startMemory() {
        System.gc();
        long used = heap(pool -> pool.getUsage().getUsed());
        pools().forEach(MemoryPoolMXBean::resetPeakUsage);
        return used;
    }

    private static long heap(ToLongFunction<MemoryPoolMXBean> figure) {
        return pools().stream().mapToLong(figure).sum();
    }

    private static List<MemoryPoolMXBean> pools() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
    }
}
