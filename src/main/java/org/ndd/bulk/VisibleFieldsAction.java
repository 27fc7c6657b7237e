package org.ndd.bulk;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.index.Index;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.ndd.config.LocalAction;
import org.ndd.config.NodeServices.ActionServices;

/**
 * Checks that the user sees all fields of indices at the moment. Their role may change while a task works. The task would then write
 * documents that it read without the hidden fields, or delete documents of which the backup has only a part.
 */
public final class VisibleFieldsAction extends LocalAction<VisibleFieldsAction.Request, ActionResponse.Empty> {

    public static final ActionType<ActionResponse.Empty> TYPE = new ActionType<>("indices:data/read/ndd/fields");

    @Inject
    public VisibleFieldsAction(ActionServices action) {
        super(TYPE, action, EsExecutors.DIRECT_EXECUTOR_SERVICE);
    }

    /** Fails with 403 if a field or an index may be hidden. Must be called after documents were read, before they are written. */
    public static void check(Client client, List<Index> indices, ActionListener<Void> listener) {
        client.execute(TYPE, new Request(indices), listener.map(visible -> null));
    }

    @Override
    protected void doExecute(Task task, Request request, ActionListener<ActionResponse.Empty> listener) {
        ActionListener.completeWith(listener, () -> {
            request.indices.forEach(index -> WholeDocuments.checkAllFieldsVisible(services.indices(), index));
            return ActionResponse.Empty.INSTANCE;
        });
    }

    /** A request about concrete indices, which may have been deleted. */
    static final class Request extends LocalAction.LocalRequest implements IndicesRequest {

        private final List<Index> indices;

        private Request(List<Index> indices) {
            this.indices = indices;
        }

        @Override
        public String[] indices() {
            return indices.stream().map(Index::getName).toArray(String[]::new);
        }

        @Override
        public IndicesOptions indicesOptions() {
            return IndicesOptions.strictNoExpandForbidClosed();
        }
    }
}
