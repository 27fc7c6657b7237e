package org.ndd.boilerplate;

import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.ndd.config.NddThreadPools;

/** Performs an action on the boilerplate of one site of one index, with the rights of the requesting user. */
abstract class TransportBoilerplateAction<R extends ActionResponse> extends TransportAction<BoilerplateRequest, R> {

    private final ClusterService clusterService;
    private final IndexNameExpressionResolver resolver;
    private final Client client;
    private final BoilerplateStore boilerplate;

    TransportBoilerplateAction(
            String name,
            TransportService transportService,
            ActionFilters filters,
            ThreadPool threadPool,
            ClusterService clusterService,
            IndexNameExpressionResolver resolver,
            Client client,
            BoilerplateStore boilerplate) {
        super(name, filters, transportService.getTaskManager(), threadPool.executor(NddThreadPools.READ));
        this.clusterService = clusterService;
        this.resolver = resolver;
        this.client = client;
        this.boilerplate = boilerplate;
    }

    @Override
    protected final void doExecute(Task task, BoilerplateRequest request, ActionListener<R> listener) {
        String index = BoilerplateIndex.anyOf(
                clusterService.state(), request.index(), resolver.concreteIndexNames(clusterService.state(), request));
        BoilerplateStore store =
                boilerplate.withClient(new ParentTaskAssigningClient(client, clusterService.localNode(), task));
        perform(store, index, request.site(), listener);
    }

    /**
     * Performs the action.
     *
     * @param store with the rights of the requesting user
     * @param index concrete index
     * @param listener gets {@link #notFound} if there is no such boilerplate
     */
    abstract void perform(BoilerplateStore store, String index, String site, ActionListener<R> listener);

    static ResourceNotFoundException notFound(String index, String site) {
        return new ResourceNotFoundException("no boilerplate of site [{}] is known for index [{}]", site, index);
    }
}
