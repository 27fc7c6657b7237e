package org.ndd.partition;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.bulk.PrivilegeProbes;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.RunSpec;

/**
 * Checks before a run starts that its user has all privileges that the run needs until its end: for the run's index, its alias, and the
 * indices of boilerplate. Changes nothing.
 */
final class DestinationRights {

    private final Client client;
    private final RunSpec spec;
    private final String missing;
    private final ClusterState state;

    /**
     * @param client of the user
     * @param missing name of the run's index, which does not exist yet, or another name of the same form
     */
    DestinationRights(Client client, RunSpec spec, String missing, ClusterState state) {
        this.client = client;
        this.spec = spec;
        this.missing = missing;
        this.state = state;
    }

    /** Fails with the missing privileges if the user lacks one. */
    void check(ActionListener<Void> listener) {
        PrivilegeProbes probes = new PrivilegeProbes(client);
        if (spec.boilerplateOnly() == false) {
            probes.read(missing).write(missing).refresh(missing).deleteIndex(missing);
            probes.aliases(
                    AliasActions.remove().index(missing).alias(spec.dest()).mustExist(false));
        }
        boilerplate(probes);
        probes.check(listener);
    }

    private void boilerplate(PrivilegeProbes probes) {
        if (spec.options().execution().dryRun() == false) {
            String boilerplate = BoilerplateIndex.name(missing);
            probes.write(boilerplate).create(boilerplate);
            for (String owner : BoilerplateInUse.ownersAfterRun(spec, state)) {
                probes.aliases(BoilerplateIndex.action(AliasActions.Type.REMOVE, boilerplate, owner));
            }
        }
        if (spec.options().boilerplate() == PartitionOptions.Boilerplate.STORED) {
            spec.source().withReference().stream()
                    .map(source -> BoilerplateIndex.owner(state, source.index().getName()))
                    .distinct()
                    .forEach(owner -> probes.read(BoilerplateIndex.alias(owner)));
        }
    }
}
