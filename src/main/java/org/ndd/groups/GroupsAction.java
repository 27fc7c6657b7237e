package org.ndd.groups;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.ToXContentObject;
import org.ndd.config.BodyResponse;
import org.ndd.config.NodeServices;

/**
 * Reads the groups of the published run, the largest first, or one group with its pages. Requires {@code read} on source and destination.
 */
public final class GroupsAction extends TransportAction<GroupsAction.Request, BodyResponse<ToXContentObject>> {

    public static final ActionType<BodyResponse<ToXContentObject>> TYPE =
            new ActionType<>("indices:data/read/ndd/groups");

    /** A request for groups. */
    public static final class Request extends ReadGroupsRequest {

        private final GroupsQuery query;

        /**
         * @param indices the source, as the user typed it
         * @param dest the destination; {@code null} for the default destination of a single source
         * @param field target field of the processor, with the titles
         * @param query selects the groups or pages
         */
        public Request(String[] indices, String dest, String field, GroupsQuery query) {
            super("groups", indices, dest, field);
            this.query = query;
        }

        public GroupsQuery query() {
            return query;
        }
    }

    private final NodeServices services;

    @Inject
    public GroupsAction(TransportService transportService, ActionFilters filters, NodeServices services) {
        super(TYPE.name(), filters, transportService.getTaskManager(), EsExecutors.DIRECT_EXECUTOR_SERVICE);
        this.services = services;
    }

    @Override
    protected void doExecute(Task task, Request request, ActionListener<BodyResponse<ToXContentObject>> listener) {
        List<String> indices = List.of(
                services.resolver().concreteIndexNames(services.cluster().state(), request));
        Client child = services.clientOf(task);
        new GroupReader(child, indices, request)
                .read(listener.map(groups -> new BodyResponse<>((builder, params) -> builder.map(groups))));
    }
}
