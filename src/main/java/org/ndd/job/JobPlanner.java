package org.ndd.job;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.index.Index;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.bulk.ExpectedFailure;
import org.ndd.bulk.PrivilegeProbes;
import org.ndd.compat.Project;
import org.ndd.config.NodeServices;
import org.ndd.config.TaskState;
import org.ndd.job.PutJobAction.NewJob;
import org.ndd.job.update.ChangeList;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.RunIndex;
import org.ndd.partition.RunStore;
import org.ndd.partition.RunStore.RunRecord;
import org.ndd.partition.RunUser;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.RunSpec.RunSource;

/** Checks the effects of a job with the privileges of the user in the thread's context. Changes nothing. */
record JobPlanner(NodeServices services, RunStore runs) {

    /** A job that passed all checks, and the plan of its full run. */
    record Plan(JobRecord job, RunSpec fullRun) {}

    /** Checks the source, the destination, and all privileges that full runs and checkpoints need. */
    void check(JobConfig config, ActionListener<RunSpec> listener) {
        RunUser.of(services.threads().getThreadContext()).check(services.cluster());
        services.client()
                .execute(
                        PartitionAction.TYPE,
                        config.run().forJob(false),
                        listener.delegateFailureAndWrap((l, checked) -> {
                            RunSpec spec = checked.report().spec();
                            checkCheckpoints(spec, l.map(allowed -> spec));
                        }));
    }

    /**
     * Checks the privileges that checkpoints need in addition to those of a run: for boilerplate in use, for the list of changes, and for
     * the index of the job's run.
     *
     * @param spec plan of a full run of the job, whose id does not belong to an existing run
     * @param listener fails with 403 and the refusals of Elasticsearch if the user lacks a privilege
     */
    private void checkCheckpoints(RunSpec spec, ActionListener<Void> listener) {
        ClusterState now = services.cluster().state();
        PrivilegeProbes probes = new PrivilegeProbes(services.client());
        boolean publishesWhole = spec.publishes() && spec.source().query() == null;
        aliases(spec.source().concrete(), now)
                .filter(alias -> publishesWhole || Project.of(now).hasIndexAbstraction(alias))
                .forEach(probes::read);
        aliases(spec.source().reference(), now)
                .filter(Project.of(now)::hasIndexAbstraction)
                .forEach(probes::read);
        String changes = spec.dest() + ChangeList.SUFFIX;
        probes.read(changes).update(changes);
        if (Project.of(now).hasIndexAbstraction(changes) == false) {
            probes.write(changes).create(changes).refresh(changes);
        }
        probes.putMapping(spec.runId());
        probes.check(listener.delegateFailureAndWrap((l, allowed) -> {
            new ChangeList(services.client(), services.cluster(), spec.dest()).checkName();
            l.onResponse(null);
        }));
    }

    private static Stream<String> aliases(List<RunSource.SourceIndex> indices, ClusterState now) {
        return indices.stream()
                .map(one -> BoilerplateIndex.owner(now, one.name()))
                .distinct()
                .map(BoilerplateIndex::alias);
    }

    void plan(String id, NewJob created, ActionListener<Plan> listener) {
        SubscribableListener.<RunSpec>newForked(l -> check(created.config(), l))
                .<Plan>andThen((l, spec) -> {
                    JobRecord job = JobRecord.create(id, created.config().to(spec.dest()));
                    if (created.initialRun() == null) {
                        l.onResponse(new Plan(job, spec));
                    } else {
                        adopt(created.initialRun(), job, spec, l);
                    }
                })
                .addListener(listener);
    }

    private void adopt(String run, JobRecord job, RunSpec spec, ActionListener<Plan> listener) {
        if (run.equals(RunIndex.publishedBy(services.cluster().state(), job.dest())) == false) {
            throw notPublished(run, job);
        }
        runs.get(
                run,
                ExpectedFailure.replace(
                        ResourceNotFoundException.class, e -> notPublished(run, job), listener.map(known -> {
                            checkSame(known.record(), spec, job);
                            return new Plan(job.trackRun(run, known.record().pins()), spec);
                        })));
    }

    private static IllegalArgumentException notPublished(String run, JobRecord job) {
        return new IllegalArgumentException("[initial_run] must be the run that the destination [" + job.dest()
                + "] publishes, but was [" + run + "]");
    }

    private static void checkSame(RunRecord run, RunSpec spec, JobRecord job) {
        boolean same = run.report().state() == TaskState.COMPLETED
                && FullRuns.matches(job, run)
                && Objects.equals(run.spec().version(), spec.version())
                && indices(run.spec()).equals(indices(spec));
        if (same == false) {
            throw new IllegalArgumentException(
                    "[initial_run] must be a run of the same source with the same query and options as the job, "
                            + "but was [" + run.spec().runId() + "]");
        }
    }

    private static List<Index> indices(RunSpec spec) {
        return RunSource.indices(spec.source().withReference());
    }
}
