package org.ndd.boilerplate;

import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.tasks.Task;
import org.ndd.config.ActionServices;
import org.ndd.config.LocalAction;
import org.ndd.config.NddThreadPools;

/** Performs an action on the boilerplate of one site of one index, with the rights of the requesting user. */
abstract class TransportBoilerplateAction<R extends ActionResponse> extends LocalAction<BoilerplateRequest, R> {

    private final BoilerplateStore boilerplate;

    TransportBoilerplateAction(ActionType<R> type, ActionServices action, BoilerplateStore boilerplate) {
        super(type, action, action.node().threads().executor(NddThreadPools.READ));
        this.boilerplate = boilerplate;
    }

    @Override
    protected final void doExecute(Task task, BoilerplateRequest request, ActionListener<R> listener) {
        ClusterState state = services.cluster().state();
        String index = BoilerplateIndex.anyOf(
                state, request.index(), services.resolver().concreteIndexNames(state, request));
        perform(boilerplate.withClient(services.clientOf(task)), index, request.site(), listener);
    }

    /**
     * Performs the action.
     *
     * @param store store with the rights of the requesting user
     * @param index concrete index
     * @param listener receives {@link #notFound} if the boilerplate does not exist
     */
    abstract void perform(BoilerplateStore store, String index, String site, ActionListener<R> listener);

    static ResourceNotFoundException notFound(String index, String site) {
        return new ResourceNotFoundException("no boilerplate of site [{}] is known for index [{}]", site, index);
    }
}
