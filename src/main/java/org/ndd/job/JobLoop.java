package org.ndd.job;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.indices.IndexClosedException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.threadpool.Scheduler;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.bulk.ExpectedFailure;
import org.ndd.bulk.TransientFailures;
import org.ndd.job.JobTaskAction.CheckpointProgress;
import org.ndd.job.JobTaskAction.JobTask;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.RecordWriter;
import org.ndd.partition.RecordWriter.StaleCoordinatorException;
import org.ndd.partition.RunStore.RunRecord;

/**
 * Executes the steps of a job on its coordinating node, one after the other. No thread is blocked between two steps. A step checks an
 * active full run, starts a full run if one is needed, or executes a checkpoint. If the cause of a failed step may be temporary, the next
 * step follows after a delay that grows with each failure. Each step has the rights of the job's user, even if another user requested it.
 */
final class JobLoop {

    static final String BEGINS = "the job begins";

    static final String UPDATED = "the job was updated";

    private static final Logger logger = LogManager.getLogger(JobLoop.class);

    /** Maximum interval between two checks whether a full run has ended. More frequent checkpoints shorten it. */
    private static final TimeValue RUN_CHECK_INTERVAL = TimeValue.timeValueSeconds(5);

    /** Delay of the first check whether a full run has ended. The full run of a small index ends within it. */
    private static final TimeValue FIRST_RUN_CHECK_DELAY = TimeValue.timeValueMillis(500);

    /** Maximum number of consecutive checks without a coordinating node of a run; after more, the run is lost. */
    private static final int MAX_CHECKS_WITHOUT_NODE = 3;

    private final RecordWriter<JobRecord> writer;
    private final JobTask task;
    private volatile Consumer<ActionListener<Void>> user;
    private final ThreadPool threadPool;
    private final FullRuns runs;
    private final Checkpoint checkpoint;
    private final Client client;
    private final JobMetrics metrics;
    private List<ActionListener<JobRecord>> nextWaiting = new ArrayList<>();
    private ActionListener<Void> end;
    private Scheduler.Cancellable next;
    private boolean stepping;
    private boolean leads;
    private Exception endCause;
    private int checksWithoutNode;

    /**
     * @param task task of the job; the loop ends when it is cancelled
     * @param user checks that the user of the job can still be authenticated
     * @param client client that sends requests as children of the task, with the rights of the user in the thread's context
     */
    JobLoop(
            RecordWriter<JobRecord> writer,
            JobTask task,
            Consumer<ActionListener<Void>> user,
            FullRuns runs,
            Checkpoint checkpoint,
            Client client,
            JobMetrics metrics) {
        this.writer = writer;
        this.task = task;
        this.user = user;
        this.threadPool = client.threadPool();
        this.runs = runs;
        this.checkpoint = checkpoint;
        this.client = client;
        this.metrics = metrics;
    }

    /** Begins or resumes the loop. The listener always fails: task cancelled, another node has taken over, or the job cannot continue. */
    void run(ActionListener<Void> ended) {
        synchronized (this) {
            end = ActionListener.notifyOnce(
                    ContextPreservingActionListener.wrapPreservingContext(ended, threadPool.getThreadContext()));
        }
        // before the listener, which is called now if the task is cancelled already
        metrics.track(writer.record());
        task.addListener(this::cancelled);
        schedule(TimeValue.ZERO);
    }

    /** Begins a step as soon as possible, after an active one. The listener gets the job after it, or its failure. */
    void now(ActionListener<JobRecord> listener) {
        boolean due;
        Exception ended;
        synchronized (this) {
            ended = endCause;
            // without the warnings of the step's searches, whose options the user did not choose
            nextWaiting.add(new ContextPreservingActionListener<>(
                    threadPool.getThreadContext().newRestorableContext(false), listener));
            due = stepping == false;
        }
        if (ended != null) {
            end(ended, List.of());
        } else if (due) {
            schedule(TimeValue.ZERO);
        }
    }

    /**
     * Changes the job. The change takes effect with the next step.
     *
     * @param change throws an exception if the job must not be changed
     * @param newUser checks that the new user can still be authenticated; {@code null} if the job keeps its user
     * @param listener fails if the change could not be stored, or if the job has ended: the stop may have replaced the change
     */
    void update(
            UnaryOperator<JobRecord> change, Consumer<ActionListener<Void>> newUser, ActionListener<Void> listener) {
        ActionListener<Void> stored = listener.map(done -> {
            if (runs.isLed(writer.record(), writer.allocation()) == false) {
                throw FullRuns.stopped(writer.record());
            }
            return null;
        });
        UnaryOperator<JobRecord> withUser = job -> {
            JobRecord changed = change.apply(job);
            // this loop uses the new user even if the change cannot be stored
            user = newUser == null ? user : newUser;
            return changed;
        };
        ActionListener.run(stored, l -> writer.writeOrFail(withUser, l));
    }

    /** Stores the record again, which fails if another node leads the job now, or if the job was stopped. */
    void ensureLeads(ActionListener<Void> listener) {
        writer.writeOrFail(UnaryOperator.identity(), listener);
    }

    private void schedule(TimeValue pause) {
        try {
            synchronized (this) {
                if (next != null) {
                    next.cancel();
                }
                next = threadPool.schedule(this::step, pause, threadPool.generic());
            }
        } catch (EsRejectedExecutionException e) {
            // the node stops, and another node will lead the job
            end(e, List.of());
        }
    }

    /** Ends the loop after the task was cancelled. An active step ends the loop itself, after all its work has ended. */
    private void cancelled() {
        synchronized (this) {
            if (stepping) {
                return;
            }
            if (next != null) {
                next.cancel();
            }
        }
        end(new TaskCancelledException("cancelled"), List.of());
    }

    private void end(Exception e, List<ActionListener<JobRecord>> waiting) {
        List<ActionListener<JobRecord>> all = new ArrayList<>(waiting);
        ActionListener<Void> ended;
        synchronized (this) {
            endCause = e;
            all.addAll(nextWaiting);
            nextWaiting = new ArrayList<>();
            ended = end;
        }
        metrics.untrack(writer.record().id());
        ActionListener.onFailure(all, e instanceof TaskCancelledException ? FullRuns.stopped(writer.record()) : e);
        ended.onFailure(e);
    }

    @SuppressWarnings("try") // the context is closed, not used
    private void step() {
        List<ActionListener<JobRecord>> waiting;
        synchronized (this) {
            if (stepping || endCause != null) {
                return;
            }
            stepping = true;
            waiting = nextWaiting;
            nextWaiting = new ArrayList<>();
        }
        try (var ignored = writer.record().user().enter(threadPool.getThreadContext())) {
            ActionListener.run(
                    ActionListener.<TimeValue>wrap(pause -> stepEnded(pause, waiting, null), e -> failed(e, waiting)),
                    this::act);
        }
    }

    /** @param listener gets the pause until the next step */
    private void act(ActionListener<TimeValue> listener) {
        task.ensureNotCancelled();
        if (leads) {
            user.accept(listener.<Void>delegateFailureAndWrap((l, valid) -> actAsUser(l))
                    .delegateResponse((l, e) -> {
                        cancelFullRunOfInvalidUser(e);
                        l.onFailure(e);
                    }));
        } else {
            // from now on, a suspended node that led the job before writes nothing
            ensureLeads(listener.delegateFailureAndWrap((l, stored) -> {
                leads = true;
                act(l);
            }));
        }
    }

    /** Cancels the full run, which would otherwise read documents, and occupy the destination, until it checks the user again. */
    private void cancelFullRunOfInvalidUser(Exception e) {
        String pending = writer.record().runs().pending();
        if (pending != null && ExceptionsHelper.status(e) == RestStatus.FORBIDDEN) {
            runs.cancel(pending);
        }
    }

    private void actAsUser(ActionListener<TimeValue> listener) {
        task.ensureNotCancelled();
        JobRecord job = writer.record();
        if (job.runs().pending() != null) {
            runs.get(
                    job.runs().pending(),
                    ExpectedFailure.replace(
                            ResourceNotFoundException.class,
                            e -> FullRuns.conflict("full run [" + job.runs().pending() + "] is gone"),
                            listener.delegateFailureAndWrap((l, run) -> checkRun(job, run, l))));
            return;
        }
        runs.checkSource(job);
        if (job.runs().current() == null || job.runs().outdated()) {
            begin(job, job.runs().outdated() ? UPDATED : BEGINS, listener);
        } else {
            String shown = runs.publishedRun(job);
            if (job.runs().current().equals(shown)) {
                checkpoint(job, listener);
            } else {
                adopt(job, shown, BEGINS, FullRuns.replaced(job, shown), listener);
            }
        }
    }

    /** Waits for a full run that a node started and did not store, because it was lost. */
    private void adopt(
            JobRecord job, String run, String reason, Exception mismatch, ActionListener<TimeValue> listener) {
        runs.requireOwn(job, run, mismatch, listener.delegateFailureAndWrap((l, own) -> await(job, run, reason, l)));
    }

    private void checkRun(JobRecord job, RunRecord run, ActionListener<TimeValue> listener) {
        PartitionReport report = run.report();
        switch (report.state()) {
            case RUNNING -> {
                checksWithoutNode = runs.hasCoordinator(job.runs().pending()) ? 0 : checksWithoutNode + 1;
                if (checksWithoutNode > MAX_CHECKS_WITHOUT_NODE) {
                    throw FullRuns.conflict("full run [" + job.runs().pending() + "] has lost its task");
                }
                TimeValue pause = TimeValue.min(job.frequency(), RUN_CHECK_INTERVAL);
                // if the leases cannot be renewed now, they are renewed later, or the first checkpoint finds that they
                // expired
                checkpoint.renew(job, task, client, ActionListener.running(() -> listener.onResponse(pause)));
            }
            case COMPLETED -> {
                if (job.runs().outdated()) {
                    writer.write(now -> now.withoutFullRun().withoutRun(), listener.map(kept -> TimeValue.ZERO));
                } else if (report.published().published()) {
                    writer.write(now -> now.trackRun(job.runs().pending(), run.pins()), listener.map(kept -> {
                        task.tracksFullRun();
                        return TimeValue.ZERO;
                    }));
                } else {
                    String reason = "full run [" + job.runs().pending() + "] published no groups: "
                            + report.published().reason();
                    writer.write(
                            JobRecord::withoutFullRun,
                            listener.delegateFailureAndWrap((l, kept) -> l.onFailure(
                                    new ElasticsearchStatusException(reason, RestStatus.SERVICE_UNAVAILABLE))));
                }
            }
            case FAILED, CANCELLED -> {
                if (runs.hasLostSource(run) == false) {
                    throw FullRuns.conflict("full run [" + job.runs().pending() + "] has ended as ["
                            + report.state().value() + "]" + (report.failure() == null ? "" : ": " + report.failure()));
                }
                // as when a lifecycle deletes an index: the next step reads the indices that the source has then
                writer.write(JobRecord::withoutFullRun, listener.map(kept -> TimeValue.ZERO));
            }
        }
    }

    private void checkpoint(JobRecord job, ActionListener<TimeValue> listener) {
        long at = threadPool.absoluteTimeInMillis();
        long from = threadPool.relativeTimeInMillis();
        task.setCheckpointProgress(new CheckpointProgress(at, 0, 0));
        ActionListener<TimeValue> ended = ActionListener.runBefore(listener, () -> task.setCheckpointProgress(null));
        checkpoint.run(job, task, client, ended.delegateFailureAndWrap((l, result) -> {
            long took = threadPool.relativeTimeInMillis() - from;
            metrics.checkpoint(job.id(), at, took, result.counts());
            writer.write(now -> now.withCheckpoint(result, at, took), l.delegateFailureAndWrap((next, kept) -> {
                if (result.fullRun() == null) {
                    next.onResponse(job.frequency());
                } else {
                    begin(writer.record(), result.fullRun(), next);
                }
            }));
        }));
    }

    /** Starts a full run. If a node started one and was lost before it stored the run, waits for that run instead. */
    private void begin(JobRecord job, String reason, ActionListener<TimeValue> listener) {
        task.ensureNotCancelled();
        String other = runs.activeRun(job);
        if (other == null) {
            checkpoint.hold(
                    job,
                    task,
                    client,
                    listener.delegateFailureAndWrap((l, held) -> runs.start(
                            job,
                            client,
                            l.delegateFailureAndWrap((started, run) -> await(job, run, reason, started)))));
        } else {
            adopt(job, other, reason, FullRuns.taken(job, other), listener);
        }
    }

    private void await(JobRecord job, String run, String reason, ActionListener<TimeValue> listener) {
        if (task.isCancelled()) {
            // the request that stopped the job could not cancel this run
            runs.cancel(run);
            task.ensureNotCancelled();
        }
        checksWithoutNode = 0;
        logger.info("job [{}] waits for full run [{}]: {}", job.id(), run, reason);
        writer.write(
                now -> now.awaitRun(run, reason, job.config()),
                listener.map(kept -> TimeValue.min(job.frequency(), FIRST_RUN_CHECK_DELAY)));
    }

    private void failed(Exception e, List<ActionListener<JobRecord>> waiting) {
        metrics.failed();
        // searches share the memory, and will release it. A closed index may be opened again
        boolean passes = TransientFailures.isTransient(e) && e instanceof StaleCoordinatorException == false
                || TransientFailures.isTooLittleMemory(e)
                || ExceptionsHelper.unwrapCause(e) instanceof IndexClosedException;
        if (task.isCancelled() || passes == false) {
            end(task.isCancelled() ? new TaskCancelledException("cancelled") : e, waiting);
            return;
        }
        logger.info(() -> "job [" + writer.record().id() + "] retries a step", e);
        writer.write(
                job -> job.failedOnce(TransientFailures.describe(e)),
                ActionListener.wrap(
                        kept -> stepEnded(writer.record().pauseAfterFailure(), waiting, e),
                        overtaken -> end(overtaken, waiting)));
    }

    /** Ends a step, and schedules the next one, with the failure of the step; {@code null} if it succeeded. */
    private void stepEnded(TimeValue pause, List<ActionListener<JobRecord>> waiting, Exception e) {
        if (task.isCancelled()) {
            end(new TaskCancelledException("cancelled"), waiting);
            return;
        }
        if (e == null) {
            ActionListener.onResponse(waiting, writer.record());
        } else {
            ActionListener.onFailure(waiting, e);
        }
        synchronized (this) {
            stepping = false;
            schedule(nextWaiting.isEmpty() ? pause : TimeValue.ZERO);
        }
        if (task.isCancelled()) {
            cancelled();
        }
    }
}
