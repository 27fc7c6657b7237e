package org.ndd.rest;

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
import org.ndd.partition.PartitionAction;
import org.ndd.partition.PartitionRequest;
import org.ndd.partition.PartitionResponse;

/** {@code POST /{index}/_ndd/partition}. */
public final class RestPartitionAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_partition_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(POST, "/{index}/_ndd/partition"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) throws IOException {
        String[] indices = Strings.splitStringByCommaToArray(request.param("index"));
        boolean wait = request.paramAsBoolean("wait_for_completion", false);
        PartitionRequest partition;
        if (request.hasContent()) {
            try (XContentParser parser = request.contentParser()) {
                partition = PartitionRequest.parse(indices, parser, wait);
            }
        } else {
            partition = PartitionRequest.parse(indices, null, wait);
        }
        PartitionRequest atSpeed = IndicesParameters.read(request, partition)
                .atMost(request.paramAsFloat("requests_per_second", -1))
                .timeout(TimeParameter.read(request, "timeout", PartitionRequest.DEFAULT_TIMEOUT));
        // a report is complete by default, but brief by default over REST
        request.params().put("verbose", String.valueOf(request.paramAsBoolean("verbose", false)));
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(
                        PartitionAction.TYPE,
                        atSpeed,
                        new RestToXContentListener<>(channel, PartitionResponse::status));
    }
}
