package org.ndd.job;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.elasticsearch.telemetry.metric.LongCounter;
import org.elasticsearch.telemetry.metric.LongHistogram;
import org.elasticsearch.telemetry.metric.LongWithAttributes;
import org.elasticsearch.telemetry.metric.MeterRegistry;
import org.ndd.job.update.CheckpointCounts;

/**
 * Records metrics of the jobs that a node leads, for Elasticsearch's telemetry. The names of the metrics are part of the API. Thread-safe.
 */
public final class JobMetrics {

    private static final String PREFIX = "es.ndd.job.";

    private final LongSupplier now;
    private final LongHistogram time;
    private final LongCounter failures;
    private final Map<String, LongCounter> counters = new HashMap<>();

    /** Last time at which each job of this node was up to date, in milliseconds since the epoch, as far as this node has recorded it. */
    private final Map<String, Long> upToDate = new ConcurrentHashMap<>();

    /** @param now supplies the current time in milliseconds since the epoch */
    public JobMetrics(MeterRegistry meters, LongSupplier now) {
        this.now = now;
        this.time = meters.registerLongHistogram(PREFIX + "checkpoint.time", "jobs: a checkpoint took", "ms");
        this.failures = meters.registerLongCounter(PREFIX + "failures.total", "jobs: steps that failed", "unit");
        CheckpointCounts.NONE
                .fields()
                .keySet()
                .forEach(count -> counters.put(
                        count,
                        meters.registerLongCounter(PREFIX + count + ".total", "jobs: documents " + count, "unit")));
        meters.registerLongGauge(
                PREFIX + "jobs.current",
                "jobs that the node coordinates",
                "unit",
                () -> new LongWithAttributes(upToDate.size()));
        meters.registerLongGauge(
                PREFIX + "age.current",
                "age of the oldest groups of the jobs that the node coordinates",
                "ms",
                () -> new LongWithAttributes(age()));
    }

    private long age() {
        long at = now.getAsLong();
        return upToDate.values().stream()
                .mapToLong(last -> Math.max(0, at - last))
                .max()
                .orElse(0);
    }

    void track(JobRecord job) {
        upToDate.put(
                job.id(),
                job.checkpoints().last() == null
                        ? now.getAsLong()
                        : job.checkpoints().last().startedAt());
    }

    void untrack(String job) {
        upToDate.remove(job);
    }

    /** Records a completed checkpoint, which includes no changes after its start, in milliseconds since the epoch. */
    void checkpoint(String job, long at, long tookMillis, CheckpointCounts counts) {
        upToDate.replace(job, at);
        time.record(tookMillis);
        counts.fields().forEach((count, pages) -> counters.get(count).incrementBy(pages));
    }

    void failed() {
        failures.increment();
    }
}
