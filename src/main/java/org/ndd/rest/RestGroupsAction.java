package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.DocumentFields;
import org.ndd.groups.GroupsAction;
import org.ndd.groups.GroupsQuery;

/** {@code GET /{index}/_ndd/groups}, {@code POST} for clients that send a body, and {@code GET /{index}/_ndd/groups/{group}}. */
public final class RestGroupsAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_groups_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(
                new Route(GET, "/{index}/_ndd/groups"),
                new Route(POST, "/{index}/_ndd/groups"),
                new Route(GET, "/{index}/_ndd/groups/{group}"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) throws IOException {
        GroupsQuery.Body body;
        try (XContentParser parser = request.hasContent() ? request.contentParser() : null) {
            body = GroupsQuery.Body.parse(parser);
        }
        String group = request.param("group", body.group());
        String doc = request.param("doc", body.doc());
        boolean list = group == null && doc == null;
        String searchAfter = list ? request.param("search_after") : null;
        GroupsQuery query = new GroupsQuery(
                group,
                doc,
                body.query(),
                list ? List.of() : List.of(request.paramAsStringArray("relation", new String[0])),
                GroupsQuery.Sort.of(request.param("sort", GroupsQuery.Sort.SIZE.value())),
                request.paramAsInt("size", GroupsQuery.DEFAULT_SIZE),
                request.paramAsInt("min_size", 2),
                request.paramAsInt("max_size", Integer.MAX_VALUE),
                searchAfter == null ? List.of() : List.of(searchAfter.split(",", 2)),
                List.of(request.paramAsStringArray("fields", new String[0])));
        GroupsAction.Request groups = IndicesParameters.read(
                request,
                new GroupsAction.Request(
                        Strings.splitStringByCommaToArray(request.param("index")),
                        request.param("dest"),
                        request.param("target_field", DocumentFields.DEFAULT_PARENT),
                        query));
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(GroupsAction.TYPE, groups, new RestToXContentListener<>(channel));
    }
}
