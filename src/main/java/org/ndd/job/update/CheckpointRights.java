package org.ndd.job.update;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.bulk.PrivilegeProbes;
import org.ndd.compat.Project;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.RunSpec.RunSource;

/**
 * Checks, before a job begins, that its user has the privileges that checkpoints need in addition to those of a run: for boilerplate in
 * use, for the list of changes, and for the index of the job's run. Changes nothing.
 */
public final class CheckpointRights {

    private final Client client;
    private final Supplier<ClusterState> state;

    /** @param client client with the rights of the user */
    public CheckpointRights(Client client, Supplier<ClusterState> state) {
        this.client = client;
        this.state = state;
    }

    /**
     * @param spec plan of a full run of the job, whose id does not belong to an existing run
     * @param listener fails with 403 and the refusals of Elasticsearch if the user lacks a privilege
     */
    public void check(RunSpec spec, ActionListener<Void> listener) {
        ClusterState now = state.get();
        PrivilegeProbes probes = new PrivilegeProbes(client);
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
            probes.write(changes).create(changes).putMapping(changes).refresh(changes);
        }
        probes.putMapping(spec.runId());
        probes.check(listener);
    }

    private static Stream<String> aliases(List<RunSource.SourceIndex> indices, ClusterState now) {
        return indices.stream()
                .map(one -> BoilerplateIndex.owner(now, one.index().getName()))
                .distinct()
                .map(BoilerplateIndex::alias);
    }
}
