package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.GET;

import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.ndd.config.DocumentFields;
import org.ndd.groups.GroupsAction;

/** {@code GET /{index}/_ndd/groups} and {@code GET /{index}/_ndd/groups/{group}}. */
public final class RestGroupsAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_groups_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(GET, "/{index}/_ndd/groups"), new Route(GET, "/{index}/_ndd/groups/{group}"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        String searchAfter = request.param("search_after");
        String group = request.param("group");
        GroupsAction.Request groups = new GroupsAction.Request(
                request.param("index"),
                request.param("dest"),
                request.param("field", DocumentFields.DEFAULT_PARENT),
                group,
                group == null ? List.of() : List.of(request.paramAsStringArray("relation", new String[0])),
                request.paramAsInt("size", GroupsAction.DEFAULT_SIZE),
                request.paramAsInt("min_size", 2),
                searchAfter == null ? List.of() : List.of(searchAfter.split(",", 2)));
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(GroupsAction.TYPE, groups, new RestToXContentListener<>(channel));
    }
}
