package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.ndd.config.DocumentFields;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.PartitionRequest;
import org.ndd.partition.PartitionResponse;

/** {@code POST /{index}/_ndd/boilerplate}: learns the boilerplate of the sites of an index again. */
public final class RestLearnBoilerplateAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_learn_boilerplate_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(POST, "/{index}/_ndd/boilerplate"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        String[] indices = Strings.splitStringByCommaToArray(request.param("index"));
        String field = request.param("target_field", DocumentFields.DEFAULT_PARENT);
        PartitionRequest boilerplate = IndicesParameters.read(request, PartitionRequest.boilerplate(indices, field));
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(
                        PartitionAction.TYPE,
                        boilerplate,
                        new RestToXContentListener<>(channel, PartitionResponse::status));
    }
}
