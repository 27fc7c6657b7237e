package org.ndd.partition;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.threadpool.Scheduler;
import org.ndd.bulk.Batches;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.Pause;
import org.ndd.bulk.RetryUntilTimeout;
import org.ndd.bulk.TransientFailures;
import org.ndd.config.NodeServices;
import org.ndd.config.ShardPosition;
import org.ndd.decisions.KnownDecisions;
import org.ndd.decisions.PairDecision;
import org.ndd.groups.DuplicateList.DuplicateListWriter;
import org.ndd.partition.PartitionReport.RunProgress;
import org.ndd.partition.RecordWriter.StaleCoordinatorException;
import org.ndd.partition.RunIndex.EarlierGroups;
import org.ndd.partition.RunStore.RunRecord;
import org.ndd.partition.RunStore.RunStateWriter;
import org.ndd.partition.RunUser.IdentityCheck;
import org.ndd.partition.node.RunMessenger;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.RunSpec.RunSource;
import org.ndd.partition.plan.TaskParams;

/**
 * Leads a run to its end. If an attempt loses a node, a shard copy, or a destination that accepts writes, the next attempt starts from the
 * stored state. It reads the available copies, sees the same documents, and does not repeat comparisons whose decisions were stored. If
 * candidates do not fit into memory, the next attempt decides in more windows. For other memory errors, it waits for the memory that
 * searches and other runs use. The run fails if attempts make no progress for the run's timeout.
 */
final class PartitionCoordinator {

    private static final Logger logger = LogManager.getLogger(PartitionCoordinator.class);
    private static final TimeValue REPORT_INTERVAL = TimeValue.timeValueSeconds(1);
    private static final TimeValue FINAL_REPORT_TIMEOUT = TimeValue.timeValueSeconds(5);
    private static final long FIRST_PAUSE_MILLIS = 500;
    private static final long LONGEST_PAUSE_MILLIS = 15_000;

    private final CancellableTask task;
    private final Consumer<ActionListener<Void>> user;
    private final RunMessenger messenger;
    private final NodeServices services;
    private final RunPublisher publisher;
    private final BulkWriter results;
    private final RedirectStep redirects;
    private final RunStateWriter writer;
    private final PartitionProgress progress;
    private PartitionAttempt attempt;
    private int attempts;
    private long pauseMillis = FIRST_PAUSE_MILLIS;
    private long furthest;
    private long furthestAt;

    PartitionCoordinator(
            RunStateWriter writer,
            CancellableTask task,
            Consumer<ActionListener<Void>> user,
            RunMessenger messenger,
            NodeServices services) {
        this.writer = writer;
        this.task = task;
        this.user = user;
        this.messenger = messenger;
        this.services = services;
        this.progress = writer.progress();
        this.publisher = new RunPublisher(services.client(), services.cluster());
        // a suspended coordinator would otherwise write results of earlier work when it continues
        this.results = new BulkWriter(services.clientOf(task), services.cluster(), task).after(writer::write);
        this.redirects = new RedirectStep(spec(), services, task, progress, results);
    }

    private RunSpec spec() {
        return writer.record().spec();
    }

    /** Executes the run. The listener always gets a report, also of a run that fails or is cancelled. */
    void run(ActionListener<PartitionReport> listener) {
        logger.info("run [{}] starts or continues, coordinator [{}]", spec().runId(), writer.allocation());
        furthestAt = services.threads().relativeTimeInMillis();
        Scheduler.Cancellable reporting = services.threads()
                .scheduleWithFixedDelay(
                        this::reportNow, REPORT_INTERVAL, services.threads().generic());
        SubscribableListener.<Void>newForked(writer::write)
                .<Void>andThen(this::begin)
                .addListener(
                        ActionListener.wrap(done -> end(null, reporting, listener), e -> end(e, reporting, listener)));
    }

    /**
     * Starts an attempt, or continues with the steps after the groups if these are written. At this time no earlier coordinator can write.
     */
    private void begin(ActionListener<Void> listener) {
        if (writer.record().groupsWritten()) {
            redirects(listener);
        } else {
            attempt(listener);
        }
    }

    private void attempt(ActionListener<Void> listener) {
        SubscribableListener.newForked(user::accept)
                .<List<PairDecision>>andThen(l -> decisions(spec(), l))
                .addListener(ActionListener.wrap(decided -> attemptAsUser(decided, listener), e -> retry(e, listener)));
    }

    /** Reads the decisions of people about documents of the source and of the reference, with the rights of the run's user. */
    private void decisions(RunSpec spec, ActionListener<List<PairDecision>> listener) {
        KnownDecisions.load(
                services.client(),
                spec.options().decisionsIndex(),
                RunSource.names(spec.source().withReference()),
                listener.map(KnownDecisions::all));
    }

    private void attemptAsUser(List<PairDecision> decided, ActionListener<Void> listener) {
        PartitionAttempt current;
        try {
            task.ensureNotCancelled();
            RuntimeException lost = spec().missingSource(services.cluster().state());
            if (lost != null) {
                throw lost;
            }
            current = nextAttempt(decided);
        } catch (Exception e) {
            retry(e, listener);
            return;
        }
        EarlierGroups earlier = new EarlierGroups(services, task, spec(), results);
        SubscribableListener.<Void>newForked(
                        l -> earlier.replace(current.replays(), m -> current.run(this::pinned, m), l))
                .<Void>andThen(this::written)
                .addListener(ActionListener.wrap(
                        done -> current.forgetDecisions(ActionListener.running(() -> {
                            current.close(ActionListener.noop());
                            redirects(listener);
                        })),
                        e -> current.close(ActionListener.running(() -> retry(e, listener)))));
    }

    /** Creates the next attempt. Synchronized, so that a change of speed is either in the plan or sent to the attempt. */
    private synchronized PartitionAttempt nextAttempt(List<PairDecision> decided) {
        RunRecord record = writer.record();
        boolean replays = attempts > 0 || record.pins().isEmpty() == false;
        PartitionPlan plan = PartitionPlan.of(
                        services.cluster(),
                        record.spec(),
                        writer.allocation() * PartitionPlan.ATTEMPTS + attempts,
                        replays,
                        record.pins(),
                        null)
                .with(decided);
        attempts++;
        attempt = new PartitionAttempt(
                plan, task, messenger, services.cluster(), services.threads(), progress, record.windows());
        return attempt;
    }

    private void pinned(Map<ShardId, ShardPosition> pins, ActionListener<Void> listener) {
        writer.change(record -> record.pinned(pins));
        writer.write(listener);
    }

    private void written(ActionListener<Void> listener) {
        writer.change(RunRecord::written);
        writer.write(listener);
    }

    private void retry(Exception e, ActionListener<Void> listener) {
        long now = services.threads().relativeTimeInMillis();
        Exception lost = spec().missingSource(services.cluster().state());
        if (lost != null) {
            listener.onFailure(lost);
            return;
        }
        boolean tooLittleMemory = TransientFailures.isTooLittleMemory(e);
        if (tooLittleMemory) {
            decideInMoreWindows();
        }
        boolean mayHelp = isTransient(e) || tooLittleMemory;
        if (task.isCancelled() || mayHelp == false || attempts >= PartitionPlan.ATTEMPTS) {
            listener.onFailure(e);
            return;
        }
        if (isFurther()) {
            furthestAt = now;
            pauseMillis = FIRST_PAUSE_MILLIS;
        } else if (now - furthestAt > spec().timeout().millis()) {
            listener.onFailure(e);
            return;
        }
        logger.info(() -> "run [" + spec().runId() + "] starts again from its stored state", e);
        progress.restart(TransientFailures.describe(e));
        SubscribableListener.<Void>newForked(writer::write)
                .<Void>andThen(this::pause)
                .<Void>andThen(this::attempt)
                .addListener(listener);
    }

    private boolean isTransient(Exception e) {
        return TransientFailures.isTransient(e)
                || IdentityCheck.isUnknownUser(e, services.cluster().state());
    }

    private void pause(ActionListener<Void> listener) {
        TimeValue span = TimeValue.timeValueMillis(pauseMillis);
        pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        new Pause(task, services.threads()).delay(span, listener);
    }

    /** Whether the last attempt made more progress than those before: reached a later phase, or more decisions. */
    private boolean isFurther() {
        PartitionReport report = progress.report();
        long reached = report.progress().phases().size() * 1_000_000_000_000L
                + report.progress().phases().stream()
                        .mapToLong(PartitionReport.Phase::done)
                        .sum();
        boolean further = reached > furthest;
        furthest = Math.max(furthest, reached);
        return further;
    }

    private void decideInMoreWindows() {
        RunProgress reached = progress.report().progress();
        boolean byCandidates =
                reached.phase().equals("candidates") || reached.phase().equals("decide");
        int more = reached.windows() * 2;
        if (byCandidates && more <= PartitionOptions.MAX_WINDOWS) {
            progress.windows(more);
        }
    }

    private void redirects(ActionListener<Void> listener) {
        RunSpec spec = spec();
        if (RedirectStep.isNeeded(spec) == false) {
            lists(listener);
            return;
        }
        progress.begin("redirects");
        SubscribableListener.<Void>newForked(l -> retry(task, done -> redirects.run(spec(), done), l))
                .<Void>andThen(this::lists)
                .addListener(listener);
    }

    private void lists(ActionListener<Void> listener) {
        progress.begin("lists");
        RunSpec spec = spec();
        if (spec.options().execution().dryRun()) {
            publish(listener);
            return;
        }
        progress.expect(spec.source().concrete().size());
        DuplicateListWriter lists = new DuplicateListWriter(
                services.clientOf(task), services.breaker(), results, spec.runId(), task::ensureNotCancelled);
        Set<String> markets = spec.options().grouping().canonicals().markets().keySet();
        SubscribableListener.<Void>newForked(l -> retry(task, done -> publisher.refresh(spec, done), l))
                .<Void>andThen(l -> Batches.oneByOne(
                        spec.source().concrete(),
                        (source, next) -> retry(
                                task,
                                done -> lists.write(source.index().getUUID(), markets, done),
                                next.map(written -> {
                                    progress.done(1);
                                    return null;
                                })),
                        l))
                .<Void>andThen(this::publish)
                .addListener(listener);
    }

    private void publish(ActionListener<Void> listener) {
        progress.begin("publish");
        RunSpec spec = spec();
        String unpublished = RunPublisher.unpublished(spec, progress.report().counts());
        SubscribableListener.<Void>newForked(l -> retry(task, user, l))
                .<Void>andThen(l -> retry(task, done -> publisher.refresh(spec, done), l))
                .<Void>andThen(l -> {
                    publisher.requireAllGroups(spec);
                    if (unpublished == null) {
                        // not cancelled while it is in progress: it may take effect
                        task.ensureNotCancelled();
                        retry(null, done -> publisher.publish(spec.runId(), spec.dest(), done), l);
                    } else {
                        l.onResponse(null);
                    }
                })
                .<Void>andThen(l -> {
                    progress.published(unpublished);
                    publisher.deleteOlder(spec, task, l);
                })
                .addListener(listener);
    }

    /**
     * Executes an action while no other coordinator leads the run: a suspended one would delete or publish results of later work.
     *
     * @param until task whose cancellation ends the action; {@code null} for an action that ends itself, and is only not repeated then
     */
    private void retry(CancellableTask until, Consumer<ActionListener<Void>> action, ActionListener<Void> listener) {
        RetryUntilTimeout.<Void>run(
                services.threads(),
                spec().timeout(),
                until,
                e -> task.isCancelled() == false && isTransient(e) && e instanceof IndexNotFoundException == false,
                l -> writer.write(l.delegateFailureAndWrap((m, leads) -> action.accept(m))),
                listener);
    }

    /**
     * Changes the speed immediately, and for later attempts. The change is written with the rights of the run's user, not of the user who
     * requested it.
     *
     * @param documentsPerSecond more than 0; infinite for no limit
     */
    @SuppressWarnings("try") // the context is closed, not used
    void rethrottle(double documentsPerSecond, ActionListener<Void> listener) {
        ActionListener<Void> caller = ContextPreservingActionListener.wrapPreservingContext(
                listener, services.threads().getThreadContext());
        RunUser user = writer.record().user();
        if (user == null) {
            // the run has ended, and only its report is not stored yet
            listener.onResponse(null);
            return;
        }
        try (var ignored = user.enter(services.threads().getThreadContext())) {
            changeSpeed(documentsPerSecond, caller);
        }
    }

    private void changeSpeed(double documentsPerSecond, ActionListener<Void> listener) {
        synchronized (this) {
            progress.atMost(documentsPerSecond);
            writer.change(record -> record.reported(progress.report()));
            if (attempt != null) {
                attempt.rethrottle(documentsPerSecond);
            }
            redirects.rethrottle(documentsPerSecond);
        }
        writer.write(listener);
    }

    private void end(Exception e, Scheduler.Cancellable reporting, ActionListener<PartitionReport> listener) {
        reporting.cancel();
        if (e instanceof StaleCoordinatorException || hasOtherCoordinator()) {
            logger.info("run [{}] continues with another coordinator than [{}]", spec().runId(), writer.allocation());
            listener.onResponse(progress.report());
            return;
        }
        if (e == null) {
            progress.completed();
        } else if (task.isCancelled()) {
            progress.cancelled();
        } else {
            progress.failed(e);
            logger.warn(() -> "run [" + spec().runId() + "] failed", e);
        }
        PartitionReport report = progress.report();
        logger.info(
                "run [{}] ends {} after {} ms",
                spec().runId(),
                report.state().value(),
                report.status().tookMillis());
        // the state of a completed run must be recorded, even if this takes long; after a cancellation the user does
        // not wait for a destination that rejects writes
        TimeValue longest = e == null ? spec().timeout() : FINAL_REPORT_TIMEOUT;
        writer.end(report, services.threads(), longest, listener.map(done -> report));
    }

    /**
     * Whether another coordinator leads the run now. Elasticsearch cancels the tasks of a coordinator that was cut off and has returned.
     */
    private boolean hasOtherCoordinator() {
        PersistentTask<?> task = TaskParams.ofRun(services.cluster().state(), spec().runId());
        return task != null && task.getAllocationId() != writer.allocation();
    }

    private void reportNow() {
        writer.report(
                progress.report(),
                ActionListener.wrap(
                        done -> {},
                        e -> logger.debug(() -> "report of run [" + spec().runId() + "] could not be written", e)));
    }
}
