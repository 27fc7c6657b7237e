package org.ndd.boilerplate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.cluster.node.tasks.get.TransportGetTaskAction;
import org.elasticsearch.action.admin.indices.settings.put.UpdateSettingsRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.OriginSettingClient;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.ClusterStateListener;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.routing.allocation.DataTier;
import org.elasticsearch.common.settings.Settings;
import org.ndd.compat.Project;

/**
 * Gives each node that holds data a copy of the boilerplate in use, so that searches of its shards read them without waiting for another
 * node; boilerplate that is out of use goes back to two copies. Also if an earlier version of ndd made the index. Keeps a number of copies
 * that a user has set.
 *
 * <p>Done as Elasticsearch's internal user, without a request of a user: no documents are read, and only settings of indices that ndd made
 * are changed. Works on the elected master.
 */
public final class BoilerplateCopies implements ClusterStateListener {

    /** Copies of boilerplate out of use: an index with a single copy is lost with its node. */
    static final String FEW = "0-1";

    /** Copies of boilerplate in use: one on each node that may hold the index. */
    static final String EVERYWHERE = "0-all";

    private static final Logger logger = LogManager.getLogger(BoilerplateCopies.class);

    private final Client client;

    public BoilerplateCopies(Client client) {
        this.client = new OriginSettingClient(client, TransportGetTaskAction.TASKS_ORIGIN);
    }

    @Override
    public void clusterChanged(ClusterChangedEvent event) {
        if (event.localNodeMaster() == false) {
            return;
        }
        ClusterState before = event.previousState().nodes().isLocalNodeElectedMaster()
                ? event.previousState()
                : ClusterState.EMPTY_STATE;
        if (event.state().metadata() == before.metadata()) {
            return;
        }
        Map<String, List<String>> changes = new TreeMap<>();
        for (IndexMetadata index : Project.of(event.state()).indices().values()) {
            String copies = index == Project.of(before).index(index.getIndex()) ? null : change(index);
            if (copies != null) {
                changes.computeIfAbsent(copies, c -> new ArrayList<>())
                        .add(index.getIndex().getName());
            }
        }
        changes.forEach(this::update);
    }

    /** The new number of copies of an index of boilerplate; {@code null} if it stays, or was not set by ndd. */
    static String change(IndexMetadata index) {
        String now = index.getSettings().get(IndexMetadata.SETTING_AUTO_EXPAND_REPLICAS);
        if (FEW.equals(now) == false && EVERYWHERE.equals(now) == false) {
            return null;
        }
        BoilerplateIndex boilerplate = BoilerplateIndex.of(index);
        if (boilerplate == null) {
            return null;
        }
        String wanted = boilerplate.isInUse(index) ? EVERYWHERE : FEW;
        return wanted.equals(now) ? null : wanted;
    }

    private void update(String copies, List<String> indices) {
        Settings.Builder settings = Settings.builder().put(IndexMetadata.SETTING_AUTO_EXPAND_REPLICAS, copies);
        if (copies.equals(EVERYWHERE)) {
            // pages may be on nodes of any tier
            settings.putNull(DataTier.TIER_PREFERENCE);
        }
        logger.info(
                "sets copies of {}, site boilerplate {} use, to [{}]",
                indices,
                copies.equals(FEW) ? "out of" : "in",
                copies);
        UpdateSettingsRequest request = new UpdateSettingsRequest(settings.build(), indices.toArray(String[]::new));
        client.admin()
                .indices()
                .updateSettings(
                        request.indicesOptions(IndicesOptions.lenientExpandOpenHidden()),
                        ActionListener.wrap(
                                updated -> {},
                                e -> logger.warn(
                                        () -> "copies of " + indices + " could not be set to [" + copies + "]", e)));
    }
}
