package org.ndd.partition;

import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.threadpool.Scheduler;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.partition.node.NodeSteps;
import org.ndd.partition.node.RunStep;
import org.ndd.partition.node.StepOrder;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.shard.StepCounts.Count;
import org.ndd.partition.shard.Window;
import org.ndd.partition.wire.Done;
import org.ndd.partition.wire.RunAddress;
import org.ndd.partition.wire.RunMessenger;

/**
 * Leads a run through its phases: pin, templates, digests, then candidates and decisions a window of ranks, then members, groups and the
 * alias. Holds counters only; documents, terms and texts never come here. Waits for nobody: each phase begins when the one before has ended.
 */
final class PartitionCoordinator {

    private static final Logger logger = LogManager.getLogger(PartitionCoordinator.class);
    private static final TimeValue REPORT_INTERVAL = TimeValue.timeValueSeconds(1);
    private static final TimeValue CLOSE_TIMEOUT = TimeValue.timeValueSeconds(30);

    private final PartitionPlan plan;
    private final String dest;
    private final PartitionTask task;
    private final RunMessenger messenger;
    private final ClusterService clusterService;
    private final ThreadPool threadPool;
    private final RunIndex runIndex;
    private final StepSender steps;
    private final PartitionProgress progress;
    private final AtomicLong reports = new AtomicLong();

    /** @param runIndex where groups and report are written; {@code null} to learn templates and do nothing else */
    PartitionCoordinator(
            PartitionPlan plan,
            String dest,
            PartitionTask task,
            RunMessenger messenger,
            ClusterService clusterService,
            ThreadPool threadPool,
            RunIndex runIndex) {
        this.plan = plan;
        this.dest = dest;
        this.task = task;
        this.messenger = messenger;
        this.clusterService = clusterService;
        this.threadPool = threadPool;
        this.runIndex = runIndex;
        this.steps = new StepSender(plan, messenger, clusterService, task);
        this.progress = new PartitionProgress(plan, dest, System::currentTimeMillis);
        task.progress(progress);
    }

    /** Runs. The listener gets the report whatever happens: a run that fails or is cancelled is reported, not thrown. */
    void run(ActionListener<PartitionReport> listener) {
        logger.info(
                "run [{}] begins over {} shards on {} nodes",
                plan.runId(),
                plan.shards().size(),
                plan.nodes().size());
        Scheduler.Cancellable reporting = threadPool.scheduleWithFixedDelay(
                () -> store(ActionListener.noop()), REPORT_INTERVAL, threadPool.generic());
        SubscribableListener<Void> learned =
                SubscribableListener.newForked(this::pin).<Void>andThen(this::templates);
        SubscribableListener<Void> all = runIndex == null
                ? learned
                : learned.<Void>andThen(this::digests)
                        .<Void>andThen(l -> window(0, l))
                        .<Void>andThen(this::members)
                        .<Void>andThen(this::groups)
                        .<Void>andThen(this::publish);
        all.addListener(ActionListener.wrap(done -> end(null, reporting, listener), e -> end(e, reporting, listener)));
    }

    private void pin(ActionListener<Void> listener) {
        progress.begin("pin");
        TreeSet<String> versions = new TreeSet<>();
        SubscribableListener<Void> all = new SubscribableListener<>();
        NodeFanOut.ask(
                plan,
                clusterService,
                (node, answer) -> messenger.ask(
                        node, NodeSteps.OPEN, RunAddress.node(plan.runId()), plan.indices(), plan, task, null, answer),
                result -> {
                    progress.add(result);
                    synchronized (versions) {
                        versions.addAll(result.versions());
                    }
                },
                all);
        all.<Void>andThen((l, nothing) -> {
                    PartitionValidator.checkVersions(versions, plan.options().field());
                    l.onResponse(null);
                })
                .addListener(listener);
    }

    private void templates(ActionListener<Void> listener) {
        progress.begin("templates");
        if (plan.options().templates() == PartitionOptions.Templates.NONE) {
            listener.onResponse(null);
        } else {
            order(steps.eachNode(StepOrder.of(RunStep.TEMPLATES)), listener);
        }
    }

    private void digests(ActionListener<Void> listener) {
        progress.begin("digests");
        List<String> ranges = TermRanges.digests(progress.get(Count.DOCUMENTS));
        SubscribableListener.<Void>newForked(l -> order(steps.eachRange(RunStep.MERGE_DIGESTS, ranges, 0), l))
                .<Void>andThen(l -> order(steps.eachShard(StepOrder.of(RunStep.VERIFY_EXACT)), l))
                .addListener(listener);
    }

    private void window(int number, ActionListener<Void> listener) {
        if (number == plan.options().windows()) {
            listener.onResponse(null);
            return;
        }
        StepOrder begin = StepOrder.of(RunStep.BEGIN_WINDOW)
                .in(new Window(number, plan.options().windows()));
        long documents = progress.get(Count.DOCUMENTS) - progress.get(Count.EXACT_DUPLICATES);
        List<String> ranges = TermRanges.fingerprints(documents);
        progress.begin("candidates");
        SubscribableListener.<Void>newForked(l -> order(steps.eachShard(begin), l))
                .<Void>andThen(l -> order(steps.eachRange(RunStep.MERGE_FINGERPRINTS, ranges, documents), l))
                .<Void>andThen(l -> order(steps.eachShard(StepOrder.of(RunStep.END_CANDIDATES)), l))
                .<Void>andThen(l -> {
                    progress.begin("decide");
                    progress.expect(documents);
                    round(l);
                })
                .<Void>andThen(l -> window(number + 1, l))
                .addListener(listener);
    }

    /** One round of decisions on every shard, and another until nothing is pending. */
    private void round(ActionListener<Void> listener) {
        long[] pending = new long[1];
        steps.send(
                steps.eachShard(StepOrder.of(RunStep.DECIDE)),
                result -> {
                    progress.add(result);
                    progress.done(result.counts().get(Count.DECIDED));
                    synchronized (pending) {
                        pending[0] += result.counts().get(Count.PENDING);
                    }
                },
                listener.delegateFailureAndWrap((l, nothing) -> {
                    if (pending[0] == 0) {
                        l.onResponse(null);
                    } else {
                        round(l);
                    }
                }));
    }

    private void members(ActionListener<Void> listener) {
        progress.begin("members");
        order(steps.eachShard(StepOrder.of(RunStep.SEND_MEMBERS)), listener);
    }

    private void groups(ActionListener<Void> listener) {
        progress.begin("groups");
        SubscribableListener.<Void>newForked(l -> order(steps.eachShard(StepOrder.of(RunStep.WRITE_GROUPS)), l))
                .<Void>andThen(l -> order(steps.eachShard(StepOrder.of(RunStep.COUNT_STALE)), l))
                .<Void>andThen(l -> order(steps.eachShard(StepOrder.of(RunStep.COUNT_CHANGES)), l))
                .addListener(listener);
    }

    private void publish(ActionListener<Void> listener) {
        progress.begin("publish");
        if (plan.options().dryRun()) {
            listener.onResponse(null);
        } else {
            SubscribableListener.newForked(runIndex::refresh)
                    .<Void>andThen(l -> runIndex.listLosers(clusterService.localNode(), task, l))
                    .<Void>andThen(
                            l -> runIndex.publish(dest, clusterService.state().metadata(), l))
                    .addListener(listener);
        }
    }

    private void order(List<StepSender.Order> orders, ActionListener<Void> listener) {
        progress.expect(orders.size());
        steps.send(
                orders,
                result -> {
                    progress.add(result);
                    progress.done(1);
                },
                listener);
    }

    private void end(Exception e, Scheduler.Cancellable reporting, ActionListener<PartitionReport> listener) {
        reporting.cancel();
        if (e == null) {
            progress.completed();
        } else if (task.isCancelled()) {
            progress.cancelled();
        } else {
            progress.failed(e);
            logger.warn(() -> "run [" + plan.runId() + "] failed", e);
        }
        PartitionReport report = progress.report();
        logger.info("run [{}] ends {} after {} ms", plan.runId(), report.state().value(), report.tookMillis());
        for (String nodeId : plan.nodes()) {
            DiscoveryNode node = clusterService.state().nodes().get(nodeId);
            if (node != null) {
                messenger.tell(
                        node,
                        NodeSteps.CLOSE,
                        RunAddress.node(plan.runId()),
                        plan.indices(),
                        Done.INSTANCE,
                        CLOSE_TIMEOUT);
            }
        }
        store(ActionListener.running(() -> listener.onResponse(report)));
    }

    private void store(ActionListener<Void> listener) {
        if (runIndex == null) {
            listener.onResponse(null);
            return;
        }
        PartitionReport report = progress.report();
        runIndex.store(
                report,
                clusterService.localNode().getId(),
                reports.incrementAndGet(),
                listener.delegateResponse((l, e) -> {
                    logger.warn(() -> "report of run [" + plan.runId() + "] could not be written", e);
                    l.onFailure(e);
                }));
    }
}
