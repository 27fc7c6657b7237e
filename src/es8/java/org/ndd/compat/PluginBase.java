package org.ndd.compat;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.IndexScopedSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.settings.SettingsFilter;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestController;
import org.elasticsearch.rest.RestHandler;

/** Base class for plugins with actions and REST handlers without dependencies. */
public abstract class PluginBase extends Plugin implements ActionPlugin {

    protected abstract Actions actions();

    /** @param settings of the node */
    protected abstract List<RestHandler> restHandlers(Settings settings);

    @Override
    public final Collection<ActionHandler<? extends ActionRequest, ? extends ActionResponse>> getActions() {
        return actions().handlers();
    }

    @Override
    public final Collection<RestHandler> getRestHandlers(
            Settings settings,
            NamedWriteableRegistry namedWriteables,
            RestController restController,
            ClusterSettings clusterSettings,
            IndexScopedSettings indexScopedSettings,
            SettingsFilter settingsFilter,
            IndexNameExpressionResolver resolver,
            Supplier<DiscoveryNodes> nodes,
            Predicate<NodeFeature> features) {
        return restHandlers(settings);
    }
}
