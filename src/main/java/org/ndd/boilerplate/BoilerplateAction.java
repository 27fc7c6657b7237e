package org.ndd.boilerplate;

import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.LocalAction;
import org.ndd.config.LocalAction.IndexActionRequest;
import org.ndd.config.NddThreadPools;
import org.ndd.config.NodeServices.ActionServices;

/** Performs an action on the boilerplate of one site of one index, with the rights of the requesting user. */
public abstract class BoilerplateAction<R extends ActionResponse> extends LocalAction<BoilerplateAction.Request, R> {

    private final BoilerplateStore boilerplate;

    private BoilerplateAction(ActionType<R> type, ActionServices action, BoilerplateStore boilerplate) {
        super(type, action, action.node().threads().executor(NddThreadPools.READ));
        this.boilerplate = boilerplate;
    }

    /** A request to return or to delete the boilerplate of one site of one index. */
    public static final class Request extends IndexActionRequest {

        public final String site;

        /**
         * @param index name of one index or alias of documents
         * @param site site as in the field {@code site} of its documents
         */
        public Request(String index, String site) {
            super(index);
            if (site == null || site.isEmpty()) {
                throw new IllegalArgumentException("[site] must be given");
            }
            this.site = site;
        }
    }

    /**
     * Returns the lines of boilerplate of a site: {@code GET /{index}/_ndd/boilerplate/{site}}. Requires {@code read} on the index and on
     * its index of boilerplate.
     */
    public static final class Get extends BoilerplateAction<BodyResponse<StoredBoilerplate>> {

        public static final ActionType<BodyResponse<StoredBoilerplate>> TYPE =
                new ActionType<>("indices:data/read/ndd/boilerplate/get");

        @Inject
        public Get(ActionServices action, BoilerplateStore boilerplate) {
            super(TYPE, action, boilerplate);
        }

        @Override
        void perform(
                BoilerplateStore store,
                String index,
                String site,
                ActionListener<BodyResponse<StoredBoilerplate>> listener) {
            store.get(index, site, listener.map(boilerplate -> {
                if (boilerplate == null) {
                    throw notFound(index, site);
                }
                return new BodyResponse<>(boilerplate);
            }));
        }
    }

    /**
     * Deletes the boilerplate of a site: {@code DELETE /{index}/_ndd/boilerplate/{site}}. Requires {@code write} on the index and {@code
     * delete} on its index of boilerplate.
     */
    public static final class Delete extends BoilerplateAction<AcknowledgedResponse> {

        public static final ActionType<AcknowledgedResponse> TYPE =
                new ActionType<>("indices:data/write/ndd/boilerplate/delete");

        @Inject
        public Delete(ActionServices action, BoilerplateStore boilerplate) {
            super(TYPE, action, boilerplate);
        }

        @Override
        void perform(BoilerplateStore store, String index, String site, ActionListener<AcknowledgedResponse> listener) {
            store.delete(index, site, listener.map(existed -> {
                if (existed == false) {
                    throw notFound(index, site);
                }
                return AcknowledgedResponse.TRUE;
            }));
        }
    }

    @Override
    protected final void doExecute(Task task, Request request, ActionListener<R> listener) {
        ClusterState state = services.cluster().state();
        String index = BoilerplateIndex.anyOf(
                state, request.index(), services.resolver().concreteIndexNames(state, request));
        perform(boilerplate.withClient(services.clientOf(task)), index, request.site, listener);
    }

    /**
     * Performs the action.
     *
     * @param store store with the rights of the requesting user
     * @param index concrete index
     * @param listener receives {@link #notFound} if the boilerplate does not exist
     */
    abstract void perform(BoilerplateStore store, String index, String site, ActionListener<R> listener);

    private static ResourceNotFoundException notFound(String index, String site) {
        return new ResourceNotFoundException("no boilerplate of site [{}] is known for index [{}]", site, index);
    }
}
