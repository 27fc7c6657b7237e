package org.ndd.partition;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.Index;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.compat.Project;

/**
 * Gives the boilerplate of a run to indices that join its source after the run, because their documents are of the same sites. An index
 * that already has boilerplate keeps them.
 */
public final class BoilerplateOfNewIndices {

    private BoilerplateOfNewIndices() {}

    /**
     * Lets searches see the run's boilerplate for indices and data streams that have none, as if the run had included them too. Costs two
     * changes of the cluster state if there are such indices, otherwise none.
     *
     * @param client of the user, which needs {@code manage} on the aliases of boilerplate
     * @param dest the destination that publishes the run
     * @param whole indices of the source of which it includes all documents
     */
    public static void give(
            Client client,
            ClusterState state,
            String run,
            String dest,
            Collection<Index> whole,
            ActionListener<Void> listener) {
        String name = BoilerplateIndex.name(run);
        IndexMetadata index = Project.of(state).index(name);
        BoilerplateIndex boilerplate = BoilerplateIndex.of(index);
        Set<String> owners = BoilerplateInUse.owners(state, whole);
        owners.removeIf(owner -> Project.of(state).getIndicesLookup().containsKey(BoilerplateIndex.alias(owner)));
        if (boilerplate == null || owners.isEmpty() || BoilerplateIndex.isReadable(index) == false) {
            listener.onResponse(null);
            return;
        }
        Set<String> given = BoilerplateInUse.given(state, dest, owners);
        if (given.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        Map<String, String> holders = new TreeMap<>(boilerplate.holders());
        given.forEach(owner -> holders.put(owner, dest));
        // recorded first: an alias that the index does not record would never be removed
        SubscribableListener.<Void>newForked(
                        l -> new BoilerplateIndex(boilerplate.run(), holders).updateDescription(client, name, l))
                .<Void>andThen(l -> AliasMove.run(
                        client,
                        given.stream()
                                .map(owner -> BoilerplateIndex.action(AliasActions.Type.ADD, name, owner))
                                .toList(),
                        l))
                .addListener(listener);
    }
}
