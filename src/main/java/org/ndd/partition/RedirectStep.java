package org.ndd.partition;

import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.bulk.PointInTime;
import org.ndd.bulk.Throttle;
import org.ndd.pair.PairServices;
import org.ndd.partition.plan.RunSpec;
import org.ndd.redirect.RedirectSource;
import org.ndd.redirect.RunRedirects;
import org.ndd.redirect.RunRedirects.RedirectedRun;

/**
 * Attaches documents that redirect to the groups that a run has written, before the groups are published. Limits the speed to that of the
 * run.
 */
final class RedirectStep {

    private final PairServices services;
    private final CancellableTask task;
    private final PartitionProgress progress;
    private Throttle throttle;

    /** Documents per second after a change; {@code null} if the speed of the run was not changed. */
    private Double changedSpeed;

    RedirectStep(PairServices services, CancellableTask task, PartitionProgress progress) {
        this.services = services;
        this.task = task;
        this.progress = progress;
    }

    static boolean isNeeded(RunSpec spec) {
        return spec.options().grouping().redirects().isEmpty() == false
                && spec.options().execution().dryRun() == false;
    }

    /** Executes the whole step, and repeats parts that an earlier attempt completed. */
    void run(RunSpec spec, ActionListener<Void> listener) {
        RedirectSource source = new RedirectSource(
                spec.readIndices(),
                spec.source().query(),
                spec.options().grouping().redirects(),
                spec.source().reference().stream()
                        .map(read -> read.index().getName())
                        .collect(Collectors.toSet()),
                spec.options().against().query());
        RunRedirects.Progress counter = new RunRedirects.Progress() {
            @Override
            public void expect(long pages) {
                progress.expect(pages);
            }

            @Override
            public void done(long pages, long attached, long alone) {
                progress.done(pages);
                progress.redirects(attached, alone);
            }
        };
        RedirectedRun run = new RedirectedRun(
                spec.runId(),
                spec.source().withReference().size() > 1,
                spec.options().grouping().canonicals().markets().keySet());
        new RunRedirects(services, task, source, run, begin(spec), counter).run(listener);
    }

    private synchronized Throttle begin(RunSpec spec) {
        double perSecond = changedSpeed == null ? spec.options().execution().requestsPerSecond() : changedSpeed;
        throttle = new Throttle(System::nanoTime, perSecond, PointInTime.MAX_WAIT_SECONDS);
        return throttle;
    }

    /** Changes the speed immediately. */
    synchronized void rethrottle(double perSecond) {
        changedSpeed = perSecond;
        if (throttle != null) {
            throttle.perSecond(perSecond);
        }
    }
}
