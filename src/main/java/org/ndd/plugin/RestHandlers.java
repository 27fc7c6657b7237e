package org.ndd.plugin;

import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestActions.NodesResponseRestListener;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.ndd.plugin.NddRestHandler.Execution;

/** Returns all handlers of this package. */
public final class RestHandlers {

    private RestHandlers() {}

    public static List<RestHandler> all() {
        List<RestHandler> others = List.of(
                ExportHandler.create(),
                new RestCatNddAction(),
                NddRestHandler.get("stats", RestHandlers::stats, "/_ndd/stats"));
        return Stream.of(PageHandlers.all(), BulkHandlers.all(), PartitionHandlers.all(), JobHandlers.all(), others)
                .flatMap(List::stream)
                .toList();
    }

    private static Execution stats(RestRequest rest, NodeClient client) {
        StatsAction.Request stats = new StatsAction.Request(NddRestHandler.timeout(rest, null));
        return channel -> new RestCancellableNodeClient(client, rest.getHttpChannel())
                .execute(StatsAction.TYPE, stats, new NodesResponseRestListener<>(channel));
    }
}
