package org.ndd.boilerplate;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.threadpool.ThreadPool;
import org.mockito.Mockito;
import org.ndd.Soon;
import org.ndd.compat.Calls;
import org.ndd.compat.Project;
import org.ndd.core.boilerplate.SiteBoilerplate;

/** Stores boilerplate without a run. */
public final class TestBoilerplate {

    private TestBoilerplate() {}

    /** A registry of a cluster without indices. */
    public static BoilerplateRegistry registry() {
        ClusterService cluster = Mockito.mock(ClusterService.class);
        Mockito.when(cluster.state()).thenReturn(ClusterState.EMPTY_STATE);
        ThreadPool threads = Mockito.mock(ThreadPool.class);
        Mockito.when(threads.getThreadContext()).thenReturn(new ThreadContext(Settings.EMPTY));
        return new BoilerplateRegistry(Mockito.mock(Client.class), cluster, threads, null);
    }

    /** A view of an index with the boilerplate of one site. */
    public static LoadedBoilerplate of(String index, SiteBoilerplate boilerplate) {
        return new LoadedBoilerplate(
                Map.of(index, "boilerplate"), Map.of("boilerplate", Map.of(boilerplate.site(), boilerplate)));
    }

    /** A view of a shard without boilerplate. */
    public static LoadedBoilerplate none() {
        return new LoadedBoilerplate(Map.of(), Map.of());
    }

    public static void save(Client client, String owner, StoredBoilerplate boilerplate) {
        save(client, owner, List.of(boilerplate));
    }

    /**
     * Stores boilerplate, replacing that of the same sites, and makes it visible to searches of an index or data stream. Creates a missing
     * index, because the master deletes boilerplate of indices that do not exist.
     */
    public static void save(Client client, String owner, Collection<StoredBoilerplate> boilerplate) {
        String index = owner + "-ndd-of-test-boilerplate";
        ClusterState state = client.admin()
                .cluster()
                .prepareState(ESTestCase.TEST_REQUEST_TIMEOUT)
                .get()
                .getState();
        if (Project.of(state).getIndicesLookup().containsKey(owner) == false) {
            client.admin().indices().prepareCreate(owner).get();
        }
        if (Project.of(state).hasIndex(index) == false) {
            Soon.answer((ActionListener<Void> l) ->
                    new BoilerplateIndex(null, Map.of(owner, owner + "-ndd")).create(client, state, index, l));
            client.admin()
                    .indices()
                    .aliases(Calls.aliases()
                            .addAliasAction(BoilerplateIndex.action(AliasActions.Type.ADD, index, owner)))
                    .actionGet();
        }
        Soon.answer((ActionListener<Void> l) -> new BoilerplateStore(client).save(index, boilerplate, l));
        client.admin().indices().prepareRefresh(index).get();
    }
}
