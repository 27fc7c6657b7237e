package org.ndd.groups;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ToXContentObject;
import org.ndd.config.ActionServices;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyResponse;

/**
 * Reads the groups of the published run, the largest first, or one group with its pages. Requires {@code read} on source and destination.
 */
public final class GroupsAction extends BodyAction<GroupsAction.Request, ToXContentObject> {

    public static final ActionType<BodyResponse<ToXContentObject>> TYPE =
            new ActionType<>("indices:data/read/ndd/groups");

    public static final class Request extends ReadGroupsRequest {

        private final GroupsQuery query;

        /**
         * @param dest the destination; {@code null} for the default destination of a single source
         */
        public Request(String[] indices, String dest, String field, GroupsQuery query) {
            super("groups", indices, dest, field);
            this.query = query;
        }

        public GroupsQuery query() {
            return query;
        }
    }

    @Inject
    public GroupsAction(ActionServices action) {
        super(TYPE, action);
    }

    @Override
    protected void respond(CancellableTask task, Request request, ActionListener<ToXContentObject> listener) {
        List<String> indices = List.of(
                services.resolver().concreteIndexNames(services.cluster().state(), request));
        Client child = services.clientOf(task);
        new GroupReader(child, indices, request)
                .read(services.cluster().state(), listener.map(groups -> (builder, params) -> builder.map(groups)));
    }
}
