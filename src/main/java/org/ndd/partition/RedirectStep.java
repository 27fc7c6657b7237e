package org.ndd.partition;

import java.util.Set;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.PointInTime;
import org.ndd.bulk.Throttle;
import org.ndd.config.NodeServices;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.RunSpec.RunSource;
import org.ndd.redirect.RunRedirects;
import org.ndd.redirect.RunRedirects.RedirectedRun;
import org.ndd.redirect.SourceAndReference;

/**
 * Attaches documents that redirect to the groups that a run has written, before the groups are published. Limits the speed to that of
 * the run.
 */
final class RedirectStep {

    private final NodeServices services;
    private final CancellableTask task;
    private final PartitionProgress progress;
    private final BulkWriter writer;
    private final Throttle throttle;

    RedirectStep(
            RunSpec spec, NodeServices services, CancellableTask task, PartitionProgress progress, BulkWriter writer) {
        this.services = services;
        this.task = task;
        this.progress = progress;
        this.writer = writer;
        this.throttle = new Throttle(
                System::nanoTime, spec.options().execution().requestsPerSecond(), PointInTime.MAX_WAIT_SECONDS);
    }

    static boolean isNeeded(RunSpec spec) {
        return spec.options().grouping().redirects().isEmpty() == false
                && spec.options().execution().dryRun() == false;
    }

    void run(RunSpec spec, ActionListener<Void> listener) {
        SourceAndReference source = new SourceAndReference(
                spec.readIndices(),
                spec.source().query(),
                spec.options().grouping().redirects(),
                Set.copyOf(RunSource.names(spec.source().reference())),
                spec.options().against().query());
        RedirectedRun run = new RedirectedRun(
                spec.runId(),
                spec.source().withReference().size() > 1,
                spec.options().grouping().canonicals().markets().keySet());
        new RunRedirects(services, task, source, run, throttle, progress, writer).run(listener);
    }

    void rethrottle(double perSecond) {
        throttle.perSecond(perSecond);
    }
}
