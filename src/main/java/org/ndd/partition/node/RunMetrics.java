package org.ndd.partition.node;

import java.util.EnumMap;
import java.util.Map;
import org.elasticsearch.telemetry.metric.LongCounter;
import org.elasticsearch.telemetry.metric.LongWithAttributes;
import org.elasticsearch.telemetry.metric.MeterRegistry;
import org.ndd.partition.shard.StepCounts;
import org.ndd.partition.shard.StepCounts.Count;

/** Activity of the runs on a node as metrics of Elasticsearch's telemetry. Their names are API. */
public final class RunMetrics {

    private static final Map<Count, String> NAMES = Map.of(
            Count.DECIDED, "decided",
            Count.COMPARISONS, "comparisons",
            Count.VERIFICATIONS, "verifications",
            Count.WRITTEN, "written",
            Count.WIRE_BYTES, "received_bytes");

    private final Map<Count, LongCounter> counters = new EnumMap<>(Count.class);

    /** @param runs the runs in which the node participates */
    public RunMetrics(MeterRegistry meters, NodeRuns runs) {
        NAMES.forEach((count, name) -> counters.put(
                count,
                meters.registerLongCounter("es.ndd.partition." + name + ".total", "partition runs: " + name, "unit")));
        meters.registerLongGauge(
                "es.ndd.partition.runs.current",
                "partition runs that the node has a part in",
                "unit",
                () -> new LongWithAttributes(runs.size()));
    }

    /** Adds the counts of a step. */
    void add(StepCounts counts) {
        counters.forEach((count, counter) -> counter.incrementBy(counts.get(count)));
    }
}
