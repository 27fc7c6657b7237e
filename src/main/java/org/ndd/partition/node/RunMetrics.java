package org.ndd.partition.node;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import org.elasticsearch.telemetry.metric.LongWithAttributes;
import org.elasticsearch.telemetry.metric.MeterRegistry;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;

/** Reports the activity of the runs on a node as metrics of Elasticsearch's telemetry. Their names are API. */
public final class RunMetrics {

    private static final Map<Count, String> NAMES = Map.of(
            Count.DECIDED, "decided",
            Count.COMPARISONS, "comparisons",
            Count.VERIFICATIONS, "verifications",
            Count.WRITTEN, "written",
            Count.WIRE_BYTES, "received_bytes");

    private final Map<Count, LongAdder> counters = new EnumMap<>(Count.class);
    private final NodeRuns runs;

    public RunMetrics(MeterRegistry meters, NodeRuns runs) {
        this.runs = runs;
        NAMES.forEach((count, name) -> {
            LongAdder counter = new LongAdder();
            counters.put(count, counter);
            meters.registerLongAsyncCounter(
                    "es.ndd.partition." + name + ".total",
                    "partition runs: " + name,
                    "unit",
                    () -> new LongWithAttributes(counter.sum()));
        });
        meters.registerLongGauge(
                "es.ndd.partition.runs.current",
                "runs that the node takes part in",
                "unit",
                () -> new LongWithAttributes(current()));
    }

    public int current() {
        return runs.size();
    }

    public Map<String, Long> totals() {
        Map<String, Long> totals = new TreeMap<>();
        counters.forEach((count, counter) -> totals.put(NAMES.get(count), counter.sum()));
        return totals;
    }

    void add(StepCounts counts) {
        counters.forEach((count, counter) -> counter.add(counts.get(count)));
    }
}
