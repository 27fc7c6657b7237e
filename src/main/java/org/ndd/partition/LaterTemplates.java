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
import org.ndd.line.Project;
import org.ndd.template.TemplateIndex;

/**
 * The templates of a run for indices that come to its source when the run is over: their pages are those of the same sites. Who has
 * templates keeps them.
 */
public final class LaterTemplates {

    private LaterTemplates() {}

    /**
     * Lets searches see the run's templates for what has none, as if the run had taken it too. Costs two changes of the cluster state where
     * something came, else nothing.
     *
     * @param client of the user, who needs {@code manage} on the aliases of templates
     * @param dest that shows the run
     * @param whole indices of the source of which it takes all documents
     */
    public static void give(
            Client client,
            ClusterState state,
            String run,
            String dest,
            Collection<Index> whole,
            ActionListener<Void> listener) {
        String name = TemplateIndex.name(run);
        IndexMetadata index = Project.of(state).index(name);
        TemplateIndex templates = TemplateIndex.of(index);
        Set<String> owners = LiveTemplates.owners(state, whole);
        owners.removeIf(owner -> Project.of(state).getIndicesLookup().containsKey(TemplateIndex.alias(owner)));
        if (templates == null || owners.isEmpty() || TemplateIndex.isReadable(index) == false) {
            listener.onResponse(null);
            return;
        }
        Set<String> given = LiveTemplates.given(state, dest, owners);
        if (given.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        Map<String, String> holders = new TreeMap<>(templates.holders());
        given.forEach(owner -> holders.put(owner, dest));
        // said first: an alias of which the index says nothing would never be taken away
        SubscribableListener.<Void>newForked(l -> new TemplateIndex(templates.run(), holders).say(client, name, l))
                .<Void>andThen(l -> AliasMove.run(
                        client,
                        given.stream()
                                .map(owner -> TemplateIndex.action(AliasActions.Type.ADD, name, owner))
                                .toList(),
                        l))
                .addListener(listener);
    }
}
