package org.ndd.template;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.telemetry.metric.MeterRegistry;
import org.elasticsearch.test.ESTestCase;
import org.ndd.line.Calls;
import org.ndd.line.Project;

/** Gives indices templates without a run. */
public final class TestTemplates {

    private TestTemplates() {}

    /** A store of indices that are in no data stream. */
    public static TemplateStore store(Client client) {
        return store(client, new TemplateWaits(Integer.MAX_VALUE, MeterRegistry.NOOP));
    }

    /** @param waits of threads for what it loads */
    public static TemplateStore store(Client client, TemplateWaits waits) {
        return new TemplateStore(client, new TemplateCache(Settings.EMPTY), TemplateIndex::alias, waits);
    }

    public static void save(Client client, String owner, StoredTemplate template) {
        save(client, owner, List.of(template));
    }

    /**
     * Writes templates over those of the same sites, and makes searches over an index or data stream see them. Makes the index where it is
     * not there: the master deletes templates without pages as soon as it looks.
     */
    public static void save(Client client, String owner, Collection<StoredTemplate> templates) {
        String index = owner + "-ndd-of-test-templates";
        ClusterState state = client.admin()
                .cluster()
                .prepareState(ESTestCase.TEST_REQUEST_TIMEOUT)
                .get()
                .getState();
        if (Project.of(state).getIndicesLookup().containsKey(owner) == false) {
            client.admin().indices().prepareCreate(owner).get();
        }
        if (Project.of(state).hasIndex(index) == false) {
            PlainActionFuture<Void> created = new PlainActionFuture<>();
            new TemplateIndex(null, Map.of(owner, owner + "-ndd")).create(client, index, created);
            created.actionGet();
            client.admin()
                    .indices()
                    .aliases(Calls.aliases().addAliasAction(TemplateIndex.action(AliasActions.Type.ADD, index, owner)))
                    .actionGet();
        }
        PlainActionFuture<Void> saved = new PlainActionFuture<>();
        store(client).save(index, templates, saved);
        saved.actionGet();
    }
}
