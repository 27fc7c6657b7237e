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
import org.ndd.backfill.BackfillAction;
import org.ndd.backfill.BackfillOptions;
import org.ndd.backfill.BackfillRequest;
import org.ndd.bulk.BulkTaskResponse;
import org.ndd.bulk.BulkTaskSpeed;

/** {@code POST /{index}/_ndd/backfill}. */
public final class RestBackfillAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_backfill_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(POST, "/{index}/_ndd/backfill"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) throws IOException {
        String[] indices = Strings.splitStringByCommaToArray(request.param("index"));
        BackfillOptions options = options(request);
        boolean wait = request.paramAsBoolean("wait_for_completion", true);
        BackfillRequest backfill;
        try (XContentParser parser = request.hasContent() ? request.contentParser() : null) {
            backfill = IndicesParameters.read(request, BackfillRequest.parse(indices, parser, options, wait));
        }
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(
                        BackfillAction.TYPE, backfill, new RestToXContentListener<>(channel, BulkTaskResponse::status));
    }

    private static BackfillOptions options(RestRequest request) {
        BackfillOptions defaults = BackfillOptions.DEFAULT;
        return new BackfillOptions(
                request.param("pipeline", defaults.pipeline()),
                BackfillOptions.Conflicts.of(request.param("conflicts", "proceed")),
                BackfillOptions.slices(request.param("slices", "1")),
                request.paramAsInt("batch_size", defaults.batchSize()),
                BulkTaskSpeed.typed(request.paramAsFloat("requests_per_second", -1)),
                request.paramAsBoolean("refresh", defaults.refresh()));
    }
}
