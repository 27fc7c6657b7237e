package org.ndd.compat;

import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.cluster.routing.RoutingTable;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata;

/**
 * Access to indices, aliases and tasks in the cluster state, which Elasticsearch 9 stores per project. A cluster with plugins has one
 * project. The types of the parts differ between both versions, so callers must not name them.
 */
public final class Project {

    private Project() {}

    /** Returns the metadata: indices, aliases, data streams, templates and tasks. */
    public static Metadata of(ClusterState state) {
        return state.metadata();
    }

    /** Returns the argument of methods that resolve names. */
    public static ClusterState named(ClusterState state) {
        return state;
    }

    /** Returns the argument of methods that find shards. */
    public static ClusterState routed(ClusterState state) {
        return state;
    }

    /** Returns the routing table. */
    public static RoutingTable routing(ClusterState state) {
        return state.routingTable();
    }

    /** Returns whether persistent tasks were added, removed or changed. */
    public static boolean tasksChanged(ClusterChangedEvent event) {
        return event.changedCustomMetadataSet().contains(PersistentTasksCustomMetadata.TYPE);
    }
}
