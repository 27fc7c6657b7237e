package org.ndd.partition;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.ndd.bulk.PrivilegeProbes;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.RunSpec;
import org.ndd.template.TemplateIndex;

/**
 * Checks before a run begins that its user has all privileges that the run needs until its end: for the run's index, its alias, and the
 * indices of templates. Nothing is changed.
 */
final class DestinationRights {

    private final Client client;
    private final RunSpec spec;
    private final String missing;
    private final ClusterState state;

    /**
     * @param client of the user
     * @param missing the name of the run's index while there is none, or another name like it
     */
    DestinationRights(Client client, RunSpec spec, String missing, ClusterState state) {
        this.client = client;
        this.spec = spec;
        this.missing = missing;
        this.state = state;
    }

    /** Fails with the refusals if the user lacks a privilege. */
    void check(ActionListener<Void> listener) {
        PrivilegeProbes probes = new PrivilegeProbes(client);
        if (spec.templatesOnly() == false) {
            probes.read(missing).write(missing).refresh(missing).deleteIndex(missing);
            probes.aliases(
                    AliasActions.remove().index(missing).alias(spec.dest()).mustExist(false));
        }
        templates(probes);
        probes.check(listener);
    }

    private void templates(PrivilegeProbes probes) {
        if (spec.options().dryRun() == false) {
            String templates = TemplateIndex.name(missing);
            probes.write(templates).create(templates);
            for (String owner : LiveTemplates.toBeGiven(spec, state)) {
                probes.aliases(TemplateIndex.action(AliasActions.Type.REMOVE, templates, owner));
            }
        }
        if (spec.options().templates() == PartitionOptions.Templates.STORED) {
            spec.source().stream()
                    .map(source -> TemplateIndex.owner(state, source.index().getName()))
                    .distinct()
                    .forEach(owner -> probes.read(TemplateIndex.alias(owner)));
        }
    }
}
