package org.ndd.compat;

import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.ProjectState;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.cluster.metadata.ProjectMetadata;
import org.elasticsearch.cluster.routing.RoutingTable;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata;

/**
 * Where the cluster state has indices, aliases and tasks: from line 9 on in a project, of which a cluster that runs plugins has one. Its
 * parts have other types on each line; name none of them, but hand on the state.
 */
public final class Project {

    private Project() {}

    /** Indices, aliases, data streams, boilerplate and tasks. */
    public static ProjectMetadata of(ClusterState state) {
        return state.metadata().getProject(ProjectId.DEFAULT);
    }

    /** What calls of Elasticsearch take that look up names. */
    public static ProjectMetadata named(ClusterState state) {
        return of(state);
    }

    /** What calls of Elasticsearch take that find shards. */
    public static ProjectState routed(ClusterState state) {
        return state.projectState(ProjectId.DEFAULT);
    }

    /** Where the copies of shards are. */
    public static RoutingTable routing(ClusterState state) {
        return state.routingTable(ProjectId.DEFAULT);
    }

    /** Whether a persistent task came, went or changed. */
    public static boolean tasksChanged(ClusterChangedEvent event) {
        return event.customMetadataChanged(ProjectId.DEFAULT, PersistentTasksCustomMetadata.TYPE);
    }
}
