package org.ndd.partition;

import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.cluster.node.tasks.get.TransportGetTaskAction;
import org.elasticsearch.action.admin.indices.delete.DeleteIndexRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.OriginSettingClient;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.ClusterStateListener;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.Index;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata;
import org.ndd.partition.plan.PartitionTaskParams;
import org.ndd.template.TemplateStore;

/**
 * Deletes what is left of an index that was deleted: runs all of whose indices are gone, unless they are to outlive them, and
 * templates. Whoever deletes pages does not know where texts and ids of them are besides. Nobody asks for it, so it is done as
 * Elasticsearch itself: nothing is read, and only indices that ndd made and marked are deleted. Works on the elected master.
 */
public final class OrphanedRuns implements ClusterStateListener {

    private static final Logger logger = LogManager.getLogger(OrphanedRuns.class);

    private final Client client;

    public OrphanedRuns(Client client) {
        this.client = new OriginSettingClient(client, TransportGetTaskAction.TASKS_ORIGIN);
    }

    @Override
    public void clusterChanged(ClusterChangedEvent event) {
        boolean mayOrphan = event.indicesDeleted().isEmpty() == false
                || event.previousState().nodes().isLocalNodeElectedMaster() == false
                // a run that was under way when its source was deleted
                || event.changedCustomMetadataSet().contains(PersistentTasksCustomMetadata.TYPE);
        if (event.localNodeMaster() == false || mayOrphan == false) {
            return;
        }
        Set<String> orphans = orphans(event.state());
        for (Index deleted : event.indicesDeleted()) {
            String templates = TemplateStore.indexName(deleted.getName());
            boolean again = event.state().metadata().hasIndex(deleted.getName());
            if (again == false && TemplateStore.isOne(event.state().metadata().index(templates))) {
                orphans.add(templates);
            }
        }
        if (orphans.isEmpty() == false) {
            logger.info("deletes {}, whose pages were deleted", orphans);
            client.admin()
                    .indices()
                    .delete(
                            new DeleteIndexRequest(orphans.toArray(String[]::new))
                                    .indicesOptions(IndicesOptions.lenientExpandOpen()),
                            ActionListener.wrap(
                                    deleted -> {}, e -> logger.warn(() -> orphans + " could not be deleted", e)));
        }
    }

    static Set<String> orphans(ClusterState state) {
        Set<String> orphans = new LinkedHashSet<>();
        for (IndexMetadata index : state.metadata()) {
            RunLabel label = RunLabel.of(index);
            String run = index.getIndex().getName();
            if (label != null
                    && label.hasLostItsSource(state)
                    && RunIndex.OUTLIVES_SOURCE.get(index.getSettings()) == false
                    && PartitionTaskParams.find(state, run) == null) {
                orphans.add(run);
            }
        }
        return orphans;
    }
}
