package org.ndd.resolve;

import java.util.Collection;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.Index;
import org.ndd.bulk.PrivilegeProbes;

/**
 * Checks before a deletion, marking or undo begins that its user has the privileges that it needs until its end, in addition to that of the
 * request itself, which is to write the documents. Nothing is changed.
 */
final class ResolveRights {

    private final Client client;

    /** @param client of the user */
    ResolveRights(Client client) {
        this.client = client;
    }

    /** @param listener fails with 403 if the user may not read under one of these names, whether they exist or not */
    void checkNames(Collection<String> names, ActionListener<Void> listener) {
        PrivilegeProbes probes = new PrivilegeProbes(client);
        names.forEach(probes::readName);
        probes.check(listener);
    }

    /** @param listener fails with 403 and the refusals if something is not allowed */
    void check(ResolvePlan plan, ActionListener<Void> listener) {
        PrivilegeProbes probes = new PrivilegeProbes(client);
        plan.indices().stream().map(Index::getName).forEach(probes::read);
        if (plan.run() != null) {
            probes.read(plan.run());
        }
        if (plan.backup() != null) {
            String backup = plan.backup().name();
            probes.read(backup);
            if (plan.createsBackup()) {
                probes.create(backup).write(backup);
            } else if (plan.request().operation() == ResolveAction.Operation.DELETE) {
                probes.update(backup);
            }
        }
        probes.check(listener);
    }
}
