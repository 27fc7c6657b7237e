package org.ndd.partition;

import java.util.List;
import java.util.Map;
import org.elasticsearch.ResourceAlreadyExistsException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelledException;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.bulk.ExpectedFailure;
import org.ndd.bulk.PrivilegeProbes;
import org.ndd.compat.Project;
import org.ndd.config.NodeServices;
import org.ndd.partition.RunStore.RunRecord;
import org.ndd.partition.RunTasks.DestinationTakenException;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.TaskParams;

/**
 * Starts validated runs, and resumes runs. The state is stored before the id is returned, so a client that has the id can request the
 * report. From then on, the loss of a node does not end the run.
 */
final class RunStarter {

    /** Version of a report and of a record that is below all versions of a coordinator. */
    private static final long FIRST = 0;

    /** Suffix that makes the name of an index that does not exist, to probe privileges. */
    private static final String MISSING = "-resumed";

    private final NodeServices services;
    private final RunStore store;
    private final RunTasks tasks;

    RunStarter(NodeServices services, RunStore store) {
        this.services = services;
        this.store = store;
        this.tasks = new RunTasks(services.cluster(), services.client());
    }

    /** Starts a run as the thread's user, unless the request's task is cancelled. After a failure, all data of the run is deleted. */
    void start(RunSpec spec, CancellableTask task, ActionListener<Void> listener) {
        ClusterState state = services.cluster().state();
        store.forget(id -> Project.of(state).hasIndex(id) == false && id.equals(spec.runId()) == false);
        SubscribableListener.<Void>newForked(l -> checkRights(spec, spec.runId(), state, l))
                .<Void>andThen(l -> new RunIndex(services.client(), spec.runId()).create(spec, state, l))
                .<Void>andThen(l -> begin(spec, state, task, l.delegateResponse((m, e) -> discard(spec, e, m))))
                .addListener(listener);
    }

    /** Stores the state of a run that has its index, and starts its task. */
    private void begin(RunSpec spec, ClusterState state, CancellableTask task, ActionListener<Void> listener) {
        PartitionReport report = new PartitionProgress(spec, System::currentTimeMillis).report();
        RunRecord record = new RunRecord(report, Map.of(), false, user());
        SubscribableListener.<Void>newForked(l -> {
                    task.ensureNotCancelled();
                    createBoilerplate(spec, state, l);
                })
                .<Void>andThen(l -> {
                    task.ensureNotCancelled();
                    new RunIndex(services.client(), spec.runId()).store(report, FIRST, l);
                })
                .<Void>andThen(l -> store.put(record, FIRST, l))
                .<Void>andThen(l -> {
                    task.ensureNotCancelled();
                    startTask(spec, l);
                })
                .addListener(listener);
    }

    /** Deletes all data of a run that did not start. The record is deleted first: without it, no node leads the run. */
    private void discard(RunSpec spec, Exception e, ActionListener<Void> listener) {
        List<String> indices = List.of(spec.runId(), BoilerplateIndex.name(spec.runId()));
        RunPublisher publisher = new RunPublisher(services.client(), services.cluster());
        store.delete(
                spec.runId(),
                ActionListener.running(
                        () -> publisher.delete(indices, ActionListener.running(() -> listener.onFailure(e)))));
    }

    private void createBoilerplate(RunSpec spec, ClusterState state, ActionListener<Void> listener) {
        if (spec.options().execution().dryRun()) {
            listener.onResponse(null);
        } else {
            BoilerplateInUse.index(spec, state)
                    .create(services.client(), state, BoilerplateIndex.name(spec.runId()), listener);
        }
    }

    /** Starts the task of a run. If two runs start for one destination at the same time, the cluster rejects the task of the second. */
    private void startTask(RunSpec spec, ActionListener<Void> listener) {
        tasks.start(spec, ExpectedFailure.replace(ResourceAlreadyExistsException.class, e -> taken(spec, e), listener));
    }

    private DestinationTakenException taken(RunSpec spec, Exception e) {
        return new DestinationTakenException(
                spec.dest(), TaskParams.publisherTo(services.cluster().state(), spec.dest()), e);
    }

    /**
     * Resumes a run that was cancelled or has failed, with the rights of the thread's user. If two users resume it at the same time, one
     * request fails. If its task cannot be started, the record is restored, so that it does not keep the user.
     */
    void resume(RecordStore.Versioned<RunRecord> kept, ActionListener<Void> listener) {
        RunRecord record = kept.record();
        RunSpec spec = record.spec();
        long version = RecordWriter.nextVersion(kept.version());
        SubscribableListener.<Void>newForked(l -> checkRights(
                        spec, spec.runId() + MISSING, services.cluster().state(), l))
                .<Void>andThen(l -> store.put(record.resumedBy(user()), version, l))
                .<Void>andThen(l -> startTask(
                        spec,
                        l.delegateResponse((m, e) ->
                                store.put(record, version + 1, ActionListener.running(() -> m.onFailure(e))))))
                .addListener(listener);
    }

    private RunUser user() {
        return RunUser.of(services.threads().getThreadContext());
    }

    /** Waits for the end of a run, or until the waiting task is cancelled, which does not cancel the run. */
    void await(RunSpec spec, CancellableTask task, ActionListener<PartitionReport> listener) {
        SubscribableListener<Void> ended = new SubscribableListener<>();
        ended.addListener(
                listener.delegateFailureAndWrap((l, nothing) ->
                        store.get(spec.runId(), l.map(kept -> kept.record().report()))),
                EsExecutors.DIRECT_EXECUTOR_SERVICE,
                services.threads().getThreadContext());
        task.addListener(() -> ended.onFailure(new TaskCancelledException("cancelled")));
        tasks.awaitGone(spec, null, null, ended);
    }

    /**
     * Checks before a run starts that its user has all privileges that the run needs until its end: for the run's index, its alias, and the
     * indices of boilerplate. Changes nothing.
     *
     * @param missing name of the run's index, which does not exist yet, or another name of the same form
     * @param listener fails with the missing privileges if the user lacks one
     */
    void checkRights(RunSpec spec, String missing, ClusterState state, ActionListener<Void> listener) {
        PrivilegeProbes probes = new PrivilegeProbes(services.client());
        if (spec.boilerplateOnly() == false) {
            probes.read(missing).write(missing).refresh(missing).deleteIndex(missing);
            probes.aliases(
                    AliasActions.remove().index(missing).alias(spec.dest()).mustExist(false));
        }
        if (spec.options().execution().dryRun() == false) {
            String boilerplate = BoilerplateIndex.name(missing);
            probes.write(boilerplate).create(boilerplate);
            for (String owner : BoilerplateInUse.ownersAfterRun(spec, state)) {
                AliasActions failing = BoilerplateIndex.action(AliasActions.Type.REMOVE, boilerplate, owner);
                probes.aliases(failing);
                // the alias moves from the index that another user may have created
                BoilerplateIndex.indicesOfAlias(state, owner).stream()
                        .map(used -> BoilerplateIndex.action(
                                AliasActions.Type.REMOVE, used.getIndex().getName(), owner))
                        .forEach(removed -> probes.aliases(removed, failing));
            }
        }
        if (spec.options().boilerplate() == PartitionOptions.Boilerplate.STORED) {
            spec.source().withReference().stream()
                    .map(source -> BoilerplateIndex.owner(state, source.name()))
                    .distinct()
                    .forEach(owner -> probes.read(BoilerplateIndex.alias(owner)));
        }
        probes.check(listener);
    }
}
