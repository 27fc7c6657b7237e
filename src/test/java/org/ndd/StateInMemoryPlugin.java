package org.ndd;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.cluster.ClusterName;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.coordination.CoordinationState.PersistedState;
import org.elasticsearch.cluster.coordination.InMemoryPersistedState;
import org.elasticsearch.cluster.version.CompatibilityVersions;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.BuildVersion;
import org.elasticsearch.env.NodeMetadata;
import org.elasticsearch.gateway.ClusterStateUpdaters;
import org.elasticsearch.gateway.PersistedClusterStateService;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.indices.SystemIndices;
import org.elasticsearch.plugins.ClusterCoordinationPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.transport.TransportService;
import org.ndd.partition.RecordStore;

/**
 * Nodes that do not write the cluster state, which takes up to a quarter of the processor time of a test that creates many indices. Not for
 * tests that restart nodes.
 */
public final class StateInMemoryPlugin extends Plugin implements ClusterCoordinationPlugin {

    @Override
    public Optional<PersistedStateFactory> getPersistedStateFactory() {
        return Optional.of(StateInMemoryPlugin::empty);
    }

    private static PersistedState empty(
            Settings settings, TransportService transport, PersistedClusterStateService disk) throws IOException {
        // the master creates a system index only if it knows the mappings that each node supports
        SystemIndices systemIndices = new SystemIndices(
                List.of(new SystemIndices.Feature("ndd", "Runs and jobs", List.of(RecordStore.DESCRIPTOR))));
        CompatibilityVersions versions =
                new CompatibilityVersions(TransportVersion.current(), systemIndices.getMappingsVersions());
        ClusterName name = ClusterName.CLUSTER_NAME_SETTING.get(settings);
        ClusterState state = ClusterStateUpdaters.addStateNotRecoveredBlock(
                ClusterState.builder(name).build());
        state = ClusterStateUpdaters.setLocalNode(state, transport.getLocalNode(), versions);
        // a node checks this file when it starts
        NodeMetadata.FORMAT.writeAndCleanup(
                new NodeMetadata(disk.getNodeId(), BuildVersion.current(), IndexVersion.current()),
                disk.getDataPaths());
        return new InMemoryPersistedState(0, state);
    }
}
