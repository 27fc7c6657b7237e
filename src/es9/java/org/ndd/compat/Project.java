package org.ndd.compat;

import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.ProjectState;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.cluster.metadata.ProjectMetadata;
import org.elasticsearch.cluster.routing.RoutingTable;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata;

/**
 * Access to indices, aliases and tasks in the cluster state, which Elasticsearch 9 stores per project. A cluster with plugins has one
 * project. The types of the parts differ between both versions, so callers must not name them.
 */
public final class Project {

    private Project() {}

    /** Returns the metadata: indices, aliases, data streams, templates and tasks. */
    public static ProjectMetadata of(ClusterState state) {
        return state.metadata().getProject(ProjectId.DEFAULT);
    }

    /** Returns the argument of methods that resolve names. */
    public static ProjectMetadata named(ClusterState state) {
        return of(state);
    }

    /** Returns the argument of methods that find shards. */
    public static ProjectState routed(ClusterState state) {
        return state.projectState(ProjectId.DEFAULT);
    }

    /** Returns the routing table. */
    public static RoutingTable routing(ClusterState state) {
        return state.routingTable(ProjectId.DEFAULT);
    }

    /** Returns whether persistent tasks were added, removed or changed. */
    public static boolean tasksChanged(ClusterChangedEvent event) {
        return event.customMetadataChanged(ProjectId.DEFAULT, PersistentTasksCustomMetadata.TYPE);
    }
}
