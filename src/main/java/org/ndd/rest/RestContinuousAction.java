package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.continuous.ContinuousAction;
import org.ndd.continuous.ContinuousRequest;
import org.ndd.partition.PartitionRequest;

/** {@code POST /{index}/_ndd/continuous}. */
public final class RestContinuousAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_continuous_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(POST, "/{index}/_ndd/continuous"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) throws IOException {
        String[] indices = Strings.splitStringByCommaToArray(request.param("index"));
        float perSecond = request.paramAsFloat("requests_per_second", -1);
        TimeValue timeout = TimeParameter.read(request, "timeout", PartitionRequest.DEFAULT_TIMEOUT);
        ContinuousRequest job;
        if (request.hasContent()) {
            try (XContentParser parser = request.contentParser()) {
                job = ContinuousRequest.parse(indices, parser, perSecond, timeout);
            }
        } else {
            job = ContinuousRequest.parse(indices, null, perSecond, timeout);
        }
        return channel -> client.execute(ContinuousAction.TYPE, job, new RestToXContentListener<>(channel));
    }
}
